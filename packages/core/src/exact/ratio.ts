// Exact rationals m·2^e / d with odd d > 0: what a drop can be when a quadratic has its minimum between
// two doubles. Also the way back: the nearest double and the fraction as text.
import { at, bitLength, type Dyadic, MIN_EXPONENT } from './dyadic.ts';

/** The number `m · 2^e / d`, exactly; `d` is odd and positive. */
export interface Ratio extends Dyadic {
  readonly d: bigint;
}

/** `a / b` for `b ≠ 0`. */
export function divide(a: Dyadic, b: Dyadic): Ratio {
  const twos = trailingZeros(b.m);
  const odd = b.m >> BigInt(twos);
  const e = a.e - b.e - twos;
  return odd < 0n ? { m: -a.m, e, d: -odd } : { m: a.m, e, d: odd };
}

/** A dyadic number as a ratio. */
export function whole(a: Dyadic): Ratio {
  return { m: a.m, e: a.e, d: 1n };
}

/** Exact difference. */
export function minus(a: Ratio, b: Ratio): Ratio {
  const { integers, exponent, denominator } = align([a, b]);
  return { m: integers[0] - integers[1], e: exponent, d: denominator };
}

/** Integers `k_i` and one positive unit `u = 2^exponent / denominator` such that `values[i] = k_i · u`. */
export interface Aligned {
  readonly integers: bigint[];
  readonly exponent: number;
  readonly denominator: bigint;
}

/** Bring numbers to one common unit, so that comparing sums of them is comparing integers. */
export function align(values: readonly Ratio[]): Aligned {
  let exponent = Number.POSITIVE_INFINITY;
  let denominator = 1n;
  for (const { m, e, d } of values) {
    if (m === 0n) continue;
    exponent = Math.min(exponent, e);
    // Stryker disable next-line ConditionalExpression: the least common multiple with 1 changes nothing, it only takes longer
    if (d !== 1n) denominator *= d / gcd(denominator, d);
  }
  if (exponent === Number.POSITIVE_INFINITY) exponent = 0;
  const integers = values.map((value) => {
    const shifted = at(value, exponent);
    // Stryker disable next-line ConditionalExpression: a factor of 1 changes nothing, it only takes longer
    return value.d === denominator ? shifted : shifted * (denominator / value.d);
  });
  return { integers, exponent, denominator };
}

/** Greatest common divisor of two integers, not negative. */
export function gcd(a: bigint, b: bigint): bigint {
  let x = a;
  let y = b;
  while (y !== 0n) [x, y] = [y, x % y];
  return x < 0n ? -x : x;
}

/** The double nearest to the ratio, ties to even; ±Infinity beyond the range, as IEEE rounds. */
export function toDouble({ m, e, d }: Ratio): number {
  const positive = m < 0n ? -m : m;
  // Keep 66 significant bits and fold all lower ones into a sticky last bit: rounding such an integer to
  // 53 bits is rounding the exact value. Below the normal range fewer bits remain: cut at a quarter of the smallest
  // subnormal. Of such an integer at most 54 bits make a subnormal; should the conversion round its last bit, that is a
  // tie and goes to a multiple of four quarters, on the right side.
  const top = bitLength(positive) - bitLength(d) + e;
  const unit = Math.max(top - 66, MIN_EXPONENT - 2);
  const shift = BigInt(e - unit);
  const numerator = shift >= 0n ? positive << shift : positive;
  const divisor = shift >= 0n ? d : d << -shift;
  const quotient = numerator / divisor;
  const sticky = quotient * divisor === numerator ? quotient : quotient | 1n;
  const magnitude = scale(sticky, unit);
  return m < 0n ? -magnitude : magnitude;
}

/** The nearest double to show: what is not 0 is not told as 0, but as the least double of its sign. */
export function toShown(ratio: Ratio): number {
  const nearest = toDouble(ratio);
  if (nearest !== 0 || ratio.m === 0n) return nearest;
  return ratio.m < 0n ? -Number.MIN_VALUE : Number.MIN_VALUE;
}

/** As `[numerator, denominator]`, the denominator positive; not in lowest terms. */
export function toIntegers({ m, e, d }: Ratio): [bigint, bigint] {
  return [m << BigInt(Math.max(e, 0)), d << BigInt(Math.max(-e, 0))];
}

/** The exact value as `numerator/denominator` in lowest terms (an integer when the denominator is 1). */
export function toFraction(ratio: Ratio): string {
  let [numerator, denominator] = toIntegers(ratio);
  // A power of two has no other divisors.
  const common =
    ratio.d === 1n && numerator !== 0n
      ? smaller(numerator & -numerator, denominator)
      : gcd(numerator, denominator);
  numerator /= common;
  denominator /= common;
  return denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** `floor(a / b)` for `b > 0`. */
export function floorDivide(a: bigint, b: bigint): bigint {
  return a % b < 0n ? a / b - 1n : a / b;
}

/** `integer · 2^exponent` as a double, through steps of which only the last can be inexact. */
function scale(integer: bigint, exponent: number): number {
  let x = Number(integer);
  for (let left = exponent; left !== 0; ) {
    const step = Math.max(-1000, Math.min(left, 1000));
    x *= 2 ** step;
    left -= step;
  }
  return x;
}

function trailingZeros(m: bigint): number {
  let count = 0;
  let rest = m;
  while ((rest & 0xffffffffn) === 0n) {
    rest >>= 32n;
    count += 32;
  }
  const low = Number(rest & 0xffffffffn);
  return count + 31 - Math.clz32(low & -low);
}
