// The searches with and without tables of the tail, at sizes where both take part; and the tables themselves.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DepthFirst, type Search } from '../../src/search/cover-search.ts';
import { buildDiagram, nodeOf, toFinder } from '../../src/search/diagram.ts';
import { listMask } from '../../src/search/feature-set.ts';
import { SizeFirst, sizeRange } from '../../src/search/size-search.ts';
import { CoverSource } from '../../src/search/source.ts';
import { bySize, tailCovers, tailPairs } from '../../src/search/tail.ts';
import { type Cover, toCover } from '../../src/weigh/cover.ts';
import { subsets } from '../oracle/oracle.ts';
import { coverProblem, sequence } from '../problems.ts';
import { holds } from '../property.ts';

/** The first so many covers of a search, as lists of features. */
function first(search: Search, features: number, most = Number.POSITIVE_INFINITY): number[][] {
  const source = new CoverSource(search, [], features);
  const capacity = 500;
  const masks = new Uint32Array(capacity * source.words);
  const sets: number[][] = [];
  while (sets.length < most) {
    const count = source.fill(masks, Math.min(capacity, most - sets.length));
    for (let s = 0; s < count; s++) sets.push(listMask(masks, s * source.words, source.words));
    if (count < capacity) break;
  }
  return sets;
}

/** Whole weights, or fractions whose sums need more digits than a grid has. */
function weightsOf(style: 'whole' | 'fractions' | 'equal', seed: number, n: number): number[] {
  const whole = sequence(seed, n, 1000).map((w) => w + 1);
  if (style === 'whole') return whole;
  return style === 'equal' ? whole.map((w) => 1 + (w % 3)) : whole.map((w, i) => w / 7 + i * 2 ** -40);
}

const never = { warmUp: Number.POSITIVE_INFINITY };

describe.each(['whole', 'fractions', 'equal'] as const)('searches with %s weights', (style) => {
  it.each([18, 24, 40, 70, 100])(
    'list the same covers in the same order with tables of the tail: %i features',
    (n) => {
      const weights = weightsOf(style, n, n);
      const total = weights.reduce((a, b) => a + b, 0);
      for (const share of [0.15, 0.5, 0.85]) {
        const problem = coverProblem(weights, total * share);
        const cover = toCover(problem.rivals[0], 'axp');
        const plain = first(new DepthFirst(cover, never), n, 4000);
        expect(first(new DepthFirst(cover, { warmUp: -1 }), n, 4000)).toEqual(plain);
        expect(first(new DepthFirst(cover, { warmUp: 100 }), n, 4000)).toEqual(plain);
        expect(first(new DepthFirst(cover, { bits: 16, warmUp: -1 }), n, 400)).toEqual(plain.slice(0, 400));
        const sized = first(new SizeFirst(cover, never), n, 1500);
        expect(first(new SizeFirst(cover, { warmUp: -1 }), n, 1500)).toEqual(sized);
        expect(first(new SizeFirst(cover, { bits: 20, warmUp: -1 }), n, 300)).toEqual(sized.slice(0, 300));
      }
    },
  );

  it('list each cover once, all of them minimal, as many in either order', () => {
    const weights = weightsOf(style, 99, 19);
    const threshold = weights.reduce((a, b) => a + b, 0) * 0.6;
    const problem = coverProblem(weights, threshold);
    const { weights: exact, threshold: least } = toCover(problem.rivals[0], 'axp');
    const { order } = toCover(problem.rivals[0], 'axp');
    const weightOf = new Map([...order].map((feature, rank) => [feature, exact[rank]]));
    const lists = [DepthFirst, SizeFirst].map((Search) =>
      first(new Search(toCover(problem.rivals[0], 'axp')), 19),
    );
    for (const sets of lists) {
      expect(new Set(sets.map(String)).size).toBe(sets.length);
      for (const set of sets) {
        const members = set.map((i) => weightOf.get(i) ?? 0n);
        const sum = members.reduce((a, b) => a + b, 0n);
        expect(sum > least && members.every((w) => sum - w <= least)).toBe(true);
      }
    }
    expect(lists[0].length).toBe(lists[1].length);
    expect(lists[0].length).toBe(countCovers([...exact], least));
  });
});

/** How many minimal covers there are, by counting what the largest-first recursion reaches. */
function countCovers(weights: readonly bigint[], threshold: bigint): number {
  const memo = new Map<string, number>();
  const count = (from: number, left: bigint): number => {
    if (from === weights.length) return 0;
    const key = `${from} ${left}`;
    const known = memo.get(key);
    if (known !== undefined) return known;
    const with_ = weights[from] > left ? 1 : count(from + 1, left - weights[from]);
    const answer = with_ + count(from + 1, left);
    memo.set(key, answer);
    return answer;
  };
  return count(0, threshold);
}

describe('a search', () => {
  it('can be continued after any cover, also far down in the tail', () => {
    const weights = weightsOf('fractions', 5, 21);
    const problem = coverProblem(weights, weights.reduce((a, b) => a + b, 0) * 0.4);
    const cover = toCover(problem.rivals[0], 'axp');
    for (const Search of [DepthFirst, SizeFirst]) {
      const all = first(new Search(cover, { warmUp: -1 }), 21, 3000);
      for (const position of [0, 1, 2, 700, 1023, 1024, 2000]) {
        const search = new Search(cover, { warmUp: position % 2 === 0 ? -1 : 50 });
        search.seek(all[position].map((i) => search.features.indexOf(i)).sort((a, b) => a - b));
        expect(first(search, 21, 2999 - position)).toEqual(all.slice(position + 1));
      }
    }
  });

  it('of a threshold below zero finds the empty cover, once', () => {
    const cover: Cover = { forced: [], singles: [], order: new Int32Array(0), weights: [], threshold: -1n };
    for (const Search of [DepthFirst, SizeFirst]) {
      expect(first(new Search(cover), 3)).toEqual([[]]);
      const search = new Search(cover);
      search.seek([]);
      expect(first(search, 3)).toEqual([]);
    }
  });

  it('finds nothing where all together do not suffice', () => {
    const cover: Cover = {
      forced: [],
      singles: [],
      order: Int32Array.of(0, 1),
      weights: [3n, 2n],
      threshold: 5n,
    };
    for (const Search of [DepthFirst, SizeFirst]) expect(first(new Search(cover), 2)).toEqual([]);
  });

  it('finds nothing where the threshold is far beyond the grid', () => {
    const cover: Cover = {
      forced: [],
      singles: [],
      order: Int32Array.of(0, 1),
      weights: [3n, 2n],
      threshold: 5n * 10n ** 40n,
    };
    for (const Search of [DepthFirst, SizeFirst])
      expect(first(new Search(cover, { warmUp: -1 }), 2)).toEqual([]);
  });

  it('finds each feature that covers alone, and then the others', () => {
    const cover: Cover = {
      forced: [],
      singles: [4, 2],
      order: Int32Array.of(0, 1, 3),
      weights: [3n, 2n, 2n],
      threshold: 4n,
    };
    for (const Search of [DepthFirst, SizeFirst]) {
      expect(first(new Search(cover, { warmUp: -1 }), 5)).toEqual([[4], [2], [0, 1], [0, 3]]);
    }
  });

  it('has sizes between that of the heaviest cover and what the lightest allow', () => {
    const cover = (weights: bigint[], threshold: bigint, singles: number[] = []): Cover => ({
      forced: [],
      singles,
      order: Int32Array.from(weights.keys()),
      weights,
      threshold,
    });
    expect(sizeRange(cover([], -1n))).toEqual({ smallest: 0, largest: 0 });
    expect(sizeRange(cover([5n, 4n, 1n, 1n], 5n))).toEqual({ smallest: 2, largest: 3 });
    expect(sizeRange(cover([3n, 2n], 5n))).toEqual({ smallest: 1, largest: 0 });
    expect(sizeRange(cover([3n, 2n], 5n, [9]))).toEqual({ smallest: 1, largest: 1 });
    expect(sizeRange(cover([3n, 3n], 5n, [9]))).toEqual({ smallest: 1, largest: 2 });
  });
});

describe('the decision diagram of a tail', () => {
  const weights = fc
    .array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 7 })
    .map((list) => Float64Array.from(list.sort((a, b) => b - a)));

  it('counts the minimal covers of every residual', () => {
    holds(200, weights, fc.integer({ min: 0, max: 90 }), (d, residual) => {
      const { start, levels } = buildDiagram(d, d.length, () => true);
      expect(start).toBe(0);
      levels.forEach((level, l) => {
        const node = nodeOf(toFinder(level.breaks), residual);
        const tail = [...d].slice(l).map((w, x) => [x, w] as const);
        const minimal = subsets(tail.map(([x]) => x)).filter((set) => {
          const sum = set.reduce((total, x) => total + tail[x][1], 0);
          return set.length > 0 && sum > residual && set.every((x) => sum - tail[x][1] <= residual);
        });
        expect(level.counts[node]).toBe(minimal.length);
      });
    });
  });

  it('finds the interval of any residual, wherever the breakpoints lie', () => {
    const breaks = fc
      .uniqueArray(fc.integer({ min: 1, max: 2 ** 50 }), { maxLength: 40 })
      .map((list) => Float64Array.from([0, ...list].sort((a, b) => a - b)));
    holds(200, breaks, fc.integer({ min: -5, max: 2 ** 50 + 5 }), fc.nat(), (list, other, near) => {
      const finder = toFinder(list);
      for (const r of [other, list[near % list.length], list[near % list.length] - 1]) {
        const node = nodeOf(finder, r);
        const expected = Math.max(0, list.filter((b) => b <= r).length - 1);
        expect(node).toBe(expected);
      }
    });
  });

  it('takes no more of the tail than fits', () => {
    const d = Float64Array.of(9, 7, 4, 2);
    expect(buildDiagram(d, 2, () => true).start).toBe(2);
    expect(buildDiagram(d, 9, ({ breaks }) => breaks.length <= 4).start).toBe(2);
    expect(buildDiagram(d, 9, () => false)).toMatchObject({
      start: 4,
      levels: [{ counts: Float64Array.of(0) }],
    });
  });
});

describe('tables of the tail', () => {
  const weights = fc
    .array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 7 })
    .map((list) => Float64Array.from(list.sort((a, b) => b - a)));

  /** Members of a code, as positions from the front. */
  const members = (code: number, n: number): number[] =>
    [...Array(n).keys()].filter((l) => (code >> (n - 1 - l)) & 1);

  function minimalCovers(d: Float64Array, residual: number): number[][] {
    return subsets([...d.keys()]).filter((set) => {
      const sum = set.reduce((total, l) => total + d[l], 0);
      return set.length > 0 && sum > residual && set.every((l) => sum - d[l] <= residual);
    });
  }

  it('list the minimal covers of every residual in search order', () => {
    holds(200, weights, fc.integer({ min: 0, max: 60 }), (d, residual) => {
      const { start, finder, codes, bounds } = tailCovers(d);
      expect(start).toBe(0);
      const node = nodeOf(finder, residual);
      const listed = [...codes.subarray(bounds[node], bounds[node + 1])].map((code) =>
        members(code, d.length),
      );
      expect(listed).toEqual(minimalCovers(d, residual));
    });
  });

  it('bucket them by size, in the same order otherwise', () => {
    holds(
      200,
      weights,
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 7 }),
      (d, residual, size) => {
        const { finder, codes, bounds, stride } = bySize(tailCovers(d), d.length);
        fc.pre(size < stride);
        const at = nodeOf(finder, residual) * stride + size;
        const listed = [...codes.subarray(bounds[at], bounds[at + 1])].map((code) => members(code, d.length));
        expect(listed).toEqual(minimalCovers(d, residual).filter((set) => set.length === size));
      },
    );
  });

  it('list the covers of two members by decreasing code', () => {
    holds(200, weights, fc.integer({ min: 0, max: 30 }), (d, residual) => {
      const { start, finder, codes, bounds } = tailPairs(d);
      expect(start).toBe(0);
      const node = nodeOf(finder, residual);
      const listed = [...codes.subarray(bounds[node], bounds[node + 1])];
      expect(listed.map((code) => members(code, d.length))).toEqual(
        minimalCovers(d, residual).filter((set) => set.length === 2),
      );
      expect(listed).toEqual([...listed].sort((a, b) => b - a));
    });
  });

  it('stay within their size for long tails', () => {
    const d = Float64Array.from(
      sequence(3, 200, 1e9).sort((a, b) => b - a),
      (w) => w + 1,
    );
    const all = tailCovers(d);
    expect(all.codes.length).toBeLessThanOrEqual(2 ** 16);
    expect(200 - all.start).toBeLessThanOrEqual(31);
    expect(200 - all.start).toBeGreaterThan(8);
    const pairs = tailPairs(d);
    expect(pairs.codes.length).toBeLessThanOrEqual(2 ** 16);
    expect(200 - pairs.start).toBeLessThanOrEqual(31);
    expect(200 - pairs.start).toBeGreaterThan(12);
  });
});
