// Certified bounds and estimates against exact counts.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Account } from '../../src/count/account.ts';
import { Random } from '../../src/count/random.ts';
import { InstanceError, LimitError } from '../../src/errors.ts';
import { count } from '../../src/query/count.ts';
import { countBounds, coverBounds } from '../../src/query/count-bounds.ts';
import { enumerate } from '../../src/query/enumerate.ts';
import { estimateCount, estimateCover } from '../../src/query/estimate-count.ts';
import { type Kind, toCover } from '../../src/weigh/cover.ts';
import { anyCard, anyCase, anyWeight } from '../arbitraries.ts';
import { binomial } from '../count/truth.ts';
import { expectError } from '../expect-error.ts';
import { coverProblem, rowsProblem, sequence } from '../problems.ts';
import { until } from '../property.ts';

const kinds = fc.constantFrom<Kind>('axp', 'cxp');
const total = (weights: readonly number[]): number => weights.reduce((a, b) => a + b, 0);
const fractions = sequence(81, 30, 2 ** 40).map((w) => w + 1);

describe('bounds of the number of explanations', () => {
  it('hold, however coarse the grid', () => {
    let apart = 0;
    until(() => apart > 0).holds(
      400,
      anyCase({ maxFeatures: 7 }),
      kinds,
      fc.integer({ min: 1, max: 12 }),
      (c, kind, bits) => {
        const truth = BigInt([...enumerate(c.weigh(), { kind })].length);
        const inside = ({ lower, upper }: { lower: bigint; upper: bigint }): boolean =>
          lower <= truth && truth <= upper;
        expect(inside(countBounds(c.weigh(), { kind }))).toBe(true);
        if (c.weigh().rivals.length > 1) return;
        const coarse = coverBounds(toCover(c.weigh().rivals[0], kind), new Account(), bits);
        expect(inside(coarse)).toBe(true);
        if (coarse.lower < coarse.upper) apart += 1;
      },
    );
  });

  it('come closer with more steps', () => {
    const problem = coverProblem(fractions, total(fractions) / 2);
    const exact = count(problem).count;
    const widths = [1e4, 1e6, 1e8].map((steps) => {
      const { lower, upper } = countBounds(problem, { budget: { steps } });
      expect(lower <= exact && exact <= upper).toBe(true);
      return Number(upper - lower) / Number(exact);
    });
    expect(widths[1]).toBeLessThan(widths[0]);
    expect(widths[2]).toBeLessThan(widths[1]);
    expect(widths[2]).toBeLessThan(0.01);
  });

  it('meet where nothing is rounded', () => {
    const weights = sequence(82, 40, 50).map((w) => w + 1);
    const problem = coverProblem(weights, 500);
    const exact = count(problem).count;
    expect(countBounds(problem)).toEqual({ lower: exact, upper: exact });
  });

  it('hold beyond 2^53, where sums are rounded, and beyond the range of doubles', () => {
    const many = coverProblem(new Array(200).fill(1), 79);
    const { lower, upper } = countBounds(many);
    const exact = binomial(200, 80);
    expect(lower < exact && exact < upper).toBe(true);
    expect(Number(upper - lower) / Number(exact)).toBeLessThan(1e-9);
    const endless = countBounds(coverProblem(new Array(1100).fill(1), 549));
    expect(endless.lower).toBe(1n);
    expect(endless.upper).toBe(binomial(1100, 550));
  });

  it('know what is certain: nothing to exceed, nothing to exceed it with, covers of one', () => {
    expect(countBounds(coverProblem([1], -1))).toEqual({ lower: 1n, upper: 1n });
    expect(countBounds(coverProblem([1], -1), { kind: 'cxp' })).toEqual({ lower: 0n, upper: 0n });
    expect(countBounds(coverProblem([5, 4, 1], 3))).toEqual({ lower: 2n, upper: 2n });
  });

  it('of several rivals come from a list and from Sperner', () => {
    const row = sequence(83, 12, 50).map((w) => w + 1);
    const problem = rowsProblem([row, row.toReversed()], [total(row) / 2, total(row) / 2]);
    const exact = BigInt([...enumerate(problem)].length);
    expect(countBounds(problem)).toEqual({ lower: exact, upper: exact });
    expect(countBounds(problem, { budget: { steps: 10_000 } })).toEqual({
      lower: 10n,
      upper: binomial(12, 6),
    });
  });

  it('need some budget', () => {
    expect(() =>
      countBounds(coverProblem(fractions, total(fractions) / 2), { budget: { steps: 10 } }),
    ).toThrow(LimitError);
  });
});

describe('an estimate of the number of explanations', () => {
  it('is near, and its interval holds the truth as often as it says', () => {
    const problem = coverProblem(fractions, total(fractions) / 2);
    const exact = Number(count(problem).count);
    const cover = toCover(problem.rivals[0], 'axp');
    let held = 0;
    let mean = 0;
    for (let seed = 0; seed < 200; seed++) {
      // Few bits, so that many of the drawn sets are no covers.
      const { estimate, low, high } = estimateCover(cover, 200, new Random(seed), new Account(), 9);
      if (low <= exact && exact <= high) held += 1;
      mean += estimate / 200;
    }
    expect(held).toBeGreaterThan(180);
    expect(held).toBeLessThan(200);
    expect(Math.abs(mean / exact - 1)).toBeLessThan(0.01);
  });

  it('lies in its own interval, however few are drawn and however few of them are covers', () => {
    let [all, none] = [0, 0];
    // Both ends were met, where rounding could put the estimate outside.
    until(() => Math.min(all, none) > 0).holds(
      1000,
      anyCard({ points: fc.oneof(anyWeight.map(Math.abs), fc.integer({ min: 1, max: 1000 })) }),
      kinds,
      fc.record({
        samples: fc.integer({ min: 1, max: 60 }),
        bits: fc.integer({ min: 1, max: 9 }),
        seed: fc.nat(),
      }),
      (c, kind, { samples, bits, seed }) => {
        const cover = toCover(c.weigh().rivals[0], kind);
        const { estimate, low, high } = estimateCover(cover, samples, new Random(seed), new Account(), bits);
        expect(low).toBeLessThanOrEqual(estimate);
        expect(estimate).toBeLessThanOrEqual(high);
        if (low < high && estimate === high) all += 1;
        if (low < high && estimate === low) none += 1;
      },
    );
  });

  it('is finite as long as the number of candidates is', () => {
    // Some 2^1021 explanations: times the number of samples that is beyond the range of doubles.
    const { estimate, high } = estimateCount(coverProblem(new Array(1026).fill(1), 512), { samples: 10_000 });
    expect(estimate).toBe(high);
    expect(estimate / Number(binomial(1026, 513))).toBeCloseTo(1, 9);
  });

  it('says what it is, and is the same for the same seed', () => {
    const problem = coverProblem(fractions, total(fractions) / 2);
    const found = estimateCount(problem, { samples: 500, seed: 4 });
    expect(found).toMatchObject({ confidence: 0.95, samples: 500, method: 'sampling' });
    expect(found.low).toBeLessThan(found.estimate);
    expect(found.estimate).toBeLessThanOrEqual(found.high);
    expect(estimateCount(problem, { samples: 500, seed: 4 })).toEqual(found);
    expect(estimateCount(problem).samples).toBe(10_000);
    expect(Math.abs(found.estimate / Number(count(problem).count) - 1)).toBeLessThan(0.05);
  });

  it('is exact where nothing is in doubt', () => {
    const label = { confidence: 0.95, samples: 10, method: 'sampling' };
    const about = (problem: Parameters<typeof estimateCount>[0], kind: Kind = 'axp') =>
      estimateCount(problem, { samples: 10, kind });
    expect(about(coverProblem([1], -1))).toEqual({ estimate: 1, low: 1, high: 1, ...label });
    expect(about(coverProblem([1], -1), 'cxp')).toEqual({ estimate: 0, low: 0, high: 0, ...label });
    expect(about(coverProblem([5, 1, 1, 1], 2))).toMatchObject({ estimate: 2, high: 2 });
  });

  it('needs samples, one rival, and numbers within the range of doubles', () => {
    const problem = coverProblem(fractions, total(fractions) / 2);
    for (const [samples, expected] of [
      [0, 'a whole number from 1 up'],
      [Number.POSITIVE_INFINITY, 'a whole number from 1 up'],
    ] as const)
      expectError(() => estimateCount(problem, { samples }), InstanceError, {
        code: 'bad-option',
        place: 'samples',
        expected,
        got: String(samples),
      });
    const row = sequence(84, 12, 50).map((w) => w + 1);
    expectError(
      () => estimateCount(rowsProblem([row, row.toReversed()], [total(row) / 2, total(row) / 2])),
      LimitError,
      { code: 'several-rivals', expected: 'a question that one rival class decides', got: '2 rivals' },
    );
    expectError(() => estimateCount(coverProblem(new Array(1100).fill(1), 549)), LimitError, {
      code: 'count-too-large',
      expected: 'fewer than 2^1024',
      got: 'more',
    });
  });
});
