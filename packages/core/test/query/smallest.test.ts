import { describe, expect, it } from 'vitest';
import { InstanceError } from '../../src/errors.ts';
import { additiveModel } from '../../src/model/additive.ts';
import { linearModel } from '../../src/model/linear.ts';
import { smallest } from '../../src/query/smallest.ts';
import { exactSmallest, smallestSet } from '../../src/search/smallest-set.ts';
import type { Weighed } from '../../src/weigh/problem.ts';
import { reduce, weigh } from '../engine.ts';
import { expectError } from '../expect-error.ts';
import { matrix } from '../matrix.ts';
import { coverProblem, inexact, rowsProblem, sequence } from '../problems.ts';

describe('a smallest explanation of two classes', () => {
  it('takes the heaviest drops until they suffice', () => {
    expect(smallest(coverProblem([1, 5, 3, 4], 7))).toEqual([1, 3]);
    expect(smallest(coverProblem([1, 5, 3, 4], 9))).toEqual([1, 2, 3]);
    expect(smallest(coverProblem([1, 5, 3, 4], 9), { kind: 'cxp' })).toEqual([1]);
  });

  /** Numbers instead of categories: feature i has the drop `weights[i]`. */
  const ofNumbers = (weights: number[], threshold: number): Weighed => {
    const features = weights.map((_, i) => ({ name: `f${i}`, lower: 0, upper: 1 }));
    const model = linearModel({ classes: ['no', 'yes'], features, weights, intercept: -threshold });
    return weigh(
      reduce(model, { neverWins: 'allow' }),
      weights.map(() => 1),
    );
  };
  it('needs no exact integers where doubles are far apart', () => {
    const problem = inexact(ofNumbers([1, 5, 3, 4], 7.5));
    expect(smallestSet(problem, 'axp')).toEqual([1, 3]);
    expect(smallestSet(problem, 'cxp')).toEqual([1, 3]);
    expect(smallestSet(inexact(ofNumbers([1, 5, 3, 4], -1)), 'axp')).toEqual([]);
    expect(() => smallestSet(inexact(ofNumbers([1, 5, 3, 4], 8)), 'axp')).not.toThrow();
    expect(() => smallestSet(inexact(ofNumbers([1, 5, 3, 4], 9)), 'axp')).toThrow('exact integers');
    expect(() => smallestSet(inexact(ofNumbers([1, 4, 4, 4], 7)), 'axp')).toThrow('exact integers');
    expect(() => smallestSet(inexact(ofNumbers([1, 5, 3, 4], 0)), 'axp')).toThrow('exact integers');
  });

  it('needs none at all for whole numbers per category', () => {
    for (const threshold of [-1, 0, 4, 5, 8, 9, 12]) {
      const problem = coverProblem([1, 5, 3, 4], threshold);
      for (const kind of ['axp', 'cxp'] as const) {
        const exact = exactSmallest(problem.rivals[0], kind);
        expect(smallestSet(inexact(problem), kind)).toEqual(exact);
      }
    }
  });

  it('has no target: only contrasts lead somewhere', () => {
    for (const problem of [coverProblem([1, 5], 3), rowsProblem([[2, 2]], [1])])
      expectError(() => smallest(problem, { target: 0 }), InstanceError, {
        code: 'bad-option',
        place: 'target',
        expected: "kind 'cxp'",
        got: "'axp'",
      });
  });

  it('takes the first of equal drops', () => {
    expect(smallest(coverProblem([2, 2, 2, 2], 3))).toEqual([0, 1]);
    expect(smallest(coverProblem([0.1, 0.1, 0.3, 0.1], 0.35))).toEqual([0, 2]);
  });

  it('is empty when the class never changes, and then there is no contrast', () => {
    expect(smallest(coverProblem([1, 1], -1))).toEqual([]);
    expect(smallest(coverProblem([1, 1], -1), { kind: 'cxp' })).toBeUndefined();
  });

  it('is decided exactly where doubles add up wrongly', () => {
    // As doubles are, 0.1 + 0.2 is more than 0.3: two features suffice for 0.3, but not for the double of 0.1 + 0.2.
    expect(smallest(coverProblem([0.1, 0.2, 0.05], 0.3))).toEqual([0, 1]);
    expect(smallest(coverProblem([0.1, 0.2, 0.05], 0.30000000000000004))).toEqual([0, 1, 2]);
  });

  it('takes the heavier of two drops that only differ beyond the digits of a double', () => {
    const features = ['x', 'y', 'z'].map((name) => ({ name, values: ['off', 'on'] }));
    // Drops of 2^53, 2^53 + 1 and 2^54; the two heaviest are needed.
    const weights = matrix([0, 2 ** 53], [-1, 2 ** 53], [0, 2 ** 54]);
    const model = linearModel({
      classes: ['no', 'yes'],
      features,
      weights,
      intercept: -(2 ** 54) - 2 ** 53,
      threshold: -1,
    });
    expect(smallest(weigh(reduce(model), ['on', 'on', 'on']))).toEqual([1, 2]);
  });

  it('is right where drops come from slopes too small for a double', () => {
    const unit = Number.MIN_VALUE;
    const parabolas = [0, 0.3001].map((center) => ({
      kind: 'quadratic' as const,
      quadratic: 2000 * unit,
      center,
    }));
    const model = additiveModel({
      classes: ['a', 'b'],
      features: [
        { name: 'x', lower: -1e5, upper: 1e5 },
        { name: 'y', values: ['off', 'on'] },
      ],
      bias: [-1.2002e8 * unit, 0],
      shapes: [
        parabolas,
        [
          { kind: 'table', values: [0, 2.4004e8 * unit] },
          { kind: 'table', values: [0, 0] },
        ],
      ],
    });
    const problem = weigh(reduce(model), [1e5, 'on']);
    expect(problem.classIndex).toBe(0);
    expect(smallest(problem)).toEqual(exactSmallest(problem.rivals[0], 'axp'));
    expect(smallest(problem)).toEqual([0]);
  });

  it('is found where sums go beyond the largest double', () => {
    expect(smallest(coverProblem([1e308, 1e308, 1e308], 1.5e308))).toEqual([0, 1]);
    expect(smallest(coverProblem([1e308, 1e308, 1e308], 1.5e308), { kind: 'cxp' })).toEqual([0, 1]);
  });

  it('is the same by selection as by sorting, for thousands of features', () => {
    for (const [seed, limit] of matrix([1, 10], [2, 1e6], [3, 2])) {
      const weights = sequence(seed, 5000, limit).map((w) => w / 8);
      const problem = coverProblem(weights, weights.reduce((a, b) => a + b, 0) / 3);
      for (const kind of ['axp', 'cxp'] as const) {
        expect(smallest(problem, { kind })).toEqual(exactSmallest(problem.rivals[0], kind));
      }
    }
  });
});
