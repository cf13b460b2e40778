import { describe, expect, it } from 'vitest';
import { additiveModel } from '../../src/model/additive.ts';
import { linearModel } from '../../src/model/linear.ts';
import type { QuadraticShape } from '../../src/model/types.ts';
import { reduce } from '../engine.ts';
import { matrix } from '../matrix.ts';

const classes = ['a', 'b'];

describe('a classifier', () => {
  const classifier = reduce(
    additiveModel({
      classes,
      tieOrder: ['b', 'a'],
      features: [{ name: 'x', values: ['u', 'v'] }, { name: 'y' }, { name: 'z', values: ['u', 'v', 'w'] }],
      bias: [1, 0.5],
      shapes: [
        [
          { kind: 'table', values: [0.25, 1] },
          { kind: 'table', values: [1, 0] },
        ],
        [
          { kind: 'linear', weight: 1 },
          { kind: 'linear', weight: -1 },
        ],
        [
          { kind: 'table', values: [3, 2, 1] },
          { kind: 'table', values: [0, 0, 0] },
        ],
      ],
    }),
  );

  it('lays the options of its choices end to end, curves taking no room', () => {
    expect([...classifier.offset]).toEqual([0, 2, 2]);
    expect(classifier.table.map((row) => [...row])).toEqual(matrix([0.25, 1, 3, 2, 1], [1, 0, 0, 0, 0]));
  });

  it('knows features by name and classes by their place in the tie order', () => {
    expect(classifier.indexOf.get('z')).toBe(2);
    expect(classifier.indexOf.get('w')).toBeUndefined();
    expect(classifier.tieRank).toEqual([1, 0]);
  });

  it('has, per pair of classes, gains and drops as whole multiples of one power of two', () => {
    const pair = classifier.pair(0, 1);
    const unit = 2 ** pair.exponent;
    expect(pair.gain.map((m) => Number(m) * unit)).toEqual([-0.75, 1, 3, 2, 1]);
    expect(pair.drop.map((m) => Number(m) * unit)).toEqual([0, 1.75, 2, 1, 0]);
    expect([...pair.approx]).toEqual([0, 1.75, 2, 1, 0]);
    expect([...pair.worst]).toEqual([0, -1, 2]);
    expect(Number(pair.bias) * unit).toBe(0.5);
    expect(Array.from(pair.curves, ([i]) => i)).toEqual([1]);
  });

  it('computes a pair once', () => {
    expect(classifier.pair(1, 0)).toBe(classifier.pair(1, 0));
    expect(classifier.pair(1, 0)).not.toBe(classifier.pair(0, 1));
  });

  it('counts in the largest unit that all its numbers are multiples of, zeros aside', () => {
    const exponent = (values: number[], intercept: number): number =>
      reduce(
        linearModel({ classes, features: [{ name: 'x', values: ['u', 'v'] }], weights: [values], intercept }),
        { neverWins: 'allow' },
      ).pair(1, 0).exponent;
    expect(exponent([0, 2 ** 60], 0)).toBe(8);
    expect(exponent([0, 0], 2 ** 60)).toBe(8);
    expect(exponent([0, 0], 0)).toBe(0);
    expect(exponent([2 ** 60, 1], 0)).toBe(0);
    expect(exponent([2 ** 60, 2 ** 60], 5e-324)).toBe(-1074);
  });

  it('takes for the worst the first of the options that are as bad, of those some instance can have', () => {
    const worst = (values: number[], cuts?: number[]): number[] => {
      const shape =
        cuts === undefined
          ? ({ kind: 'table', values } as const)
          : ({ kind: 'steps', cuts, values } as const);
      const zero = { ...shape, values: values.map(() => 0) };
      const feature =
        cuts === undefined ? { name: 'x', values: ['u', 'v', 'w'] } : { name: 'x', lower: 0, upper: 9 };
      const model = additiveModel({ classes, features: [feature], bias: [0, 0], shapes: [[shape, zero]] });
      return [...reduce(model, { neverWins: 'allow' }).pair(0, 1).worst];
    };
    expect(worst([3, 1, 2])).toEqual([1]);
    expect(worst([3, 1, 1])).toEqual([1]);
    expect(worst([1, 1, 3])).toEqual([0]);
    // Below 0 and above 9 there is nothing.
    expect(worst([1, 5, 4, 3], [-1, 0, 2])).toEqual([3]);
    expect(worst([5, 1, 4, 3], [-1, 0, 2])).toEqual([3]);
    expect(worst([5, 4, 3, 1], [2, 4, 10])).toEqual([2]);
  });

  it('tells lines with an ordinary slope, which fall towards a bound, from all other curves', () => {
    const bounds = { lower: -2, upper: 5 };
    const curves = (...shapes: QuadraticShape[]) => {
      const model = additiveModel({
        classes,
        features: shapes.map((_, i) => ({ name: `x${i}`, ...bounds })),
        bias: [0, 0],
        shapes: shapes.map((shape) => [
          shape,
          { kind: 'quadratic', quadratic: 0, linear: -(shape.linear ?? 0) },
        ]),
      });
      const { straight, bent } = reduce(model, { neverWins: 'allow' }).pair(0, 1);
      return { slope: [...straight.slope], anchor: [...straight.anchor], bent };
    };
    const line = (slope: number): QuadraticShape => ({ kind: 'quadratic', quadratic: 0, linear: slope / 2 });
    expect(curves(line(3), line(-3), line(2 ** -1021), line(-Number.MAX_VALUE))).toEqual({
      slope: [3, -3, 2 ** -1021, -Number.MAX_VALUE],
      anchor: [-2, 5, -2, 5],
      bent: [],
    });
    const { MAX_VALUE, MIN_VALUE } = Number;
    const smallest = curves({ kind: 'quadratic', quadratic: 0, linear: 2 ** -1023 });
    expect(smallest).toEqual({ slope: [2 ** -1022], anchor: [-2], bent: [] });
    const others: QuadraticShape[] = [
      { kind: 'quadratic', quadratic: 1 },
      { kind: 'quadratic', quadratic: 0 }, // level: no drop
      { kind: 'quadratic', quadratic: 0, linear: MIN_VALUE }, // twice that is subnormal
      { kind: 'quadratic', quadratic: 0, linear: MAX_VALUE }, // twice that is no double
    ];
    expect(curves(...others)).toEqual({ slope: [0, 0, 0, 0], anchor: [0, 0, 0, 0], bent: [0, 2, 3] });
  });

  it('has drops as correctly rounded doubles at every scale', () => {
    const drops = (values: number[]): number[] => {
      const model = linearModel({
        classes,
        features: [{ name: 'x', values: values.map(String) }],
        weights: [values],
      });
      return [...reduce(model, { neverWins: 'allow' }).pair(1, 0).approx];
    };
    expect(drops([0, 1, 0.1])).toEqual([0, 1, 0.1]);
    expect(drops([-5e-324, 5e-324])).toEqual([0, 1e-323]);
    expect(drops([-1e308, 1e308])).toEqual([0, Number.POSITIVE_INFINITY]);
    expect(drops([1e300, 1e300 + 1e285, 5e-324])).toEqual([1e300, 1e300 + 1e285, 0]);
    expect(drops([-1, 1e-20, 5e-324])).toEqual([0, 1, 1]);
    expect(drops([2 ** -1022, 2 ** -1022 + 2 ** -1074, 0])).toEqual([2 ** -1022, 2 ** -1022 + 2 ** -1074, 0]);
  });
});
