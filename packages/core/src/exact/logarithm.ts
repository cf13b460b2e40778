// Logarithms as the doubles nearest to them, in integers only: the same on every machine, and right where a sum of rounded
// logarithms would cancel.
//
// A logarithm is computed as an integer times 2^-bits, off by less than ERROR of these units. When both ends of that
// interval round to the same double, this is the nearest one; otherwise with twice the bits (Ziv's strategy). It ends,
// because the numbers below are irrational, or 0 and found to be so at once.
import { bitLength, type Dyadic, fromDouble, subtract } from './dyadic.ts';
import { toDouble, whole } from './ratio.ts';

/** Bits of the first attempt: 53 of the double, 24 of the error, some to spare. */
const FIRST_BITS = 96;
/**
 * Each term of a series is off by less than three units, and there are at most a third as many terms as bits. The logarithm of 2, twice
 * such a series, is multiplied by exponents below 2^11. So with up to 2^10 bits the sum of two logarithms is off by less than 2^23 units.
 */
const ERROR: bigint = 1n << 24n;

/** −½·ln(2π·variance): the constant of a normal density. The variance is a positive double. */
export function normalConstant(variance: number): number {
  const v = fromDouble(variance);
  // Halving is exact in a double this far from 0.
  return -nearest((bits) => logOfTwoPi(bits) + log(v, bits)) / 2;
}

/** ln(p / (1 − p)) for 0 < p < 1. */
export function logOdds(p: number): number {
  if (p === 0.5) return 0;
  const own = fromDouble(p);
  const other = subtract({ m: 1n, e: 0 }, own);
  return nearest((bits) => log(own, bits) - log(other, bits));
}

/** The double nearest to a number, from integers that approximate it in units of 2^-bits. */
function nearest(approximate: (bits: number) => bigint): number {
  for (let bits = FIRST_BITS; ; bits *= 2) {
    const middle = approximate(bits);
    const low = toDouble(whole({ m: middle - ERROR, e: -bits }));
    if (low === toDouble(whole({ m: middle + ERROR, e: -bits }))) return low;
  }
}

/** ln x for x > 0: with x = y·2^k and ¾ ≤ y < 1½, it is k·ln 2 + 2·artanh((y − 1)/(y + 1)). */
function log({ m, e }: Dyadic, bits: number): bigint {
  const length = bitLength(m);
  // y = m / 2^length is at least ½; twice that where it is below ¾.
  const low = m << 2n < 3n << BigInt(length);
  const one = 1n << BigInt(low ? length - 1 : length);
  const k = BigInt(e + length - (low ? 1 : 0));
  return k * logOfTwo(bits) + 2n * artanh(m - one, m + one, bits);
}

/** artanh(n/d) = n/d + (n/d)³/3 + (n/d)⁵/5 + … for |n/d| ≤ 1/3. */
function artanh(n: bigint, d: bigint, bits: number): bigint {
  const shift = BigInt(bits);
  const z = (n << shift) / d;
  const square = (z * z) >> shift;
  let sum = 0n;
  let power = z;
  for (let i = 1n; power !== 0n && power !== -1n; i += 2n) {
    sum += power / i;
    power = (power * square) >> shift;
  }
  return sum;
}

/** arctan(1/d) = 1/d − 1/3d³ + 1/5d⁵ − … */
function arctan(d: bigint, bits: number): bigint {
  let sum = 0n;
  let power = (1n << BigInt(bits)) / d;
  for (let i = 1n; power !== 0n; i += 2n) {
    sum += i % 4n === 1n ? power / i : -(power / i);
    power /= d * d;
  }
  return sum;
}

/** ln 2 in units of 2^-bits. */
export const logOfTwo: (bits: number) => bigint = remembered((bits) => 2n * artanh(1n, 3n, bits));

/** With Machin's formula, π = 16·arctan(1/5) − 4·arctan(1/239). */
const logOfTwoPi: (bits: number) => bigint = remembered((bits) => {
  const pi = 16n * arctan(5n, bits) - 4n * arctan(239n, bits);
  return log({ m: 2n * pi, e: -bits }, bits);
});

/** A constant is computed once for each number of bits. */
function remembered(compute: (bits: number) => bigint): (bits: number) => bigint {
  const known = new Map<number, bigint>();
  return (bits) => {
    const value = known.get(bits) ?? compute(bits);
    known.set(bits, value);
    return value;
  };
}
