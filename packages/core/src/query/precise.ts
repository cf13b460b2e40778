// A short set that keeps the class often enough, where the one that always does is long.
import { chanceBounds, exactChance } from '../chance/odds.ts';
import { SetSearch } from '../chance/set-search.ts';
import { toSpread } from '../chance/spread.ts';
import { InstanceError, show } from '../errors.ts';
import { fromDouble } from '../exact/dyadic.ts';
import { toIntegers, whole } from '../exact/ratio.ts';
import { type Budget, Meter } from '../model/budget.ts';
import type { Distribution } from '../model/distribution.ts';
import type { Problem } from '../model/prepared.ts';
import { toWeighed, type Weighed } from '../weigh/problem.ts';
import { type Bounds, type Probability, precision as precisionOf, toBounds, toHeld } from './precision.ts';
import { smallestKnown } from './smallest-known.ts';

/** Options of {@link precise}. */
export interface PreciseOptions {
  /** How often the class must stay at least: a number from 0 to 1. */
  readonly precision: number;
  /** How the other features vary. Default: `'uniform'`. */
  readonly distribution?: Distribution;
  /** What the search for a smaller set may cost. Default: some tenths of a second, or seconds with many classes. Beyond it the answer is one that was found, not proved to be smallest. */
  readonly budget?: Budget;
}

/** What {@link precise} answers. */
export interface Precise {
  /** Positions in increasing order; the class stays with at least the asked probability, for certain. */
  readonly features: readonly number[];
  readonly precision: Probability;
  /** No set with fewer features does it. Where false, none of the features can be left out alone, as far as bounds and budget tell. */
  readonly smallest: boolean;
  /** No set with fewer features than this does it. */
  readonly atLeast: number;
  /** An explanation, with which the class stays always: the smallest one that is known (`smallestKnown`). */
  readonly explanation: readonly number[];
}

/** Elementary steps, unless a budget says otherwise: about a tenth of a second. */
const PATIENCE = 2 ** 24;
/** The same for first looks at sets one by one, whose steps are quick (see {@link Judge.look}): about a second. */
const LOOKS = 2 ** 31;

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
  // One share for a short set, one for the proof that it is shortest.
  const [finding, proving] = [new Meter(budget, 2 * PATIENCE), new Meter(budget, PATIENCE)];
  const [looking, doubting] = [new Meter(budget, LOOKS), new Meter(budget, LOOKS)];
  const judge = new Judge(weighed, precision, distribution, finding);
  const signal = budget?.signal === undefined ? {} : { budget: { signal: budget.signal } };
  const { features: explanation } = smallestKnown(problem, signal);
  const weights = weighed.rivals.map(({ approx }) => approx);
  const short = greedy(judge, looking, explanation, (i) =>
    weights.reduce((least, drops) => Math.min(least, drops[i]), Number.POSITIVE_INFINITY),
  );
  const { set, atLeast } = bySize(judge, short.length, proving, doubting);
  const features = set ?? short;
  return {
    features,
    precision: atLeastAs(precision, precisionOf(problem, features, distribution, signal)),
    smallest: features.length <= atLeast,
    atLeast: Math.min(atLeast, features.length),
    explanation,
  };
}

/** What is known of a set that was found to be kept so often: bounds that were ended by the signal may say less. */
function atLeastAs(precision: number, known: Probability): Probability {
  return known.low >= precision ? known : { ...known, low: precision, high: Math.max(precision, known.high) };
}

/** Says of sets whether they keep the class often enough. */
class Judge {
  readonly goal: number;
  private readonly problem: Weighed;
  private readonly distribution: Distribution;
  private readonly search: SetSearch | undefined;
  private readonly meter: Meter;
  /** What a first look at a set costs at most, about: all features in a thousand cells, against all rivals. */
  private readonly look: number;

  constructor(problem: Weighed, goal: number, distribution: Distribution, meter: Meter) {
    this.goal = goal;
    this.meter = meter;
    this.problem = problem;
    this.distribution = distribution;
    const spread = toSpread(problem.classifier, distribution);
    const races = 2 * problem.rivals.length * spread.components.low.length;
    this.look = races * 2 ** 10 * (2 ** 10 + problem.classifier.features.length);
    this.search = problem.rivals.length === 1 ? new SetSearch(problem, spread) : undefined;
  }

  /** Often enough, or not; undefined where that could not be told. */
  suffices(set: readonly number[], looks: Meter): boolean | undefined {
    const question = toHeld(this.problem, set, this.distribution);
    looks.spend(this.look);
    for (const width of [0.01, 0.0005]) {
      const { low, high } = toBounds(chanceBounds(question, width, this.meter));
      if (low >= this.goal) return true;
      if (high < this.goal) return false;
    }
    const known = exactChance(question, this.meter);
    if (known === undefined) return undefined;
    const [above, below] = toIntegers(whole(fromDouble(this.goal)));
    return known.numerator * below >= above * known.denominator;
  }

  /** Rough bounds of every set of a size; false when the budget has ended it. */
  each(size: number, meter: Meter, visit: (set: readonly number[], bounds: Bounds) => void): boolean {
    if (this.search !== undefined)
      return this.search.each(size, meter, (set, masses) => visit(set, toBounds(masses)));
    for (const set of subsets(this.problem.classifier.features.length, size)) {
      if (!meter.spend(MANY_RIVALS)) return false;
      visit(set, toBounds(chanceBounds(toHeld(this.problem, set, this.distribution), 0.01, this.meter)));
    }
    return true;
  }
}

/** What a set costs where there is more than one rival, about. */
const MANY_RIVALS = 2 ** 17;

/** The heaviest features of the explanation, as many as it takes; then what can be left out of them. */
function greedy(
  judge: Judge,
  meter: Meter,
  explanation: readonly number[],
  weight: (feature: number) => number,
): readonly number[] {
  const order = [...explanation].sort((i, j) => weight(j) - weight(i));
  const prefix = (size: number): readonly number[] => order.slice(0, size).sort((i, j) => i - j);
  // All of them do. More do mostly, if not always, where fewer do: so twice as many are tried each time, then the number is narrowed down.
  let [size, tooFew] = [order.length, -1];
  for (let tried = 0; size - tooFew > 1 && !meter.look(); ) {
    if (judge.suffices(prefix(tried), meter) === true) size = tried;
    else tooFew = tried;
    tried = size < order.length ? Math.floor((size + tooFew) / 2) : Math.min(2 * tried + 1, size - 1);
  }
  return shrunk(judge, meter, prefix(size), weight);
}

/** Leave out what can be left out alone, the lightest first, until nothing can or the budget has ended. */
function shrunk(
  judge: Judge,
  meter: Meter,
  from: readonly number[],
  weight: (feature: number) => number,
): readonly number[] {
  let set = from;
  for (let again = true; again; ) {
    again = false;
    for (const out of [...set].sort((i, j) => weight(i) - weight(j))) {
      if (meter.look()) return set;
      const less = set.filter((i) => i !== out);
      if (judge.suffices(less, meter) !== true) continue;
      set = less;
      again = true;
    }
  }
  return set;
}

/** What the search by size found. */
interface Found {
  readonly set: readonly number[] | undefined;
  /** No set with fewer features than this does it. */
  readonly atLeast: number;
}

/** All sets with fewer than `length` features, by size. */
function bySize(judge: Judge, length: number, meter: Meter, doubting: Meter): Found {
  let atLeast = 0;
  for (let size = 0; size < length; size++) {
    let best: readonly number[] | undefined;
    let most = 0;
    const open: (readonly number[])[] = [];
    const done = judge.each(size, meter, (set, { low, high }) => {
      if (low >= judge.goal && (best === undefined || low > most)) [best, most] = [set, low];
      else if (high >= judge.goal) open.push(set);
    });
    let proved = done;
    // Those in doubt may be better still, but one is enough.
    for (let j = 0; best === undefined && j < open.length && !doubting.look(); j++) {
      const fine = judge.suffices(open[j], doubting);
      if (fine === true) best = open[j];
      if (fine !== false) proved = false;
    }
    if (best !== undefined || !proved || doubting.look()) return { set: best, atLeast };
    atLeast = size + 1;
  }
  return { set: undefined, atLeast };
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
