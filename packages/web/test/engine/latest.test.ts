// Of questions that follow every keystroke only the last counts.
import { expect, it } from 'vitest';
import { latest } from '../../src/engine/client.ts';

it('asks one question at a time, and of those that wait only the last', async () => {
  const asked: number[] = [];
  const told: number[] = [];
  let release: () => void = () => undefined;
  const put = latest(
    (x: number) => {
      asked.push(x);
      return new Promise<number>((resolve) => {
        release = () => resolve(10 * x);
      });
    },
    (answer) => told.push(answer),
  );
  put(1);
  put(2);
  put(3);
  expect(asked).toEqual([1]);
  release();
  await expect.poll(() => asked).toEqual([1, 3]);
  release();
  await expect.poll(() => told).toEqual([10, 30]);
  put(4);
  expect(asked).toEqual([1, 3, 4]);
});

it('goes on after what it had asked was stopped', async () => {
  const told: number[] = [];
  const put = latest(
    (x: number) => (x === 1 ? new Promise<number>(() => undefined) : Promise.resolve(x)),
    (answer) => told.push(answer),
  );
  put(1);
  put(2);
  put.forget();
  put(3);
  await expect.poll(() => told).toEqual([3]);
});

it('tells no answer of what was forgotten', async () => {
  const told: number[] = [];
  let release: () => void = () => undefined;
  const put = latest(
    (x: number) =>
      x === 1
        ? new Promise<number>((resolve) => {
            release = () => resolve(x);
          })
        : Promise.resolve(x),
    (answer) => told.push(answer),
  );
  put(1);
  put.forget();
  put(2);
  await expect.poll(() => told).toEqual([2]);
  release();
  await new Promise((resolve) => setTimeout(resolve));
  put(3);
  await expect.poll(() => told).toEqual([2, 3]);
});
