// The largest of many values, those that are equal to the last of them included: the paper's common features (section 5).

/**
 * Positions of the `k` largest values, and of all that equal the smallest of these. Zeros are never among them: a feature that is in no explanation is
 * not a common one, one without a weight is not an important one.
 *
 * @example
 * ```ts
 * import { topFeatures } from 'xpxlc';
 * topFeatures([3n, 0n, 5n, 3n], 2); // => [0, 2, 3]
 * ```
 */
export function topFeatures<T extends number | bigint>(values: readonly T[], k: number): number[] {
  if (k <= 0) return [];
  const sorted = values.filter((value) => value > 0).sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
  if (sorted.length === 0) return [];
  const least = sorted[Math.min(k, sorted.length) - 1];
  return values.flatMap((value, i) => (value >= least ? [i] : []));
}
