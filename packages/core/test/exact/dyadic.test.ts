import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  at,
  bitLength,
  compare,
  type Dyadic,
  fromDouble,
  multiply,
  negate,
  subtract,
  ZERO,
} from '../../src/exact/dyadic.ts';
import { anyWeight } from '../arbitraries.ts';
import { exactly, type Fraction, minus, order, plus, show, times } from '../oracle/fraction.ts';
import { holds } from '../property.ts';

const anyDouble = fc.oneof(anyWeight, fc.double({ noNaN: true, noDefaultInfinity: true }));

function toFraction({ m, e }: Dyadic): Fraction {
  return e >= 0 ? { num: m << BigInt(e), den: 1n } : { num: m, den: 1n << BigInt(-e) };
}

const shown = (a: Dyadic): string => show(toFraction(a));

describe('doubles as integers times powers of two', () => {
  it('are exactly the doubles, from the largest to the smallest subnormal', () => {
    const hard = [
      0,
      -0,
      1,
      -1,
      0.1,
      2 ** 53,
      2 ** 53 + 2,
      Number.MAX_VALUE,
      Number.MIN_VALUE,
      -(2 ** -1022),
      2 ** -1022 - 2 ** -1074,
    ];
    for (const x of hard) expect(shown(fromDouble(x))).toBe(show(exactly(x)));
    holds(500, anyDouble, (x) => {
      expect(shown(fromDouble(x))).toBe(show(exactly(x)));
    });
  });

  it('keep safe integers as they are', () => {
    expect(fromDouble(12)).toEqual({ m: 12n, e: 0 });
    expect(fromDouble(-0)).toEqual({ m: 0n, e: 0 });
    expect(fromDouble(Number.MIN_VALUE)).toEqual({ m: 1n, e: -1074 });
    expect(fromDouble(-1.5)).toEqual({ m: -(3n << 51n), e: -52 });
  });

  it('add, subtract, multiply and compare without rounding', () => {
    holds(500, anyDouble, anyDouble, anyDouble, (x, y, z) => {
      const [a, b, c] = [x, y, z].map(fromDouble);
      const [p, q, r] = [x, y, z].map(exactly);
      expect(shown(add(add(a, b), c))).toBe(show(plus(plus(p, q), r)));
      expect(shown(subtract(multiply(a, b), c))).toBe(show(minus(times(p, q), r)));
      expect(shown(negate(a))).toBe(show(minus(exactly(0), p)));
      expect(compare(add(a, b), c)).toBe(order(plus(p, q), r));
      expect(compare(a, a)).toBe(0);
    });
  });

  it('have a zero that adds nothing and multiplies to zero', () => {
    const x = fromDouble(0.1);
    expect(add(ZERO, x)).toBe(x);
    expect(add(x, ZERO)).toBe(x);
    expect(multiply(x, ZERO)).toEqual(ZERO);
    expect(multiply(fromDouble(0), x)).toEqual(ZERO);
  });

  it('can be counted in any smaller power of two', () => {
    expect(at({ m: 3n, e: 4 }, 4)).toBe(3n);
    expect(at({ m: 3n, e: 4 }, 1)).toBe(24n);
    expect(at({ m: -3n, e: -2 }, -10)).toBe(-768n);
    expect(at({ m: 0n, e: -5 }, 100)).toBe(0n);
  });
});

describe('the bit length', () => {
  it('is that of the binary numeral, whatever the sign', () => {
    expect(bitLength(0n)).toBe(0);
    holds(300, fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }), (m) => {
      fc.pre(m !== 0n);
      expect(bitLength(m)).toBe((m < 0n ? -m : m).toString(2).length);
    });
    for (let k = 0; k < 70; k++) {
      expect(bitLength(2n ** BigInt(k))).toBe(k + 1);
      expect(bitLength(2n ** BigInt(k) - 1n)).toBe(k);
    }
  });
});
