// How much weight lies above a threshold: sums of one half of the features meet those of the other half, in doubles.
import type { Threshold } from './against.ts';
import { type Amounts, type SumList, sumList } from './sum-list.ts';

/** Weights above and below the threshold, as they add up in doubles, and how often one was rounded on the way at most. */
export interface Met {
  readonly kept: number;
  readonly lost: number;
  readonly roundings: number;
}

/** What {@link meet} says when a sum is so near the threshold that the grid does not tell. */
export const IN_DOUBT = 'in doubt';

/**
 * Weights of all sums of one amount per feature, above the threshold and not. Undefined when a half is longer than `most`, or bringing
 * the halves together takes much longer than that. With whole numbers whose products stay below 2^53 nothing is rounded.
 */
export function meet(
  features: readonly Amounts[],
  { grid, window }: Threshold,
  most: number,
): Met | typeof IN_DOUBT | undefined {
  const { last, halves } = inHalves(features);
  if (halves.some((half) => hopeless(half, most))) return undefined;
  const [a, b] = [sumList(halves[0], most), sumList(halves[1], most)];
  if (a === undefined || b === undefined) return undefined;
  if (last.amounts.length * (a.sums.length + b.sums.length) > SWEEPS * most) return undefined;
  const above = suffixes(b);
  const below = prefixes(b);
  let [kept, lost] = [0, 0];
  for (let v = 0; v < last.amounts.length; v++) {
    const met = sweep(a, b, { above, below }, grid - last.amounts[v], window);
    if (met === IN_DOUBT) return IN_DOUBT;
    kept += last.weights[v] * met[0];
    lost += last.weights[v] * met[1];
  }
  // A product and a sum per feature and per list, and the sums over the lists.
  const roundings =
    2 * features.length + 2 * (a.sums.length + b.sums.length) + 2 * last.amounts.length + amountsOf(features);
  return { kept, lost, roundings };
}

function amountsOf(features: readonly Amounts[]): number {
  return features.reduce((sum, { amounts }) => sum + amounts.length, 0);
}

/** Equal sums may make lists much shorter than the product of their lengths, but no longer than all whole numbers that are reached. */
function hopeless(half: readonly Amounts[], most: number): boolean {
  const product = half.reduce((length, { amounts }) => length * amounts.length, 1);
  const reach = half.reduce((sum, { amounts }) => sum + amounts[amounts.length - 1], 1);
  return Math.min(product, reach) > SLACK * most;
}

/** How much shorter equal sums make a list of real numbers at best, about. */
export const SLACK = 64;

/** How much longer than a list it may take to go through both of them, once per amount of the feature left over. */
const SWEEPS = 256;

/** No feature: one amount, which is 0. */
const NONE: Amounts = { amounts: new Float64Array(1), weights: Float64Array.of(1) };

/** Two lists that are about as long, and one feature left over: going through them once per amount of it costs less than longer lists. */
function inHalves(features: readonly Amounts[]): { last: Amounts; halves: readonly [Amounts[], Amounts[]] } {
  const order = [...features].sort((x, y) => y.amounts.length - x.amounts.length);
  const [last = NONE, ...rest] = order;
  const halves: [Amounts[], Amounts[]] = [[], []];
  const lengths = [1, 1];
  for (const feature of rest) {
    const half = lengths[0] <= lengths[1] ? 0 : 1;
    halves[half].push(feature);
    lengths[half] *= feature.amounts.length;
  }
  return { last, halves };
}

/** By position: the weights from there on, and before it, one more than there are sums. */
function suffixes({ weights }: SumList): Float64Array {
  const sums = new Float64Array(weights.length + 1);
  for (let j = weights.length - 1; j >= 0; j--) sums[j] = sums[j + 1] + weights[j];
  return sums;
}

function prefixes({ weights }: SumList): Float64Array {
  const sums = new Float64Array(weights.length + 1);
  for (let j = 0; j < weights.length; j++) sums[j + 1] = sums[j] + weights[j];
  return sums;
}

/** The larger a sum of one list, the smaller the sum of the other that is enough. */
function sweep(
  a: SumList,
  b: SumList,
  { above, below }: { above: Float64Array; below: Float64Array },
  threshold: number,
  window: number,
): readonly [kept: number, lost: number] | typeof IN_DOUBT {
  let j = b.sums.length;
  let [kept, lost] = [0, 0];
  for (let i = 0; i < a.sums.length; i++) {
    const need = threshold - a.sums[i];
    while (j > 0 && b.sums[j - 1] > need) j -= 1;
    if (window > 0) {
      if (j < b.sums.length && b.sums[j] - need < window) return IN_DOUBT;
      if (j > 0 && need - b.sums[j - 1] < window) return IN_DOUBT;
    }
    kept += a.weights[i] * above[j];
    lost += a.weights[i] * below[j];
  }
  return [kept, lost];
}
