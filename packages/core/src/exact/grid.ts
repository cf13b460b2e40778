// Big integers squeezed onto a grid of float64 integers, with the proof of when a comparison there is right.
// This is the one place where rounding is allowed to decide anything, and it says when it may not.
import { bitLength } from './dyadic.ts';
import { gcd } from './ratio.ts';

/**
 * Non-negative integer weights and a threshold, rounded to multiples of one quantum.
 *
 * All sums of grid weights are exact float64 integers. A rounded number is off by at most half a quantum, and
 * the two sides of a comparison "sum of some weights > threshold" hold each of n weights at most once and
 * the threshold once: at most n + 1 rounded numbers, so their difference is off by at most (n + 1)/2 quanta.
 * Hence a difference of at least `window` = ⌊(n + 1)/2⌋ + 1 quanta has the sign of the exact difference.
 */
export interface Grid {
  readonly weights: Float64Array;
  readonly threshold: number;
  /** 0 when nothing was rounded: then every comparison is certain. */
  readonly window: number;
  /** What one step of the grid is in the weights' own units. */
  readonly quantum: bigint;
}

/** All sums stay below 2^52: room for a difference of two of them below 2^53. */
export const GRID_BITS = 51;

/** What {@link toGrid} may be told. */
export interface GridOptions {
  /** Resolution; tests lower it to force the uncertain case. */
  readonly bits?: number | undefined;
  /** How many weights a sum holds at most, where it is not all of them, and the largest such sum. */
  readonly sums?: { readonly count: number; readonly largest: bigint };
}

/** Put weights (≥ 0) and a threshold (≥ 0, below the largest sum) on a grid. */
export function toGrid(
  weights: readonly bigint[],
  threshold: bigint,
  { bits = GRID_BITS, sums }: GridOptions = {},
): Grid {
  // A common divisor costs no precision: sum > T iff sum/g > ⌊T/g⌋. Integer scorecards become small here.
  let divisor = 0n;
  let total = 0n;
  for (const w of weights) {
    // Stryker disable next-line AssignmentOperator: of the total only the number of bits matters, which its sign does not change
    total += w;
    // Stryker disable next-line ConditionalExpression: the greatest common divisor with 1 is 1; this only saves computing it
    if (divisor !== 1n) divisor = gcd(w, divisor);
  }
  if (divisor === 0n) divisor = 1n;
  const { count, largest } = sums ?? { count: weights.length, largest: total };
  const shift = Math.max(0, bitLength(largest / divisor) - bits);
  const onGrid = new Float64Array(weights.length);
  let exact = true;
  for (let i = 0; i < weights.length; i++) {
    const w = weights[i] / divisor;
    const q = quantise(w, shift);
    exact &&= q << BigInt(shift) === w;
    onGrid[i] = Number(q);
  }
  const top = threshold / divisor;
  return {
    weights: onGrid,
    // With unrounded weights every sum is a multiple of the quantum, so the threshold may be rounded down.
    threshold: Number(exact ? top >> BigInt(shift) : quantise(top, shift)),
    window: exact ? 0 : Math.floor((count + 1) / 2) + 1,
    quantum: divisor << BigInt(shift),
  };
}

/** `value / 2^shift` to the nearest integer, halves up. */
function quantise(value: bigint, shift: number): bigint {
  // Stryker disable next-line ConditionalExpression: with no shift the formula gives the value too (1n << -1n is 0n), only later
  return shift === 0 ? value : (value + (1n << BigInt(shift - 1))) >> BigInt(shift);
}
