import { describe, expect, it } from 'vitest';
import { withoutKernel } from '../../src/kernel/load.ts';
import { linearModel } from '../../src/model/linear.ts';
import { type EnumerateOptions, enumerate } from '../../src/query/enumerate.ts';
import { tally } from '../../src/query/tally.ts';
import type { Weighed } from '../../src/weigh/problem.ts';
import { reduce, weigh } from '../engine.ts';
import { coverProblem, sequence } from '../problems.ts';

/** The same by listing. */
function listed(problem: Weighed, options: EnumerateOptions = {}) {
  const n = problem.classifier.features.length;
  const frequency = new Array<number>(n).fill(0);
  const sizes: number[] = [];
  const running = enumerate(problem, options);
  for (const set of running) {
    const { features } = set;
    for (const i of features) frequency[i] += 1;
    while (sizes.length <= features.length) sizes.push(0);
    sizes[features.length] += 1;
  }
  return { count: running.delivered, complete: running.complete, sizes, frequency };
}

describe('a tally', () => {
  const fractions = sequence(21, 22, 1000).map((w, i) => (w + 1) / 7 + i * 2 ** -44);
  const whole = sequence(22, 24, 30).map((w) => w + 1);

  it.each([
    ['fractions', fractions, 0.5],
    ['whole numbers', whole, 0.4],
    ['equal weights', new Array(16).fill(1), 0.5],
  ] as const)('counts through the tables of the tail what a list would hold: %s', (_, weights, share) => {
    const problem = coverProblem(weights, weights.reduce((a: number, b: number) => a + b, 0) * share);
    const truth = listed(problem);
    expect(truth.count).toBeGreaterThan(4000);
    expect(tally(problem)).toEqual(truth);
  });

  it('can stop anywhere, also in the middle of a table', () => {
    const problem = coverProblem(fractions, fractions.reduce((a, b) => a + b, 0) * 0.5);
    for (const limit of [0, 1, 100, 1024, 1025, 1500, 2047, 4999, 5003])
      expect(tally(problem, { limit })).toEqual(listed(problem, { limit }));
  });

  it('of a list that ends at the limit is complete', () => {
    const problem = coverProblem([2, 2, 2], 3);
    expect(tally(problem, { limit: 3 })).toEqual({
      count: 3,
      complete: true,
      sizes: [0, 0, 3],
      frequency: [2, 2, 2],
    });
    expect(tally(problem, { limit: 2 })).toEqual({
      count: 2,
      complete: false,
      sizes: [0, 0, 2],
      frequency: [2, 1, 1],
    });
  });

  it('counts the empty explanation, and nothing where there is nothing', () => {
    expect(tally(coverProblem([1], -1))).toEqual({ count: 1, complete: true, sizes: [1], frequency: [0] });
    expect(tally(coverProblem([1], -1), { kind: 'cxp' })).toEqual({
      count: 0,
      complete: true,
      sizes: [],
      frequency: [0],
    });
    const { classifier, values } = coverProblem([2, 2], 1);
    const still = weigh(classifier, Array.from(values), { within: { others: 'fixed' } });
    expect(tally(still, { kind: 'cxp' })).toEqual({ count: 0, complete: true, sizes: [], frequency: [0, 0] });
  });

  it('counts what is in every explanation as often as there are explanations', () => {
    const features = [{ name: 'x' }, ...['y', 'z', 'w'].map((name) => ({ name, lower: 0, upper: 2 }))];
    const model = linearModel({ classes: ['no', 'yes'], features, weights: [1, 1, 1, 1], intercept: -4 });
    const problem = weigh(reduce(model), [1, 2, 2, 2]);
    expect(tally(problem)).toEqual({
      count: 3,
      complete: true,
      sizes: [0, 0, 0, 3],
      frequency: [3, 2, 2, 2],
    });
    expect(tally(problem, { kind: 'cxp' })).toEqual(listed(problem, { kind: 'cxp' }));
  });

  it('counts millions without listing them', () => {
    const weights = new Array(25).fill(1);
    // All sets of 13 out of 25, in a moment.
    const { count, sizes, frequency } = tally(coverProblem(weights, 12));
    expect(count).toBe(5_200_300);
    expect(sizes[13]).toBe(5_200_300);
    expect(frequency).toEqual(new Array(25).fill((5_200_300 * 13) / 25));
  });

  it.each([
    ['the kernel', <T>(ask: () => T): T => ask()],
    ['TypeScript', withoutKernel],
  ])('counts what nobody could go through, where weights are few: %s', (_, engine) => {
    // All sets of 25 out of 50.
    const all = 126_410_606_437_752;
    const { count, complete, sizes, frequency } = engine(() =>
      tally(coverProblem(new Array(50).fill(1), 24)),
    );
    expect([count, complete, sizes[25]]).toEqual([all, true, all]);
    expect(frequency).toEqual(new Array(50).fill(all / 2));
  });
});
