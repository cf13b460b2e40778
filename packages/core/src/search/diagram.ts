// The tail of a cover search as a decision diagram: for the last few (lightest) weights and any residual
// threshold, which of them complete a cover, how many ways there are, and the ways themselves in search order.
//
// Over the weights d_l … d_{n−1} the answer depends only on which subset sums lie above the residual r, so it is
// constant between consecutive subset sums. Level l has one node per interval [b_k, b_{k+1}) of r; it is built from
// level l + 1 by merging its breakpoints B with B + d_l. A node either closes with d_l (d_l > r), or goes on to the
// node of r − d_l (picked) and of r (skipped) one level down. Built in time linear in its size.

/** One level: node k answers for residuals in `[breaks[k], breaks[k+1])`; the last node is the hopeless one. */
export interface Level {
  readonly breaks: Float64Array;
  /** How many minimal covers the tail from here has. */
  readonly counts: Float64Array;
  /** Node one level down after picking this weight, −1 when picking it closes the cover. */
  readonly picked: Int32Array;
  /** Node one level down after skipping it. */
  readonly skipped: Int32Array;
}

/** Levels from `start` (the first) to n (the last, a single hopeless node). */
export interface Diagram {
  readonly start: number;
  readonly levels: readonly Level[];
}

/**
 * Build the diagram of as many of the last weights as fit.
 *
 * @param weights - grid weights, non-increasing.
 * @param most - weights to take at most; a level is added only while `fits` says so.
 */
export function buildDiagram(weights: Float64Array, most: number, fits: (level: Level) => boolean): Diagram {
  const bottom: Level = {
    breaks: Float64Array.of(0),
    counts: Float64Array.of(0),
    picked: Int32Array.of(-1),
    skipped: Int32Array.of(-1),
  };
  const levels = [bottom];
  let start = weights.length;
  while (start > 0 && levels.length <= most) {
    const level = grow(levels[0], weights[start - 1]);
    if (!fits(level)) break;
    levels.unshift(level);
    start -= 1;
  }
  return { start, levels };
}

/** Finds the node of a residual without a search: equal buckets over the range of the breakpoints. */
export interface Finder {
  readonly breaks: Float64Array;
  readonly first: Uint32Array;
  readonly perUnit: number;
}

/** Prepare finding intervals: breakpoints increase strictly and begin with 0. */
export function toFinder(breaks: Float64Array): Finder {
  const last = breaks.length - 1;
  const buckets = 2 * breaks.length;
  const perUnit = breaks[last] === 0 ? 0 : buckets / breaks[last];
  const first = new Uint32Array(buckets + 1);
  for (let b = 0, node = 0; b <= buckets; b++) {
    while (node < last && breaks[node + 1] * perUnit <= b) node += 1;
    first[b] = node;
  }
  return { breaks, first, perUnit };
}

/** The node for residual `r`: the last one whose interval begins at or below it (the first one for r < 0). */
export function nodeOf({ breaks, first, perUnit }: Finder, r: number): number {
  const last = breaks.length - 1;
  if (r >= breaks[last]) return last;
  let node = r > 0 ? first[Math.floor(r * perUnit)] : 0;
  // The product may be rounded across a bucket's edge, so correct both ways.
  while (node > 0 && breaks[node] > r) node -= 1;
  while (breaks[node + 1] <= r) node += 1;
  return node;
}

/** The level above `below`, for one more weight `d`. */
function grow(below: Level, d: number): Level {
  const { breaks: old, counts: oldCounts } = below;
  const size = old.length;
  const breaks = new Float64Array(2 * size);
  const counts = new Float64Array(2 * size);
  const picked = new Int32Array(2 * size);
  const skipped = new Int32Array(2 * size);
  let plain = 0; // next of B
  let moved = 0; // next of B + d
  let k = 0;
  while (plain < size || moved < size) {
    const next =
      plain < size && (moved === size || old[plain] <= old[moved] + d) ? old[plain] : old[moved] + d;
    if (plain < size && old[plain] === next) plain += 1;
    if (moved < size && old[moved] + d === next) moved += 1;
    // Residuals from `next` on: `plain − 1` and `moved − 1` are the nodes below of r and of r − d.
    breaks[k] = next;
    skipped[k] = plain - 1;
    picked[k] = moved - 1;
    counts[k] = oldCounts[plain - 1] + (moved === 0 ? 1 : oldCounts[moved - 1]);
    k += 1;
  }
  return {
    breaks: breaks.slice(0, k),
    counts: counts.slice(0, k),
    picked: picked.slice(0, k),
    skipped: skipped.slice(0, k),
  };
}
