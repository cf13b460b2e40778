import { describe, expect, it } from 'vitest';
import { InstanceError } from '../../src/errors.ts';
import { additiveModel } from '../../src/model/additive.ts';
import { linearModel } from '../../src/model/linear.ts';
import type { Shape } from '../../src/model/types.ts';
import { check } from '../../src/query/check.ts';
import { counterfactual } from '../../src/query/counterfactual.ts';
import { inflate } from '../../src/query/inflate.ts';
import { predict } from '../../src/query/predict.ts';
import { reduce } from '../../src/reduce/reduce.ts';
import { weigh } from '../../src/weigh/problem.ts';
import { expectError } from '../expect-error.ts';
import { matrix } from '../matrix.ts';
import { coverProblem, rowsProblem } from '../problems.ts';

const classes = ['no', 'yes'];
const twoOfThree = coverProblem([2, 2, 2], 3);

describe('checking a set', () => {
  it('accepts a minimal explanation', () => {
    expect(check(twoOfThree, ['f0', 'f1'])).toEqual({
      holds: true,
      minimal: true,
      redundant: [],
      counterexample: undefined,
      repaired: [0, 1],
    });
  });
  it('names what can be left out, and leaves it out', () => {
    const answer = check(twoOfThree, [0, 1, 2]);
    expect(answer).toMatchObject({
      holds: true,
      minimal: false,
      redundant: [0, 1, 2],
      counterexample: undefined,
    });
    expect(answer.repaired).toHaveLength(2);
  });
  it('shows an instance with another class when the set does not suffice', () => {
    expect(check(twoOfThree, [2])).toMatchObject({
      holds: false,
      minimal: false,
      redundant: [],
      counterexample: { instance: { f0: 'off', f1: 'off', f2: 'on' }, class: 'no', changed: [0, 1] },
    });
    expect(check(twoOfThree, [2]).repaired).toContain(2);
    expect(check(twoOfThree, []).holds).toBe(false);
  });
  it('knows that nothing is needed when the class never changes', () => {
    expect(check(coverProblem([1], -1), [])).toMatchObject({ holds: true, minimal: true, repaired: [] });
    expect(check(coverProblem([1], -1), [0], { kind: 'cxp' })).toEqual({
      holds: false,
      minimal: false,
      redundant: [],
      counterexample: undefined,
      repaired: undefined,
    });
  });
  it('does the same for contrasts', () => {
    const answer = check(twoOfThree, [0, 1], { kind: 'cxp' });
    expect(answer).toMatchObject({
      holds: true,
      minimal: true,
      repaired: [0, 1],
      counterexample: { class: 'no', changed: [0, 1] },
    });
    expect(check(twoOfThree, [0], { kind: 'cxp' })).toMatchObject({
      holds: false,
      counterexample: undefined,
    });
    expect(check(twoOfThree, [0], { kind: 'cxp' }).repaired).toContain(0);
    expect(check(twoOfThree, [0, 1, 2], { kind: 'cxp' }).redundant).toEqual([0, 1, 2]);
  });
  it('repairs a contrast by what is missing, in order of position', () => {
    expect(check(twoOfThree, [2], { kind: 'cxp' }).repaired).toEqual([1, 2]);
    expect(check(twoOfThree, [0, 1, 2], { kind: 'cxp' })).toMatchObject({ minimal: false, repaired: [1, 2] });
    const oneRivalOnly = rowsProblem(matrix([2, 2], [1, 1]), [1, -1]);
    expect(check(oneRivalOnly, [0], { kind: 'cxp' }).repaired).toEqual([0, 1]);
  });

  it('shows the worst that can happen to a set that does not suffice', () => {
    const features = ['x', 'y'].map((name) => ({ name, lower: 0, upper: 1 }));
    const model = linearModel({ classes, features, weights: [2, 1], intercept: -1.5 });
    expect(check(weigh(reduce(model), [1, 0.5]), ['y']).counterexample?.instance).toEqual({ x: 0, y: 0.5 });
  });

  it('shows another rival where the first would win only at a number that is no double', () => {
    // first ties at x = 1/3 alone; second is ahead from 1.5 on.
    const shapes: Shape[][] = [
      [
        { kind: 'linear', weight: 0 },
        { kind: 'quadratic', quadratic: -9, linear: 6, constant: -1 },
        { kind: 'quadratic', quadratic: 0, linear: 1, constant: -1.5 },
      ],
    ];
    const model = additiveModel({
      classes: ['own', 'first', 'second'],
      tieOrder: ['first', 'second', 'own'],
      features: [{ name: 'x', lower: 0, upper: 2 }],
      shapes,
    });
    expect(check(weigh(reduce(model), [1]), []).counterexample?.class).toBe('second');
  });

  it('finds the rival that wins among several', () => {
    const problem = rowsProblem(matrix([1, 1], [1, 5]), [-1, 4]);
    expect(check(problem, [0])).toMatchObject({
      holds: false,
      counterexample: { class: 'c1', changed: [1] },
    });
  });
  it('refuses unknown features', () => {
    const error = { code: 'unknown-feature', expected: 'a feature name or a position below 3', got: '3' };
    expectError(() => check(twoOfThree, [3]), InstanceError, error);
    expectError(() => counterfactual(twoOfThree, [3]), InstanceError, error);
    expectError(() => inflate(twoOfThree, [3]), InstanceError, error);
    expectError(() => inflate(twoOfThree, [0, 1], { order: [3] }), InstanceError, error);
  });
});

describe('a counterfactual', () => {
  const box = [
    { name: 'x', lower: 0, upper: 1 },
    { name: 'y', lower: 0, upper: 1 },
  ];
  const problem = weigh(
    reduce(linearModel({ classes, features: box, weights: [2, 1], intercept: -1.5 })),
    [1, 0.5],
  );

  it('moves numbers no farther than needed, or as far as they go', () => {
    expect(counterfactual(problem, ['x'])).toEqual({
      instance: { x: 0.5, y: 0.5 },
      class: 'no',
      changed: [0],
      doubtful: false,
    });
    expect(counterfactual(problem, ['x'], { movement: 'worst' })?.instance).toEqual({ x: 0, y: 0.5 });
    expect(counterfactual(problem, ['x', 'y'])?.instance).toEqual({ x: 0.75, y: 0 });
    expect(counterfactual(problem, ['y'])).toBeUndefined();
  });

  it('moves everything to where it is worst against a rival that can win', () => {
    const table = (...values: number[]): Shape => ({ kind: 'table', values });
    const model = additiveModel({
      classes: ['own', 'weak', 'strong'],
      features: [{ name: 'z', values: ['u', 'v', 'w'] }],
      shapes: [[table(0, 0, 0), table(-5, -1, -4), table(-5, 0.5, 3)]],
    });
    expect(counterfactual(weigh(reduce(model, { neverWins: 'allow' }), ['u']), ['z'])?.instance).toEqual({
      z: 'w',
    });
  });

  it('goes just past a tie that the class would win', () => {
    const ties = weigh(
      reduce(
        linearModel({ classes, tieOrder: ['yes', 'no'], features: box, weights: [2, 1], intercept: -1.5 }),
      ),
      [1, 0.5],
    );
    expect(counterfactual(ties, ['x'], { movement: 'nearest' })?.instance.x).toBe(0.5 - 2 ** -54);
  });

  it('moves a number without bounds as far as it takes', () => {
    const features = [{ name: 'x' }];
    const far = weigh(reduce(linearModel({ classes, features, weights: [1e-6], intercept: -1 })), [2e6]);
    expect(counterfactual(far, ['x'])).toMatchObject({ class: 'no', changed: [0] });
    expect(counterfactual(far, ['x'], { movement: 'nearest' })?.instance.x).toBeCloseTo(1e6, 3);
  });

  it('moves a number to the nearest value of another bin', () => {
    const steps = (...values: number[]): Shape => ({ kind: 'steps', cuts: [10, 20], values });
    const model = additiveModel({
      classes,
      features: [{ name: 'x', lower: 0, upper: 30 }],
      shapes: [[steps(0, 0, 0), steps(-1, 2, -1)]],
    });
    expect(counterfactual(weigh(reduce(model), [12]), ['x'], { movement: 'nearest' })?.instance).toEqual({
      x: 10 - 2 ** -49,
    });
  });

  it('has a whole number of an unbounded feature only up to 2^53', () => {
    const parabola = (center: number): Shape => ({ kind: 'quadratic', quadratic: 1e-300, center });
    const moved = (center: number): number | undefined => {
      // The other class wins at the vertex and nowhere else.
      const shapes: Shape[][] = [[{ kind: 'quadratic', quadratic: 0 }, parabola(center)]];
      const model = additiveModel({
        classes,
        features: [{ name: 'x', kind: 'integer' }],
        bias: [1, 1],
        shapes,
      });
      const classifier = reduce(model, { neverWins: 'allow' });
      return counterfactual(weigh(classifier, [0]), ['x'])?.instance.x as number | undefined;
    };
    for (const center of [2 ** 60, 1e300, -1e300]) expect(moved(center)).toBeUndefined();
    for (const center of [7, 2 ** 53 - 1, 1 - 2 ** 53]) expect(moved(center)).toBe(center);
  });

  it('has no value beyond the largest double', () => {
    // The vertex of the difference lies at −B/2A, far beyond 1e308.
    const shapes: Shape[][] = [
      [
        { kind: 'quadratic', quadratic: 5e-324, linear: -1e300 },
        { kind: 'quadratic', quadratic: 0 },
      ],
    ];
    const classifier = reduce(additiveModel({ classes, features: [{ name: 'x' }], bias: [1, 0], shapes }));
    const answer = counterfactual(weigh(classifier, [-1]), ['x']);
    expect(predict(classifier, answer?.instance ?? {}).class).toBe('yes');
  });
});

describe('inflating an explanation', () => {
  it('widens a number to the last double that keeps the class', () => {
    const features = [
      { name: 'x', lower: 0, upper: 8 },
      { name: 'y', lower: 0, upper: 1 },
    ];
    const problem = weigh(reduce(linearModel({ classes, features, weights: [1, 1], intercept: -3 })), [5, 1]);
    expect(inflate(problem, ['x'])).toEqual([
      { feature: 0, region: { kind: 'interval', lower: 3.0000000000000004, upper: 8 } },
    ]);
  });

  it('widens categories to all that keep the class', () => {
    const features = [{ name: 'x', values: ['a', 'b', 'c'] }];
    const problem = weigh(reduce(linearModel({ classes, features, weights: [[3, 1, -1]] })), ['a']);
    expect(inflate(problem, ['x'])).toEqual([{ feature: 0, region: { kind: 'options', options: [0, 1] } }]);
  });

  it('spends what is left on the features in the order asked for', () => {
    const features = ['x', 'y'].map((name) => ({ name, kind: 'integer' as const, lower: 0, upper: 10 }));
    const problem = weigh(
      reduce(linearModel({ classes, features, weights: [1, 1], intercept: -11 })),
      [10, 10],
    );
    const lower = (order: string[]): number[] =>
      inflate(problem, ['x', 'y'], { order }).map(({ region }) =>
        region.kind === 'interval' ? region.lower : -1,
      );
    expect(lower([])).toEqual([2, 10]);
    expect(lower(['y'])).toEqual([10, 2]);
    expect(lower(['x', 'y'])).toEqual([2, 10]);
  });

  it('widens only what is in the set, whatever the order says', () => {
    const features = ['x', 'y'].map((name) => ({ name, kind: 'integer' as const, lower: 0, upper: 10 }));
    const problem = weigh(
      reduce(linearModel({ classes, features, weights: [3, 1], intercept: -12 })),
      [10, 10],
    );
    expect(inflate(problem, ['x'], { order: ['y', 'x'] })).toEqual([
      { feature: 0, region: { kind: 'interval', lower: 5, upper: 10 } },
    ]);
  });

  it('widens without end where nothing is lost', () => {
    const problem = weigh(reduce(linearModel({ classes, features: [{ name: 'x' }], weights: [1] })), [5]);
    expect(inflate(problem, ['x'])[0].region).toEqual({
      kind: 'interval',
      lower: Number.MIN_VALUE,
      upper: Number.POSITIVE_INFINITY,
    });
  });

  it('refuses a set that does not suffice', () => {
    const error = { code: 'not-sufficient', expected: 'a set that fixes the class' };
    expectError(() => inflate(twoOfThree, ['f0']), InstanceError, { ...error, got: "'f0'" });
    expectError(() => inflate(twoOfThree, []), InstanceError, { ...error, got: 'none' });
  });
});
