// Spearman's rho: Pearson's correlation of ranks, where tied items share the mean of their ranks. In whole numbers: a ranking and itself
// correlate by exactly 1, which libraries that centre doubles miss by a rounding error, some of them beyond 1.

/**
 * From −1 to 1; null where one of the scores does not order anything.
 *
 * @example
 * ```ts
 * import { spearmanRho } from 'xpxlc';
 * spearmanRho([1, 2, 3, 4], [1, 2, 4, 3]); // => 0.8
 * ```
 */
export function spearmanRho(x: readonly number[], y: readonly number[]): number | null {
  const [a, b] = [centredRanks(x), centredRanks(y)];
  const [ab, aa, bb] = [product(a, b), product(a, a), product(b, b)];
  if (aa === 0 || bb === 0) return null;
  return ab / (aa === bb ? aa : Math.sqrt(aa) * Math.sqrt(bb));
}

/** Twice the rank, less twice the mean of all ranks: whole numbers, so that sums are exact. */
function centredRanks(values: readonly number[]): number[] {
  const n = values.length;
  const order = values.map((_, i) => i).sort((i, j) => values[i] - values[j]);
  const ranks = new Array<number>(n);
  for (let start = 0; start < n; ) {
    let end = start + 1;
    while (end < n && values[order[end]] === values[order[start]]) end += 1;
    for (let at = start; at < end; at++) ranks[order[at]] = start + 1 + end - (n + 1);
    start = end;
  }
  return ranks;
}

function product(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}
