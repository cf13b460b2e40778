import { describe, expect, it } from 'vitest';
import { additiveModel } from '../../src/model/additive.ts';
import { linearModel } from '../../src/model/linear.ts';
import { reduce } from '../../src/reduce/reduce.ts';

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
    expect(classifier.table.map((row) => [...row])).toEqual([
      [0.25, 1, 3, 2, 1],
      [1, 0, 0, 0, 0],
    ]);
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
    expect([...pair.curves.keys()]).toEqual([1]);
  });

  it('computes a pair once', () => {
    expect(classifier.pair(1, 0)).toBe(classifier.pair(1, 0));
    expect(classifier.pair(1, 0)).not.toBe(classifier.pair(0, 1));
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
