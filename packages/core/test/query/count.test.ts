// Counting without listing, against brute force, against lists, and against an independent dynamic programme.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Account } from '../../src/count/account.ts';
import type { Resolution } from '../../src/count/certain-halves.ts';
import { countCover } from '../../src/count/count-cover.ts';
import { InstanceError, LimitError } from '../../src/errors.ts';
import { linearModel } from '../../src/model/linear.ts';
import { count } from '../../src/query/count.ts';
import { enumerate } from '../../src/query/enumerate.ts';
import { tally } from '../../src/query/tally.ts';
import { reduce } from '../../src/reduce/reduce.ts';
import { type Kind, toCover } from '../../src/weigh/cover.ts';
import { type Weighed, weigh } from '../../src/weigh/problem.ts';
import { anyCase } from '../arbitraries.ts';
import { binomial, countBySum, coversBySum, numbersOf } from '../count/truth.ts';
import { expectError } from '../expect-error.ts';
import { matrix } from '../matrix.ts';
import { coverProblem, rowsProblem, sequence } from '../problems.ts';
import { until } from '../property.ts';

const everything = { sizes: true, frequency: true, pairs: true } as const;
const kinds = fc.constantFrom<Kind>('axp', 'cxp');
const total = (weights: readonly number[]): number => weights.reduce((a, b) => a + b, 0);

describe('counting without listing', () => {
  it('gives the number, the sizes, the frequencies and the pairs that brute force finds', () => {
    const cases = fc.oneof(anyCase({ maxFeatures: 7 }), anyCase({ maxFeatures: 7, classes: 3 }));
    const methods = new Set<string>();
    until(() => methods.size === 2).holds(400, cases, kinds, (c, kind) => {
      const sets = kind === 'axp' ? c.oracle.axps() : c.oracle.cxps();
      const { method, ...found } = count(c.weigh(), { kind, ...everything });
      methods.add(method);
      expect(found).toEqual(numbersOf(sets, c.instance.length));
    });
  });

  it.each<[string, Resolution, readonly string[]]>([
    ['doubles of few bits, then pairs', { float: 5 }, ['float', 'none', 'pair', 'big']],
    ['doubles and pairs of few bits, then integers', { float: 5, pair: 6 }, ['float', 'none', 'pair', 'big']],
    ['integers at once', { float: 1, pair: 1 }, ['float', 'none', 'big']],
  ])('is exact whatever the first grid leaves in doubt: %s', (_, resolution, formats) => {
    const used = new Set<string>();
    until(() => formats.every((format) => used.has(format))).holds(
      300,
      anyCase({ classes: 2, maxFeatures: 7 }),
      kinds,
      (c, kind) => {
        const cover = toCover(c.weigh().rivals[0], kind);
        const sets = kind === 'axp' ? c.oracle.axps() : c.oracle.cxps();
        const { format, ...found } = countCover(
          cover,
          c.instance.length,
          everything,
          new Account(),
          resolution,
        );
        used.add(format);
        expect(found).toEqual(numbersOf(sets, c.instance.length));
      },
    );
  });

  const fractions = sequence(31, 22, 1000).map((w, i) => (w + 1) / 7 + i * 2 ** -44);
  const families: readonly [string, readonly number[], number][] = [
    ['fractions', fractions, 0.5],
    ['fractions, nearly everything needed', fractions, 0.9],
    ['fractions, nearly nothing needed', fractions, 0.2],
    ['whole numbers', sequence(32, 20, 30).map((w) => w + 1), 0.4],
    ['equal weights', new Array(16).fill(1), 0.5],
    ['ulps apart', sequence(33, 18, 9).map((k) => 1 + k * 2 ** -52), 0.5],
    ['one-digit decimals', sequence(34, 18, 9).map((k) => (k + 1) / 10), 0.5],
    [
      'of all scales',
      sequence(35, 16, 100).map((k, i) => (k + 1) * 10 ** (i % 4 === 0 ? 300 : i - 300)),
      0.4,
    ],
  ];
  it.each(families)('agrees with the list on every resolution: %s', (_, weights, share) => {
    const problem = coverProblem(weights, total(weights) * share);
    for (const kind of ['axp', 'cxp'] as const) {
      const listed = tally(problem, { kind });
      for (const resolution of [{}, { float: 20 }, { float: 12, pair: 16 }]) {
        const cover = toCover(problem.rivals[0], kind);
        const { format: _format, ...found } = countCover(
          cover,
          weights.length,
          { sizes: true, frequency: true },
          new Account(),
          resolution,
        );
        expect(found).toEqual({
          count: BigInt(listed.count),
          sizes: listed.sizes.map(BigInt),
          frequency: listed.frequency.map(BigInt),
        });
      }
    }
  });

  it('takes two doubles, and then any number of bits, where sums come close to the threshold', () => {
    const close = fractions.map((w) => w + 2 ** -40);
    const formatOf = (resolution: Resolution): string =>
      countCover(
        toCover(coverProblem(close, total(close) * 0.43).rivals[0], 'axp'),
        close.length,
        {},
        new Account(),
        resolution,
      ).format;
    expect([formatOf({}), formatOf({ float: 15 }), formatOf({ float: 12, pair: 14 })]).toEqual([
      'float',
      'pair',
      'big',
    ]);
  });

  it('counts sets of equal weights as the binomial coefficient says, far beyond 2^53', () => {
    for (const [n, k] of [
      [57, 28],
      [64, 32],
      [150, 40],
    ] as const) {
      const problem = coverProblem(new Array(n).fill(1), k - 1);
      const { count: all, sizes, frequency } = count(problem, { sizes: true, frequency: true });
      expect(all).toBe(binomial(n, k));
      expect(sizes).toEqual([...new Array(k).fill(0n), binomial(n, k)]);
      expect(frequency).toEqual(new Array(n).fill(binomial(n - 1, k - 1)));
    }
  });

  it('counts beyond the range of doubles', () => {
    expect(count(coverProblem(new Array(1200).fill(1), 599)).count).toBe(binomial(1200, 600));
  });

  it('counts whole numbers beyond 2^53 as a dynamic programme over sums and sizes does', () => {
    const weights = sequence(36, 90, 40).map((w) => w + 1);
    const threshold = Math.floor(total(weights) / 2);
    const { method, ...found } = count(coverProblem(weights, threshold), everything);
    expect(found.count).toBeGreaterThan(2n ** 70n);
    const truth = coversBySum(weights, threshold);
    expect(method).toBe('sums');
    expect(found.count).toBe(truth.count);
    expect(found.sizes).toEqual(truth.sizes);
    expect(found.frequency?.slice(0, 3)).toEqual([0, 1, 2].map((i) => truth.frequency(i)));
    expect(found.pairs?.[4][7]).toBe(truth.together(4, 7));
    expect(found.pairs?.[7][4]).toBe(truth.together(4, 7));
  });

  it('counts fractions beyond 2^53', () => {
    // Pairs of equal weights, not whole numbers: few sums, many sets.
    const weights = sequence(37, 9, 1000).flatMap((w) => new Array(8).fill((w + 500) / 7));
    const threshold = total(weights) / 2;
    const {
      count: all,
      frequency,
      sizes,
    } = count(coverProblem(weights, threshold), { frequency: true, sizes: true });
    expect(all).toBeGreaterThan(2n ** 60n);
    expect(sizes?.reduce((a, b) => a + b)).toBe(all);
    const members = sizes?.reduce((sum, times, size) => sum + times * BigInt(size), 0n);
    expect(frequency?.reduce((a, b) => a + b)).toBe(members);
    expect(new Set(frequency?.slice(0, 8)).size).toBe(1);
  });

  it('takes a scorecard of 362 features in its stride', () => {
    const weights = sequence(38, 362, 40).map((w) => w + 1);
    const threshold = Math.floor(total(weights) * 0.6);
    expect(count(coverProblem(weights, threshold)).count).toBe(countBySum(weights, threshold));
  });

  it('counts the empty explanation, nothing where there is nothing, and what is always there', () => {
    expect(count(coverProblem([1], -1), everything)).toEqual({
      count: 1n,
      sizes: [1n],
      frequency: [0n],
      pairs: [[0n]],
      method: 'sums',
    });
    expect(count(coverProblem([1], -1), { kind: 'cxp', ...everything })).toEqual({
      count: 0n,
      sizes: [],
      frequency: [0n],
      pairs: [[0n]],
      method: 'sums',
    });
    const features = [{ name: 'x' }, ...['y', 'z', 'w'].map((name) => ({ name, lower: 0, upper: 2 }))];
    const model = linearModel({ classes: ['no', 'yes'], features, weights: [1, 1, 1, 1], intercept: -4 });
    expect(count(weigh(reduce(model), [1, 2, 2, 2]), everything)).toEqual({
      count: 3n,
      sizes: [0n, 0n, 0n, 3n],
      frequency: [3n, 2n, 2n, 2n],
      pairs: matrix([3n, 2n, 2n, 2n], [2n, 2n, 1n, 1n], [2n, 1n, 2n, 1n], [2n, 1n, 1n, 2n]),
      method: 'sums',
    });
  });

  it('says only what is asked', () => {
    expect(count(coverProblem([1, 1, 1], 1))).toEqual({ count: 3n, method: 'listing' });
    expect(count(coverProblem([1, 1, 1], 1), { sizes: true })).toEqual({
      count: 3n,
      sizes: [0n, 0n, 3n],
      method: 'listing',
    });
  });
});

describe('counting against several rivals', () => {
  const row = sequence(41, 14, 50).map((w) => w + 1);
  const half = Math.floor(total(row) / 2);

  it('needs no list when one rival decides', () => {
    // The second rival asks for half of what the first does, the third for nothing.
    const problem = rowsProblem([row, row, row], [half, Math.floor(half / 2), -1]);
    const alone = coverProblem(row, half);
    for (const kind of ['axp', 'cxp'] as const) {
      const found = count(problem, { kind, ...everything });
      expect(found.method).toBe('sums');
      expect(found).toEqual({ ...numbersOf(listed(problem, kind), 14), method: 'sums' });
    }
    expect(count(problem).count).toBe(count(alone).count);
  });

  it('goes through the list otherwise, and refuses when it is too long', () => {
    const other = row.toReversed();
    const problem = rowsProblem([row, other], [half, half]);
    const found = count(problem, everything);
    expect(found).toEqual({ ...numbersOf(listed(problem, 'axp'), 14), method: 'listing' });
    expectError(() => count(problem, { budget: { steps: 10_000 } }), LimitError, {
      code: 'count-too-large',
      place: 'budget',
      expected: 'at most 10 explanations, which have to be listed with several rivals',
      got: 'more',
    });
  });
});

describe('the budget of a count', () => {
  const weights = sequence(42, 60, 2 ** 40).map((w) => w + 1);
  const problem = coverProblem(weights, Math.floor(total(weights) / 2));

  it('refuses too many steps before they are made', () => {
    expect(() => count(problem, { budget: { steps: 1e5 } })).toThrow(LimitError);
    expect(() => count(problem, { budget: { steps: 1e5 } })).toThrow(
      /^budget: counting would cost more than allowed; expected at most 100000 steps, got at least 1\d{5}$/,
    );
  });

  it('refuses too much memory before it is taken', () => {
    expect(() => count(problem, { budget: { memory: 2 ** 20 } })).toThrow(
      /expected at most 1048576 bytes of memory, got at least \d{7}$/,
    );
  });

  it('may do for the number and not for the frequencies', () => {
    const long = coverProblem(
      sequence(43, 300, 40).map((w) => w + 1),
      2500,
    );
    const budget = { memory: 2 ** 20 };
    expect(count(long, { budget }).count).toBeGreaterThan(2n ** 200n);
    expect(() => count(long, { budget, frequency: true })).toThrow(/bytes of memory/);
  });

  it('refuses too many passes before the first', () => {
    const budget = { steps: 1e7 };
    const few = coverProblem(
      sequence(44, 24, 2 ** 40).map((w) => w + 1),
      2 ** 42,
    );
    expect(count(few, { budget, frequency: true }).frequency).toHaveLength(24);
    const narrow = { steps: 12 * 24 * 1000 };
    expect(() => count(few, { budget: narrow, pairs: true })).toThrow(/steps/);
  });

  it('must be a whole number', () => {
    expectError(() => count(problem, { budget: { steps: -1 } }), InstanceError, {
      code: 'bad-option',
      place: 'budget.steps',
      expected: 'a whole number from 0 up, or Infinity',
      got: '-1',
    });
  });
});

function listed(problem: Weighed, kind: Kind): number[][] {
  return Array.from(enumerate(problem, { kind }), (set) => set.features);
}
