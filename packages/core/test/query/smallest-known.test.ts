// The best set found within a budget. That it is what it says is a law (laws/known.ts); here are models that take long.
import { describe, expect, it } from 'vitest';
import { LimitError } from '../../src/errors.ts';
import { explainBlock, smallest, smallestKnown } from '../../src/index.ts';
import { isAnswer } from '../../src/weigh/sufficiency.ts';
import { expectError } from '../expect-error.ts';
import { coverProblem, manyRivals } from '../problems.ts';

describe('200 two-valued features and 20 classes', () => {
  const hard = manyRivals(200, 20);

  it('come to an end without a budget of their own: a minimal set, and how much smaller one could be', () => {
    const { features, complete, atLeast } = smallestKnown(hard);
    expect(complete).toBe(false);
    expect(isAnswer(hard, 'axp', features)).toBe(true);
    expect(atLeast).toBeLessThan(features.length);
    expect(atLeast).toBeGreaterThan(features.length * 0.9);
  }, 120_000);

  it('are answered better the more it may cost', () => {
    let before = { size: 201, atLeast: -1 };
    for (const steps of [0, 1, 20, 400]) {
      const { features, atLeast, complete } = smallestKnown(hard, { budget: { steps } });
      expect(isAnswer(hard, 'axp', features)).toBe(true);
      expect([complete, atLeast < features.length]).toEqual([false, true]);
      expect(features.length).toBeLessThanOrEqual(before.size);
      expect(atLeast).toBeGreaterThanOrEqual(before.atLeast);
      before = { size: features.length, atLeast };
    }
    expect(before.atLeast).toBeGreaterThan(0);
  }, 120_000);

  it('have no smallest explanation that is proved within the budget, and one is told how far it is known', () => {
    const { features, atLeast } = smallestKnown(hard, { budget: { steps: 20 } });
    expectError(() => smallest(hard, { budget: { steps: 20 } }), LimitError, {
      code: 'too-many-steps',
      place: 'budget.steps',
      expected: 'at most 20 steps',
      got: `a set of ${features.length} features; a smaller one would have at least ${atLeast}`,
    });
  }, 120_000);

  it('are the same in a block, with the marks', () => {
    const { classifier, values } = hard;
    const block = { rows: 1, columns: Array.from(values, (value) => Float64Array.of(value)) };
    const budget = { steps: 20 };
    const known = smallestKnown(hard, { budget });
    const { sizes, complete, atLeast } = explainBlock(classifier, block, { budget });
    expect([sizes[0], complete[0], atLeast[0]]).toEqual([known.features.length, 0, known.atLeast]);
  }, 120_000);
});

describe('two classes', () => {
  it('need no search: the smallest is known whatever the budget', () => {
    const problem = coverProblem([1, 5, 3, 4], 9);
    for (const kind of ['axp', 'cxp'] as const) {
      const features = smallest(problem, { kind }) as number[];
      const known = smallestKnown(problem, { kind, budget: { steps: 0 } });
      expect(known).toEqual({ features, complete: true, atLeast: features.length });
    }
    expect(smallestKnown(coverProblem([1, 1], -1), { kind: 'cxp' })).toBeUndefined();
  });

  it('are proved in a block, also in the arrays of an earlier answer of more classes', () => {
    const { classifier } = coverProblem([1, 5, 3, 4], 9);
    const block = { rows: 2, columns: [0, 1, 2, 3].map(() => Float64Array.of(1, 0)) };
    const several = manyRivals(4, 3);
    const earlier = explainBlock(several.classifier, { ...block, rows: 1 }, { budget: { steps: 0 } });
    const answer = explainBlock(classifier, block, { into: earlier });
    expect([[...answer.complete], [...answer.atLeast]]).toEqual([[1, 1], [...answer.sizes]]);
    const back = explainBlock(several.classifier, block, { into: answer });
    expect([...back.atLeast]).toEqual([...back.sizes]);
  });
});
