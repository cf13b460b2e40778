// Weights and threshold as integers of a chosen resolution, and how far apart two sides must be to be compared for
// certain. Like exact/grid.ts, for any number of bits and with a closer bound: counting compares many more sums with each
// other than listing does.
import { bitLength } from '../exact/dyadic.ts';
import { gcd } from '../exact/ratio.ts';

/**
 * Positive weights, non-increasing, and a threshold, as multiples of one quantum.
 *
 * The difference of the two sides of "Σ of some weights > threshold" is off by at most the larger of all roundings up
 * and all roundings down of the weights, plus the rounding of the threshold: E. When it is at least `window` = ⌊E⌋ + 1
 * quanta, it has the sign of the exact one. This holds for every set with that sum on the grid, so sets
 * with equal sums may be treated as one as long as all comparisons made with that sum are certain.
 */
export interface IntegerGrid {
  readonly weights: readonly bigint[];
  readonly threshold: bigint;
  /** 0 when nothing was rounded: then every comparison is certain. */
  readonly window: bigint;
}

/** Put weights (0 < weight ≤ threshold) on a grid on which all their sums have at most `bits` bits. */
export function toIntegerGrid(weights: readonly bigint[], threshold: bigint, bits: number): IntegerGrid {
  let divisor = 0n;
  let total = 0n;
  for (const w of weights) {
    total += w;
    if (divisor !== 1n) divisor = gcd(w, divisor);
  }
  if (divisor === 0n) divisor = 1n;
  // A common divisor costs no precision: sum > T iff sum/g > ⌊T/g⌋.
  const shift = BigInt(Math.max(0, bitLength(total / divisor) - bits));
  const half = shift === 0n ? 0n : 1n << (shift - 1n);
  const round = (value: bigint): bigint => (value + half) >> shift;
  const onGrid = weights.map((w) => round(w / divisor));
  let [up, down] = [0n, 0n];
  weights.forEach((w, i) => {
    const error = (onGrid[i] << shift) - w / divisor;
    if (error > 0n) up += error;
    else down -= error;
  });
  const top = threshold / divisor;
  // With unrounded weights every sum is a multiple of the quantum, so the threshold may be rounded down.
  if (up === 0n && down === 0n) return { weights: onGrid, threshold: top >> shift, window: 0n };
  const off = (round(top) << shift) - top;
  const error = (up > down ? up : down) + (off < 0n ? -off : off);
  return { weights: onGrid, threshold: round(top), window: (error >> shift) + 1n };
}
