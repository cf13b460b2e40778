import { describe, expect, it } from 'vitest';
import { InstanceError } from '../../src/errors.ts';
import { above, below } from '../../src/exact/neighbour.ts';
import { additiveModel } from '../../src/model/additive.ts';
import { linearModel } from '../../src/model/linear.ts';
import { scorecard } from '../../src/model/scorecard.ts';
import type { Shape } from '../../src/model/types.ts';
import { check } from '../../src/query/check.ts';
import { counterfactual } from '../../src/query/counterfactual.ts';
import { predict } from '../../src/query/predict.ts';
import { reduce } from '../../src/reduce/reduce.ts';
import { weigh } from '../../src/weigh/problem.ts';
import { expectError } from '../expect-error.ts';
import { linear } from '../problems.ts';

const classes = ['no', 'yes'];
const { MAX_VALUE, MIN_VALUE, MAX_SAFE_INTEGER } = Number;
const steps = (cuts: number[], values: number[], closed: 'left' | 'right' = 'left'): Shape => ({
  kind: 'steps',
  cuts,
  values,
  closed,
});

describe('a counterfactual that exists', () => {
  it('is found towards a class though the point with most room rounds to a losing double', () => {
    const rows = [{ weights: [0], intercept: 1 }, { weights: [3] }, { weights: [3], intercept: -1e-17 }];
    const model = linearModel({
      classes: ['a', 'b', 'c'],
      features: [{ name: 'x', lower: 0, upper: 10 }],
      rows,
    });
    const problem = weigh(reduce(model, { neverWins: 'allow' }), [0]);
    const nearest = counterfactual(problem, ['x'], { target: 'b', movement: 'nearest' });
    expect(nearest).toMatchObject({ class: 'b', instance: { x: above(1 / 3) } });
    // b and c can never be told apart by a program with doubles.
    expect(counterfactual(problem, ['x'], { target: 'b' })).toMatchObject({ class: 'b', doubtful: true });
  });

  it('is found with two endless whole numbers of very different weights', () => {
    const features = ['x', 'y'].map((name) => ({ name, kind: 'integer' as const }));
    const model = linearModel({ classes, features, weights: [1e-14, 1], intercept: -100 });
    const problem = weigh(reduce(model), [0, 0]);
    const moved = { instance: { x: 0, y: 101 }, class: 'yes', changed: [1], doubtful: false };
    expect(counterfactual(problem, ['y'])).toEqual(moved);
    for (const movement of ['least', 'nearest', 'worst'] as const)
      expect(counterfactual(problem, ['x', 'y'], { movement })).toEqual(moved);
    // The light one alone ends at 2^53 and is worth 90.07 there.
    expect(counterfactual(problem, ['x'])).toBeUndefined();
  });

  it('is found where several endless numbers must all go to their ends', () => {
    const features = ['x', 'y', 'z'].map((name) => ({ name, kind: 'integer' as const, lower: 0 }));
    const model = linearModel({ classes, features, weights: [1, 1, 1], intercept: -2.5 * 2 ** 53 });
    const answer = counterfactual(weigh(reduce(model), [0, 0, 0]), ['x', 'y', 'z']);
    expect(answer).toMatchObject({ class: 'yes', changed: [0, 1, 2] });
  });

  it('is found on the far side of a hill, where only that side is high enough', () => {
    // yes − no = 2^106 − 1e10 − (x − 1e9)²: with whole numbers up to 2^53 only the left end reaches it.
    const shapes: Shape[][] = [
      [
        { kind: 'quadratic', quadratic: 1, center: 1e9, constant: -(2 ** 106) - 1e25 },
        { kind: 'quadratic', quadratic: 0 },
      ],
    ];
    const features = [{ name: 'x', kind: 'integer' as const }];
    const problem = weigh(reduce(additiveModel({ classes, features, shapes }), { neverWins: 'allow' }), [5]);
    expect(problem.classIndex).toBe(1);
    const answer = counterfactual(problem, ['x'], { movement: 'nearest' });
    expect(answer?.class).toBe('no');
    expect(answer?.instance.x).toBeLessThan(-9e15);
  });

  it('is found in another bin where the worst one holds no double', () => {
    const bins = [steps([0, MAX_VALUE], [3, 0, 5], 'right'), steps([0, MAX_VALUE], [1, 1, 1], 'right')];
    const problem = weigh(reduce(additiveModel({ classes, features: [{ name: 'x' }], shapes: [bins] })), [7]);
    for (const movement of ['least', 'nearest', 'worst'] as const)
      expect(counterfactual(problem, ['x'], { movement })).toMatchObject({ instance: { x: 0 }, class: 'no' });
    expect(check(problem, []).counterexample?.instance).toEqual({ x: 0 });
  });
});

describe('values of a counterfactual', () => {
  it('are doubles of the domain, also with a cut at the largest double, closed right', () => {
    const bins = [steps([MAX_VALUE], [0, 5], 'right'), steps([MAX_VALUE], [1, 1], 'right')];
    const problem = weigh(reduce(additiveModel({ classes, features: [{ name: 'x' }], shapes: [bins] })), [7]);
    // Only numbers beyond the largest double have the other class.
    expect(counterfactual(problem, ['x'])).toBeUndefined();
    expect(check(problem, ['x'], { kind: 'cxp' })).toMatchObject({ holds: true, counterexample: undefined });
    expect(check(problem, [])).toMatchObject({ holds: false, counterexample: undefined });
    const left = [steps([-MAX_VALUE], [5, 0]), steps([-MAX_VALUE], [1, 1])];
    const mirrored = weigh(
      reduce(additiveModel({ classes, features: [{ name: 'x' }], shapes: [left] })),
      [7],
    );
    expect(counterfactual(mirrored, ['x'])).toBeUndefined();
  });

  it('are finite where the way gone is longer than the largest double', () => {
    const model = linearModel({ classes, features: [{ name: 'x' }], weights: [1], intercept: -1.65e308 });
    const problem = weigh(reduce(model), [-1e308]);
    for (const movement of ['least', 'worst'] as const)
      expect(counterfactual(problem, ['x'], { movement })).toMatchObject({
        class: 'yes',
        instance: { x: 1.7e308 },
      });
  });

  it('are not −0 where 0 was, at a vertex that rounds to 0 from below', () => {
    const shapes: Shape[][] = [
      [
        { kind: 'quadratic', quadratic: -1e300 },
        { kind: 'quadratic', quadratic: 0, linear: 1e-300 },
      ],
      [
        { kind: 'linear', weight: 0 },
        { kind: 'linear', weight: 1 },
      ],
    ];
    const features = ['x', 'y'].map((name) => ({ name, lower: -1, upper: 1 }));
    const model = additiveModel({ classes: ['yes', 'no'], features, shapes });
    const problem = weigh(reduce(model), [0, 1]);
    const moved = counterfactual(problem, ['x', 'y'], { movement: 'worst' });
    expect(moved).toMatchObject({ class: 'yes', instance: { x: 0, y: -1 }, changed: [1] });
  });

  it('are finite towards a class with subnormal weights', () => {
    const rows = [
      { weights: [0] },
      { weights: [-MIN_VALUE], intercept: -1 },
      { weights: [MIN_VALUE], intercept: -1 },
    ];
    const model = linearModel({ classes: ['a', 'b', 'c'], features: [{ name: 'x' }], rows });
    // b would need x beyond −1/MIN_VALUE, which is no double.
    expect(counterfactual(weigh(reduce(model), [0]), ['x'], { target: 'b' })).toBeUndefined();
    const near = [
      { weights: [0] },
      { weights: [-MIN_VALUE], intercept: -1e-17 },
      { weights: [MIN_VALUE], intercept: -1 },
    ];
    const within = linearModel({ classes: ['a', 'b', 'c'], features: [{ name: 'x' }], rows: near });
    const answer = counterfactual(weigh(reduce(within), [0]), ['x'], { target: 'b', movement: 'nearest' });
    expect(answer?.class).toBe('b');
    expect(answer?.instance.x).toBeGreaterThanOrEqual(-MAX_VALUE);
    expect(answer?.instance.x).toBeLessThan(-2e306);
  });

  it('towards a class are finite on parabolas with a vertex beyond the largest double', () => {
    // a − b = x − 5 − MIN_VALUE·x², highest near 1e323.
    const shapes: Shape[][] = [
      [
        { kind: 'quadratic', quadratic: 0, linear: 1, constant: -5 },
        { kind: 'quadratic', quadratic: MIN_VALUE },
        { kind: 'quadratic', quadratic: 0 },
      ],
    ];
    const model = additiveModel({ classes: ['a', 'b', 'c'], features: [{ name: 'x' }], shapes });
    const problem = weigh(reduce(model, { neverWins: 'allow' }), [0]);
    const answer = counterfactual(problem, ['x'], { target: 'a' });
    expect(answer?.class).toBe('a');
    expect(Number.isFinite(answer?.instance.x)).toBe(true);
  });
});

describe('movement', () => {
  const line = linear([{ name: 'x' }, { name: 'y', lower: 0, upper: 10 }], [1, 1], -8);

  it('leaves an endless number alone where the others suffice', () => {
    const problem = weigh(reduce(line), [4, 9]);
    expect(counterfactual(problem, ['x', 'y'], { movement: 'worst' })?.instance).toEqual({ x: 4, y: 0 });
    expect(counterfactual(problem, ['x', 'y'])?.instance).toEqual({ x: 4, y: 4 });
  });

  it('moves an endless number no farther than needed beside the worst of the others', () => {
    const problem = weigh(reduce(line), [20, 9]);
    expect(counterfactual(problem, ['x', 'y'], { movement: 'worst' })?.instance).toEqual({ x: 8, y: 0 });
  });

  it('compares distances exactly', () => {
    // 3 + 1000 and a little to the left, 1003 to the right: the same in doubles.
    const cuts = [-3, 2003];
    const bins = [steps(cuts, [5, 0, 5]), steps(cuts, [1, 1, 1])];
    const classifier = reduce(additiveModel({ classes, features: [{ name: 'x' }], shapes: [bins] }));
    const moved = (home: number) =>
      counterfactual(weigh(classifier, [home]), ['x'], { movement: 'nearest' })?.instance.x;
    expect(1000 - below(-3)).toBe(2003 - 1000);
    expect([moved(1000), moved(999)]).toEqual([2003, below(-3)]);
  });

  it('towards a class brings each number as near as the later ones allow', () => {
    // t wins where 1 ≤ x + y ≤ 2.
    const rows = [
      { weights: [0, 0] },
      { weights: [-1, -1], intercept: 1 },
      { weights: [1, 1], intercept: -2 },
    ];
    const features = ['x', 'y'].map((name) => ({ name, lower: -9, upper: 9 }));
    const problem = weigh(reduce(linearModel({ classes: ['t', 'a', 'b'], features, rows })), [5, -9]);
    expect(problem.classIndex).toBe(1);
    // x may stay: y follows.
    expect(counterfactual(problem, ['x', 'y'], { target: 't', movement: 'nearest' })?.instance).toEqual({
      x: 5,
      y: -4,
    });
    expect(counterfactual(problem, ['x', 'y'], { target: 't' })?.instance).toEqual({ x: 5, y: -4 });
  });

  it('towards a class does not go to the far end where doubt rules out the near one', () => {
    // a wins where x ≥ y and x + y ≥ 0.5: from x = 0.25 on.
    const rows = [{ weights: [1, 1] }, { weights: [0, 2] }, { weights: [0, 0], intercept: 0.5 }];
    const features = [
      { name: 'x', lower: 0, upper: 1 },
      { name: 'y', lower: -1, upper: 1 },
    ];
    const problem = weigh(reduce(linearModel({ classes: ['a', 'b', 'c'], features, rows })), [0, 0]);
    expect(counterfactual(problem, ['x', 'y'], { target: 'a' })).toMatchObject({
      instance: { x: 0.26, y: 0.24 },
      doubtful: false,
    });
  });

  it('towards a class is not led far away by doubts measured far away', () => {
    const rows = [
      { weights: [0, 0], intercept: -201296.55 },
      { weights: [-8.09, 0], intercept: -1377173.7 },
      { weights: [42786.55, 0], intercept: 2.64 },
    ];
    const features = [
      { name: 'x', lower: -6535583, upper: 5312771 },
      { name: 'y', lower: -1, upper: 1 },
    ];
    const problem = weigh(reduce(linearModel({ classes: ['a', 'b', 'c'], features, rows })), [-47.3, 0]);
    expect(counterfactual(problem, ['x', 'y'], { target: 'b' })).toMatchObject({
      instance: { x: -145350, y: 0 },
      doubtful: false,
    });
  });

  it('has no worst towards a class among several', () => {
    const rows = [{ weights: [0] }, { weights: [1] }, { weights: [-1] }];
    const model = linearModel({
      classes: ['a', 'b', 'c'],
      features: [{ name: 'x', lower: -1, upper: 1 }],
      rows,
    });
    expectError(
      () => counterfactual(weigh(reduce(model), [0]), ['x'], { target: 'b', movement: 'worst' }),
      InstanceError,
      {
        code: 'worst-towards-class',
        place: 'movement',
        expected: "'least' or 'nearest' with a target among more than two classes",
        got: "'worst'",
      },
    );
  });
});

describe('a counterfactual for the model’s own program', () => {
  const features = [{ name: 'x', lower: 0, upper: 1 }];
  const model = (arithmetic?: 'single') =>
    reduce(
      linearModel({ classes, features, weights: [3], intercept: -1, ...(arithmetic && { arithmetic }) }),
    );

  it('lies beyond the doubt of doubles, at a number with few decimals', () => {
    const nearest = counterfactual(weigh(model(), [0.2]), ['x'], { movement: 'nearest' });
    expect(nearest).toMatchObject({ instance: { x: above(1 / 3) }, doubtful: true });
    expect(counterfactual(weigh(model(), [0.2]), ['x'])).toMatchObject({
      instance: { x: 0.34 },
      doubtful: false,
    });
  });

  it('lies farther out where the program computes in single precision', () => {
    const home = below(1 / 3);
    const moved = (arithmetic?: 'single'): number =>
      counterfactual(weigh(model(arithmetic), [home]), ['x'], {})?.instance.x as number;
    expect([moved(), moved('single')]).toEqual([0.3334, 0.3334]);
    const near = { ...features[0], lower: 1 / 3 - 1e-7, upper: 1 / 3 + 1e-7 };
    const answer = (arithmetic?: 'single') => {
      const spec = {
        classes,
        features: [near],
        weights: [3],
        intercept: -1,
        ...(arithmetic && { arithmetic }),
      };
      return counterfactual(weigh(reduce(linearModel(spec)), [near.lower]), ['x']);
    };
    expect([answer()?.doubtful, answer('single')?.doubtful]).toEqual([false, true]);
  });

  it('of whole points is a tie, not a doubt', () => {
    const card = scorecard({
      classes: ['refuse', 'accept'],
      features: [{ name: 'job', values: ['none', 'clerk'] }],
      cutoff: 30,
      points: [[30, 60]],
    });
    const classifier = reduce(card, { neverWins: 'allow' });
    expect(predict(classifier, ['none'])).toMatchObject({ class: 'accept', tie: true, doubtful: false });
  });

  it('lies beyond doubt also between bounds so far out that scores overflow there', () => {
    const wide = [{ name: 'x', lower: -MAX_VALUE, upper: MAX_VALUE }];
    const far = linearModel({ classes, features: wide, weights: [0.3 * 8], intercept: -0.9 * 8 });
    expect(counterfactual(weigh(reduce(far), [7]), ['x'])).toMatchObject({
      instance: { x: 2.9 },
      doubtful: false,
    });
  });

  it('is doubtful where the domain leaves no room', () => {
    const narrow = linear([{ name: 'x', lower: 0, upper: above(above(1 / 3)) }], [3], -1);
    expect(counterfactual(weigh(reduce(narrow), [0]), ['x'])).toMatchObject({ class: 'yes', doubtful: true });
  });

  it('is beyond doubt in whatever order the sum is made', () => {
    // Beyond doubt with x added last, within it with x added first.
    const model = linearModel({
      classes,
      features: [
        { name: 'x', lower: 0, upper: 1 },
        { name: 'z', values: ['a', 'b'] },
      ],
      weights: [1, [0, 4]],
      intercept: -3,
      threshold: 1,
    });
    const answer = counterfactual(weigh(reduce(model), [0, 'a']), ['x', 'z']);
    expect(answer).toMatchObject({ class: 'yes', doubtful: false });
  });

  it('ends where whole numbers end', () => {
    const far = linear([{ name: 'x', kind: 'integer' }], [1], -9e15);
    const answer = counterfactual(weigh(reduce(far), [0]), ['x']);
    expect(answer).toMatchObject({ class: 'yes', doubtful: false });
    expect(answer?.instance.x).toBeGreaterThan(9e15);
    expect(answer?.instance.x).toBeLessThanOrEqual(MAX_SAFE_INTEGER);
  });
});
