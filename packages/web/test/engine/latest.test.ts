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
