// A short set that keeps the class often enough, where the one that always does is long.
import { chanceBounds, exactChance } from '../chance/odds.ts';
import { toSpread } from '../chance/spread.ts';
import { InstanceError, show } from '../errors.ts';
import { fromDouble } from '../exact/dyadic.ts';
import { toIntegers, whole } from '../exact/ratio.ts';
import { type Budget, Meter } from '../model/budget.ts';
import type { Distribution } from '../model/distribution.ts';
import type { Problem } from '../model/prepared.ts';
import { toWeighed, type Weighed } from '../weigh/problem.ts';
import { type Probability, precision as precisionOf, toHeld } from './precision.ts';
import { smallest } from './smallest.ts';

/** Options of {@link precise}. */
export interface PreciseOptions {
  /** How often the class must stay at least: a number from 0 to 1. */
  readonly precision: number;
  /** How the other features vary. Default: `'uniform'`. */
  readonly distribution?: Distribution;
  /** What the search for a smaller set may cost. Default: some tenths of a second. */
  readonly budget?: Budget;
}

/** What {@link precise} answers. */
export interface Precise {
  /** Positions in increasing order; the class stays with at least the asked probability, for certain. */
  readonly features: readonly number[];
  readonly precision: Probability;
  /** No set with fewer features does it. Where false, none of the features can be left out alone, as far as bounds tell. */
  readonly smallest: boolean;
  /** No set with fewer features than this does it. */
  readonly atLeast: number;
  /** A smallest explanation: the class stays always. */
  readonly explanation: readonly number[];
}

/** Elementary steps, unless a budget says otherwise. */
const PATIENCE = 2 ** 26;

/**
 * A smallest set of features that keeps the class with at least a given probability.
 *
 * The probability does not always grow with the set, so sets are tried by size: if those that are smaller are few enough for the
 * budget, the answer is proved to be smallest. Otherwise it is one from which no feature can be left out alone.
 *
 * @throws {InstanceError} `bad-option`; as `precision` for the distribution.
 * @example
 * ```ts
 * import { linearModel, precise, reduce, weigh } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const model = linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 2], [0, 2], [0, 1]], intercept: -2.5 });
 * const found = precise(weigh(reduce(model), ['yes', 'yes', 'yes']), { precision: 0.7 });
 * [found.features, found.precision.low, found.smallest, found.explanation]; // => [[0], 0.75, true, [0, 1]]
 * ```
 */
export function precise(problem: Problem, options: PreciseOptions): Precise {
  const { precision, distribution = 'uniform', budget } = options;
  const weighed = toWeighed(problem);
  checkPrecision(precision);
  toSpread(weighed.classifier, distribution);
  const meter = new Meter(budget, PATIENCE);
  const judge = new Judge(weighed, precision, distribution, meter);
  const explanation = smallest(problem) as number[];
  const short = shorter(growing(judge, explanation.length), shrinking(judge, explanation));
  const { found, atLeast } = bySize(judge, short.length, meter);
  const features = found ?? short;
  return {
    features,
    precision: precisionOf(problem, features, distribution),
    smallest: features.length <= atLeast,
    atLeast: Math.min(atLeast, features.length),
    explanation,
  };
}

/** Says of sets whether they keep the class often enough, and remembers. */
class Judge {
  readonly features: number;
  private readonly problem: Weighed;
  private readonly goal: number;
  private readonly distribution: Distribution;
  private readonly meter: Meter;

  constructor(problem: Weighed, goal: number, distribution: Distribution, meter: Meter) {
    this.features = problem.classifier.features.length;
    this.problem = problem;
    this.goal = goal;
    this.distribution = distribution;
    this.meter = meter;
  }

  /** The lower bound of the probability. */
  least(set: readonly number[]): number {
    return this.bounds(set, 0.001).low;
  }

  /** Often enough, or not; undefined where that could not be told. */
  suffices(set: readonly number[]): boolean | undefined {
    for (const width of [0.01, 0.0001]) {
      const { low, high } = this.bounds(set, width);
      if (low >= this.goal) return true;
      if (high < this.goal) return false;
    }
    const known = exactChance(this.question(set));
    if (known === undefined) return undefined;
    const [above, below] = toIntegers(whole(fromDouble(this.goal)));
    return known.numerator * below >= above * known.denominator;
  }

  private bounds(set: readonly number[], width: number): { low: number; high: number } {
    const { kept, lost } = chanceBounds(this.question(set), width, this.meter);
    return { low: kept, high: Math.min(1, (1 - lost) * (1 + 2 ** -52)) };
  }

  private question(set: readonly number[]) {
    return toHeld(this.problem, set, this.distribution);
  }
}

function shorter(a: readonly number[] | undefined, b: readonly number[]): readonly number[] {
  return a !== undefined && a.length <= b.length ? a : b;
}

/** From nothing: always the feature that helps most. Undefined when that takes as many as there are allowed. */
function growing(judge: Judge, most: number): readonly number[] | undefined {
  let set: readonly number[] = [];
  while (judge.suffices(set) !== true) {
    if (set.length >= most) return undefined;
    const own = set;
    const rest = Array.from({ length: judge.features }, (_, i) => i).filter((i) => !own.includes(i));
    const candidates = rest.map((i) => [...own, i].sort((x, y) => x - y));
    set = bestOf(judge, candidates);
  }
  return shrinking(judge, set);
}

/** Leave out what can be left out alone, the feature that is missed least first. */
function shrinking(judge: Judge, from: readonly number[]): readonly number[] {
  let set = from;
  for (;;) {
    const own = set;
    const fine = own
      .map((out) => own.filter((i) => i !== out))
      .filter((less) => judge.suffices(less) === true);
    if (fine.length === 0) return set;
    set = bestOf(judge, fine);
  }
}

function bestOf(judge: Judge, sets: readonly (readonly number[])[]): readonly number[] {
  let best = sets[0];
  let most = -1;
  for (const set of sets) {
    const least = judge.least(set);
    if (least > most) [best, most] = [set, least];
  }
  return best;
}

/** All sets with fewer than `length` features, by size. `atLeast`: no smaller set does. */
function bySize(
  judge: Judge,
  length: number,
  meter: Meter,
): { found: readonly number[] | undefined; atLeast: number } {
  let atLeast = 0;
  let proved = true;
  for (let size = 0; size < length; size++) {
    for (const set of subsets(judge.features, size)) {
      if (!meter.spend(64 * judge.features)) return { found: undefined, atLeast };
      const fine = judge.suffices(set);
      if (fine === true) return { found: set, atLeast };
      proved &&= fine === false;
    }
    if (proved) atLeast = size + 1;
  }
  return { found: undefined, atLeast };
}

/** All sets of a size, in lexicographic order. */
function* subsets(n: number, size: number): Generator<readonly number[]> {
  const set = Array.from({ length: size }, (_, j) => j);
  for (;;) {
    yield [...set];
    let at = size - 1;
    while (at >= 0 && set[at] === n - size + at) at -= 1;
    if (at < 0) return;
    set[at] += 1;
    for (let j = at + 1; j < size; j++) set[j] = set[j - 1] + 1;
  }
}

function checkPrecision(precision: number): void {
  if (precision >= 0 && precision <= 1) return;
  throw new InstanceError('not a probability', {
    code: 'bad-option',
    place: 'precision',
    expected: 'a number from 0 to 1',
    got: show(precision),
  });
}
