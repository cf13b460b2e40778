// Doubles as what they are: integers times a power of two. Sums and products of doubles are dyadic
// numbers m·2^e, so with BigInt mantissas every one of them is exact.

/** The number `m · 2^e`, exactly. */
export interface Dyadic {
  readonly m: bigint;
  readonly e: number;
}

const word = new DataView(new ArrayBuffer(8));
const HIDDEN_BIT = 1n << 52n;
const FRACTION = HIDDEN_BIT - 1n;
/** Exponent of the unit in the last place of a subnormal double. */
export const MIN_EXPONENT = -1074;

export const ZERO: Dyadic = { m: 0n, e: 0 };

/** The double `x` (finite) as mantissa and exponent; trailing zero bits are not removed. */
export function fromDouble(x: number): Dyadic {
  if (Number.isSafeInteger(x)) return { m: BigInt(x), e: 0 };
  word.setFloat64(0, x);
  const bits = word.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const m = biased === 0 ? bits & FRACTION : (bits & FRACTION) | HIDDEN_BIT;
  return { m: x < 0 ? -m : m, e: biased === 0 ? MIN_EXPONENT : biased - 1075 };
}

/** Exact sum. */
export function add(a: Dyadic, b: Dyadic): Dyadic {
  if (a.m === 0n) return b;
  if (b.m === 0n) return a;
  const e = Math.min(a.e, b.e);
  return { m: at(a, e) + at(b, e), e };
}

/** Exact difference. */
export function subtract(a: Dyadic, b: Dyadic): Dyadic {
  return add(a, negate(b));
}

/** Exact product. */
export function multiply(a: Dyadic, b: Dyadic): Dyadic {
  return a.m === 0n || b.m === 0n ? ZERO : { m: a.m * b.m, e: a.e + b.e };
}

export function negate(a: Dyadic): Dyadic {
  return { m: -a.m, e: a.e };
}

/** Sign of `a − b`. */
export function compare(a: Dyadic, b: Dyadic): number {
  const { m } = subtract(a, b);
  return m > 0n ? 1 : m < 0n ? -1 : 0;
}

/** The integer `a / 2^e`; `e` must not exceed `a.e` unless `a` is zero. */
export function at(a: Dyadic, e: number): bigint {
  // Stryker disable next-line ConditionalExpression: a shift by 0 changes nothing, it only takes longer
  return a.e === e ? a.m : a.m << BigInt(a.e - e);
}

/** ⌊a / 2^e⌋. */
export function floorAt(a: Dyadic, e: number): bigint {
  return a.e >= e ? at(a, e) : a.m >> BigInt(e - a.e);
}

/** ⌈a / 2^e⌉. */
export function ceilAt(a: Dyadic, e: number): bigint {
  return -floorAt(negate(a), e);
}

/** The same number with an odd mantissa; `a` must not be zero. */
export function trimmed({ m, e }: Dyadic): Dyadic {
  const twos = bitLength(m & -m) - 1;
  return { m: m >> BigInt(twos), e: e + twos };
}

/** Number of bits of |m|; 0 for zero. */
export function bitLength(m: bigint): number {
  const positive = m < 0n ? -m : m;
  // Hexadecimal text gives the length without a loop of shifts; only the leading digit needs a look.
  const hex = positive.toString(16);
  return hex.length * 4 - Math.clz32(Number.parseInt(hex[0], 16)) + 28;
}
