// Counting on a grid so coarse that every sum has a cell: the ways to each sum, one weight after the other. What is certain on
// it bounds the number of minimal covers from below, what is possible from above.
import type { Account } from './account.ts';
import type { IntegerGrid } from './integer-grid.ts';

/** For one rank: the sums, of ranks before it, with which it makes a minimal cover for certain, and possibly. Ends included. */
export interface Windows {
  readonly certain: readonly [low: number, high: number];
  readonly possible: readonly [low: number, high: number];
}

/**
 * With weights sorted, S ∪ {j} with all of S before j is a minimal cover iff S does not exceed the threshold and S ∪ {j} does. Both are
 * certain where the sum is `window` or more away from the threshold.
 */
export function windowsOf({ weights, threshold, window }: IntegerGrid): Windows[] {
  const t = Number(threshold);
  const w = Number(window);
  const above = Math.max(w, 1);
  return weights.map((weight) => {
    const d = Number(weight);
    return {
      certain: [Math.max(0, t + above - d), t - w],
      possible: [Math.max(0, t - w + 1 - d), t + above - 1],
    };
  });
}

/**
 * Per rank, and one more: the number of sets of the ranks before it by sum, up to the largest that matters.
 *
 * @param keep - each in a new array; otherwise the same one is changed.
 */
export function* waysBySum(
  { weights, threshold, window }: IntegerGrid,
  keep: boolean,
  account: Account,
): Generator<Float64Array, void, undefined> {
  const cells = Number(threshold) + Math.max(Number(window), 1);
  let ways: Float64Array = new Float64Array(cells);
  ways[0] = 1;
  yield ways;
  for (const weight of weights) {
    account.spend(cells);
    if (keep) ways = ways.slice();
    const d = Number(weight);
    for (let g = cells - 1; g >= d; g--) ways[g] += ways[g - d];
    yield ways;
  }
}

/** The sum of a range of cells. */
export function sumOf(ways: Float64Array, [low, high]: readonly [number, number]): number {
  let sum = 0;
  for (let g = low; g <= high; g++) sum += ways[g];
  return sum;
}
