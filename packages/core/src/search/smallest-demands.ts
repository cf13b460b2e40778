// A smallest set that exceeds every demand's threshold (smallest explanation with more than two classes): branch and bound on the linear
// relaxation. The relaxation is solved in doubles and only guesses: a branch is left when a sum of the demands, with weights from the
// relaxation, certainly excludes it; and whether a set suffices is decided exactly where doubles are in doubt. So the answer is a
// proven optimum. Where a budget ends the search, the best set so far is minimal, and the least of the bounds of the branches that were
// not looked into says how much smaller another one could be.
import type { LimitError } from '../errors.ts';
import { errorOfSum } from '../exact/filter.ts';
import { FloatSimplex } from '../exact/float-simplex.ts';
import { type Budget, Meter } from '../model/budget.ts';
import type { Demands } from '../weigh/demands.ts';
import { type FloatDemand, type FloatDemands, onGrid } from '../weigh/float-demands.ts';

/** Nearer to a whole number than this is whole, most likely. Nothing rests on it but speed. */
const NEARLY = 2 ** -20;

/** A small set, and what is known of smaller ones. */
export interface KnownSmallest {
  /** In increasing order. None of them can be left out alone. */
  readonly features: number[];
  /** No set with fewer features does it. */
  readonly complete: boolean;
  /** No set with fewer features than this does it: the size, where complete. */
  readonly atLeast: number;
}

/**
 * The features of a smallest set, in increasing order.
 *
 * @throws {LimitError} `too-many-steps` or `aborted` beyond the budget.
 */
export function smallestDemands(demands: Demands, budget?: Budget): number[] {
  return smallestOf(onGrid(demands), new Meter(budget));
}

/** The same in doubles. */
export function smallestOf(demands: FloatDemands, meter: Meter = new Meter()): number[] {
  const found = knownSmallestOf(demands, meter);
  if (!found.complete) throw unproved(found, meter);
  return found.features;
}

/** The smallest set that is found within the budget. A step is a branch, which is a linear program. */
export function knownSmallestOf({ forced, features, list }: FloatDemands, meter: Meter): KnownSmallest {
  const search = list.length === 0 ? undefined : new SmallestSearch(list, features.length, meter);
  const ranks = search?.run() ?? [];
  const set = [...forced, ...ranks.map((rank) => features[rank])].sort((a, b) => a - b);
  const atLeast = search === undefined ? set.length : forced.length + search.atLeast;
  return { features: set, complete: atLeast === set.length, atLeast };
}

/** The refusal to give a set that may not be smallest. */
export function unproved({ features, atLeast }: KnownSmallest, meter: Meter): LimitError {
  return meter.refusal(
    'no proof of the smallest explanation',
    `a set of ${features.length} features; a smaller one would have at least ${atLeast}`,
  );
}

class SmallestSearch {
  private readonly list: readonly FloatDemand[];
  private readonly count: number;
  private readonly meter: Meter;
  /** `shares[demand · count + rank]`: how much of what must be reached, at most all of it. */
  private readonly shares: Float64Array;
  /** Per rank: its share in the demands' sum. */
  private readonly mixture: Float64Array;
  private readonly levels: FloatSimplex[] = [];
  private best: readonly number[];
  /** A branch's sets that are smaller than the best have at least so many items, as {@link excludes} has found. */
  private bound = 0;
  /** The least bound of branches that were not looked into. */
  private open = Number.POSITIVE_INFINITY;

  constructor(list: readonly FloatDemand[], count: number, meter: Meter) {
    this.list = list;
    this.count = count;
    this.meter = meter;
    this.shares = new Float64Array(list.length * count);
    this.mixture = new Float64Array(count);
    list.forEach(({ weights, threshold, doubt }, r) => {
      // What a set that suffices certainly has; if that is nothing, any set has it.
      const need = threshold - doubt;
      for (let i = 0; i < count; i++) this.shares[r * count + i] = weights[i] >= need ? 1 : weights[i] / need;
    });
    this.best = Array.from({ length: count }, (_, rank) => rank);
  }

  run(): readonly number[] {
    const root = this.level(0);
    root.start({
      shares: this.shares,
      needs: new Float64Array(this.list.length).fill(1),
      most: new Float64Array(this.count).fill(1),
      cost: 1,
    });
    this.explore(0, 0);
    // Ended before the first relaxation was solved: what is light is left out of all items.
    if (this.best.length === this.count && this.open < this.count) this.offer(this.byWeight());
    return this.best;
  }

  /** No set has fewer items than this, after {@link run}. */
  get atLeast(): number {
    return Math.min(this.best.length, this.open);
  }

  private level(depth: number): FloatSimplex {
    this.levels[depth] ??= new FloatSimplex(this.count, this.list.length);
    return this.levels[depth];
  }

  /** Look for a smaller set than the best among those that the relaxation at this depth allows. @param known - they have at least so many items. */
  private explore(depth: number, known: number): void {
    if (known >= this.best.length) return;
    // A step is a linear program, so that the signal is looked at every time.
    if (!this.meter.spend(1) || this.meter.look()) {
      this.open = Math.min(this.open, known);
      return;
    }
    const relaxation = this.level(depth);
    const outcome = relaxation.solve();
    if (outcome !== 'stuck' && this.excludes(relaxation, outcome === 'impossible')) return;
    if (outcome === 'solved') {
      this.roundUp(relaxation);
      if (this.excludes(relaxation, false)) return;
    }
    const least = outcome === 'solved' ? Math.max(known, this.bound) : known;
    const rank = this.mostUndecided(relaxation, outcome === 'solved');
    if (rank < 0) {
      this.offer(this.chosen(relaxation));
      return;
    }
    const first = outcome === 'solved' && relaxation.solution[rank] < 0.5 ? 0 : 1;
    for (const value of [first, 1 - first] as (0 | 1)[]) {
      const next = this.level(depth + 1);
      next.copy(relaxation);
      next.fix(rank, value);
      this.explore(depth + 1, least);
    }
  }

  /**
   * Is it certain that no set within the relaxation's fixed items is smaller than the best?
   *
   * With multipliers λ ≥ 0, a set S that suffices has Σ_S W ≥ Σ λ, W = Σ λ·shares. Hence |S| ≥ Σ λ + Σ_S (1 − W), and the sum is least
   * if S has just the items with W > 1, as far as they are not fixed; and there is no such S if all items that may be in it have too
   * little. Where a fixed item the other way alone makes the bound too large, the item is fixed this way.
   */
  private excludes(relaxation: FloatSimplex, impossible: boolean): boolean {
    const { count, mixture, shares } = this;
    const { multipliers } = relaxation;
    let need = 0;
    mixture.fill(0);
    for (let r = 0; r < multipliers.length; r++) {
      const factor = multipliers[r];
      need += factor;
      if (factor > 0) for (let i = 0; i < count; i++) mixture[i] += factor * shares[r * count + i];
    }
    let size = need + count;
    let most = 0;
    let bound = need;
    for (let i = 0; i < count; i++) {
      const fixed = relaxation.fixed(i);
      size += mixture[i];
      if (fixed !== 0) most += mixture[i];
      if (fixed === 1 || (fixed < 0 && mixture[i] > 1)) bound += 1 - mixture[i];
    }
    const doubt = errorOfSum(2 * (count + multipliers.length), size);
    if (impossible) return need - most > doubt;
    this.bound = Math.ceil(bound - doubt);
    const room = this.best.length - 1 - bound + doubt;
    if (room < 0) return true;
    for (let i = 0; i < count; i++)
      if (relaxation.fixed(i) < 0 && Math.abs(1 - mixture[i]) > room + doubt)
        relaxation.fix(i, mixture[i] > 1 ? 1 : 0);
    return false;
  }

  /** The items of the solution, in full, less what can be left out. */
  private roundUp({ solution }: FloatSimplex): void {
    const ranks: number[] = [];
    for (let i = 0; i < this.count; i++) if (solution[i] > NEARLY) ranks.push(i);
    // Those in part are left out first, the smallest part first.
    ranks.sort((i, j) => solution[j] - solution[i] || this.mixture[j] - this.mixture[i]);
    this.offer(ranks);
  }

  /** All items, those with the largest shares of what must be reached first. */
  private byWeight(): number[] {
    const { count, shares } = this;
    const weight = (i: number): number => this.list.reduce((sum, _, r) => sum + shares[r * count + i], 0);
    return Array.from({ length: count }, (_, i) => i).sort((i, j) => weight(j) - weight(i));
  }

  /** Items that are fixed at 1, once all are fixed. */
  private chosen(relaxation: FloatSimplex): number[] {
    // Stryker disable next-line ArrowFunction,ConditionalExpression,EqualityOperator,MethodExpression,ObjectLiteral: a solved relaxation has offered them already; this is for one that got stuck
    return Array.from({ length: this.count }, (_, i) => i).filter((i) => relaxation.fixed(i) === 1);
  }

  private mostUndecided(relaxation: FloatSimplex, solved: boolean): number {
    let rank = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.count; i++) {
      if (relaxation.fixed(i) >= 0) continue;
      // Stryker disable next-line ArithmeticOperator: any undecided item leads to the answer, the most undecided one sooner
      const distance = solved ? Math.abs(relaxation.solution[i] - 0.5) : 0;
      // The first one at any rate: a solution that has come to nothing has no distances.
      // Stryker disable next-line EqualityOperator,LogicalOperator: as above
      if (rank < 0 || distance < least) {
        least = distance;
        rank = i;
      }
    }
    return rank;
  }

  /** If the set suffices, leave out from its end whatever can be left out; is it the best? */
  private offer(ranks: readonly number[]): void {
    let kept = ranks;
    const sums = this.list.map(({ weights }) => {
      let sum = 0;
      for (const rank of ranks) sum += weights[rank];
      return sum;
    });
    if (!this.list.every((demand, r) => exceeds(demand, sums[r], () => ranks))) return;
    for (const rank of ranks.toReversed()) {
      const without = (): number[] => kept.filter((other) => other !== rank);
      if (!this.list.every((demand, r) => exceeds(demand, sums[r] - demand.weights[rank], without))) continue;
      kept = without();
      this.list.forEach(({ weights }, r) => {
        sums[r] -= weights[rank];
      });
    }
    if (kept.length < this.best.length) this.best = kept;
  }
}

/** Does a set exceed the demand's threshold? `sum` is its sum; `ranks` is called in doubt only. */
function exceeds(
  { threshold, doubt, exactly }: FloatDemand,
  sum: number,
  ranks: () => readonly number[],
): boolean {
  const difference = sum - threshold;
  return Math.abs(difference) > doubt ? difference > 0 : exactly(ranks());
}
