import { describe, expect, it } from 'vitest';
import { InstanceError } from '../../src/errors.ts';
import { additiveModel } from '../../src/model/additive.ts';
import { linearModel } from '../../src/model/linear.ts';
import { minimal } from '../../src/query/minimal.ts';
import { reduce } from '../../src/reduce/reduce.ts';
import { type Weighed, weigh } from '../../src/weigh/problem.ts';
import { expectError } from '../expect-error.ts';
import { matrix } from '../matrix.ts';
import { coverProblem, rowsProblem } from '../problems.ts';

const twoOfThree = coverProblem([2, 2, 2], 3);

describe('an explanation with wishes', () => {
  it('without any wish is some minimal explanation', () => {
    expect(minimal(twoOfThree)).toMatchObject({ possible: true, unavoidable: [], cost: 2 });
    expect(minimal(coverProblem([1], -1))).toEqual({
      possible: true,
      features: [],
      unavoidable: [],
      cost: 0,
    });
    expect(minimal(coverProblem([], -1))).toEqual({ possible: true, features: [], unavoidable: [], cost: 0 });
  });

  it('without any wish leaves out the lightest, of equal ones the last', () => {
    const features = (problem: Weighed) => {
      const answer = minimal(problem);
      return answer.possible ? answer.features : undefined;
    };
    expect(features(coverProblem([1, 4, 3, 2], 4))).toEqual([1, 2]);
    expect(features(coverProblem([4, 1, 2, 3], 4))).toEqual([0, 3]);
    expect(features(twoOfThree)).toEqual([0, 1]);
    // All alike against the first rival, so the drops against the second count.
    expect(features(rowsProblem(matrix([2, 2, 2], [1, 5, 3]), [3, 0]))).toEqual([1, 2]);
  });

  it('suffices against every rival', () => {
    expect(minimal(rowsProblem(matrix([2, 2, 2], [2, 2, 2]), [3, 1]))).toMatchObject({ features: [0, 1] });
  });

  it('avoids a feature, or says that it could not', () => {
    expect(minimal(twoOfThree, { avoid: ['f0'] })).toEqual({
      possible: true,
      features: [1, 2],
      unavoidable: [],
      cost: 2,
    });
    expect(minimal(twoOfThree, { avoid: ['f0', 1] })).toMatchObject({
      possible: true,
      unavoidable: [expect.any(Number)],
    });
    expect(minimal(coverProblem([5, 1, 1], 4), { avoid: [0] })).toMatchObject({
      features: [0],
      unavoidable: [0],
    });
  });

  it('never uses what is forbidden, or says what is missing then', () => {
    expect(minimal(twoOfThree, { never: [0] })).toMatchObject({ possible: true, features: [1, 2] });
    expect(minimal(twoOfThree, { never: [0, 1] })).toEqual({
      possible: false,
      rival: 'no',
      blockedBy: [0, 1],
      reason: "without holding 'f0', 'f1' the class can become 'no'",
    });
    expect(minimal(coverProblem([5, 1, 1], 4), { never: [0, 1] })).toMatchObject({
      possible: false,
      blockedBy: [0],
    });
    expect(minimal(rowsProblem(matrix([1, 1], [1, 3]), [-1, 3]), { never: [1] })).toMatchObject({
      possible: false,
      rival: 'c1',
      blockedBy: [1],
    });
  });

  it('names a class that wins when the forbidden features move, and only features needed for that', () => {
    // B overtakes A when both move, but then C is ahead of both; and C needs y alone.
    const features = ['x', 'y'].map((name) => ({ name, values: ['first', 'second'] }));
    const model = linearModel({
      classes: ['A', 'B', 'C'],
      features,
      rows: [
        { weights: matrix([0, 0], [0, 0]), intercept: 1 },
        { weights: matrix([0, 1], [0, 1]) },
        { weights: matrix([0, 0], [0, 5]) },
      ],
    });
    const problem = weigh(reduce(model, { neverWins: 'allow' }), ['first', 'first']);
    expect(minimal(problem, { never: ['x', 'y'] })).toEqual({
      possible: false,
      rival: 'C',
      blockedBy: [1],
      reason: "without holding 'y' the class can become 'C'",
    });
  });

  it('names a class that wins at a number that is no double', () => {
    // A loses only at x = 1/3, the vertex of a parabola: to C, which is ahead of B there.
    const third = { kind: 'quadratic', quadratic: -9, linear: 6, constant: -1 } as const;
    const model = additiveModel({
      classes: ['A', 'B', 'C'],
      tieOrder: ['C', 'B', 'A'],
      features: [{ name: 'x', lower: 0, upper: 1 }],
      bias: [0, 0, 0],
      shapes: [[{ kind: 'linear', weight: 0 }, third, third]],
    });
    const problem = weigh(reduce(model, { neverWins: 'allow' }), [0]);
    expect(minimal(problem, { never: ['x'] })).toMatchObject({ possible: false, rival: 'C', blockedBy: [0] });
  });

  it('leaves out the lightest of those to avoid, whatever they cost', () => {
    // Two of the three unwanted ones can go, but only the light ones; f0 costs most and must stay.
    const problem = coverProblem([4, 2, 2, 1], 4);
    expect(minimal(problem, { avoid: [0, 1, 2], costs: { f0: 9 } })).toMatchObject({
      features: [0, 3],
      unavoidable: [0],
      cost: 10,
    });
  });

  it('leaves out the dearest of those to keep first', () => {
    expect(minimal(twoOfThree, { keep: [0, 1, 2], costs: { f0: 9 } })).toMatchObject({ features: [1, 2] });
  });

  it('keeps a feature to the last', () => {
    expect(minimal(twoOfThree, { keep: ['f0'] })).toMatchObject({ features: [0, expect.any(Number)] });
    expect(minimal(twoOfThree, { keep: ['f1', 'f2'] })).toMatchObject({ features: [1, 2] });
    expect(minimal(coverProblem([5, 1, 0], 4), { keep: ['f2'] })).toMatchObject({ features: [0] });
  });

  it('leaves out the dearest first', () => {
    expect(minimal(twoOfThree, { costs: { f0: 9 } })).toEqual({
      possible: true,
      features: [1, 2],
      unavoidable: [],
      cost: 2,
    });
    expect(minimal(twoOfThree, { costs: { f1: 3, f2: 0 } })).toEqual({
      possible: true,
      features: [0, 2],
      unavoidable: [],
      cost: 1,
    });
  });

  it('forbids more strongly than it keeps, and keeps more strongly than it avoids', () => {
    expect(minimal(twoOfThree, { never: [0], keep: [0] })).toMatchObject({ features: [1, 2] });
    expect(minimal(twoOfThree, { avoid: [0], keep: [0] })).toMatchObject({
      features: [0, expect.any(Number)],
      unavoidable: [0],
    });
  });

  it.each([
    ['negative', -1, '-1'],
    ['infinite', Number.POSITIVE_INFINITY, 'Infinity'],
    ['NaN', Number.NaN, 'NaN'],
    ['text', '1', "'1'"],
  ])('refuses a cost that is %s', (_, cost, got) => {
    expectError(() => minimal(twoOfThree, { costs: { f1: cost as number } }), InstanceError, {
      code: 'bad-cost',
      place: "feature 'f1'",
      expected: 'a number from 0 up',
      got,
    });
  });

  it('refuses unknown features in any wish', () => {
    const error = { code: 'unknown-feature', expected: 'a feature name or a position below 3', got: "'x'" };
    expectError(() => minimal(twoOfThree, { avoid: ['x'] }), InstanceError, error);
    expectError(() => minimal(twoOfThree, { never: ['x'] }), InstanceError, error);
    expectError(() => minimal(twoOfThree, { keep: ['x'] }), InstanceError, error);
    expectError(() => minimal(twoOfThree, { costs: { x: 1 } }), InstanceError, error);
  });
});
