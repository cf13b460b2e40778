import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { above, atPlace, below, halfWay, placeOf } from '../../src/exact/neighbour.ts';
import { anyWeight } from '../arbitraries.ts';
import { towards } from '../oracle/doubles.ts';
import { holds, law } from '../property.ts';

const anyDouble = fc.oneof(anyWeight, fc.double({ noNaN: true, noDefaultInfinity: true })).map((x) => x + 0);
const { MAX_VALUE, MIN_VALUE, NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;

describe('the doubles next to a double', () => {
  law('are the next ones up and down, with nothing between', 500, anyDouble, (x) => {
    expect(above(x) + 0).toBe(towards(x, POSITIVE_INFINITY) + 0);
    expect(below(x) + 0).toBe(towards(x, NEGATIVE_INFINITY) + 0);
    expect(above(below(x)) + 0).toBe(x);
  });

  it('reach from one infinity to the other, through zero', () => {
    expect(above(MAX_VALUE)).toBe(POSITIVE_INFINITY);
    expect(below(-MAX_VALUE)).toBe(NEGATIVE_INFINITY);
    expect(below(POSITIVE_INFINITY)).toBe(MAX_VALUE);
    expect(above(NEGATIVE_INFINITY)).toBe(-MAX_VALUE);
    expect(above(0)).toBe(MIN_VALUE);
    expect(below(0)).toBe(-MIN_VALUE);
    expect(below(-0)).toBe(-MIN_VALUE);
    expect(above(-MIN_VALUE)).toBe(0);
    expect(below(1)).toBe(1 - 2 ** -53);
    expect(above(1)).toBe(1 + 2 ** -52);
  });
});

describe('the rank of a double', () => {
  it('counts doubles in their order: neighbours have consecutive ranks', () => {
    holds(500, anyDouble, anyDouble, (x, y) => {
      fc.pre(Math.abs(x) < MAX_VALUE);
      expect(placeOf(above(x)) - placeOf(x)).toBe(1n);
      expect(placeOf(x) - placeOf(below(x))).toBe(1n);
      expect(Math.sign(Number(placeOf(x) - placeOf(y)))).toBe(Math.sign(x < y ? -1 : x > y ? 1 : 0));
    });
  });

  it('is zero for both zeros, opposite for opposite numbers, and leads back', () => {
    expect(placeOf(0)).toBe(0n);
    expect(placeOf(-0)).toBe(0n);
    holds(300, anyDouble, (x) => {
      expect(atPlace(placeOf(x)) + 0).toBe(x);
      expect(placeOf(-x)).toBe(-placeOf(x));
    });
  });
});

describe('half way between two doubles', () => {
  it('is the middle position, of two that nearer to 0', () => {
    const any = fc.double({ noNaN: true });
    holds(1000, any, any, (a, b) => {
      expect(halfWay(a, b)).toBe(atPlace((placeOf(a) + placeOf(b)) / 2n));
    });
    expect(halfWay(0, 5e-324)).toBe(0);
    expect(halfWay(-5e-324, -0)).toBe(0);
    expect(halfWay(-5e-324, 5e-324)).toBe(0);
    expect(halfWay(1, 1 + 2 ** -51)).toBe(1 + 2 ** -52);
    expect(halfWay(2 ** -1042, 2 ** -1042)).toBe(2 ** -1042);
  });
});
