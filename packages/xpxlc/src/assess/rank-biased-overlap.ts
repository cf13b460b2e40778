// Rank-biased overlap (Webber, Moffat, Zobel 2010): how alike are the tops of two rankings? The agreement at depth d has the weight
// (1 − p) p^(d−1). Both rankings have all items, so the extrapolated form goes on with the agreement of the whole lists, which is 1. Tied items
// all stand at the first rank of their group (their section 3.4): the agreement at depth d is 2 |S ∩ L| / (|S| + |L|) of the items with ranks
// up to d, so that a ranking with ties agrees fully with itself.

/**
 * From 0 (nothing in common until the end) to 1 (the same ranking, with the same ties); null of no items. Larger scores come first.
 *
 * @param p how far down one looks: 0.9 gives the first ten ranks 86 % of the weight.
 * @example
 * ```ts
 * import { rankBiasedOverlap } from 'xpxlc';
 * rankBiasedOverlap([3, 2, 1], [3, 2, 1]); // => 1
 * ```
 */
export function rankBiasedOverlap(x: readonly number[], y: readonly number[], p = 0.9): number | null {
  const n = x.length;
  if (n === 0) return null;
  const [a, b] = [ranksOf(x), ranksOf(y)];
  // How many items come in at each depth: into one ranking or the other, and into both.
  const either = new Float64Array(n + 1);
  const both = new Float64Array(n + 1);
  for (let i = 0; i < n; i++) {
    either[a[i]] += 1;
    either[b[i]] += 1;
    both[Math.max(a[i], b[i])] += 1;
  }
  let [seen, shared, sum, weight] = [0, 0, 0, 1 - p];
  for (let depth = 1; depth <= n; depth++) {
    seen += either[depth];
    shared += both[depth];
    // One less the agreement: where rankings agree nothing is rounded.
    sum += (1 - (2 * shared) / seen) * weight;
    weight *= p;
  }
  return 1 - sum;
}

/** One more than there are larger ones. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((i, j) => values[j] - values[i]);
  const ranks = new Array<number>(values.length);
  order.forEach((i, at) => {
    const before = order[at - 1];
    ranks[i] = at > 0 && values[before] === values[i] ? ranks[before] : at + 1;
  });
  return ranks;
}
