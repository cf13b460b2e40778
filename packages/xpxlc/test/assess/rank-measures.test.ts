// Rank agreement against the definitions, pair by pair and depth by depth, and against other programs.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kendallTauB } from '../../src/assess/kendall-tau-b.ts';
import { levels } from '../../src/assess/levels.ts';
import { rankBiasedOverlap } from '../../src/assess/rank-biased-overlap.ts';
import { spearmanRho } from '../../src/assess/spearman-rho.ts';
import { topFeatures } from '../../src/assess/top-features.ts';

/** Two scores of the same items, with many ties. */
const scores = fc
  .array(
    fc.tuple(
      fc.integer({ min: -3, max: 3 }),
      fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constantFrom(0.1, 0.30000000000000004, 0.3, 5e-324)),
    ),
    { maxLength: 14 },
  )
  .map((pairs) => [pairs.map(([x]) => x), pairs.map(([, y]) => y)] as const);

const pairsOf = (n: number): [number, number][] =>
  Array.from({ length: n }, (_, i) => Array.from({ length: i }, (_, j): [number, number] => [i, j])).flat();

function tauByPairs(x: readonly number[], y: readonly number[]): number | null {
  let [sum, left, right] = [0, 0, 0];
  for (const [i, j] of pairsOf(x.length)) {
    sum += Math.sign(x[i] - x[j]) * Math.sign(y[i] - y[j]);
    left += Math.sign(x[i] - x[j]) ** 2;
    right += Math.sign(y[i] - y[j]) ** 2;
  }
  return left === 0 || right === 0 ? null : sum / Math.sqrt(left * right);
}

function rhoByRanks(x: readonly number[], y: readonly number[]): number | null {
  const rank = (all: readonly number[], own: number): number =>
    all.filter((value) => value < own).length + (all.filter((value) => value === own).length + 1) / 2;
  const [a, b] = [x, y].map((all) => all.map((own) => rank(all, own) - (all.length + 1) / 2));
  const dot = (u: readonly number[], v: readonly number[]): number =>
    u.reduce((s, value, i) => s + value * v[i], 0);
  return dot(a, a) === 0 || dot(b, b) === 0 ? null : dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

function overlapByDepth(x: readonly number[], y: readonly number[], p: number): number {
  const n = x.length;
  const top = (all: readonly number[], depth: number): number[] =>
    [...all.keys()].filter((i) => 1 + all.filter((value) => value > all[i]).length <= depth);
  let sum = 0;
  for (let depth = 1; depth <= n; depth++) {
    const [s, l] = [top(x, depth), top(y, depth)];
    sum += ((2 * s.filter((i) => l.includes(i)).length) / (s.length + l.length)) * p ** depth;
  }
  return ((1 - p) / p) * sum + p ** n;
}

describe('rank agreement', () => {
  it('is that of scipy 1.17.1 (kendalltau, spearmanr), run once on these scores', () => {
    const known: [number[], number[], number, number][] = [
      [[12, 2, 1, 12, 2], [1, 4, 7, 1, 0], -0.4714045207910316, -0.5407380704358752],
      [[1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5], 0.6, 0.8285714285714287],
      [[0.5, 0, 0, 0.3, 0.3, -0.1], [7, 0, 0, 7, 2, 1], 0.6153846153846154, 0.7727272727272726],
      [[3, 3, 2, 2, 1, 1, 0, 0], [1, 2, 3, 4, 5, 6, 7, 8], -0.9258200997725515, -0.9759000729485332],
      [
        [1, 2, 2, 3, 3, 3, 4, 4, 4, 4],
        [1, 1, 2, 3, 2, 3, 4, 4, 3, 1],
        0.5835585150955649,
        0.6066388981001565,
      ],
    ];
    for (const [x, y, tau, rho] of known) {
      expect(kendallTauB(x, y)).toBeCloseTo(tau, 14);
      expect(spearmanRho(x, y)).toBeCloseTo(rho, 14);
    }
  });

  it('at the top is that of the Python package rbo 0.1.3 (rbo_ext), run once on these rankings', () => {
    const known: [string, string, number, number][] = [
      ['abcdefg', 'bacdfge', 0.8770365, 0.49114583333333334],
      ['abcde', 'edcba', 0.7377750000000001, 0.15104166666666666],
      ['abcdefghij', 'jabcdefghi', 0.7684578054642858, 0.3070328000992063],
    ];
    for (const [one, other, most9, half] of known) {
      const items = [...one];
      const [x, y] = [one, other].map((ranking) => items.map((item) => -ranking.indexOf(item)));
      expect(rankBiasedOverlap(x, y)).toBeCloseTo(most9, 12);
      expect(rankBiasedOverlap(x, y, 0.5)).toBeCloseTo(half, 12);
    }
  });

  it('is what the definitions say, ties included', () => {
    fc.assert(
      fc.property(scores, fc.double({ min: 0.01, max: 0.99, noNaN: true }), ([x, y], p) => {
        const near = (found: number | null, right: number | null): void => {
          if (right === null) expect(found).toBeNull();
          else expect(found).toBeCloseTo(right, 12);
        };
        near(kendallTauB(x, y), tauByPairs(x, y));
        near(spearmanRho(x, y), rhoByRanks(x, y));
        near(rankBiasedOverlap(x, y, p), x.length === 0 ? null : overlapByDepth(x, y, p));
      }),
    );
  });

  it('of a ranking with itself is exactly 1, with its opposite exactly -1', () => {
    fc.assert(
      fc.property(scores, ([x]) => {
        const [same, opposite] = new Set(x).size > 1 ? [1, -1] : [null, null];
        const against = x.map((value) => -value);
        expect([kendallTauB(x, x), spearmanRho(x, x)]).toEqual([same, same]);
        expect([kendallTauB(x, against), spearmanRho(x, against)]).toEqual([opposite, opposite]);
        expect(rankBiasedOverlap(x, x)).toBe(x.length === 0 ? null : 1);
      }),
    );
  });

  it('is of many items, too', () => {
    const x = Array.from({ length: 800 }, (_, i) => (i * 7919) % 500);
    const y = Array.from({ length: 800 }, (_, i) => (i * 104729) % 700);
    expect(kendallTauB(x, y)).toBeCloseTo(tauByPairs(x, y) as number, 12);
  });
});

describe('levels', () => {
  it('order and tie as the values do', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -9n, max: 9n }), { maxLength: 12 }), (values) => {
        const found = levels(values);
        for (const [i, j] of pairsOf(values.length))
          expect(Math.sign(found[i] - found[j])).toBe(
            Number(values[i] > values[j]) - Number(values[i] < values[j]),
          );
      }),
    );
  });
});

describe('the top features', () => {
  it('are the k largest and all that equal the last of them, without zeros', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 6n }), { maxLength: 12 }),
        fc.integer({ min: 0, max: 13 }),
        (values, k) => {
          // In: occurs, and fewer than k occur more often.
          const common = [...values.keys()].filter(
            (i) => values[i] > 0n && values.filter((other) => other > values[i]).length < k,
          );
          expect(topFeatures(values, k)).toEqual(common);
        },
      ),
    );
    expect(topFeatures([0.25, -0, 0.25, 0.5], 2)).toEqual([0, 2, 3]);
  });
});
