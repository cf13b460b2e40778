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
// The half whose next list is shorter is extended until both have the same level; then each residual finds its entry.
//
// Equal keys become one. On a rounded grid keys may be equal, or in the wrong order, while the exact sums differ; that is
// harmless when every residual is at least `window` away from every sum it is compared with (see grid.ts): then
// each of the exact sums behind them compares the same way. Dropping is done only where it is certain. Otherwise there
// is no answer on this grid, and a finer one is needed.
//
// Cost: time and memory grow with the lengths of the lists, at most 2^{m/2} each, and at most T where T is small.
import type { Account } from './account.ts';
import { foresee, isLikely, type Shape } from './foresee.ts';
import type { IntegerGrid } from './integer-grid.ts';
import type { Merge, Parts, Sums } from './sum-lists.ts';

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

/** Entries of lists after which it is foreseen how long they get: before, all is done in no time. */
const EARLY = 2 ** 17;

/** Refuses what cannot be done with halves of such lengths. */
export type Further = (shape: Shape, account: Account) => void;

/**
 * Build the halves; undefined when some comparison is in doubt on this grid. Halves that will most likely be too large are refused before
 * most of the work is done.
 *
 * @param further - what is to be done with them.
 */
export function toHalves<L>(
  grid: IntegerGrid,
  sums: Sums<L>,
  account: Account,
  further?: Further,
): Halves | undefined {
  const { weights, threshold, window } = grid;
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

  /** What level i + 1 of the top half is made of. */
  const partsBelow = (i: number): Parts => {
    const d = weights[i];
    const startB = sums.bound(residuals, d);
    return {
      startA: 0,
      endA: sums.bound(residuals, suffix[i + 1] + window),
      startB,
      endB: Math.max(startB, sums.bound(residuals, d + suffix[i + 1] + window)),
    };
  };
  /** What level l of the bottom half is made of. */
  const partsAbove = (l: number): Parts => {
    const d = weights[l];
    // The least residual that can come to level l, and the last break certainly not above it.
    const least = threshold - (total - suffix[l]);
    // The largest residual is the threshold itself, so a break that equals it must stay.
    const end = threshold + (window > 0n ? window : 1n);
    return {
      startA: Math.max(0, sums.bound(breaks, least - window + 1n) - 1),
      endA: sums.bound(breaks, end),
      startB: Math.max(0, sums.bound(breaks, least - window + 1n - d) - 1),
      endB: sums.bound(breaks, end - d),
    };
  };
  /** Both lists, the next one, one byte for each entry made so far; and later as much again for values. */
  const needed = (lists: number, length: number, made: number): number =>
    sums.bytes * (lists + length) + made + 9 * length;
  const prepare = (length: number): void => {
    account.spend(length);
    account.need(needed(height + width, length, entries));
  };

  let early = true;
  /** Refuse halves that will most likely be too large. */
  const look = (): void => {
    early = false;
    const shape = foresee(grid);
    if (shape === undefined || !isLikely(shape, { top, bottom })) return;
    const roomy = account.roomy();
    roomy.afford(shape.entries);
    // The last list to be made is the longest, but for the other half's.
    const [down, up] = [shape.top.at(-1)?.length ?? 1, shape.bottom.at(-1)?.length ?? 2];
    const before = (down > up ? shape.top : shape.bottom).at(-1)?.before ?? 1;
    const longest = Math.max(down, up);
    roomy.need(needed(Math.min(down, up) + before, longest, shape.entries - longest));
    further?.(shape, roomy);
  };

  let i = 0;
  let l = m;
  while (i < l && height > 0) {
    if (early && height + width > EARLY) look();
    const down = partsBelow(i);
    const up = partsAbove(l - 1);
    if (room(down) <= room(up)) {
      const d = weights[i];
      // Whether the next rank closes must be certain for every residual.
      if (window > 0n && sums.bound(residuals, d - window + 1n) !== sums.bound(residuals, d + window))
        return undefined;
      prepare(room(down));
      const next = sums.merge(residuals, down, -d, false);
      sums.release(residuals);
      residuals = next.list;
      top.push(next.merge);
      height = next.merge.length;
      entries += height;
      i += 1;
    } else {
      prepare(room(up));
      l -= 1;
      const next = sums.merge(breaks, up, weights[l], true);
      sums.release(breaks);
      breaks = next.list;
      bottom.push(next.merge);
      closed.push((closed.at(-1) as boolean) && up.startA === 0 && up.startB === 0);
      width = next.merge.length;
      entries += width;
    }
  }
  const join = sums.join(residuals, breaks, window);
  sums.release(residuals);
  sums.release(breaks);
  return join && { m, top, bottom, join, width, closed, entries };
}

/** Entries of the merged list at most. */
function room({ startA, endA, startB, endB }: Parts): number {
  return endA - startA + endB - startB;
}
