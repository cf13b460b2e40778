// All minimal covers of a problem as two halves that meet in the middle, without listing any.
//
// Weights d_0 ≥ … ≥ d_{m−1} > 0 and a threshold T. The covers are the leaves of the paper's search: at rank i with residual
// r = T − Σ picked ≥ 0, picking i closes a cover iff d_i > r; otherwise it leads to (i + 1, r − d_i); skipping leads
// to (i + 1, r). What lies below depends on r only.
//
// Top half: level i is the sorted list of residuals that are reached and not hopeless (r < Σ_{k≥i} d_k). The next level is a
// merge of the list with itself moved by −d_i: small ones close, large ones are dropped.
// Bottom half: below (l, r), the answer changes only where r passes a sum of some of d_l … d_{m−1}. Level l is the sorted
// list of these sums, entry k standing for all r from its sum to the next one; it is a merge of the list of l + 1
// with itself moved by d_l. Sums above T are never reached. Nor are those below what all ranks before l leave
// of T ever told apart: the last of them is the first entry. While T can be exceeded before l, the first
// entry is the one for r < 0: closed.
// The shorter list is extended until both have the same level; then each residual finds its entry.
//
// Equal keys become one. On a rounded lattice keys may be equal, or in the wrong order, while the exact sums differ; that is
// harmless when every residual is at least `window` away from every sum it is compared with (see lattice.ts): then
// each of the exact sums behind them compares the same way. Dropping is done only where it is certain. Otherwise there
// is no answer on this lattice, and a finer one is needed.
//
// Cost: time and memory grow with the lengths of the lists, at most 2^{m/2} each, and at most T where T is small.
import type { Account } from './budget.ts';
import type { Lattice } from './lattice.ts';
import type { Merge, Sums } from './sums.ts';

/** The two halves. `top[i]` leads from level i to i + 1; `bottom[x]` from level m − x to m − x − 1. */
export interface Halves {
  /** How many weights there are. */
  readonly m: number;
  readonly top: readonly Merge[];
  readonly bottom: readonly Merge[];
  /** Per residual of the last top level, its entry in the last bottom level. */
  readonly join: Int32Array;
  /** Length of the last bottom list. */
  readonly width: number;
  /** For each bottom level from m upwards (in the order of `bottom`, one more): is its first entry the closed one? */
  readonly closed: readonly boolean[];
  /** Entries of all lists together. */
  readonly entries: number;
}

/** Build the halves; undefined when some comparison is in doubt on this lattice. */
export function toHalves<L>(
  { weights, threshold, window }: Lattice,
  sums: Sums<L>,
  account: Account,
): Halves | undefined {
  const m = weights.length;
  const suffix = new Array<bigint>(m + 1).fill(0n);
  for (let i = m - 1; i >= 0; i--) suffix[i] = suffix[i + 1] + weights[i];
  const total = suffix[0];
  const top: Merge[] = [];
  const bottom: Merge[] = [];
  const closed = [true];
  let residuals = sums.one(threshold);
  let breaks = sums.belowAndZero(total);
  let [height, width] = [1, 2];
  let entries = 3;

  const grow = (length: number): void => {
    account.spend(length);
    // Both lists, the next one, one byte for each entry made so far; and later as much again for values.
    account.need(sums.bytes * (height + width + length) + entries + 9 * length);
  };
  const descend = (i: number): boolean => {
    const d = weights[i];
    const parts = {
      startA: 0,
      endA: sums.bound(residuals, suffix[i + 1] + window),
      startB: sums.bound(residuals, d),
      endB: sums.bound(residuals, d + suffix[i + 1] + window),
    };
    if (window > 0n && sums.bound(residuals, d - window + 1n) !== sums.bound(residuals, d + window))
      return false;
    grow(parts.endA + Math.max(0, parts.endB - parts.startB));
    const next = sums.merge(residuals, { ...parts, endB: Math.max(parts.startB, parts.endB) }, -d, false);
    residuals = next.list;
    top.push(next.merge);
    height = next.merge.length;
    entries += height;
    return true;
  };
  const ascend = (l: number): void => {
    const d = weights[l];
    // The least residual that can come to level l, and the last break certainly not above it.
    const least = threshold - (total - suffix[l]);
    const parts = {
      startA: Math.max(0, sums.bound(breaks, least - window + 1n) - 1),
      endA: sums.bound(breaks, threshold + window),
      startB: Math.max(0, sums.bound(breaks, least - window + 1n - d) - 1),
      endB: sums.bound(breaks, threshold + window - d),
    };
    grow(parts.endA - parts.startA + parts.endB - parts.startB);
    const next = sums.merge(breaks, parts, d, true);
    breaks = next.list;
    bottom.push(next.merge);
    closed.push((closed.at(-1) as boolean) && parts.startA === 0 && parts.startB === 0);
    width = next.merge.length;
    entries += width;
  };

  let i = 0;
  let l = m;
  while (i < l && height > 0) {
    if (height <= width) {
      if (!descend(i)) return undefined;
      i += 1;
    } else {
      l -= 1;
      ascend(l);
    }
  }
  const join = sums.join(residuals, breaks, window);
  return join && { m, top, bottom, join, width, closed, entries };
}
