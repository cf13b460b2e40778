// Numbers for folding scales into weights: sums and products of doubles without rounding, quotients to 256 bits, and the
// nearest double at the end.

import { FormatError } from '@xpxlc/core';
import { add, type Dyadic, multiply, ZERO } from '@xpxlc/core/exact';
import { nearest } from '../nearest-double.ts';

/** A number, exactly (a quotient: to 256 bits). */
export type Exact = Dyadic;

/** Bits that are kept when a chain of products would grow without end; far more than any double can show. */
const KEPT_BITS = 2048;
const QUOTIENT_BITS = 256;
/** Beyond every product of a few doubles. */
const MOST_EXPONENT = 20_000;

export const ONE: Exact = { m: 1n, e: 0 };

export function sum(a: Exact, b: Exact): Exact {
  return kept(add(a, b));
}

export function product(a: Exact, b: Exact): Exact {
  return kept(multiply(a, b));
}

/** `a / b`; `b` must not be zero. */
export function quotient(a: Exact, b: Exact): Exact {
  if (a.m === 0n) return ZERO;
  const shift = Math.max(0, QUOTIENT_BITS + bits(b.m) - bits(a.m));
  return kept({ m: (a.m << BigInt(shift)) / b.m, e: a.e - shift - b.e });
}

export function isZero(a: Exact): boolean {
  return a.m === 0n;
}

/** The nearest double; infinite beyond the doubles. */
export function rounded(a: Exact): number {
  return nearest(a).value;
}

function kept(a: Exact): Exact {
  if (a.m === 0n) return ZERO;
  const size = bits(a.m);
  if (Math.abs(a.e + size) > MOST_EXPONENT)
    throw new FormatError('a number beyond all bounds', {
      code: 'not-finite',
      expected: 'coefficients whose products are doubles',
      got: `about 2^${a.e + size}`,
    });
  if (size <= KEPT_BITS) return a;
  const cut = size - KEPT_BITS;
  return { m: a.m >> BigInt(cut), e: a.e + cut };
}

function bits(m: bigint): number {
  return (m < 0n ? -m : m).toString(16).length * 4;
}
