import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorOfSum, isRounded, UNIT_ROUNDOFF } from '../../src/exact/filter.ts';
import { anyWeight, weightFamilies } from '../arbitraries.ts';
import { exactly, minus, order, sum, times } from '../oracle/fraction.ts';
import { atLeast, until } from '../property.ts';

describe('the error bound of a sum', () => {
  it('is never exceeded by a sum of doubles from left to right', () => {
    const lists = fc.oneof(
      fc.array(anyWeight, { maxLength: 30 }),
      fc.array(weightFamilies['large and cancelling'], { maxLength: 30 }),
      fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 30 }),
    );
    let bounded = 0;
    until(() => bounded > atLeast(1000)).holds(1000, lists, (list) => {
      const computed = list.reduce((a, b) => a + b, 0);
      const size = list.reduce((a, b) => a + Math.abs(b), 0);
      const bound = errorOfSum(list.length, size);
      if (!Number.isFinite(computed)) {
        expect(bound).toBe(Number.POSITIVE_INFINITY);
        return;
      }
      const error = minus(exactly(computed), sum(list.map(exactly)));
      const absolute = error.num < 0n ? { num: -error.num, den: error.den } : error;
      if (!Number.isFinite(bound)) return;
      expect(order(absolute, exactly(bound))).toBeLessThanOrEqual(0);
      bounded += 1;
    });
  });

  it('is infinite after an overflow, so that nothing passes', () => {
    expect(errorOfSum(2, Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is a small multiple of the size of the terms, and positive for a sum of nothing', () => {
    expect(UNIT_ROUNDOFF).toBe(1.1102230246251565e-16);
    expect(errorOfSum(0, 0)).toBeGreaterThan(0);
    expect(errorOfSum(10, 1)).toBeGreaterThanOrEqual(14 * UNIT_ROUNDOFF);
    expect(errorOfSum(10, 1)).toBeLessThan(1e-14);
    expect(errorOfSum(1000, 1)).toBeLessThan(1e-12);
  });
});

describe('a product', () => {
  it('is said to be rounded only if it is, and always in the ordinary range', () => {
    let rounded = 0;
    until(() => rounded > atLeast(1000) / 4).holds(
      1000,
      anyWeight,
      fc.oneof(anyWeight, fc.integer({ min: -99, max: 99 })),
      (a, b) => {
        const { num, den } = times(exactly(a), exactly(b));
        const product = Number.isFinite(a * b) ? exactly(a * b) : undefined;
        const truth = product === undefined || product.num * den !== num * product.den;
        if (isRounded(a, b)) expect(truth).toBe(true);
        const ordinary = [a, b].every((x) => Math.abs(x) > 1e-100 && Math.abs(x) < 1e100);
        if (ordinary) expect(isRounded(a, b)).toBe(truth);
        if (ordinary && truth) rounded += 1;
      },
    );
  });
});
