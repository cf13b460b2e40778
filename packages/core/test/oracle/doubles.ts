// Doubles by their bit patterns: the next one, and the one nearest to a fraction.

import { exactly, type Fraction, minus, order } from './fraction.ts';

const double = new Float64Array(1);
const pattern = new BigInt64Array(double.buffer);

/** The next double towards a goal; the goal itself when it is reached. */
export function towards(x: number, goal: number): number {
  if (x === goal) return goal;
  if (x === 0) return goal > 0 ? Number.MIN_VALUE : -Number.MIN_VALUE;
  double[0] = x;
  pattern[0] += goal > x === x > 0 ? 1n : -1n;
  return double[0];
}

/** The double nearest to a fraction, of two equally near ones the even one; ±Infinity beyond the range. By bisection. */
export function nearestDouble(x: Fraction): number {
  if (x.num < 0n) return -nearestDouble({ num: -x.num, den: x.den });
  // Bit patterns of positive doubles are in their order; the last one is that of Infinity.
  let below = 0n;
  let above = 0x7ff0000000000000n;
  while (above - below > 1n) {
    const middle = (below + above) / 2n;
    if (order(exactly(ofPattern(middle)), x) <= 0) below = middle;
    else above = middle;
  }
  // In rounding, Infinity stands for the double that would come after the largest.
  const next = above === 0x7ff0000000000000n ? { num: 2n ** 1024n, den: 1n } : exactly(ofPattern(above));
  const nearer = order(minus(x, exactly(ofPattern(below))), minus(next, x));
  return ofPattern(nearer < 0 || (nearer === 0 && below % 2n === 0n) ? below : above);
}

function ofPattern(bits: bigint): number {
  pattern[0] = bits;
  return double[0];
}
