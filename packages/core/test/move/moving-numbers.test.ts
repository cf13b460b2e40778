import { describe, expect, it } from 'vitest';
import { LimitError } from '../../src/errors.ts';
import { type Dyadic, fromDouble } from '../../src/exact/dyadic.ts';
import { additiveModel } from '../../src/model/additive.ts';
import { decodeInstance } from '../../src/model/instance.ts';
import { linearModel } from '../../src/model/linear.ts';
import type { Shape } from '../../src/model/types.ts';
import { Effort, MovingNumbers } from '../../src/move/moving-numbers.ts';
import { reachTarget } from '../../src/move/reach-target.ts';
import { counterfactual } from '../../src/query/counterfactual.ts';
import { smallest } from '../../src/query/smallest.ts';
import type { PairCurve } from '../../src/reduce/curve.ts';
import type { Weighed } from '../../src/weigh/problem.ts';
import { toTarget } from '../../src/weigh/target.ts';
import { reduce, weigh } from '../engine.ts';

const classes = ['t', 'a', 'b'];
const flat: Shape = { kind: 'quadratic', quadratic: 0 };
const bowl = (center: number, radius: number): Shape => ({
  kind: 'quadratic',
  quadratic: 1,
  center,
  constant: -(radius ** 2),
});
const whole = (name: string, lower?: number, upper?: number) => ({
  name,
  kind: 'integer' as const,
  ...(lower === undefined ? {} : { lower }),
  ...(upper === undefined ? {} : { upper }),
});

/** t wins where low ≤ Σ slopes·x ≤ high: a has low − Σ, b has Σ − high, and t wins ties. */
function strip(
  features: Parameters<typeof linearModel>[0]['features'],
  slopes: number[],
  [low, high]: readonly [number, number],
  instance: number[],
): Weighed {
  const rows = [
    { weights: slopes.map(() => 0) },
    { weights: slopes.map((slope) => -slope), intercept: low },
    { weights: slopes, intercept: -high },
  ];
  return weigh(reduce(linearModel({ classes, features, rows }), { neverWins: 'allow' }), instance);
}

describe('the effort spent on reaching a class', () => {
  it('ends after 20,000 steps', () => {
    const effort = new Effort('here');
    for (let step = 0; step < 20_000; step++) effort.step();
    expect(() => effort.step()).toThrow(LimitError);
  });
  it('ends below 1,000 halvings one inside the other', () => {
    const effort = new Effort('here');
    effort.step(1000);
    expect(() => effort.step(1001)).toThrow('at most 1000 halvings one inside the other');
  });
});

describe('whole numbers between straight lines', () => {
  it('are found exactly where there are some', () => {
    // 0.9 ≤ px + qy − c ≤ 1.1, that is px + qy = c + 1: rounding the middle of the strip rarely does.
    const features = [whole('x', -4, 6), whole('y', -7, 3)];
    const outcomes = new Set<boolean>();
    for (const p of [2, 3, 4, 5, 7]) {
      for (const q of [-6, -5, -2, 3, 8]) {
        for (const c of [-9, 0, 4]) {
          const problem = strip(features, [p, q], [c + 0.9, c + 1.1], [-4, 3]);
          if (problem.classIndex === 0) continue;
          let exists = false;
          for (let x = -4; x <= 6; x++) for (let y = -7; y <= 3; y++) exists ||= p * x + q * y === c + 1;
          const answer = counterfactual(problem, ['x', 'y'], { target: 't' });
          expect(answer !== undefined).toBe(exists);
          if (answer !== undefined) {
            const { x, y } = answer.instance as { x: number; y: number };
            expect(p * x + q * y).toBe(c + 1);
            expect([x >= -4 && x <= 6, y >= -7 && y <= 3]).toEqual([true, true]);
          }
          outcomes.add(exists);
        }
      }
    }
    expect(outcomes.size).toBe(2);
  });

  it('are not looked for without end where there are none and no bounds either', () => {
    const problem = strip([whole('x'), whole('y')], [2, -2], [0.5, 1.5], [0, 0]);
    expect(() => counterfactual(problem, ['x', 'y'], { target: 't' })).toThrow('at most 1000 halvings');
  });

  it('are not taken from beyond 2^53', () => {
    expect(
      counterfactual(strip([whole('x')], [1], [-3e17, -2e17], [0]), ['x'], { target: 't' }),
    ).toBeUndefined();
    expect(
      counterfactual(strip([whole('x')], [1], [2e17, 3e17], [0]), ['x'], { target: 't' }),
    ).toBeUndefined();
    const real = counterfactual(strip([{ name: 'x' }], [1], [2e17, 3e17], [0]), ['x'], { target: 't' });
    expect(real?.instance.x).toBeGreaterThanOrEqual(2e17);
  });

  it('count as found where a number beside them would have to be no double', () => {
    // 6x = 2 + n: with x between 0.3 and 0.4 only n = 0 does it, at x = 1/3.
    const features = [{ name: 'x', lower: 0.3, upper: 0.4 }, whole('n', -1, 1)];
    const problem = strip(features, [6, -1], [2, 2], [0.3, 1]);
    expect(smallest(problem, { kind: 'cxp', target: 't' })).toEqual([0, 1]);
    expect(counterfactual(problem, ['x', 'n'], { target: 't' })).toBeUndefined();
  });

  it('that need not change are not branched on where another number is no double', () => {
    const problem = strip([{ name: 'x', lower: -9, upper: 9 }, whole('n')], [3, 0], [1, 1], [5, 0]);
    expect(smallest(problem, { kind: 'cxp', target: 't' })).toEqual([0]);
    expect(counterfactual(problem, ['x', 'n'], { target: 't' })).toBeUndefined();
  });
});

describe('numbers on curves', () => {
  const reach = (shapes: Shape[][], features: object[], instance: number[], bias = [0, 0, 0]) => {
    const model = additiveModel({ classes, features: features as never, bias, shapes });
    const problem = weigh(reduce(model, { neverWins: 'allow' }), instance);
    const all = problem.classifier.features.map((_, i) => i);
    const found = reachTarget(problem, toTarget(problem, 0), all);
    return found instanceof Float64Array
      ? { instance: decodeInstance(problem.classifier.features, found) }
      : undefined;
  };

  it('reach the last number of the domain, if that is the only one', () => {
    const features = [{ name: 'x', lower: -100, upper: 100 }];
    expect(reach([[flat, bowl(99, 1), bowl(101, 1)]], features, [0])?.instance).toEqual({ x: 100 });
    expect(reach([[flat, bowl(-99, 1), bowl(-101, 1)]], features, [0])?.instance).toEqual({ x: -100 });
  });

  it('go to the vertex, though that is no double', () => {
    // t beats a only near 1/3.
    const a: Shape = { kind: 'quadratic', quadratic: 9, linear: -6, constant: 1 - 1e-12 };
    const features = [{ name: 'x', lower: -100, upper: 100 }];
    expect(reach([[flat, a, flat]], features, [9], [0, 0, -5])?.instance).toEqual({ x: 1 / 3 });
  });

  it('go as far as doubles do where a curve rises without end', () => {
    const t: Shape = { kind: 'quadratic', quadratic: 1, constant: -1e300 };
    const answer = reach([[t, flat, flat]], [{ name: 'x' }], [0]);
    expect(Math.abs(answer?.instance.x as number)).toBe(Number.MAX_VALUE);
  });

  it('stand beside numbers on straight lines', () => {
    // t beats a where x ≥ 1 + (y − 5)², and b where x ≤ 3.
    const line = (weight: number): Shape => ({ kind: 'linear', weight });
    const shapes: Shape[][] = [
      [line(0), line(-1), line(1)],
      [flat, { kind: 'quadratic', quadratic: 1, center: 5 }, flat],
    ];
    const features = ['x', 'y'].map((name) => ({ name, lower: -9, upper: 9 }));
    const answer = reach(shapes, features, [0, 0], [0, 1, -3]);
    const { x, y } = (answer?.instance ?? {}) as { x: number; y: number };
    expect([x >= 1 + (y - 5) ** 2, x <= 3]).toEqual([true, true]);
  });

  it('are whole where they must be', () => {
    const shapes: Shape[][] = [
      [flat, bowl(2.5, 1), flat],
      [flat, flat, bowl(-6.5, 1)],
    ];
    const answer = reach(shapes, [whole('x', -9, 9), whole('y', -9, 9)], [9, 9]);
    expect([2, 3]).toContain(answer?.instance.x);
    expect([-7, -6]).toContain(answer?.instance.y);
  });
});

describe('what numbers can reach against one class', () => {
  /** Lines of slope 1 over x from 0 to 0.25, y from 0 to 0.5, z from 0 to 0.75. */
  const moving = (strict: boolean): MovingNumbers => {
    const features = ['x', 'y', 'z'].map((name, i) => ({ name, lower: 0, upper: (i + 1) / 4 }));
    const model = linearModel({
      classes: ['a', 't'],
      tieOrder: strict ? ['a', 't'] : ['t', 'a'],
      features,
      weights: [1, 1, 1],
    });
    const classifier = reduce(model, { neverWins: 'allow' });
    const problem = weigh(classifier, [0, 0, 0]);
    const numbers = features.map((_, i) => ({
      feature: i,
      curves: [classifier.pair(1, 0).curves.get(i)?.curve as PairCurve],
    }));
    const values = Float64Array.of(0, 0, 0);
    const moving = { numbers, values, effort: new Effort('t'), wins: () => true, whether: false };
    return new MovingNumbers(problem, toTarget(problem, 1), moving);
  };
  const sum = (x: number): Dyadic => fromDouble(x);

  it('is the sum of the most of each, exactly', () => {
    for (const strict of [true, false]) {
      expect(moving(strict).canReach(0, sum(-1.5 + 2 ** -52))).toBe(true);
      expect(moving(strict).canReach(0, sum(-1.5))).toBe(!strict);
      expect(moving(strict).canReach(0, sum(-1.5 - 2 ** -52))).toBe(false);
    }
  });

  it('is less between narrower bounds', () => {
    const boxes = [
      [0, 0.125],
      [0.25, 0.375],
      [0, 0],
    ] as const;
    expect(moving(false).canReach(0, sum(-0.5), boxes)).toBe(true);
    expect(moving(false).canReach(0, sum(-0.5 - 2 ** -53), boxes)).toBe(false);
  });
});
