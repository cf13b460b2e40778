// Weights and threshold as integers of a chosen resolution, and how far apart two sides must be to be compared for
// certain. The same bound as exact/grid.ts, for any number of bits: counting needs finer grids than listing, because
// it compares many more sums with each other.
import { bitLength } from '../../exact/dyadic.ts';
import { gcd } from '../../exact/ratio.ts';

/**
 * Positive weights, non-increasing, and a threshold, as multiples of one quantum.
 *
 * A rounded number is off by at most half a quantum. "Σ of some weights > threshold" holds at most m + 1 of them, so
 * the difference of its two sides is off by at most (m + 1)/2 quanta: when it is at least `window` = ⌊(m + 1)/2⌋ + 1
 * quanta, it has the sign of the exact one. This holds for every set with that sum on the lattice, so sets
 * with equal sums may be treated as one as long as all comparisons made with that sum are certain.
 */
export interface Lattice {
  readonly weights: readonly bigint[];
  readonly threshold: bigint;
  /** 0 when nothing was rounded: then every comparison is certain. */
  readonly window: bigint;
}

/** Put weights (0 < weight ≤ threshold) on a lattice on which all their sums have at most `bits` bits. */
export function toLattice(weights: readonly bigint[], threshold: bigint, bits: number): Lattice {
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
  const onLattice = weights.map((w) => round(w / divisor));
  const exact = weights.every((w, i) => onLattice[i] << shift === w / divisor);
  const top = threshold / divisor;
  return {
    weights: onLattice,
    // With unrounded weights every sum is a multiple of the quantum, so the threshold may be rounded down.
    threshold: exact ? top >> shift : round(top),
    window: exact ? 0n : BigInt(Math.floor((weights.length + 1) / 2) + 1),
  };
}
