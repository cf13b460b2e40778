// The oracle itself, on cases small enough to see the answer.

import { describe, expect, it } from 'vitest';
import type { Feature, Shape } from '../../src/model/types.ts';
import { matrix } from '../matrix.ts';
import { nearestDouble, towards } from './doubles.ts';
import { exactly, floor, minus, order, over, plus, read, show, times } from './fraction.ts';
import { type Additive, beatsEverywhere, lowestGap, Oracle, subsets } from './oracle.ts';

const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;
const flat: Shape = { kind: 'linear', weight: 0 };
const yesNo = (name: string): Feature => ({ kind: 'categorical', name, values: ['off', 'on'] });

/** Two classes, the first at 0; of the second a bias and a shape per feature. Ties go to the first. */
function against(bias: number, parts: [Feature, Shape][]): Additive {
  const zero = (shape: Shape): Shape =>
    shape.kind === 'table' || shape.kind === 'steps' ? { ...shape, values: shape.values.map(() => 0) } : flat;
  return {
    tieRank: [0, 1],
    bias: [[], [bias]],
    features: parts.map(([f]) => f),
    shapes: parts.map(([, s]) => [zero(s), s]),
  };
}

const table = (...values: number[]): Shape => ({ kind: 'table', values });
const real = (lower: number, upper: number): Feature => ({ kind: 'real', name: 'x', lower, upper });

describe('fractions', () => {
  it('are exact', () => {
    expect(show(exactly(0.1))).toBe('3602879701896397/36028797018963968');
    expect(show(plus(exactly(0.1), exactly(0.2)))).toBe('10808639105689191/36028797018963968');
    expect(show(minus(exactly(1), over(exactly(1), exactly(3))))).toBe('2/3');
    expect(show(times(exactly(-1.5), exactly(4)))).toBe('-6');
    expect(show(over(exactly(1), exactly(-4)))).toBe('-1/4');
    expect(order(read('1/3'), read('3333/10000'))).toBe(1);
    expect(['-7/2', '7/2', '-4', '0'].map((text) => show(floor(read(text))))).toEqual(['-4', '3', '-4', '0']);
    expect(exactly(Number.MIN_VALUE)).toEqual({ num: 1n, den: 2n ** 1074n });
  });

  it('have nearest doubles', () => {
    expect(nearestDouble(read('1/3'))).toBe(1 / 3);
    expect(nearestDouble(read('-1/10'))).toBe(-0.1);
    expect(nearestDouble({ num: 2n ** 53n + 1n, den: 1n })).toBe(2 ** 53);
    expect(nearestDouble({ num: 2n ** 53n + 3n, den: 1n })).toBe(2 ** 53 + 4);
    expect(nearestDouble({ num: 1n, den: 2n ** 1075n })).toBe(0);
    expect(nearestDouble({ num: 3n, den: 2n ** 1075n })).toBe(1e-323);
    expect(nearestDouble({ num: 2n ** 1024n, den: 1n })).toBe(POSITIVE_INFINITY);
    expect([towards(1, 2), towards(1, 0), towards(0, -1), towards(-1, 0), towards(2, 2)]).toEqual([
      1 + 2 ** -52,
      1 - 2 ** -53,
      -5e-324,
      -(1 - 2 ** -53),
      2,
    ]);
  });
});

describe('the oracle', () => {
  it('knows two of three', () => {
    const oracle = new Oracle(
      against(
        -3,
        ['a', 'b', 'c'].map((name) => [yesNo(name), table(0, 2)]),
      ),
      [1, 1, 1],
    );
    const pairs = matrix([0, 1], [0, 2], [1, 2]);
    expect(oracle.class).toBe(1);
    expect(oracle.axps()).toEqual(pairs);
    expect(oracle.cxps()).toEqual(pairs);
    expect([oracle.necessary(), oracle.relevant()]).toEqual([[], [0, 1, 2]]);
    expect(show(oracle.margin(0))).toBe('3');
  });

  it('gives ties to the class of least rank', () => {
    const tied = against(-2, [[yesNo('a'), table(0, 2)]]);
    expect(new Oracle(tied, [1]).class).toBe(0);
    expect(new Oracle({ ...tied, tieRank: [1, 0] }, [1]).class).toBe(1);
  });

  it('finds the lowest point of every shape', () => {
    const lowest = (shape: Shape, feature: Feature): string | undefined => {
      const low = lowestGap(against(0, [[feature, shape]]), 0, 1, 0);
      return low && show(low);
    };
    expect(lowest({ kind: 'linear', weight: 2 }, real(-1, 5))).toBe('-2');
    expect(lowest({ kind: 'linear', weight: 2 }, real(NEGATIVE_INFINITY, 5))).toBeUndefined();
    expect(lowest({ kind: 'linear', weight: -2 }, real(NEGATIVE_INFINITY, 5))).toBe('-10');
    expect(
      lowest({ kind: 'quadratic', quadratic: 3, linear: -2 }, real(NEGATIVE_INFINITY, POSITIVE_INFINITY)),
    ).toBe('-1/3');
    expect(
      lowest(
        { kind: 'quadratic', quadratic: 3, linear: -2 },
        { kind: 'integer', name: 'x', lower: -9, upper: 9 },
      ),
    ).toBe('0');
    expect(lowest({ kind: 'quadratic', quadratic: -1 }, real(-2, 1))).toBe('-4');
    expect(lowest({ kind: 'quadratic', quadratic: -1 }, real(0, POSITIVE_INFINITY))).toBeUndefined();
    const steps: Shape = { kind: 'steps', cuts: [0, 1, 2], values: [-9, 5, 3, -9], closed: 'left' };
    expect(lowest(steps, real(0, 1.5))).toBe('3');
    expect(lowest(steps, real(0, 0.5))).toBe('5');
    expect(lowest(steps, real(0, 2))).toBe('-9');
    expect(lowest({ ...steps, closed: 'right' }, real(1, 2))).toBe('3');
    expect(lowest(table(4, 2, 3), { kind: 'categorical', name: 'x', values: ['a', 'b', 'c'] })).toBe('2');
  });

  it('knows who wins everywhere', () => {
    const ahead = against(1, [[real(0, 5), { kind: 'linear', weight: 1 }]]);
    expect([beatsEverywhere(ahead, 1, 0), beatsEverywhere(ahead, 0, 1)]).toEqual([true, false]);
    const level = against(0, [[real(0, 5), { kind: 'linear', weight: 1 }]]);
    expect([beatsEverywhere(level, 1, 0), beatsEverywhere({ ...level, tieRank: [1, 0] }, 1, 0)]).toEqual([
      false,
      true,
    ]);
  });

  it('tells a class that can be reached from one that is only near', () => {
    const additive: Additive = {
      tieRank: [0, 1, 2],
      bias: [[1], [0], [-1]],
      features: [yesNo('a'), yesNo('b')],
      shapes: [
        [table(0, 0), table(0, 2), table(0, 4)],
        [table(0, 0), table(0, 0), table(0, -5)],
      ],
    };
    const oracle = new Oracle(additive, [0, 0]);
    expect(oracle.towards(1)).toEqual([[0, 1]]);
    expect(oracle.towards(2)).toEqual([[0]]);
  });

  it('lists every subset in the order of a dictionary', () => {
    expect(subsets([0, 1, 2])).toEqual([[], [0], [0, 1], [0, 1, 2], [0, 2], [1], [1, 2], [2]]);
  });
});
