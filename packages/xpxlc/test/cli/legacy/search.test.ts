import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../core/test/property.ts';
import { OrderedSearch } from '../../../src/cli/legacy/search.ts';

/** The sets that a search delivers, as lists of features, `capacity` at a time. */
function found(
  drops: readonly bigint[],
  threshold: bigint,
  { forced = [], gridBits, capacity = 3 }: { forced?: number[]; gridBits?: number; capacity?: number } = {},
): number[][] {
  const n = drops.length + forced.length;
  const search = new OrderedSearch({
    order: drops.map((_, i) => i),
    drops,
    threshold,
    forced,
    bits: Int32Array.from({ length: n }, (_, i) => i),
    words: Math.max(1, Math.ceil(n / 32)),
    ...(gridBits === undefined ? {} : { gridBits }),
  });
  const masks = new Int32Array(capacity * search.words);
  const sizes = new Int32Array(capacity);
  const sets: number[][] = [];
  while (!search.ended) {
    const count = search.fill(masks, sizes, capacity);
    for (let s = 0; s < count; s++) {
      const set = Array.from({ length: n }, (_, i) => i).filter(
        (i) => (masks[s * search.words + (i >> 5)] >>> (i & 31)) & 1,
      );
      expect(sizes[s]).toBe(set.length);
      sets.push(set);
    }
  }
  return sets;
}

/** From the definition: minimal sets above the threshold, a set that has the first differing position before one that lacks it. */
function expected(drops: readonly bigint[], threshold: bigint): number[][] {
  const sum = (set: readonly number[]): bigint => set.reduce((total, i) => total + drops[i], 0n);
  const sets: number[][] = [];
  for (let bits = 2 ** drops.length - 1; bits >= 0; bits--) {
    // The first position is the highest bit, so that counting down puts including before excluding.
    const set = drops.map((_, i) => i).filter((i) => (bits >> (drops.length - 1 - i)) & 1);
    const minimal = set.every((i) => sum(set.filter((other) => other !== i)) <= threshold);
    if (sum(set) > threshold && minimal) sets.push(set);
  }
  return sets;
}

const small = fc.array(fc.bigInt({ min: 0n, max: 9n }), { maxLength: 8 });
const nearlyEqual = fc.array(
  fc.bigInt({ min: 0n, max: 5n }).map((x) => 2n ** 80n + x),
  { maxLength: 8 },
);
const mixed = fc.array(
  fc.tuple(fc.bigInt({ min: 0n, max: 7n }), fc.nat(120)).map(([x, shift]) => x << BigInt(shift)),
  { maxLength: 8 },
);

describe('the search', () => {
  it.each([
    ['small integers', small],
    ['integers that differ in the last bits of 80', nearlyEqual],
    ['integers of very different size', mixed],
  ])('finds every minimal set once and in order, whatever the order of the drops: %s', (_, arbitrary) => {
    fc.assert(
      fc.property(
        arbitrary,
        fc.double({ min: -0.1, max: 1.1, noNaN: true }),
        fc.integer({ min: -2, max: 2 }),
        (drops, part, off) => {
          const total = drops.reduce((sum, drop) => sum + drop, 0n);
          const threshold = (total * BigInt(Math.round(part * 1000))) / 1000n + BigInt(off);
          expect(found(drops, threshold)).toEqual(expected(drops, threshold));
        },
      ),
      runs(300),
    );
  });

  it('decides on big integers what its grid leaves open', () => {
    fc.assert(
      fc.property(
        small,
        fc.bigInt({ min: -1n, max: 40n }),
        fc.integer({ min: 1, max: 6 }),
        (drops, threshold, gridBits) => {
          expect(found(drops, threshold, { gridBits })).toEqual(expected(drops, threshold));
        },
      ),
      runs(300),
    );
  });

  it('does not call a set minimal whose last feature is not its lightest', () => {
    // {0, 1} suffices, but 1 alone does.
    expect(found([1n, 3n], 2n)).toEqual([[1]]);
    // {0, 1, 2} holds 5, and 4 without the first; {1, 2} holds 4.
    expect(found([1n, 2n, 2n], 3n)).toEqual([[1, 2]]);
  });

  it('gives the empty set when nothing need be held, and no set when nothing suffices', () => {
    expect(found([1n, 2n], -1n)).toEqual([[]]);
    expect(found([], -1n)).toEqual([[]]);
    expect(found([1n, 2n], 3n)).toEqual([]);
  });

  it('puts the features that are always held into every set', () => {
    expect(found([2n, 1n], 0n, { forced: [2] })).toEqual([
      [0, 2],
      [1, 2],
    ]);
    expect(found([2n, 1n], -1n, { forced: [2] })).toEqual([[2]]);
  });

  it('gives the same sets however many are taken at a time', () => {
    const drops = [9n, 8n, 7n, 7n, 5n, 4n, 3n, 3n, 2n, 1n, 1n, 1n];
    const all = found(drops, 20n, { capacity: 1 });
    expect(all.length).toBeGreaterThan(100);
    for (const capacity of [2, 7, 1000]) expect(found(drops, 20n, { capacity })).toEqual(all);
  });
});
