import { describe, expect, it } from 'vitest';
import { LimitError } from '../../src/errors.ts';
import { below } from '../../src/exact/neighbour.ts';
import { additiveModel } from '../../src/model/additive.ts';
import { linearModel } from '../../src/model/linear.ts';
import type { Shape } from '../../src/model/types.ts';
import { reachTarget, undominated } from '../../src/move/reach-target.ts';
import { counterfactual } from '../../src/query/counterfactual.ts';
import { predict } from '../../src/query/predict.ts';
import { smallest } from '../../src/query/smallest.ts';
import type { Weighed } from '../../src/weigh/problem.ts';
import { toTarget } from '../../src/weigh/target.ts';
import { reduce, weigh } from '../engine.ts';
import { expectError } from '../expect-error.ts';
import { matrix } from '../matrix.ts';

const bowl = (center: number, radius: number): Shape => ({
  kind: 'quadratic',
  quadratic: 1,
  center,
  constant: -(radius ** 2),
});

/** Class t has 0 everywhere: it beats a within 1 of x = 2, and b within 1 of x = `center`; it wins ties. */
function windows(center: number, kind: 'real' | 'integer' = 'real'): Weighed {
  const shapes: Shape[][] = [[{ kind: 'quadratic', quadratic: 0 }, bowl(2, 1), bowl(center, 1)]];
  const features = [{ name: 'x', kind, lower: -100, upper: 100 }];
  const model = additiveModel({ classes: ['t', 'a', 'b'], features, shapes });
  return weigh(reduce(model), [-50]);
}

describe('reaching a class between parabolas', () => {
  it('succeeds where two windows overlap, away from the best point of either', () => {
    const answer = counterfactual(windows(3.95), ['x'], { target: 't' });
    expect(answer?.class).toBe('t');
    expect(answer?.instance.x).toBeGreaterThanOrEqual(2.95);
    expect(answer?.instance.x).toBeLessThanOrEqual(3);
    expect(smallest(windows(3.95), { kind: 'cxp', target: 't' })).toEqual([0]);
  });

  it('fails where they do not', () => {
    expect(counterfactual(windows(4.5), ['x'], { target: 't' })).toBeUndefined();
    expect(smallest(windows(4.5), { kind: 'cxp', target: 't' })).toBeUndefined();
  });

  it('succeeds at the whole number they share, and fails where they share none', () => {
    expect(counterfactual(windows(3.5, 'integer'), ['x'], { target: 't' })?.instance).toEqual({ x: 3 });
    expect(counterfactual(windows(4, 'integer'), ['x'], { target: 't' })?.instance).toEqual({ x: 3 });
    expect(counterfactual(windows(4.25, 'integer'), ['x'], { target: 't' })).toBeUndefined();
  });

  it('succeeds in two dimensions, with a category to choose as well', () => {
    const flat: Shape = { kind: 'quadratic', quadratic: 0 };
    const shapes: Shape[][] = [
      [flat, bowl(2, 1), flat],
      [flat, flat, bowl(-7, 1)],
      [
        { kind: 'table', values: [-9, 0] },
        { kind: 'table', values: [0, 0] },
        { kind: 'table', values: [0, 0] },
      ],
    ];
    const features = [
      { name: 'x', lower: -100, upper: 100 },
      { name: 'y', lower: -100, upper: 100 },
      { name: 'z', values: ['shut', 'open'] },
    ];
    const classifier = reduce(additiveModel({ classes: ['t', 'a', 'b'], features, shapes }));
    const problem = weigh(classifier, [50, 50, 'shut']);
    const answer = counterfactual(problem, ['x', 'y', 'z'], { target: 't' });
    expect(answer).toMatchObject({ class: 't', changed: [0, 1, 2] });
    if (answer !== undefined) expect(predict(classifier, answer.instance).class).toBe('t');
    expect(smallest(problem, { kind: 'cxp', target: 't' })).toEqual([0, 1, 2]);
  });

  it('says that it could not decide where the gap is too thin to close', () => {
    // t needs x² + y² ≤ 1 against a and ≥ 1 + 1e-9 against b: impossible, but true in no large part of the plane.
    const ring = (quadratic: number): Shape => ({ kind: 'quadratic', quadratic });
    const features = ['x', 'y'].map((name) => ({ name, lower: -2, upper: 2 }));
    const shapes = features.map(() => [ring(0), ring(1), ring(-1)]);
    const model = additiveModel({ classes: ['t', 'a', 'b'], features, bias: [0, -1, 1 + 1e-9], shapes });
    const problem = weigh(reduce(model, { neverWins: 'allow' }), [0, 0]);
    expectError(() => counterfactual(problem, ['x', 'y'], { target: 't' }), LimitError, {
      code: 'too-many-steps',
      place: "class 't'",
      expected: 'at most 20000 steps',
      got: 'more',
    });
  });
});

describe('reaching a class at one number only', () => {
  it('says that it could not decide when that number is no double', () => {
    // t needs (3x − 1)² ≤ 0: true at 1/3 alone.
    const model = additiveModel({
      classes: ['t', 'a', 'b'],
      features: [{ name: 'x', lower: -100, upper: 100 }],
      bias: [0, 0, -5],
      shapes: [
        [
          { kind: 'linear', weight: 0 },
          { kind: 'quadratic', quadratic: 9, linear: -6, constant: 1 },
          { kind: 'linear', weight: 0 },
        ],
      ],
    });
    const problem = weigh(reduce(model, { neverWins: 'allow' }), [1]);
    expectError(() => counterfactual(problem, ['x'], { target: 't' }), LimitError, {
      code: 'too-many-steps',
      place: "class 't'",
      expected: 'an answer among doubles',
      got: 'none',
    });
  });
});

describe('reaching a class between straight lines', () => {
  it('counts as possible where only a number that is no double does it, but shows no instance', () => {
    // t beats a from 1/3 on and b up to 1/3.
    const rows = [{ weights: [0] }, { weights: [-3], intercept: 1 }, { weights: [3], intercept: -1 }];
    const model = linearModel({
      classes: ['t', 'a', 'b'],
      features: [{ name: 'x', lower: -9, upper: 9 }],
      rows,
    });
    const problem = weigh(reduce(model), [5]);
    expect(problem.classIndex).toBe(2);
    expect(smallest(problem, { kind: 'cxp', target: 't' })).toEqual([0]);
    expect(counterfactual(problem, ['x'], { target: 't' })).toBeUndefined();
  });

  it('succeeds at the one double that does it', () => {
    const rows = [{ weights: [0] }, { weights: [-2], intercept: 1 }, { weights: [2], intercept: -1 }];
    const model = linearModel({ classes: ['t', 'a', 'b'], features: [{ name: 'x' }], rows });
    expect(counterfactual(weigh(reduce(model), [5]), ['x'], { target: 't' })?.instance).toEqual({ x: 0.5 });
  });
});

describe('reaching a class by categories, bins and numbers together', () => {
  const table = (...values: number[]): Shape => ({ kind: 'table', values });
  const line = (weight: number): Shape => ({ kind: 'linear', weight });
  const x = { name: 'x', lower: -9, upper: 9 };
  const z = { name: 'z', values: ['shut', 'open'] };
  const problemOf = (bias: number[], numbers: Shape[], categories: Shape[], instance: [number, string]) => {
    const spec = { classes: ['t', 'a', 'b'], features: [x, z], bias, shapes: [numbers, categories] };
    return weigh(reduce(additiveModel(spec), { neverWins: 'allow' }), instance);
  };

  it('prefers an option with a double to one where only another number would do', () => {
    // t needs 3x = 1 while shut, anything from 0 to 1/6 while open.
    const at = (x: number, z: string) =>
      problemOf([0, 1, -1], [line(0), line(-3), line(3)], [table(0, 0), table(0, -1), table(0, 0.5)], [x, z]);
    const problem = at(5, 'shut');
    const target = toTarget(problem, 0);
    expect(reachTarget(problem, target, [0])).toBe('real');
    expect(reachTarget(problem, target, [0, 1])).toBeInstanceOf(Float64Array);
    expect(counterfactual(problem, ['x', 'z'], { target: 't' })?.instance.z).toBe('open');
    // What does not move counts as it is.
    const open = reachTarget(at(5, 'open'), target, [0]) as Float64Array;
    expect([open[0] >= 0, open[0] <= 1 / 6, open[1]]).toEqual([true, true, 1]);
    expect(reachTarget(at(0.125, 'shut'), target, [1])).toEqual(Float64Array.of(0.125, 1));
    expect(reachTarget(at(5, 'shut'), target, [1])).toBeUndefined();
  });

  it('says so where only numbers that are no doubles would do, whichever the option', () => {
    const problem = problemOf(
      [0, 1, -1],
      [line(0), line(-3), line(3)],
      [table(0, 0), table(0, 1), table(0, -1)],
      [5, 'shut'],
    );
    // Shut: 3x = 1. Open: 2 ≤ 3x ≤ 2.
    expect(reachTarget(problem, toTarget(problem, 0), [0, 1])).toBe('real');
  });

  it('is decided by one option though another could not be', () => {
    // t needs (3x − 1)² ≤ 0 while shut, ≤ 1 while open.
    const a: Shape = { kind: 'quadratic', quadratic: 9, linear: -6, constant: 1 };
    const categories = [table(0, 0), table(0, -1), table(0, 1)];
    const problem = problemOf([0, 0, -5], [line(0), a, line(0)], categories, [5, 'shut']);
    expect(() => counterfactual(problem, ['x'], { target: 't' })).toThrow(LimitError);
    expect(counterfactual(problem, ['x', 'z'], { target: 't' })).toMatchObject({
      class: 't',
      instance: { z: 'open' },
    });
  });

  it('finds the option that is best against one class only', () => {
    const problemWith = (values: number[][]) => {
      const shapes = [[table(0, 0, 0), ...values.map((row) => table(...row))]];
      const spec = { classes: ['t', 'a', 'b'], features: [{ name: 'z', values: ['u', 'v', 'w'] }], shapes };
      return weigh(reduce(additiveModel(spec), { neverWins: 'allow' }), ['v']);
    };
    const first = problemWith(matrix([-1, 2, 1], [-1, -4, -3]));
    expect(reachTarget(first, toTarget(first, 0), [0])).toEqual(Float64Array.of(0));
    const last = problemWith(matrix([1, 2, -1], [-3, -4, -1]));
    expect(reachTarget(last, toTarget(last, 0), [0])).toEqual(Float64Array.of(2));
  });

  it('goes to the nearest number of a bin', () => {
    // Nothing lies beyond 40, where t would be far ahead.
    const steps = (...values: number[]): Shape => ({ kind: 'steps', cuts: [10, 20, 30, 50], values });
    const model = additiveModel({
      classes: ['t', 'a', 'b'],
      features: [{ name: 'x', lower: 0, upper: 40 }],
      shapes: [[steps(0, 0, 0, 0, 9), steps(2, 1, -1, 3, 0), steps(-1, -1, -1, -1, 0)]],
    });
    const classifier = reduce(model, { neverWins: 'allow' });
    const problem = weigh(classifier, [5]);
    expect(counterfactual(problem, ['x'], { target: 't', movement: 'nearest' })?.instance).toEqual({ x: 20 });
    const other = weigh(classifier, [35]);
    expect(counterfactual(other, ['x'], { target: 't', movement: 'nearest' })?.instance).toEqual({
      x: below(30),
    });
  });
});

describe('a target', () => {
  it('is to beat every other class, strictly those that win ties against it', () => {
    const model = linearModel({
      classes: ['a', 'b', 'c'],
      tieOrder: ['c', 'b', 'a'],
      features: [{ name: 'x', values: ['0', '1'] }],
      rows: [0, 1, 2].map((w) => ({ weights: [[0, w]] })),
    });
    const problem = weigh(reduce(model, { neverWins: 'allow' }), ['1']);
    expect(toTarget(problem, 1)).toEqual({
      class: 1,
      against: [
        { class: 0, strict: false },
        { class: 2, strict: true },
      ],
    });
  });
});

describe('the options worth trying', () => {
  const kept = (...gains: number[][]): number[] =>
    undominated(gains.map((row, option) => ({ option, gains: row.map(BigInt), value: option }))).map(
      ({ option }) => option,
    );

  it('are those that no other beats or equals against every class', () => {
    expect(kept([1, 5], [2, 4], [3, 3])).toEqual([0, 1, 2]);
    expect(kept([1, 5], [2, 4], [2, 5])).toEqual([2]);
    expect(kept([2, 5], [1, 5], [2, 4])).toEqual([0]);
    expect(kept([1, 4], [2, 5], [3, 1])).toEqual([1, 2]);
    expect(kept([1, 1], [1, 2], [0, 3])).toEqual([1, 2]);
  });

  it('of equal ones are the first', () => {
    expect(kept([1, 1], [1, 1])).toEqual([0]);
    expect(kept([0, 2], [1, 1], [0, 2], [1, 1])).toEqual([0, 1]);
    expect(kept([7])).toEqual([0]);
  });
});
