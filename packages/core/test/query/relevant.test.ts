import { describe, expect, it } from 'vitest';
import { relevanceBlock } from '../../src/block/relevance-block.ts';
import { InstanceError, LimitError } from '../../src/errors.ts';
import { linearModel } from '../../src/model/linear.ts';
import { audit } from '../../src/query/audit.ts';
import { necessary } from '../../src/query/necessary.ts';
import { relevant } from '../../src/query/relevant.ts';
import { reduce } from '../../src/reduce/reduce.ts';
import { weigh } from '../../src/weigh/problem.ts';
import { expectError } from '../expect-error.ts';
import { matrix } from '../matrix.ts';
import { coverProblem, rowsProblem, sequence } from '../problems.ts';

describe('features that matter', () => {
  it('are none when the class never changes', () => {
    const constant = coverProblem([3, 1], -1);
    expect([necessary(constant), relevant(constant)]).toEqual([[], []]);
    expect(audit(constant, ['f0'])).toEqual({
      verdict: 'none',
      avoiding: [],
      features: [{ feature: 0, verdict: 'none' }],
    });
  });

  it('are necessary when freeing one alone changes the class', () => {
    expect(necessary(coverProblem([4, 2, 1], 4))).toEqual([0]);
    expect(necessary(coverProblem([2, 2, 2], 3))).toEqual([]);
    expect(necessary(rowsProblem(matrix([1, 3], [3, 1]), [2, 2]))).toEqual([0, 1]);
  });

  it('are relevant down to some drop, and the lighter ones are not', () => {
    expect(relevant(coverProblem([4, 4, 1], 3))).toEqual([0, 1]);
    expect(relevant(coverProblem([4, 3, 2, 1], 4))).toEqual([0, 1, 2, 3]);
    expect(relevant(coverProblem([6, 6, 6, 1], 11))).toEqual([0, 1, 2]);
  });

  it('are told apart where drops differ beyond the digits of a double', () => {
    const features = ['b', 'a', 'c'].map((name) => ({ name, values: ['off', 'on'] }));
    // Drops of 2^53, 2^53 + 1 and 2^54; only the last two together exceed 2^54 + 2^53.
    const weights = matrix([0, 2 ** 53], [-1, 2 ** 53], [0, 2 ** 54]);
    const model = linearModel({
      classes: ['no', 'yes'],
      features,
      weights,
      intercept: -(2 ** 54) - 2 ** 53,
      threshold: -1,
    });
    expect(relevant(weigh(reduce(model), ['on', 'on', 'on']))).toEqual([1, 2]);
  });

  it('can be more than a search is allowed to find out', () => {
    // Even weights and one odd: it matters only if the others reach an odd threshold exactly.
    const weights = [...sequence(4, 30, 1e9).map((w) => 2 * w + 2e9), 1];
    const total = weights.reduce((a, b) => a + b, 0);
    const problem = coverProblem(weights, Math.floor(total / 4) * 2 + 1);
    let error: unknown;
    try {
      relevant(problem, { budget: { steps: 1000 } });
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(LimitError);
    expect(error).toMatchObject({ code: 'too-many-steps', expected: 'at most 1000 steps' });
  });
});

describe('an audit', () => {
  it('tells none, some and all apart, for the group and for each feature', () => {
    const problem = coverProblem([4, 2, 2, 0], 5);
    expect(audit(problem, [0])).toEqual({
      verdict: 'all',
      avoiding: undefined,
      features: [{ feature: 0, verdict: 'all' }],
    });
    expect(audit(problem, [1])).toEqual({
      verdict: 'some',
      avoiding: [0, 2],
      features: [{ feature: 1, verdict: 'some' }],
    });
    expect(audit(problem, [3])).toMatchObject({
      verdict: 'none',
      features: [{ feature: 3, verdict: 'none' }],
    });
    expect(audit(problem, ['f1', 'f2', 'f3'])).toEqual({
      verdict: 'all',
      avoiding: undefined,
      features: [1, 2, 3].map((feature) => ({ feature, verdict: feature === 3 ? 'none' : 'some' })),
    });
    expect(audit(problem, [])).toMatchObject({ verdict: 'none', features: [] });
  });

  it('refuses unknown features', () => {
    const error = { code: 'unknown-feature', expected: 'a feature name or a position below 1', got: "'sex'" };
    expectError(() => audit(coverProblem([1], 0), ['sex']), InstanceError, error);
  });
});

it('a row of a block whose features are not decided within the budget says so, with the necessary ones', () => {
  const { classifier } = rowsProblem(matrix([1, 4, 2, 3], [3, 1, 2, 4]), [5, 5]);
  const block = { rows: 1, columns: [0, 1, 2, 3].map(() => Uint8Array.of(1)) };
  const { decided, necessary: kept } = relevanceBlock(classifier, block, { budget: { steps: 0 } });
  expect([...decided, ...kept]).toEqual([0, relevanceBlock(classifier, block).necessary[0]]);
});
