import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dyadic } from '../../src/exact/dyadic.ts';
import {
  align,
  divide,
  floorDivide,
  gcd,
  minus,
  type Ratio,
  toDouble,
  toFraction,
  whole,
} from '../../src/exact/ratio.ts';
import { matrix } from '../matrix.ts';
import { nearestDouble } from '../oracle/doubles.ts';
import {
  exactly,
  minus as exactMinus,
  type Fraction,
  floor,
  over,
  plus,
  show,
  times,
} from '../oracle/fraction.ts';
import { holds, law } from '../property.ts';

const mantissa = fc.oneof(
  fc.bigInt({ min: -40n, max: 40n }),
  fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }),
  fc.bigInt({ min: -(2n ** 130n), max: 2n ** 130n }),
);
const dyadic: fc.Arbitrary<Dyadic> = fc.record({ m: mantissa, e: fc.integer({ min: -1200, max: 1000 }) });
const ratio: fc.Arbitrary<Ratio> = fc.record({
  m: mantissa,
  e: fc.oneof(fc.integer({ min: -60, max: 60 }), fc.integer({ min: -1300, max: 1100 })),
  d: fc.oneof(fc.constant(1n), fc.bigInt({ min: 0n, max: 2n ** 80n })).map((d) => 2n * d + 1n),
});

function exact({ m, e, d = 1n }: Dyadic & { d?: bigint }): Fraction {
  return e >= 0 ? { num: m << BigInt(e), den: d } : { num: m, den: d << BigInt(-e) };
}

const HALF_ULP = 2n ** 970n;

describe('a ratio as the nearest double', () => {
  law('is correctly rounded, ties to even, for random ratios of all sizes', 1500, ratio, (x) => {
    expect(toDouble(x) + 0).toBe(nearestDouble(exact(x)) + 0);
  });

  it('is correctly rounded near and at the middle between two doubles, subnormal ones too', () => {
    const double = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: -(2 ** -1020), max: 2 ** -1020, noNaN: true }),
    );
    const off = fc.constantFrom(0n, 1n, -1n);
    holds(1500, double, off, fc.integer({ min: 1, max: 120 }), (x, sign, far) => {
      // The middle between x and its upper neighbour lies half a unit in the last place above x.
      const { num, den } = exactly(x);
      const unit = x === 0 || Math.abs(x) < 2 ** -1021 ? -1074 : Math.max(-1074, exponentOf(x) - 52);
      const middle = plus({ num, den }, exact({ m: 1n, e: unit - 1 }));
      const tilted = plus(middle, exact({ m: sign, e: unit - 1 - far }));
      expect(toDouble(toRatio(tilted)) + 0).toBe(nearestDouble(tilted) + 0);
    });
  });

  it('overflows to infinity exactly from half a unit beyond the largest double on', () => {
    const largest = BigInt(Number.MAX_VALUE);
    expect(toDouble({ m: largest, e: 0, d: 1n })).toBe(Number.MAX_VALUE);
    expect(toDouble({ m: largest + HALF_ULP - 1n, e: 0, d: 1n })).toBe(Number.MAX_VALUE);
    expect(toDouble({ m: largest + HALF_ULP, e: 0, d: 1n })).toBe(Number.POSITIVE_INFINITY);
    expect(toDouble({ m: -largest - HALF_ULP, e: 0, d: 1n })).toBe(Number.NEGATIVE_INFINITY);
    expect(toDouble({ m: 1n, e: 5000, d: 3n })).toBe(Number.POSITIVE_INFINITY);
  });

  it('underflows to zero exactly up to half the smallest subnormal', () => {
    expect(toDouble({ m: 1n, e: -1075, d: 1n })).toBe(0);
    expect(toDouble({ m: 2n ** 60n + 1n, e: -1135, d: 1n })).toBe(Number.MIN_VALUE);
    expect(toDouble({ m: 3n, e: -1075, d: 1n })).toBe(2 * Number.MIN_VALUE);
    expect(toDouble({ m: -1n, e: -5000, d: 7n })).toBe(-0);
    expect(toDouble({ m: 0n, e: -3, d: 5n })).toBe(0);
  });

  law('gives every double back', 500, fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
    expect(toDouble(toRatio(exactly(x)))).toBe(x + 0);
  });
});

describe('ratios', () => {
  law('divide with an odd positive denominator and without rounding', 300, dyadic, dyadic, (a, b) => {
    fc.pre(b.m !== 0n);
    const quotient = divide(a, b);
    expect(quotient.d > 0n && quotient.d % 2n === 1n).toBe(true);
    expect(show(exact(quotient))).toBe(show(over(exact(a), exact(b))));
  });

  it('have no factor of two in the denominator, however many the divisor has', () => {
    for (const twos of [0, 1, 31, 32, 33, 63, 64, 96, 200]) {
      const power = BigInt(twos);
      expect(divide({ m: 5n, e: 7 }, { m: 3n << power, e: 2 })).toEqual({ m: 5n, e: 5 - twos, d: 3n });
      expect(divide({ m: 5n, e: 7 }, { m: -3n << power, e: 2 })).toEqual({ m: -5n, e: 5 - twos, d: 3n });
    }
  });

  it('are brought to the largest common unit: the least common denominator, the least exponent', () => {
    const third: Ratio = { m: 1n, e: 2, d: 3n };
    expect(align([third, { m: 1n, e: -1, d: 9n }, { m: 2n, e: 0, d: 15n }])).toEqual({
      integers: [120n, 5n, 12n],
      exponent: -1,
      denominator: 45n,
    });
    expect(align([third, third])).toEqual({ integers: [1n, 1n], exponent: 2, denominator: 3n });
    expect(align([third, { m: 0n, e: -9, d: 7n }])).toEqual({
      integers: [1n, 0n],
      exponent: 2,
      denominator: 3n,
    });
    expect(align([third, { m: 0n, e: 9, d: 7n }])).toEqual({
      integers: [1n, 0n],
      exponent: 2,
      denominator: 3n,
    });
  });

  law('subtract without rounding', 200, ratio, ratio, (a, b) => {
    expect(show(exact(minus(a, b)))).toBe(show(exactMinus(exact(a), exact(b))));
  });

  it('are brought to one positive unit of which all are whole multiples', () => {
    holds(200, fc.array(ratio, { maxLength: 5 }), (list) => {
      const { integers, exponent, denominator } = align(list);
      expect(denominator > 0n).toBe(true);
      integers.forEach((m, x) => {
        expect(show(exact({ m, e: exponent, d: denominator }))).toBe(show(exact(list[x])));
      });
    });
  });

  it('align nothing, and nothing but zeros, to a unit of 1', () => {
    expect(align([])).toEqual({ integers: [], exponent: 0, denominator: 1n });
    expect(align([{ m: 0n, e: -9, d: 7n }])).toEqual({ integers: [0n], exponent: 0, denominator: 1n });
  });

  it('are written in lowest terms', () => {
    expect(toFraction(whole({ m: 6n, e: -2 }))).toBe('3/2');
    expect(toFraction({ m: -6n, e: 1, d: 9n })).toBe('-4/3');
    expect(toFraction({ m: 6n, e: -1, d: 3n })).toBe('1');
    expect(toFraction({ m: 0n, e: -7, d: 3n })).toBe('0');
    holds(200, ratio, (x) => {
      expect(toFraction(x)).toBe(show(exact(x)));
    });
  });

  it('have greatest common divisors and floors as integers do', () => {
    expect(gcd(12n, 18n)).toBe(6n);
    expect(gcd(0n, 5n)).toBe(5n);
    expect(gcd(5n, 0n)).toBe(5n);
    expect(gcd(0n, 0n)).toBe(0n);
    for (const [a, b] of matrix([-12n, 18n], [12n, -18n], [-12n, -18n], [-18n, 12n]))
      expect(gcd(a, b)).toBe(6n);
    expect(gcd(-5n, 0n)).toBe(5n);
    holds(200, mantissa, fc.bigInt({ min: 1n, max: 50n }), (a, b) => {
      expect(floorDivide(a, b)).toBe(floor({ num: a, den: b }).num);
      expect(show(times({ num: floorDivide(a * b, b), den: 1n }, { num: 1n, den: 1n }))).toBe(String(a));
    });
  });
});

function exponentOf(x: number): number {
  let e = 0;
  let y = Math.abs(x);
  while (y >= 2) {
    y /= 2;
    e += 1;
  }
  while (y < 1) {
    y *= 2;
    e -= 1;
  }
  return e;
}

/** A fraction with a power of two as denominator. */
function toRatio({ num, den }: Fraction): Ratio {
  return { m: num, e: -(den.toString(2).length - 1), d: 1n };
}
