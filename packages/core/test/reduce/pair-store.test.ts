import { expect, it } from 'vitest';
import type { Pair } from '../../src/reduce/classifier.ts';
import { PairStore } from '../../src/reduce/pair-store.ts';

const pair = (): Pair => ({}) as Pair;

it('pairs are kept as long as there is room for them', () => {
  const store = new PairStore(1000);
  const kept = Array.from({ length: 30 * 30 }, (_, x) => store.keep(Math.floor(x / 30), x % 30, pair()));
  kept.forEach((one, x) => {
    expect(store.get(Math.floor(x / 30), x % 30)).toBe(one);
  });
  expect(store.get(0, 30)).toBeUndefined();
  expect(store.get(30, 0)).toBeUndefined();
});

it('those of the class that came first are given up for another class, never those of the last few', () => {
  const store = new PairStore(2 ** 19);
  const keep = (c: number): Pair[] => [1, 2, 3, 4, 5].map((k) => store.keep(c, c + k, pair()));
  const has = (c: number): boolean => [1, 2, 3, 4, 5].every((k) => store.get(c, c + k) !== undefined);
  for (const c of [0, 1, 2, 3]) keep(c);
  expect([0, 1, 2, 3].map(has)).toEqual([true, true, true, true]);
  for (const c of [4, 5, 6]) keep(c);
  expect([0, 1, 2, 3, 4, 5, 6].map(has)).toEqual([false, false, false, true, true, true, true]);
  // Whatever a class has, it can have more.
  const more = store.keep(4, 99, pair());
  expect([store.get(4, 99), has(4)]).toEqual([more, true]);
  // Room that was given up is room.
  const small = new PairStore(2 ** 18);
  for (let c = 0; c < 100; c++) for (let k = 0; k < 2; k++) small.keep(c, k, pair());
  expect(Array.from({ length: 100 }, (_, c) => small.get(c, 0) !== undefined).filter(Boolean)).toHaveLength(
    5,
  );
});
