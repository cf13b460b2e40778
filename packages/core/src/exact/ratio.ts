// Exact rationals m·2^e / d with odd d > 0: what a drop can be when a quadratic has its minimum between
// two doubles. Also the way back: the nearest double and the fraction as text.
import { bitLength, type Dyadic, MIN_EXPONENT } from './dyadic.ts';

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
    if (e < exponent) exponent = e;
    if (d !== 1n && denominator % d !== 0n) denominator = (denominator / gcd(denominator, d)) * d;
  }
  if (exponent === Number.POSITIVE_INFINITY) exponent = 0;
  const integers = values.map(({ m, e, d }) => {
    if (m === 0n) return 0n;
    const shifted = e === exponent ? m : m << BigInt(e - exponent);
    return d === denominator ? shifted : shifted * (denominator / d);
  });
  return { integers, exponent, denominator };
}

/** Greatest common divisor of non-negative integers. */
export function gcd(a: bigint, b: bigint): bigint {
  let x = a;
  let y = b;
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** The double nearest to the ratio, ties to even; ±Infinity beyond the range, as IEEE rounds. */
export function toDouble({ m, e, d }: Ratio): number {
  if (m === 0n) return 0;
  const positive = m < 0n ? -m : m;
  // Keep 66 significant bits and fold all lower ones into a sticky last bit: rounding such an integer to
  // 53 bits is rounding the exact value. Below the normal range fewer bits remain, so cut at the last place.
  const top = bitLength(positive) - bitLength(d) + e;
  const unit = Math.max(top - 66, MIN_EXPONENT - 2);
  const shift = BigInt(e - unit);
  const numerator = shift >= 0n ? positive << shift : positive;
  const divisor = shift >= 0n ? d : d << -shift;
  const quotient = numerator / divisor;
  const sticky = quotient * divisor === numerator ? quotient : quotient | 1n;
  const magnitude = scale(unit === MIN_EXPONENT - 2 ? roundLastTwoBits(sticky) : sticky, unit);
  return m < 0n ? -magnitude : magnitude;
}

/** The exact value as `numerator/denominator` in lowest terms (an integer when the denominator is 1). */
export function toFraction({ m, e, d }: Ratio): string {
  let numerator = e > 0 ? m << BigInt(e) : m;
  let denominator = e < 0 ? d << BigInt(-e) : d;
  const common = gcd(numerator < 0n ? -numerator : numerator, denominator);
  numerator /= common;
  denominator /= common;
  return denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;
}

/** `floor(a / b)` for `b > 0`. */
export function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient;
}

/** Round a count of quarter subnormal units to whole ones (ties to even), still counted in quarters. */
function roundLastTwoBits(quarters: bigint): bigint {
  if (bitLength(quarters) > 55) return quarters; // a normal number: the ordinary rounding is right
  const units = quarters >> 2n;
  const rest = quarters & 3n;
  return (rest > 2n || (rest === 2n && (units & 1n) === 1n) ? units + 1n : units) << 2n;
}

/** `integer · 2^exponent` as a double, through steps that neither overflow nor underflow early. */
function scale(integer: bigint, exponent: number): number {
  let x = Number(integer);
  let left = exponent;
  while (left < 0 && x !== 0) {
    const step = Math.max(left, -1000);
    // Divide the exponent so that the only inexact step could be the last; roundLastTwoBits made it exact.
    x *= 2 ** step;
    left -= step;
  }
  while (left > 0 && x !== Number.POSITIVE_INFINITY) {
    const step = Math.min(left, 1000);
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
