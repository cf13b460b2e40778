// How long will the lists of two halves get? Told from the weights in a few milliseconds, so that a count that cannot be finished is refused
// before most of its work is done. Sets are counted by sum, on a grid so coarse that every sum has a cell; equal weights are alike. That sums
// of different weights coincide is not foreseen: lists that were made so far say whether they do (`isLikely`).
import { gcd } from '../exact/ratio.ts';
import { type IntegerGrid, toIntegerGrid } from './integer-grid.ts';

/** Lengths of lists. `top[i]` leads from level i to i + 1; `bottom[x]` from level m − x to m − x − 1. */
export interface Shape {
  readonly top: readonly Step[];
  readonly bottom: readonly Step[];
  /** Entries of all lists together. */
  readonly entries: number;
}

/** From one list to the next. */
export interface Step {
  readonly before: number;
  readonly length: number;
}

/** Cells of all lists together: some tens of milliseconds. */
const WORK = 2e7;
/** Bits of the largest sum: with fewer than LEAST the cells say too little. */
const MOST_BITS = 12;
const LEAST_BITS = 8;
/** Lists as long as that, of those foreseen, show that sums hardly coincide. */
const LIKELY = 0.98;

/** How long the lists get; undefined where too many weights make that too much work. */
export function foresee({ weights, threshold }: IntegerGrid): Shape | undefined {
  const m = weights.length;
  const bits = Math.min(MOST_BITS, Math.floor(Math.log2(WORK / Math.max(m, 1))));
  if (bits < LEAST_BITS) return undefined;
  const { heights, widths } = lengths(weights, threshold, bits);
  const top: Step[] = [];
  const bottom: Step[] = [];
  let [i, l, entries] = [0, m, 3];
  while (i < l && heights[i] > 0) {
    if (heights[i + 1] <= widths[l - 1]) {
      top.push({ before: heights[i], length: heights[i + 1] });
      entries += heights[++i];
    } else {
      bottom.push({ before: widths[l], length: widths[l - 1] });
      entries += widths[--l];
    }
  }
  return { top, bottom, entries };
}

/** Whether what is foreseen fits to the last lists that were made. */
export function isLikely({ top, bottom }: Shape, made: Pick<Shape, 'top' | 'bottom'>): boolean {
  const sum = (steps: readonly Step[]): number => steps.at(-1)?.length ?? 1;
  const [x, y] = [Math.min(top.length, made.top.length), Math.min(bottom.length, made.bottom.length)];
  const foreseen = sum(top.slice(0, x)) + sum(bottom.slice(0, y));
  return sum(made.top.slice(0, x)) + sum(made.bottom.slice(0, y)) >= LIKELY * foreseen;
}

/** By level, the entries of the lists of both halves. */
function lengths(
  weights: readonly bigint[],
  threshold: bigint,
  bits: number,
): { readonly heights: readonly number[]; readonly widths: readonly number[] } {
  const m = weights.length;
  const coarse = toIntegerGrid(weights, threshold, bits);
  const shifts = coarse.weights.map(Number);
  const most = Math.max(Number(coarse.threshold), 0);
  const divisor = weights.reduce((all, weight) => gcd(weight, all), 0n);
  const before: bigint[] = [0n];
  for (const weight of weights) before.push((before.at(-1) as bigint) + weight);
  const total = before[m];
  /** Sums from the threshold down by a part of all weights; there are no more than multiples of the common divisor. */
  const count = (ways: Float64Array, part: bigint): number => {
    const cells = part >= threshold ? most : Math.ceil((Number(part) / Number(threshold)) * most);
    let sum = 0;
    for (let g = Math.max(0, most - cells); g <= most; g++) sum += ways[g];
    const range = part < threshold ? part : threshold;
    return Math.min(Math.round(sum), Number(range / divisor) + 1);
  };
  const heights = Array.from(waysOf(weights, shifts, most), (ways, i) => count(ways, total - before[i]));
  const widths = Array.from(
    waysOf(weights.toReversed(), shifts.toReversed(), most),
    (ways, x) => count(ways, before[m - x]) + 1,
  ).reverse();
  return { heights, widths };
}

/** Of no weights, of the first one, of the first two, …: how many different sums there are in each cell. */
function* waysOf(
  weights: readonly bigint[],
  shifts: readonly number[],
  most: number,
): Generator<Float64Array, void, undefined> {
  let ways = new Float64Array(most + 1);
  ways[0] = 1;
  yield ways;
  // Of k equal weights only their number matters: 1 + z + … + z^k = 1 + z·(1 + … + z^(k−1)).
  let base = ways;
  for (let x = 0; x < weights.length; x++) {
    if (x === 0 || weights[x] !== weights[x - 1]) base = ways;
    const next = base.slice();
    for (let g = shifts[x]; g <= most; g++) next[g] += ways[g - shifts[x]];
    ways = next;
    yield ways;
  }
}
