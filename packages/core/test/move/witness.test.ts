import { describe, expect, it } from 'vitest';
import { below } from '../../src/exact/neighbour.ts';
import { additiveModel } from '../../src/model/additive.ts';
import { linearModel } from '../../src/model/linear.ts';
import type { Shape } from '../../src/model/types.ts';
import { check } from '../../src/query/check.ts';
import { counterfactual } from '../../src/query/counterfactual.ts';
import { enumerate } from '../../src/query/enumerate.ts';
import { reduce } from '../../src/reduce/reduce.ts';
import { weigh } from '../../src/weigh/problem.ts';
import { matrix } from '../matrix.ts';

const flat: Shape = { kind: 'quadratic', quadratic: 0 };

describe('an instance with another class', () => {
  it('cannot be shown where only numbers that are no doubles have it, though the contrast is one', () => {
    // 3x² − 2x is −1/3 at x = 1/3: three of them reach −1 there, and nowhere else.
    const features = ['x', 'y', 'z'].map((name) => ({ name, lower: 0, upper: 2 }));
    const bowl: Shape = { kind: 'quadratic', quadratic: 3, linear: -2 };
    const model = additiveModel({
      classes: ['rival', 'own'],
      features,
      bias: [0, 1],
      shapes: features.map(() => [flat, bowl]),
    });
    const problem = weigh(reduce(model), [1, 1, 1]);
    expect(problem.classIndex).toBe(1);
    expect(Array.from(enumerate(problem, { kind: 'cxp' }), (set) => set.features)).toEqual([[0, 1, 2]]);
    expect(counterfactual(problem, [0, 1, 2])).toBeUndefined();
    expect(check(problem, [0, 1, 2], { kind: 'cxp' })).toMatchObject({
      holds: true,
      minimal: true,
      counterexample: undefined,
    });
    expect(check(problem, [])).toMatchObject({ holds: false, counterexample: undefined });
  });

  it('is found next to such a number where a little room is left', () => {
    const shapes: Shape[][] = [[flat, { kind: 'quadratic', quadratic: 3, linear: -2, constant: 0.33 }]];
    const model = additiveModel({
      classes: ['rival', 'own'],
      features: [{ name: 'x', lower: 0, upper: 2 }],
      shapes,
    });
    const problem = weigh(reduce(model), [2]);
    const worst = counterfactual(problem, ['x'], { movement: 'worst' });
    expect(worst).toEqual({ instance: { x: 1 / 3 }, class: 'rival', changed: [0], doubtful: false });
    const least = counterfactual(problem, ['x']);
    expect(least?.instance.x).toBeGreaterThan(1 / 3);
    expect(least?.instance.x).toBeLessThan(0.4);
  });

  it('does not exist where a number would have to go beyond the largest double', () => {
    const model = additiveModel({
      classes: ['rival', 'own'],
      features: [{ name: 'x' }],
      bias: [0, 1e300],
      shapes: [[flat, { kind: 'linear', weight: 1e-20 }]],
    });
    const problem = weigh(reduce(model), [0]);
    expect(Array.from(enumerate(problem, { kind: 'cxp' }), (set) => set.features)).toEqual([[0]]);
    expect(counterfactual(problem, ['x'])).toBeUndefined();
  });

  it('does not exist where a whole number would have to go beyond 2^53', () => {
    const model = additiveModel({
      classes: ['rival', 'own'],
      features: [{ name: 'x', kind: 'integer', lower: 0 }],
      shapes: [
        [
          { kind: 'steps', cuts: [2 ** 60], values: [0, 2] },
          { kind: 'steps', cuts: [2 ** 60], values: [1, 0] },
        ],
      ],
    });
    const problem = weigh(reduce(model), [5]);
    expect(problem.classIndex).toBe(1);
    expect(counterfactual(problem, ['x'])).toBeUndefined();
  });

  it('does not exist where one of several whole numbers would have to go there', () => {
    const steps = (...values: number[]): Shape => ({ kind: 'steps', cuts: [2 ** 60], values });
    const model = additiveModel({
      classes: ['rival', 'own'],
      features: ['x', 'y'].map((name) => ({ name, kind: 'integer', lower: 0 })),
      bias: [0, 2],
      shapes: [
        [steps(0, 2), steps(1, 0)],
        [
          { kind: 'linear', weight: 0 },
          { kind: 'quadratic', quadratic: 1, center: 3 },
        ],
      ],
    });
    const problem = weigh(reduce(model, { neverWins: 'allow' }), [5, 5]);
    expect(problem.classIndex).toBe(1);
    expect(counterfactual(problem, ['x', 'y'])).toBeUndefined();
  });

  it('moves a number without bounds beyond 2^53, but not a whole number', () => {
    const far = (kind: 'real' | 'integer') => {
      const spec = {
        classes: ['rival', 'own'],
        features: [{ name: 'x', kind }],
        weights: [1],
        intercept: 1e17,
      };
      return counterfactual(weigh(reduce(linearModel(spec)), [0]), ['x'], { movement: 'nearest' })?.instance
        .x;
    };
    expect(far('real')).toBe(-1e17);
    expect(far('integer')).toBeUndefined();
  });

  it('moves a number without bounds as far as the largest one there is', () => {
    const far = (kind: 'real' | 'integer', weight: number, intercept: number) => {
      const spec = {
        classes: ['rival', 'own'],
        features: [{ name: 'x', kind }],
        weights: [weight],
        intercept,
      };
      return counterfactual(weigh(reduce(linearModel(spec)), [0]), ['x'], { movement: 'nearest' })?.instance
        .x;
    };
    expect(far('integer', 1, 6e15)).toBe(-6e15);
    expect(far('integer', -1, 6e15)).toBe(6e15);
    expect(far('integer', 1, Number.MAX_SAFE_INTEGER)).toBe(-Number.MAX_SAFE_INTEGER);
    expect(far('integer', 1, 2 ** 53)).toBeUndefined();
    expect(far('real', 2 ** -1000, 2 ** 23.5)).toBe(-(2 ** 1000) * 2 ** 23.5);
    expect(far('real', 2 ** -1000, 2 ** 24)).toBeUndefined();
  });

  it('moves a whole number towards a vertex beyond 2^53, and any other to that vertex', () => {
    // own − rival is smallest at 2^60; of whole numbers only those below 2^53 count.
    const problemOf = (kind: 'real' | 'integer', constant: number) => {
      const own: Shape = { kind: 'quadratic', quadratic: 1e-18, center: 2 ** 60 };
      const shapes: Shape[][] = [[{ kind: 'quadratic', quadratic: 0, constant }, own]];
      const spec = { classes: ['rival', 'own'], features: [{ name: 'x', kind }], shapes };
      return weigh(reduce(additiveModel(spec), { neverWins: 'allow' }), [0]);
    };
    const start = 1e-18 * 2 ** 120;
    const near = counterfactual(problemOf('integer', start - 2.3e6), ['x'])?.instance.x as number;
    expect(Number.isSafeInteger(near)).toBe(true);
    expect(near).toBeGreaterThan(9e5);
    expect(near).toBeLessThan(1.1e6);
    expect(counterfactual(problemOf('integer', 0), ['x'])).toBeUndefined();
    expect(counterfactual(problemOf('real', 0), ['x'], { movement: 'worst' })?.instance).toEqual({
      x: 2 ** 60,
    });
  });

  it('moves only one of several numbers that can go on for ever', () => {
    const model = linearModel({
      classes: ['rival', 'own'],
      features: [{ name: 'x' }, { name: 'y' }],
      weights: [1, 1],
      intercept: 8,
    });
    const worst = counterfactual(weigh(reduce(model), [2, 3]), ['x', 'y'], { movement: 'worst' });
    const moved = { instance: { x: -11, y: 3 }, class: 'rival', changed: [0], doubtful: false };
    expect(worst).toEqual(moved);
    expect(counterfactual(weigh(reduce(model), [2, 3]), ['x', 'y'])).toEqual(moved);
  });

  it('leaves alone what loses nothing, even if asked to move it', () => {
    const model = linearModel({
      classes: ['rival', 'own'],
      features: ['x', 'y'].map((name) => ({ name, values: ['a', 'b'] })),
      weights: matrix([-1, 1], [0.5, 0.5]),
    });
    expect(counterfactual(weigh(reduce(model, { neverWins: 'allow' }), ['b', 'b']), ['x', 'y'])).toEqual({
      instance: { x: 'a', y: 'b' },
      class: 'rival',
      changed: [0],
      doubtful: false,
    });
  });

  it('moves a number to the nearer side, though it could go on for ever on the other', () => {
    // own − rival = 9 − (x − 1)²: the class changes below −2 and above 4.
    const model = additiveModel({
      classes: ['rival', 'own'],
      features: [{ name: 'x', kind: 'integer', lower: -5 }],
      shapes: [
        [
          { kind: 'quadratic', quadratic: 1, center: 1 },
          { kind: 'quadratic', quadratic: 0, constant: 9.5 },
        ],
      ],
    });
    expect(counterfactual(weigh(reduce(model), [-1]), ['x'])?.instance).toEqual({ x: -3 });
    expect(counterfactual(weigh(reduce(model), [2]), ['x'])?.instance).toEqual({ x: 5 });
  });

  it('moves a number to the nearest bin that does it, not to the worst', () => {
    const model = additiveModel({
      classes: ['rival', 'own'],
      features: [{ name: 'x', lower: 0, upper: 100 }],
      shapes: [
        [
          { kind: 'steps', cuts: [10, 20, 30, 40], values: [9, 0, 5, 0, 6] },
          { kind: 'steps', cuts: [10, 20, 30, 40], values: [1, 1, 1, 1, 1] },
        ],
      ],
    });
    const problem = weigh(reduce(model), [32]);
    expect(counterfactual(problem, ['x'], { movement: 'worst' })?.instance.x).toBe(9);
    expect(counterfactual(problem, ['x'], { movement: 'nearest' })?.instance.x).toBe(below(30));
    expect(counterfactual(problem, ['x'])?.instance.x).toBe(29.9);
  });
});
