// The covers of a search's tail, listed in search order per interval of the residual. A cover is a code: bit b
// stands for the weight that is b places before the last. Two tables: all covers of the tail (for the
// depth-first search), and those with exactly two members (for the last step of the search by size).

import { buildDiagram, type Diagram, type Finder, toFinder } from './diagram.ts';
import { popcount } from './feature-set.ts';

/** Tail covers of node k are `codes[bounds[k] … bounds[k + 1])`. */
export interface Tail {
  /** Position of the first weight in the tail. */
  readonly start: number;
  /** Where a residual finds its node. */
  readonly finder: Finder;
  /** Empty where covers are only counted. */
  readonly codes: Uint32Array;
  readonly bounds: Uint32Array | Float64Array;
  /** Runs after which the search should ask for a larger table; never, when absent. */
  readonly patience?: number;
}

/** Codes in all lists together: 256 KiB, small enough for a cache. */
const MOST_CODES = 1 << 16;
/** Codes are 32-bit words, one bit kept back. */
const MOST_WEIGHTS = 31;

/** All minimal covers of as long a tail as fits. */
export function tailCovers(weights: Float64Array): Tail {
  const diagram = buildDiagram(
    weights,
    MOST_WEIGHTS,
    ({ counts, breaks }) => total(counts) <= MOST_CODES && breaks.length <= MOST_CODES,
  );
  return {
    start: diagram.start,
    finder: toFinder(diagram.levels[0].breaks),
    ...listCodes(diagram, weights.length),
  };
}

/** The same covers, each node's list in buckets of equal size: `bounds[k·stride + s]` begins those of node k with s members. */
export interface SizedTail extends Tail {
  readonly stride: number;
}

/** Bucket the covers of each node by size, keeping the search order among equals (a counting sort). */
export function bySize(tail: Tail, length: number): SizedTail {
  const { codes, bounds } = tail;
  const stride = length - tail.start + 1;
  const nodes = bounds.length - 1;
  const sorted = new Uint32Array(codes.length);
  const starts = new Uint32Array(nodes * stride + 1);
  const room = new Uint32Array(stride);
  for (let k = 0; k < nodes; k++) {
    room.fill(0);
    for (let x = bounds[k]; x < bounds[k + 1]; x++) room[popcount(codes[x])] += 1;
    let at = bounds[k];
    for (let s = 0; s < stride; s++) {
      starts[k * stride + s] = at;
      at += room[s];
      room[s] = starts[k * stride + s];
    }
    for (let x = bounds[k]; x < bounds[k + 1]; x++) sorted[room[popcount(codes[x])]++] = codes[x];
  }
  starts[nodes * stride] = codes.length;
  return { ...tail, codes: sorted, bounds: starts, stride };
}

/** Expand the diagram from the bottom up; picking comes before skipping, as in the search. */
function listCodes({ start, levels }: Diagram, n: number): { codes: Uint32Array; bounds: Uint32Array } {
  let codes = new Uint32Array(0);
  let bounds = new Uint32Array(2);
  for (let l = n - 1; l >= start; l--) {
    const { counts, picked, skipped } = levels[l - start];
    const bit = 1 << (n - 1 - l);
    const next = new Uint32Array(total(counts));
    const nextBounds = new Uint32Array(counts.length + 1);
    let at = 0;
    for (let k = 0; k < counts.length; k++) {
      nextBounds[k] = at;
      if (picked[k] < 0) next[at++] = bit;
      else for (let x = bounds[picked[k]]; x < bounds[picked[k] + 1]; x++) next[at++] = codes[x] | bit;
      for (let x = bounds[skipped[k]]; x < bounds[skipped[k] + 1]; x++) next[at++] = codes[x];
    }
    nextBounds[counts.length] = at;
    codes = next;
    bounds = nextBounds;
  }
  return { codes, bounds };
}

/**
 * The minimal covers of two members, a before b: those with d_a ≤ r < d_a + d_b. In search order their codes
 * decrease, so the pairs from some weight on are the end of a list.
 */
export function tailPairs(weights: Float64Array): Tail {
  const n = weights.length;
  let table = pairTable(weights, Math.max(0, n - MOST_WEIGHTS));
  while (table.entries > MOST_CODES) table = pairTable(weights, table.start + 1);
  const { start, breaks, entries, pairs } = table;
  const bounds = new Uint32Array(breaks.length + 1);
  for (let x = 0; x < pairs.length; x += 3)
    for (let k = pairs[x + 1]; k < pairs[x + 2]; k++) bounds[k + 1] += 1;
  for (let k = 0; k < breaks.length; k++) bounds[k + 1] += bounds[k];
  const next = bounds.slice();
  const codes = new Uint32Array(entries);
  for (let x = 0; x < pairs.length; x += 3)
    for (let k = pairs[x + 1]; k < pairs[x + 2]; k++) codes[next[k]++] = pairs[x];
  return { start, finder: toFinder(breaks), codes, bounds };
}

/** The pairs among the weights from `start` on, in search order: code, first and last-but-one interval. */
function pairTable(
  weights: Float64Array,
  start: number,
): { start: number; breaks: Float64Array; pairs: Uint32Array; entries: number } {
  const n = weights.length;
  const length = n - start;
  const sums = new Float64Array(1 + (length * (length + 1)) / 2);
  let size = 1; // sums[0] is 0
  for (let a = start; a < n; a++) {
    sums[size++] = weights[a];
    for (let b = a + 1; b < n; b++) sums[size++] = weights[a] + weights[b];
  }
  const breaks = sums.sort().filter((x, k) => k === 0 || x !== sums[k - 1]);
  const pairs = new Uint32Array((3 * length * (length - 1)) / 2);
  let at = 0;
  let entries = 0;
  for (let a = start; a < n; a++) {
    const from = placeOf(breaks, weights[a]);
    for (let b = a + 1; b < n; b++) {
      const to = placeOf(breaks, weights[a] + weights[b]);
      pairs[at++] = (1 << (n - 1 - a)) | (1 << (n - 1 - b));
      pairs[at++] = from;
      pairs[at++] = to;
      entries += to - from;
    }
  }
  return { start, breaks, pairs, entries };
}

/** Position of a value that is among the sorted ones. */
function placeOf(sorted: Float64Array, x: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

function total(counts: Float64Array): number {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
}
