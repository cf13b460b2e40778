// All minimal sets of several demands (more than two classes): a search over picks in order of rank that leaves a
// branch when the rest can no longer suffice, or when a pick can no longer be needed. Every minimal set is reached
// once, at the pick that completes it; a complete set is reported iff no member can be left out.
// With several demands some branches end without an answer, so the delay is not polynomial as it is for one demand.
import { type Demand, type Demands, exceeds } from '../weigh/demands.ts';

/** Options of {@link searchDemands}. */
export interface DemandSearchOptions {
  /** Smallest sets first: one pass per size. */
  readonly bySize?: boolean;
  /** Told now and then how many steps were made; the search ends early when it says true. */
  readonly stop?: (steps: number) => boolean;
  /** A further monotone condition on sets (feature positions): then exceeding the demands is necessary, not sufficient. */
  readonly holds?: (features: readonly number[]) => boolean;
  /** Begin after this set (feature positions) of the same search. */
  readonly after?: readonly number[];
}

/** Steps between two questions whether to stop. */
const PATIENCE = 1024;

/** Sets of features, each in increasing order. */
export function* searchDemands(
  demands: Demands,
  { bySize = false, stop, holds, after }: DemandSearchOptions = {},
): Generator<number[], void, undefined> {
  const { mode, forced, singles, features, list } = demands;
  const count = features.length;
  const toFeatures = (ranks: readonly number[]): number[] =>
    [...forced, ...ranks.map((rank) => features[rank])].sort((a, b) => a - b);
  const join = (answer: (demand: Demand, r: number) => boolean): boolean =>
    mode === 'all' ? list.every(answer) : list.some(answer);

  // Sets that need no search: features that suffice alone, or nothing at all.
  const from = after === undefined ? undefined : locate(demands, after);
  const skipped = from === undefined ? 0 : from.single < 0 ? singles.length : from.single + 1;
  for (const single of singles.slice(skipped)) yield [single];
  if (
    mode === 'all' &&
    list.every(({ threshold }) => threshold < 0n) &&
    (holds?.(forced as number[]) ?? true)
  ) {
    if (from === undefined) yield [...forced];
    return;
  }

  const rest = list.map(({ grid }) => suffixSums(grid.weights));
  const heaviest = bySize ? list.map(({ grid }) => heaviestSums(grid.weights)) : [];
  const sums = Array.from({ length: count + 1 }, () => new Float64Array(list.length));
  const path: number[] = [];

  const complete = (ranks: readonly number[], sum: (r: number) => number): boolean =>
    join((demand, r) => exceeds(demand, sum(r), () => ranks)) && (holds?.(toFeatures(ranks)) ?? true);
  const isMinimal = (ranks: readonly number[], sum: Float64Array): boolean =>
    ranks.every((left) => {
      const others = ranks.filter((rank) => rank !== left);
      return !complete(others, (r) => sum[r] - list[r].grid.weights[left]);
    });
  /** Can the path still be completed with ranks from j on (the heaviest q of them)? */
  const possible = (sum: Float64Array, j: number, q: number): boolean =>
    join((demand, r) => {
      if (q >= count - j) return exceeds(demand, sum[r] + rest[r][j], () => [...path, ...span(j, count)]);
      // A bound with any q ranks, also picked ones: only the "no" must be certain. A weight may count twice here, so
      // twice the window is needed.
      return sum[r] + Math.min(heaviest[r][q], rest[r][j]) - demand.grid.threshold > -2 * demand.grid.window;
    });
  /** Can each pick still turn out to be needed? One that no open demand counts and that every met demand spares cannot. */
  const allNeeded = (sum: Float64Array): boolean =>
    holds !== undefined ||
    path.every((pick) =>
      list.some((demand, r) => {
        const w = demand.grid.weights[pick];
        if (!exceeds(demand, sum[r], () => path)) return demand.weights[pick] > 0n;
        return mode === 'any' || !exceeds(demand, sum[r] - w, () => path.filter((rank) => rank !== pick));
      }),
    );

  let pass = bySize ? 1 : Number.POSITIVE_INFINITY;
  let steps = 0;
  let j = 0;
  let resumed = false;
  if (from !== undefined && from.single < 0) {
    for (const rank of from.ranks.slice(0, -1)) pick(rank);
    j = (from.ranks.at(-1) as number) + 1;
    if (bySize) pass = from.ranks.length;
    resumed = true;
  }
  for (; pass <= count || pass === Number.POSITIVE_INFINITY; pass++) {
    let larger = resumed; // was a branch left only because of its size? (Unknown of what was searched before.)
    resumed = false;
    for (;;) {
      if (++steps % PATIENCE === 0 && stop?.(PATIENCE)) return;
      const sum = sums[path.length];
      if (j < count && possible(sum, j, pass - path.length)) {
        pick(j);
        const next = sums[path.length];
        if (complete(path, (r) => next[r])) {
          if ((!bySize || path.length === pass) && isMinimal(path, next)) yield toFeatures(path);
        } else if (path.length < pass) {
          if (allNeeded(next)) {
            j += 1;
            continue;
          }
        } else {
          larger = true;
        }
        j = (path.pop() as number) + 1;
        continue;
      }
      if (pass - path.length < count - j) larger = true;
      const back = path.pop();
      if (back === undefined) break;
      j = back + 1;
    }
    if (!bySize || !larger) return;
    j = 0;
  }

  function pick(rank: number): void {
    const sum = sums[path.length];
    path.push(rank);
    const next = sums[path.length];
    for (let r = 0; r < list.length; r++) next[r] = sum[r] + list[r].grid.weights[rank];
  }
}

/** Where a set stands in the search. */
function locate(
  { forced, singles, features }: Demands,
  set: readonly number[],
): { single: number; ranks: number[] } {
  const held = new Set(forced);
  const own = set.filter((i) => !held.has(i));
  const ranks = own.map((i) => features.indexOf(i)).sort((a, b) => a - b);
  return { single: own.length === 1 ? singles.indexOf(own[0]) : -1, ranks };
}

function suffixSums(weights: Float64Array): Float64Array {
  const sums = new Float64Array(weights.length + 1);
  for (let j = weights.length - 1; j >= 0; j--) sums[j] = sums[j + 1] + weights[j];
  return sums;
}

/** Sums of the q heaviest weights, by q. */
function heaviestSums(weights: Float64Array): Float64Array {
  const sorted = weights.toSorted((a, b) => b - a);
  const sums = new Float64Array(weights.length + 1);
  for (let q = 0; q < sorted.length; q++) sums[q + 1] = sums[q] + sorted[q];
  return sums;
}

function* span(from: number, to: number): Generator<number, void, undefined> {
  for (let j = from; j < to; j++) yield j;
}
