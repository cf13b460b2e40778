import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NumericFeature, StepsShape } from '../../src/model/types.ts';
import { binOf, type Choice, pointIn, toTerm } from '../../src/reduce/term.ts';
import { matrix } from '../matrix.ts';
import { exactly } from '../oracle/fraction.ts';
import { corners, inDomain, valueAt } from '../oracle/oracle.ts';
import { holds } from '../property.ts';

const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;
const real = (lower: number, upper: number): NumericFeature => ({ kind: 'real', name: 'x', lower, upper });
const whole = (lower: number, upper: number): NumericFeature => ({
  kind: 'integer',
  name: 'x',
  lower,
  upper,
});
const anywhere = real(NEGATIVE_INFINITY, POSITIVE_INFINITY);

describe('the bin of a number', () => {
  it('begins with its cut when closed on the left and ends with it when closed on the right', () => {
    const cuts = [0, 10, 20];
    const left = [-1, 0, 5, 10, 20, 21].map((x) => binOf(x, { cuts, closed: 'left' }));
    const right = [-1, 0, 5, 10, 20, 21].map((x) => binOf(x, { cuts, closed: 'right' }));
    expect(left).toEqual([0, 1, 1, 2, 3, 3]);
    expect(right).toEqual([0, 0, 1, 1, 2, 3]);
  });

  it('is the only one when there are no cuts', () => {
    expect(binOf(5, { cuts: [], closed: 'left' })).toBe(0);
  });
});

describe('a point in a bin', () => {
  const left = { cuts: [0, 10], closed: 'left' as const };
  const right = { cuts: [0, 10], closed: 'right' as const };

  it('lies in the bin and in the domain, as near to a wish as can be', () => {
    expect(pointIn(1, left, anywhere, Number.NaN)).toBe(0);
    expect(pointIn(1, right, anywhere, Number.NaN)).toBe(Number.MIN_VALUE);
    expect(pointIn(0, left, anywhere, Number.NaN)).toBe(-Number.MIN_VALUE);
    expect(pointIn(2, left, anywhere, Number.NaN)).toBe(10);
    expect(pointIn(1, left, anywhere, 7)).toBe(7);
    expect(pointIn(1, left, anywhere, 99)).toBe(10 - 2 ** -49);
    expect(pointIn(1, right, anywhere, 99)).toBe(10);
    expect(pointIn(1, left, real(3, 50), -7)).toBe(3);
    expect(pointIn(0, { cuts: [], closed: 'left' }, anywhere, Number.NaN)).toBe(0);
    expect(pointIn(0, { cuts: [], closed: 'left' }, anywhere, 1e300)).toBe(1e300);
  });

  it('is whole for whole numbers, and excludes the open end', () => {
    expect(pointIn(1, left, whole(-5, 50), 99)).toBe(9);
    expect(pointIn(1, right, whole(-5, 50), -99)).toBe(1);
    expect(pointIn(0, left, whole(-5, 50), 99)).toBe(-1);
    expect(pointIn(2, right, whole(-5, 50), Number.NaN)).toBe(11);
    expect(pointIn(0, { cuts: [0.5], closed: 'left' }, whole(-5, 50), 99)).toBe(0);
  });

  it('does not exist in a bin outside the domain or between two whole numbers', () => {
    expect(pointIn(0, left, real(0, 5), Number.NaN)).toBeUndefined();
    expect(pointIn(0, right, real(0, 5), Number.NaN)).toBe(0);
    expect(pointIn(2, left, real(0, 5), Number.NaN)).toBeUndefined();
    expect(pointIn(1, { cuts: [0.2, 0.8], closed: 'left' }, whole(-5, 5), Number.NaN)).toBeUndefined();
    expect(pointIn(1, { cuts: [1, 2], closed: 'left' }, whole(-5, 5), Number.NaN)).toBe(1);
  });
});

describe('the term of a feature', () => {
  it('is a choice among all categories', () => {
    const feature = { kind: 'categorical' as const, name: 'x', values: ['a', 'b'] };
    const term = toTerm(feature, [
      { kind: 'table', values: [1, 2] },
      { kind: 'table', values: [3, 4] },
    ]);
    expect(term).toEqual({ kind: 'choice', values: matrix([1, 2], [3, 4]), reachable: [true, true] });
  });

  it('is a curve for lines and parabolas', () => {
    const shapes = [
      { kind: 'linear' as const, weight: 2 },
      { kind: 'quadratic' as const, quadratic: 1, center: 3 },
    ];
    expect(toTerm(anywhere, shapes)).toEqual({
      kind: 'curve',
      feature: anywhere,
      coefficients: [
        { quadratic: 0, linear: 2, constant: 0, center: 0 },
        { quadratic: 1, linear: 0, constant: 0, center: 3 },
      ],
    });
  });

  it('is a choice among the common bins of all classes', () => {
    const term = toTerm(real(0, 9), [
      { kind: 'steps', cuts: [2, 5], values: [1, 2, 3], closed: 'left' },
      { kind: 'steps', cuts: [3, 20], values: [10, 20, 30], closed: 'left' },
    ]);
    expect(term).toEqual({
      kind: 'choice',
      bins: { cuts: [2, 3, 5, 20], closed: 'left' },
      values: matrix([1, 2, 2, 3, 3], [10, 10, 20, 20, 30]),
      reachable: [true, true, true, true, false],
    });
  });

  it('has the value of every shape at every number, and knows which bins can be reached', () => {
    const mark = fc.integer({ min: -6, max: 6 }).map((k) => k / 2);
    const steps = fc.tuple(
      fc.uniqueArray(mark, { maxLength: 4 }),
      fc.array(fc.nat(9), { minLength: 5, maxLength: 5 }),
    );
    holds(
      300,
      fc.array(steps, { minLength: 2, maxLength: 3 }),
      fc.boolean(),
      mark,
      mark,
      fc.boolean(),
      (list, right, a, b, integer) => {
        const [lower, upper] = integer
          ? [Math.ceil(Math.min(a, b)), Math.floor(Math.max(a, b))]
          : [Math.min(a, b), Math.max(a, b)];
        fc.pre(lower <= upper);
        const shapes = list.map(
          ([cuts, values]): StepsShape => ({
            kind: 'steps',
            cuts: cuts.toSorted((x, y) => x - y),
            values: values.slice(0, cuts.length + 1),
            closed: right ? 'right' : 'left',
          }),
        );
        const feature = integer ? whole(lower, upper) : real(lower, upper);
        const term = toTerm(feature, shapes) as Choice;
        const seen = new Set<number>();
        for (const x of corners(feature, shapes).filter((y) => inDomain(feature, y))) {
          const bin = binOf(Number(x.num) / Number(x.den), term.bins as NonNullable<Choice['bins']>);
          seen.add(bin);
          shapes.forEach((shape, k) => {
            expect(exactly(term.values[k][bin])).toEqual(valueAt(shape, x));
          });
        }
        expect(term.reachable).toEqual(term.reachable.map((_, bin) => seen.has(bin)));
      },
    );
  });
});
