// All minimal sets of several demands (more than two classes): a search over picks in order of rank that leaves a
// branch when the rest can no longer suffice, or when a pick can no longer be needed. Every minimal set is reached
// once, at the pick that completes it; a complete set is reported iff no member can be left out.
// With several demands some branches end without an answer, so the delay is not polynomial as it is for one demand.
import type { Demands } from '../weigh/demands.ts';

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

/** Steps between two questions whether to stop: one may take a tenth of a millisecond. */
const PATIENCE = 64;
/** No rank. */
const NONE = -1;

/** Sets of features, each in increasing order. */
export function* searchDemands(
  demands: Demands,
  options: DemandSearchOptions = {},
): Generator<number[], void, undefined> {
  const { mode, forced, singles, list } = demands;
  const { holds, after } = options;
  // Sets that need no search: features that suffice alone, or nothing at all.
  const from = after === undefined ? undefined : locate(demands, after);
  const skipped = from === undefined ? 0 : from.single < 0 ? singles.length : from.single + 1;
  for (const single of singles.slice(skipped)) yield [single];
  const nothing = mode === 'all' && list.every(({ threshold }) => threshold < 0n);
  if (nothing && (holds?.(forced as number[]) ?? true)) {
    if (from === undefined) yield [...forced];
    return;
  }
  yield* new DemandSearch(demands, options).run(
    from !== undefined && from.single < 0 ? from.ranks : undefined,
  );
}

/** The search for sets of several ranks. */
class DemandSearch {
  private readonly demands: Demands;
  private readonly options: DemandSearchOptions;
  private readonly count: number;
  private readonly all: boolean;
  /** By demand: the weights by rank and what they must exceed, on its grid; sums that miss that by less than these are in doubt, below and above. */
  private readonly weights: readonly Float64Array[];
  private readonly thresholds: Float64Array;
  private readonly below: Float64Array;
  private readonly above: Float64Array;
  /** By demand: what the weights from a rank on add up to, and the so many heaviest. */
  private readonly rest: readonly Float64Array[];
  private readonly heaviest: readonly Float64Array[];
  /** The picks, and by their number what they add up to in each demand. */
  private readonly path: number[] = [];
  private readonly sums: readonly Float64Array[];
  private steps = 0;

  constructor(demands: Demands, options: DemandSearchOptions) {
    const { features, list, mode } = demands;
    this.demands = demands;
    this.options = options;
    this.count = features.length;
    this.all = mode === 'all';
    this.weights = list.map(({ grid }) => grid.weights);
    this.thresholds = Float64Array.from(list, ({ grid }) => grid.threshold);
    this.below = Float64Array.from(list, ({ grid }) => grid.window);
    this.above = Float64Array.from(list, ({ grid }) => Math.max(grid.window, 1));
    this.rest = list.map(({ grid }) => suffixSums(grid.weights));
    this.heaviest = options.bySize ? list.map(({ grid }) => heaviestSums(grid.weights)) : [];
    this.sums = Array.from({ length: this.count + 1 }, () => new Float64Array(list.length));
  }

  /** @param after - ranks of the set after which to begin. */
  *run(after: readonly number[] | undefined): Generator<number[], void, undefined> {
    const { count } = this;
    const { bySize = false } = this.options;
    let first = 0;
    let pass = bySize ? 1 : Number.POSITIVE_INFINITY;
    if (after !== undefined) {
      for (const rank of after.slice(0, -1)) this.pick(rank);
      first = (after.at(-1) as number) + 1;
      if (bySize) pass = after.length;
    }
    // Was a branch left only because of its size? Unknown of what was searched before.
    let larger = after !== undefined;
    for (; pass <= count || pass === Number.POSITIVE_INFINITY; pass++) {
      const outcome = yield* this.pass(pass, first);
      if (outcome === 'stopped' || !bySize || !(larger || outcome === 'larger')) return;
      larger = false;
      first = 0;
    }
  }

  /** Sets of `most` ranks, or where that is infinite of any number; whether branches were left because of their size. */
  private *pass(most: number, first: number): Generator<number[], 'done' | 'larger' | 'stopped', undefined> {
    const { count, path } = this;
    const { bySize = false, stop } = this.options;
    let larger = false;
    for (let j = first; ; ) {
      if (++this.steps % PATIENCE === 0 && stop?.(PATIENCE)) return 'stopped';
      if (j < count && this.possible(j, most - path.length)) {
        this.pick(j);
        if (this.complete(NONE)) {
          if ((!bySize || path.length === most) && this.isMinimal()) yield this.toFeatures(path);
        } else if (path.length >= most) {
          larger = true;
        } else if (this.allNeeded()) {
          j += 1;
          continue;
        }
        j = (path.pop() as number) + 1;
        continue;
      }
      if (most - path.length < count - j) larger = true;
      const back = path.pop();
      if (back === undefined) return larger ? 'larger' : 'done';
      j = back + 1;
    }
  }

  private pick(rank: number): void {
    const { path, sums, weights } = this;
    const sum = sums[path.length];
    path.push(rank);
    const next = sums[path.length];
    for (let r = 0; r < next.length; r++) next[r] = sum[r] + weights[r][rank];
  }

  private toFeatures(ranks: readonly number[]): number[] {
    const { forced, features } = this.demands;
    return [...forced, ...ranks.map((rank) => features[rank])].sort((a, b) => a - b);
  }

  /** Does a sum on the grid of demand r exceed its threshold? It is that of the path without `left`, and of all ranks from `from` on. */
  private exceeds(r: number, sum: number, left: number, from: number): boolean {
    const difference = sum - this.thresholds[r];
    if (difference >= this.above[r]) return true;
    return difference > -this.below[r] && this.exceedsExactly(r, left, from);
  }

  private exceedsExactly(r: number, left: number, from: number): boolean {
    const { weights, threshold } = this.demands.list[r];
    let exact = 0n;
    for (const rank of this.path) if (rank !== left) exact += weights[rank];
    for (let rank = from; rank < this.count; rank++) exact += weights[rank];
    return exact > threshold;
  }

  /** Is the path an answer, if not perhaps a minimal one, without `left`? */
  private complete(left: number): boolean {
    const { all, count, path, sums, weights } = this;
    const sum = sums[path.length];
    let met = all;
    for (let r = 0; r < sum.length && met === all; r++)
      met = this.exceeds(r, left === NONE ? sum[r] : sum[r] - weights[r][left], left, count);
    if (!met) return false;
    const { holds } = this.options;
    return (
      holds === undefined ||
      holds(this.toFeatures(left === NONE ? path : path.filter((rank) => rank !== left)))
    );
  }

  /** Can no pick be left out? */
  private isMinimal(): boolean {
    for (const left of this.path) if (this.complete(left)) return false;
    return true;
  }

  /** Can the path still be completed with ranks from j on (the heaviest q of them)? */
  private possible(j: number, q: number): boolean {
    const { all, count, path, sums, rest, heaviest, thresholds, below } = this;
    const sum = sums[path.length];
    let can = all;
    for (let r = 0; r < sum.length && can === all; r++)
      can =
        q >= count - j
          ? this.exceeds(r, sum[r] + rest[r][j], NONE, j)
          : // A bound with any q ranks, also picked ones: only the "no" must be certain. A weight may count twice here, so
            // twice the window is needed.
            sum[r] + Math.min(heaviest[r][q], rest[r][j]) - thresholds[r] > -2 * below[r];
    return can;
  }

  /** Can each pick still turn out to be needed? One that no open demand counts and that every met demand spares cannot. */
  private allNeeded(): boolean {
    if (this.options.holds !== undefined) return true;
    for (const pick of this.path) if (!this.needed(pick)) return false;
    return true;
  }

  private needed(pick: number): boolean {
    const { all, count, path, sums, weights, demands } = this;
    const sum = sums[path.length];
    for (let r = 0; r < sum.length; r++) {
      if (!this.exceeds(r, sum[r], NONE, count)) {
        if (demands.list[r].weights[pick] > 0n) return true;
      } else if (!all || !this.exceeds(r, sum[r] - weights[r][pick], pick, count)) return true;
    }
    return false;
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
