import { describe, expect, it } from 'vitest';
import { additiveModel } from '../../src/model/additive.ts';
import { linearModel } from '../../src/model/linear.ts';
import type { Shape } from '../../src/model/types.ts';
import { counterfactual } from '../../src/query/counterfactual.ts';
import { predict } from '../../src/query/predict.ts';
import type { Reduced } from '../../src/reduce/classifier.ts';
import { reduce, weigh } from '../engine.ts';
import { linear, sequence } from '../problems.ts';

/** Every instance of one whole number from −9 to 9 is moved to the nearest one with another class, by trying them all. */
function expectNearest(classifier: Reduced): void {
  const values = Array.from({ length: 19 }, (_, i) => i - 9);
  const classOf = values.map((x) => predict(classifier, [x]).class);
  values.forEach((home, h) => {
    const others = values.filter((_, i) => classOf[i] !== classOf[h]);
    const answer = counterfactual(weigh(classifier, [home]), ['x'], { movement: 'nearest' });
    if (others.length === 0) {
      expect(answer).toBeUndefined();
      return;
    }
    const distance = Math.min(...others.map((x) => Math.abs(x - home)));
    expect(Math.abs((answer?.instance.x as number) - home)).toBe(distance);
    expect(answer?.class).toBe(classOf[values.indexOf(answer?.instance.x as number)]);
    expect(answer?.class).not.toBe(classOf[h]);
  });
}

const features = [{ name: 'x', kind: 'integer' as const, lower: -9, upper: 9 }];

describe('a number moved no farther than needed', () => {
  it('is the nearest one with another class, along curves of several classes', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const numbers = sequence(seed, 16, 1000);
      const shapes = Array.from({ length: 2 + (seed % 3) }, (_, k): Shape => {
        const [a, b, c, d] = numbers.slice(4 * k);
        return {
          kind: 'quadratic',
          quadratic: ((a % 9) - 4) / 4,
          center: ((b % 37) - 18) / 2,
          linear: (c % 7) - 3,
          constant: (d % 61) - 30,
        };
      });
      const classes = shapes.map((_, k) => `c${k}`);
      expectNearest(reduce(additiveModel({ classes, features, shapes: [shapes] }), { neverWins: 'allow' }));
    }
  });

  it('is the nearest one with another class, among bins of several classes', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const cuts = [-6, -3, -1, 2, 5];
      const numbers = sequence(100 + seed, 24, 9);
      const shapes = Array.from({ length: 2 + (seed % 3) }, (_, k): Shape => {
        const values = numbers.slice(6 * k, 6 * k + 6);
        return { kind: 'steps', cuts, values, closed: seed % 2 === 0 ? 'left' : 'right' };
      });
      const classes = shapes.map((_, k) => `c${k}`);
      expectNearest(reduce(additiveModel({ classes, features, shapes: [shapes] }), { neverWins: 'allow' }));
    }
  });

  it('stops at the double where the other class takes over, within the domain', () => {
    // own − rival = 9 − (x − 1)² from −1.5 on: the class changes above 4 only.
    const flat: Shape = { kind: 'quadratic', quadratic: 0, constant: 9 };
    const shapes: Shape[][] = [[{ kind: 'quadratic', quadratic: 1, center: 1 }, flat]];
    const classifier = reduce(
      additiveModel({ classes: ['rival', 'own'], features: [{ name: 'x', lower: -1.5, upper: 50 }], shapes }),
    );
    for (const home of [-1.5, -1, 0, 1, 3.75])
      expect(counterfactual(weigh(classifier, [home]), ['x'], { movement: 'nearest' })?.instance).toEqual({
        x: 4,
      });
  });

  it('stops at a window around a vertex that is no double, on either side', () => {
    // The rival is ahead within 0.01 of 1/3.
    const rival: Shape = { kind: 'quadratic', quadratic: 0 };
    const vertex: Shape = { kind: 'quadratic', quadratic: 9, linear: -6, constant: 1 - 0.0009 };
    const model = additiveModel({
      classes: ['rival', 'own', 'far'],
      features: [{ name: 'x', lower: -9, upper: 9 }],
      shapes: [[rival, vertex, { kind: 'quadratic', quadratic: 9, linear: 1, constant: -100 }]],
    });
    const moved = (home: number): number =>
      counterfactual(weigh(reduce(model, { neverWins: 'allow' }), [home]), ['x'], { movement: 'nearest' })
        ?.instance.x as number;
    expect(moved(0)).toBeCloseTo(1 / 3 - 0.01, 9);
    expect(moved(1)).toBeCloseTo(1 / 3 + 0.01, 9);
  });

  it('stops at the window of another rival than the one it was moved for', () => {
    // far is ahead from 8 on, near within 1 of the centre, own elsewhere.
    const at = (center: number, home: number, domain: object = { lower: -9, upper: 9 }): unknown => {
      const shapes: Shape[][] = [
        [
          { kind: 'linear', weight: 0 },
          { kind: 'quadratic', quadratic: 0, linear: 1, constant: -8 },
          { kind: 'quadratic', quadratic: -1, center, constant: 1 },
        ],
      ];
      const model = additiveModel({
        classes: ['own', 'far', 'near'],
        tieOrder: ['far', 'near', 'own'],
        features: [{ name: 'x', ...domain }],
        shapes,
      });
      return counterfactual(weigh(reduce(model), [home]), ['x'], { movement: 'nearest' })?.instance.x;
    };
    expect(at(-3, 0)).toBe(-2);
    expect(at(3, 0)).toBe(2);
    expect(at(-3, -5)).toBe(-4);
    expect(at(-3, 5)).toBe(8);
    expect(at(-3, 0, { kind: 'integer' })).toBe(-2);
    expect(at(-3, 0, {})).toBe(-2);
    expect(at(-7, 0.5)).toBe(-6);
    expect(at(-7, 1.5)).toBe(8);
  });

  it('stops at such a window though its middle is no double', () => {
    // near is ahead of own where |3x − 1| ≤ 0.1.
    const shapes: Shape[][] = [
      [
        { kind: 'linear', weight: 0 },
        { kind: 'quadratic', quadratic: 0, linear: 1, constant: -8 },
        { kind: 'quadratic', quadratic: -9, linear: 6, constant: 0.01 - 1 },
      ],
    ];
    const model = additiveModel({
      classes: ['own', 'far', 'near'],
      features: [{ name: 'x', lower: -9, upper: 9 }],
      shapes,
    });
    const moved = (home: number) =>
      counterfactual(weigh(reduce(model), [home]), ['x'], { movement: 'nearest' })?.instance.x;
    expect(moved(0)).toBeCloseTo(0.3, 9);
    expect(moved(1)).toBeCloseTo(1.1 / 3, 9);
  });

  it('is not a whole number beyond 2^53, however near', () => {
    const cuts = [0, 2 ** 53 + 2];
    const model = additiveModel({
      classes: ['rival', 'own'],
      features: [{ name: 'x', kind: 'integer' }],
      shapes: [
        [
          { kind: 'steps', cuts, values: [5, 0, 2] },
          { kind: 'steps', cuts, values: [1, 1, 1] },
        ],
      ],
    });
    expect(
      counterfactual(weigh(reduce(model), [2 ** 53 - 10]), ['x'], { movement: 'nearest' })?.instance,
    ).toEqual({ x: -1 });
  });

  it('stays where it is if the others suffice', () => {
    const box = ['x', 'y'].map((name) => ({ name, lower: 0, upper: 1 }));
    const model = linearModel({ classes: ['no', 'yes'], features: box, weights: [1, 3], intercept: -1.5 });
    expect(counterfactual(weigh(reduce(model), [0.5, 0.75]), ['x', 'y'], { movement: 'nearest' })).toEqual({
      instance: { x: 0.5, y: 1 / 3 },
      class: 'no',
      changed: [1],
      doubtful: true,
    });
    const whole = box.map(({ name }) => ({ name, kind: 'integer' as const, lower: 0, upper: 9 }));
    const counts = linearModel({ classes: ['no', 'yes'], features: whole, weights: [1, 3], intercept: -9 });
    expect(
      counterfactual(weigh(reduce(counts), [5, 5]), ['x', 'y'], { movement: 'nearest' })?.instance,
    ).toEqual({ x: 5, y: 1 });
  });

  it('leaves categories where they have moved', () => {
    const model = linear(
      [
        { name: 'z', values: ['a', 'b', 'c'] },
        { name: 'x', lower: 0, upper: 4 },
      ],
      [[0, 1, 3], 1],
      -3.5,
    );
    // Both move to their worst; then x comes back as far as it can, z does not.
    expect(
      counterfactual(weigh(reduce(model), ['c', 4]), ['z', 'x'], { movement: 'nearest' })?.instance,
    ).toEqual({ z: 'a', x: 3.5 });
  });
});
