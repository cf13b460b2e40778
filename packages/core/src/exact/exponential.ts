// e^x between two doubles, in integers only: the same on every machine.
import { at, type Dyadic, fromDouble } from './dyadic.ts';
import { logOfTwo } from './logarithm.ts';
import { toDouble, whole } from './ratio.ts';

/** Bits after the point. */
const BITS = 128;
/**
 * The mantissa below is off by fewer units than this: some forty terms, each cut off below its last bit, and the rounded logarithm of 2,
 * off by fewer than 2^9 units in the last of its twelve more bits, times a power of at most 2^10.
 */
const ERROR = 1n << 12n;

/** Doubles around e^x, closer than two units in their last place; x at most 0, or minus infinity. */
export function exponential(x: number): readonly [low: number, high: number] {
  if (x === Number.NEGATIVE_INFINITY) return [0, 0];
  if (x === 0) return [1, 1];
  // Beyond, the result is below the normal doubles.
  if (x < -708) return [0, 2 ** -1021];
  const [power, mantissa] = split(fromDouble(x));
  return [
    down(toDouble(whole({ m: mantissa - ERROR, e: power - BITS }))),
    up(toDouble(whole({ m: mantissa + ERROR, e: power - BITS }))),
  ];
}

/** e^x = 2^power · mantissa / 2^BITS, the mantissa within {@link ERROR}. */
function split(x: Dyadic): [power: number, mantissa: bigint] {
  // Ten bits more, because the logarithm is multiplied by up to 2^10.
  const bits = BITS + 12;
  const log = logOfTwo(bits);
  // The low bits of a tiny x do not count.
  const fixed = x.e >= -bits ? at(x, -bits) : x.m >> BigInt(-bits - x.e);
  let power = fixed / log;
  if (fixed < 0n) power -= 1n;
  const rest = (fixed - power * log) >> 12n;
  let sum = 0n;
  let term = 1n << BigInt(BITS);
  for (let i = 1n; term > 0n; i++) {
    sum += term;
    term = ((term * rest) >> BigInt(BITS)) / i;
  }
  return [Number(power), sum];
}

/** A double below one from 0 up that was rounded to the nearest. Small ones have few digits: of these it is the next. */
export function down(x: number): number {
  return Math.max(0, x * (1 - 2 ** -52) - Number.MIN_VALUE);
}

/** A double above one from 0 up that was rounded to the nearest; 0 is taken as it is. */
export function up(x: number): number {
  return x === 0 ? 0 : x * (1 + 2 ** -51) + Number.MIN_VALUE;
}

/** A double above the product of two from 0 up. */
export function productUp(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : up(Math.max(a * b, Number.MIN_VALUE));
}
