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

/** Steps between two questions whether to stop: one may take a tenth of a millisecond. */
const PATIENCE = 64;

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
  /** By demand: what the weights from a rank on add up to, and the so many heaviest. */
  private readonly rest: readonly Float64Array[];
  private readonly heaviest: readonly Float64Array[];
  /** The picks, and by their number what they add up to in each demand. */
  private readonly path: number[] = [];
  private readonly sums: readonly Float64Array[];
  private steps = 0;

  constructor(demands: Demands, options: DemandSearchOptions) {
    const { features, list } = demands;
    this.demands = demands;
    this.options = options;
    this.count = features.length;
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
    const { count, path, sums } = this;
    const { bySize = false, stop } = this.options;
    let larger = false;
    for (let j = first; ; ) {
      if (++this.steps % PATIENCE === 0 && stop?.(PATIENCE)) return 'stopped';
      if (j < count && this.possible(j, most - path.length)) {
        this.pick(j);
        const sum = sums[path.length];
        if (this.complete(path, (r) => sum[r])) {
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
    const { path, sums, demands } = this;
    const sum = sums[path.length];
    path.push(rank);
    const next = sums[path.length];
    for (let r = 0; r < next.length; r++) next[r] = sum[r] + demands.list[r].grid.weights[rank];
  }

  private toFeatures(ranks: readonly number[]): number[] {
    const { forced, features } = this.demands;
    return [...forced, ...ranks.map((rank) => features[rank])].sort((a, b) => a - b);
  }

  private join(answer: (demand: Demand, r: number) => boolean): boolean {
    const { mode, list } = this.demands;
    return mode === 'all' ? list.every(answer) : list.some(answer);
  }

  private complete(ranks: readonly number[], sum: (r: number) => number): boolean {
    const { holds } = this.options;
    return (
      this.join((demand, r) => exceeds(demand, sum(r), () => ranks)) &&
      (holds?.(this.toFeatures(ranks)) ?? true)
    );
  }

  /** Can no pick be left out? */
  private isMinimal(): boolean {
    const { path, sums, demands } = this;
    const sum = sums[path.length];
    return path.every((left) => {
      const others = path.filter((rank) => rank !== left);
      return !this.complete(others, (r) => sum[r] - demands.list[r].grid.weights[left]);
    });
  }

  /** Can the path still be completed with ranks from j on (the heaviest q of them)? */
  private possible(j: number, q: number): boolean {
    const { count, path, sums, rest, heaviest } = this;
    const sum = sums[path.length];
    return this.join((demand, r) => {
      if (q >= count - j) return exceeds(demand, sum[r] + rest[r][j], () => [...path, ...span(j, count)]);
      // A bound with any q ranks, also picked ones: only the "no" must be certain. A weight may count twice here, so
      // twice the window is needed.
      return sum[r] + Math.min(heaviest[r][q], rest[r][j]) - demand.grid.threshold > -2 * demand.grid.window;
    });
  }

  /** Can each pick still turn out to be needed? One that no open demand counts and that every met demand spares cannot. */
  private allNeeded(): boolean {
    const { path, sums } = this;
    const { mode, list } = this.demands;
    const sum = sums[path.length];
    if (this.options.holds !== undefined) return true;
    return path.every((pick) =>
      list.some((demand, r) => {
        const w = demand.grid.weights[pick];
        if (!exceeds(demand, sum[r], () => path)) return demand.weights[pick] > 0n;
        return mode === 'any' || !exceeds(demand, sum[r] - w, () => path.filter((rank) => rank !== pick));
      }),
    );
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
