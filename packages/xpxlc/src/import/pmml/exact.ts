// Numbers for folding scales into weights: sums and products of doubles without rounding, quotients to 256 bits, and the
// nearest double at the end.
import { FormatError } from '@xpxlc/core';
import { type Dyadic, exactly, nearest, plus, times } from '../paper/dyadic.ts';

/** A number, exactly (a quotient: to 256 bits). */
export type Exact = Dyadic;

/** Bits that are kept when a chain of products would grow without end; far more than any double can show. */
const KEPT_BITS = 2048;
const QUOTIENT_BITS = 256;
/** Beyond every product of a few doubles. */
const MOST_EXPONENT = 20_000;

export const ZERO: Exact = { mantissa: 0n, exponent: 0 };
export const ONE: Exact = { mantissa: 1n, exponent: 0 };

/** A finite double as it is. */
export function exact(x: number): Exact {
  return Number.isSafeInteger(x) ? { mantissa: BigInt(x), exponent: 0 } : exactly(x);
}

export function sum(a: Exact, b: Exact): Exact {
  return kept(plus(a, b));
}

export function negative({ mantissa, exponent }: Exact): Exact {
  return { mantissa: -mantissa, exponent };
}

export function product(a: Exact, b: Exact): Exact {
  return a.mantissa === 0n || b.mantissa === 0n ? ZERO : kept(times(a, b));
}

/** `a / b`; `b` must not be zero. */
export function quotient(a: Exact, b: Exact): Exact {
  if (a.mantissa === 0n) return ZERO;
  const shift = Math.max(0, QUOTIENT_BITS + bits(b.mantissa) - bits(a.mantissa));
  return kept({
    mantissa: (a.mantissa << BigInt(shift)) / b.mantissa,
    exponent: a.exponent - shift - b.exponent,
  });
}

/** Sign of `a − b`. */
export function compare(a: Exact, b: Exact): number {
  const { mantissa } = plus(a, negative(b));
  return mantissa > 0n ? 1 : mantissa < 0n ? -1 : 0;
}

export function isZero(a: Exact): boolean {
  return a.mantissa === 0n;
}

/** The nearest double; infinite beyond the doubles. */
export function rounded(a: Exact): number {
  return nearest(a).value;
}

function kept(a: Exact): Exact {
  if (a.mantissa === 0n) return ZERO;
  const size = bits(a.mantissa);
  if (Math.abs(a.exponent + size) > MOST_EXPONENT)
    throw new FormatError('a number beyond all bounds', {
      code: 'not-finite',
      expected: 'coefficients whose products are doubles',
      got: `about 2^${a.exponent + size}`,
    });
  if (size <= KEPT_BITS) return a;
  const cut = size - KEPT_BITS;
  return { mantissa: a.mantissa >> BigInt(cut), exponent: a.exponent + cut };
}

function bits(m: bigint): number {
  return (m < 0n ? -m : m).toString(16).length * 4;
}
