import { describe, expect, it } from 'vitest';
import { additiveModel } from '../../src/model/additive.ts';
import { linearModel } from '../../src/model/linear.ts';
import type { Shape } from '../../src/model/types.ts';
import { predict } from '../../src/query/predict.ts';
import { reduce } from '../../src/reduce/reduce.ts';
import { decide, floatScores, toOptions } from '../../src/weigh/decide.ts';

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
    const classifier = reduce(linearModel({ classes, features: [{ name: 'x' }], weights: [1] }));
    const certain = (x: number): boolean => {
      const encoded = toOptions(classifier, Float64Array.of(x));
      return decide(classifier, encoded, floatScores(classifier, encoded)).certain;
    };
    expect([certain(1), certain(-1), certain(0), certain(5e-324)]).toEqual([true, true, false, false]);
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
    const weights = [
      [0, 1e308],
      [0, 1e308],
      [0, -1e308],
    ];
    const classifier = reduce(linearModel({ classes, features, weights, intercept: -9e307 }));
    const answer = predict(classifier, [1, 1, 1]);
    expect(answer).toMatchObject({ class: 'b', doubtful: true });
    expect(answer.margin).toBe(1e308 - 9e307);
  });

  it('is right when huge terms cancel and leave a small one', () => {
    const features = ['x', 'y', 'z'].map((name) => ({ name, values: ['0', '1'] }));
    const classifier = reduce(
      linearModel({
        classes,
        features,
        weights: [
          [0, 1e300],
          [0, 1],
          [0, -1e300],
        ],
      }),
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
