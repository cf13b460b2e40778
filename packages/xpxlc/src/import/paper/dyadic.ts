// Sums and products of doubles without rounding, and the double nearest to the result: what a writer needs to know
// whether a number survives being folded into another.

/** `mantissa · 2^exponent`. */
export interface Dyadic {
  readonly mantissa: bigint;
  readonly exponent: number;
}

export const ZERO: Dyadic = { mantissa: 0n, exponent: 0 };

const double = new Float64Array(1);
const bits = new BigUint64Array(double.buffer);

/** A finite double as it is. */
export function exactly(x: number): Dyadic {
  double[0] = x;
  const pattern = bits[0];
  const biased = Number((pattern >> 52n) & 0x7ffn);
  const fraction = pattern & 0xfffffffffffffn;
  const size = biased === 0 ? fraction : fraction | 0x10000000000000n;
  return { mantissa: x < 0 ? -size : size, exponent: Math.max(biased, 1) - 1075 };
}

export function plus(a: Dyadic, b: Dyadic): Dyadic {
  if (a.mantissa === 0n) return b;
  if (b.mantissa === 0n) return a;
  const exponent = Math.min(a.exponent, b.exponent);
  return {
    mantissa: (a.mantissa << BigInt(a.exponent - exponent)) + (b.mantissa << BigInt(b.exponent - exponent)),
    exponent,
  };
}

export function minus(a: Dyadic, b: Dyadic): Dyadic {
  return plus(a, { mantissa: -b.mantissa, exponent: b.exponent });
}

export function times(a: Dyadic, b: Dyadic): Dyadic {
  return { mantissa: a.mantissa * b.mantissa, exponent: a.exponent + b.exponent };
}

/** The nearest double, ties to even (infinite beyond the doubles), and whether it is the number itself. */
export function nearest(x: Dyadic): { readonly value: number; readonly exact: boolean } {
  if (x.mantissa === 0n) return { value: 0, exact: true };
  const size = x.mantissa < 0n ? -x.mantissa : x.mantissa;
  // The last place a double of this size has: 53 bits, but nothing below 2^-1074.
  const last = Math.max(x.exponent + size.toString(2).length - 53, -1074);
  const shift = last - x.exponent;
  let kept = shift > 0 ? size >> BigInt(shift) : size << BigInt(-shift);
  if (shift > 0) {
    const rest = size - (kept << BigInt(shift));
    const half = 1n << BigInt(shift - 1);
    if (rest > half || (rest === half && kept % 2n === 1n)) kept += 1n;
  }
  const value = (x.mantissa < 0n ? -1 : 1) * Number(kept) * 2 ** last + 0;
  return { value, exact: Number.isFinite(value) && minus(exactly(value), x).mantissa === 0n };
}
