import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorOfSum } from '../../src/exact/filter.ts';
import { additiveModel } from '../../src/model/additive.ts';
import { linearModel } from '../../src/model/linear.ts';
import type { Shape } from '../../src/model/types.ts';
import { predict } from '../../src/query/predict.ts';
import { decide, winnerOf } from '../../src/weigh/decide.ts';
import { floatScores, isAhead, toOptions } from '../../src/weigh/float-scores.ts';
import { floatScoresAlong } from '../../src/weigh/scores-along.ts';
import { anyCase, neighbours } from '../arbitraries.ts';
import { reduce } from '../engine.ts';
import { matrix } from '../matrix.ts';
import { atLeast, until } from '../property.ts';

const classes = ['a', 'b'];
const zero: Shape = { kind: 'linear', weight: 0 };

/** Class a has the parabola, class b a constant of the same feature. */
function parabolaAgainst(parabola: { quadratic: number; center?: number }, constant: number) {
  const features = [{ name: 'x' }];
  const shapes: Shape[][] = [
    [
      { kind: 'quadratic', ...parabola },
      { kind: 'quadratic', quadratic: 0, constant },
    ],
  ];
  return reduce(additiveModel({ classes, features, shapes }), { neverWins: 'allow' });
}

describe('deciding the class', () => {
  it('is certain from doubles when they are far apart, and asks exact integers otherwise', () => {
    const classifier = reduce(linearModel({ classes, features: [{ name: 'x' }], weights: [0.1] }));
    const certain = (x: number): boolean => {
      const encoded = toOptions(classifier, Float64Array.of(x));
      return decide(classifier, encoded, floatScores(classifier, encoded)).certain;
    };
    expect([certain(1), certain(-1), certain(0), certain(5e-324)]).toEqual([true, true, true, false]);
  });

  it('asks no exact integers where doubles are far apart', () => {
    const rows = [1, 3, 2].map((w) => ({ weights: [w] }));
    const model = linearModel({
      classes: ['a', 'b', 'c'],
      features: [{ name: 'x', lower: -1, upper: 1 }],
      rows,
    });
    const classifier = {
      ...reduce(model, { neverWins: 'allow' }),
      pair(): never {
        throw new Error('exact integers');
      },
    };
    const winner = (x: number): number => {
      const encoded = toOptions(classifier, Float64Array.of(x));
      return decide(classifier, encoded, floatScores(classifier, encoded)).winner;
    };
    expect([winner(1), winner(-1)]).toEqual([1, 0]);
    expect(() => winner(0)).toThrow('exact integers');
  });

  it('bounds the error of a score by all its parts', () => {
    const model = additiveModel({
      classes,
      features: [{ name: 'x' }, { name: 'y', values: ['u', 'v'] }],
      bias: [7, 5],
      threshold: 11,
      shapes: [
        [
          { kind: 'quadratic', quadratic: 3, linear: 2, constant: 13, center: -2 },
          { kind: 'quadratic', quadratic: -3, linear: -2, constant: -13, center: 4 },
        ],
        [
          { kind: 'table', values: [0, 17] },
          { kind: 'table', values: [0, -19] },
        ],
      ],
    });
    const classifier = reduce(model, { neverWins: 'allow' });
    const { scores, noise } = floatScores(classifier, toOptions(classifier, Float64Array.of(6, 1)));
    // x − center is 8 and 2; three parts a feature, and one or two biases.
    expect([...scores]).toEqual([7 + 3 * 64 + 2 * 8 + 13 + 17, 5 - 11 - 3 * 4 - 2 * 2 - 13 - 19]);
    expect(noise[0]).toBeGreaterThanOrEqual(errorOfSum(7, 7 + 192 + 16 + 13 + 17));
    expect(noise[1]).toBeGreaterThanOrEqual(errorOfSum(8, 5 + 11 + 12 + 4 + 13 + 19));
    expect(noise[0]).toBeLessThan(1e-12);
  });

  it('is right where a small square is lost in rounding a subnormal product', () => {
    // quadratic · x rounds to a subnormal and loses half a unit, which x then makes 2^25 units large.
    const x = 2 ** 26 + 0.5;
    const constant = Number.MIN_VALUE * (2 ** 52 + 2 ** 25 + 2 ** 24);
    const classifier = parabolaAgainst({ quadratic: Number.MIN_VALUE }, constant);
    expect(predict(classifier, [x])).toMatchObject({ class: 'a' });
  });

  it('is right where the square of a difference cancels', () => {
    const classifier = parabolaAgainst({ quadratic: 1, center: 0.1 }, 0.04000000000000001);
    const answer = predict(classifier, [0.3]);
    // (0.3 − 0.1)² exactly, against 0.04 and a bit.
    expect(answer.class).toBe('b');
  });

  it('is right when sums overflow in either direction', () => {
    const features = ['x', 'y', 'z'].map((name) => ({ name, values: ['0', '1'] }));
    const weights = matrix([0, 1e308], [0, 1e308], [0, -1e308]);
    const classifier = reduce(linearModel({ classes, features, weights, intercept: -9e307 }));
    const answer = predict(classifier, [1, 1, 1]);
    expect(answer).toMatchObject({ class: 'b', doubtful: true });
    expect(answer.margin).toBe(1e308 - 9e307);
  });

  it('is right when huge terms cancel and leave a small one', () => {
    const features = ['x', 'y', 'z'].map((name) => ({ name, values: ['0', '1'] }));
    const classifier = reduce(
      linearModel({ classes, features, weights: matrix([0, 1e300], [0, 1], [0, -1e300]) }),
    );
    expect(predict(classifier, [1, 1, 1])).toMatchObject({
      class: 'b',
      doubtful: true,
      exactMargin: '1',
      floatClass: 'a',
    });
  });

  it('breaks ties by the stated order among several classes', () => {
    const features = [{ name: 'x', values: ['0', '1'] }];
    const rows = [1, 1, 1].map((w) => ({ weights: [[0, w]] }));
    const three = { classes: ['a', 'b', 'c'], features, rows };
    for (const tieOrder of [
      ['c', 'a', 'b'],
      ['b', 'c', 'a'],
      ['a', 'b', 'c'],
    ]) {
      const classifier = reduce(linearModel({ ...three, tieOrder }), { neverWins: 'allow' });
      expect(predict(classifier, [1])).toMatchObject({ class: tieOrder[0], rival: tieOrder[1], tie: true });
    }
  });

  it('knows the option of a category and the bin of a number, and has none for curves', () => {
    const steps: Shape = { kind: 'steps', cuts: [1, 2], values: [0, 1, 2] };
    const classifier = reduce(
      additiveModel({
        classes,
        features: [{ name: 'x', values: ['u', 'v'] }, { name: 'y' }, { name: 'z' }],
        shapes: [
          [
            { kind: 'table', values: [0, 1] },
            { kind: 'table', values: [0, 0] },
          ],
          [steps, steps],
          [zero, { kind: 'linear', weight: 1 }],
        ],
      }),
    );
    expect([...toOptions(classifier, Float64Array.of(1, 2, 7)).options]).toEqual([1, 2, -1]);
  });
});

describe('the scores along one feature', () => {
  it('say of two classes what they say of all, and where a class is safe it wins', () => {
    let safe = 0;
    const withPoint = fc
      .oneof(anyCase(), anyCase({ classes: 4, families: ['plain doubles', 'one-digit decimals'] }))
      .chain((c) => fc.tuple(fc.constant(c), neighbours(c)));
    until(() => safe > atLeast(500)).holds(
      500,
      withPoint,
      fc.nat(),
      fc.constantFrom(1, 2),
      ([{ classifier, instance }, point], choice, factor) => {
        if (instance.length === 0) return;
        const i = choice % instance.length;
        const values = Float64Array.from(instance);
        const along = floatScoresAlong(classifier, toOptions(classifier, values), i, factor);
        for (const x of [instance[i], point[i]]) {
          const moved = toOptions(classifier, values.with(i, x));
          const winner = winnerOf(classifier, moved, floatScores(classifier, moved));
          classifier.classes.forEach((_, c) => {
            const [from, to] = along.safe(c);
            if (x > from && x < to) {
              expect(winner).toBe(c);
              safe += 1;
            }
            const k = (c + 1) % classifier.classes.length;
            expect(along.isAhead(x, c, k)).toBe(isAhead(classifier, along.at(x), c, k));
          });
        }
      },
    );
  });
});

describe('where a class is safe as one number moves', () => {
  /** Scores `intercept + weight·x + y` of each class, y being 1 and counting for none. */
  const safe = (rows: readonly (readonly [weight: number, intercept: number])[], c: number) => {
    const model = linearModel({
      classes: rows.map((_, k) => `c${k}`),
      features: [{ name: 'y' }, { name: 'x' }],
      rows: rows.map(([weight, intercept]) => ({ weights: [1, weight], intercept })),
    });
    const classifier = reduce(model, { neverWins: 'allow' });
    return floatScoresAlong(classifier, toOptions(classifier, Float64Array.of(1, 0)), 1, 1).safe(c);
  };
  const nowhere = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

  it('is as far as the first line that meets its own, less a few roundings', () => {
    // Class 0 is overtaken by class 1 from 6 on and by class 2 from 10 on, by class 3 below −3 and by class 4 below −8.
    const rows = [
      [0, 30],
      [5, 0],
      [3, 0],
      [-2, 24],
      [-3, 6],
    ] as const;
    for (const order of [rows, [rows[0], ...rows.slice(1).toReversed()]]) {
      const [from, to] = safe(order, 0);
      expect(to).toBeLessThan(6);
      expect(to).toBeGreaterThan(6 - 3e-13);
      expect(from).toBeGreaterThan(-3);
      expect(from).toBeLessThan(-3 + 3e-13);
    }
    const [from, to] = safe(rows, 1);
    expect(from).toBeGreaterThan(6);
    expect(from).toBeLessThan(6 + 3e-13);
    expect(to).toBe(Number.POSITIVE_INFINITY);
  });

  it('leaves out as much as the scores beside it may be off by', () => {
    // The bounds on scores near 2^40 add up to 2^-8 or so; on lines as flat as these that is 2^10 times as far, twice.
    const [from, to] = safe(matrix([0, 2 ** 40 + 1], [2 ** -10, 2 ** 40]), 0);
    expect(from).toBe(Number.NEGATIVE_INFINITY);
    expect(1024 - to).toBeGreaterThan(4);
    expect(1024 - to).toBeLessThan(16);
  });

  it('is everywhere ahead of a parallel line, and nowhere behind or beside one', () => {
    const everywhere = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const parallel = (ahead: number) => safe(matrix([2, 1 + ahead], [2, 1]), 0);
    expect(parallel(1)).toEqual(everywhere);
    expect(parallel(-1)).toEqual(nowhere);
    expect(parallel(0)).toEqual(nowhere);
    expect(parallel(2 ** -52)).toEqual(nowhere);
    expect(parallel(2 ** -40)).toEqual(everywhere);
  });

  it('is nowhere, as far as is known, where slopes are extraordinary', () => {
    const steep = (weight: number) => safe(matrix([0, 1], [weight, 0]), 0);
    for (const weight of [2 ** -501, -(2 ** -501), 2 ** 501, 2 ** -500, 2 ** 500])
      expect(steep(weight)).toEqual(nowhere);
    for (const weight of [2 ** -499, 2 ** 499]) {
      const [from, to] = steep(weight);
      expect(from).toBe(Number.NEGATIVE_INFINITY);
      expect(to * weight).toBeCloseTo(1, 12);
    }
  });
});
