// A smallest explanation. Two classes: the heaviest drops until they exceed the threshold (paper, Proposition 1),
// by selection in linear time on doubles where an error bound proves the result, on sorted exact integers otherwise.
// More classes: a smallest contrast is the best of the rivals'; a smallest reason needs branch and bound.
import { errorOfSum } from '../exact/filter.ts';
import { type Budget, Meter } from '../model/budget.ts';
import { type Kind, toCover } from '../weigh/cover.ts';
import { toDemands } from '../weigh/demands.ts';
import { onGrid, whyInDoubles } from '../weigh/float-demands.ts';
import { DROP_ERROR, largestDrop, type Rival, type Weighed } from '../weigh/problem.ts';
import { heaviestExceeding } from './heaviest.ts';
import { rowEngine } from './row-engine.ts';
import { type KnownSmallest, knownSmallestOf, unproved } from './smallest-demands.ts';

/** Linear programs of a search, times their numbers: some seconds. */
const WORK = 2 ** 26;
/** So many in any case. */
const LEAST_STEPS = 256;

/** Branches that the search for a smallest explanation may take by default. */
export function defaultSteps({ rivals, classifier }: Weighed): number {
  const numbers = rivals.length * Math.max(1, classifier.features.length);
  return Math.max(LEAST_STEPS, Math.floor(WORK / numbers));
}

/**
 * Features in increasing order; undefined when there is no contrast.
 *
 * @throws {LimitError} `too-many-steps` or `aborted` beyond the budget, with more than two classes.
 */
export function smallestSet(problem: Weighed, kind: Kind, budget?: Budget): number[] | undefined {
  if (!isSearch(problem, kind)) return easySmallest(problem, kind);
  const meter = new Meter(budget, defaultSteps(problem));
  const known = searched(problem, meter);
  if (!known.complete) throw unproved(known, meter);
  return known.features;
}

/** The smallest that is found within the budget; undefined when there is no contrast. */
export function knownSmallest(problem: Weighed, kind: Kind, budget?: Budget): KnownSmallest | undefined {
  if (isSearch(problem, kind)) return searched(problem, new Meter(budget, defaultSteps(problem)));
  const features = easySmallest(problem, kind);
  return features && { features, complete: true, atLeast: features.length };
}

/** Whether a smallest set must be searched for. */
function isSearch({ rivals }: Weighed, kind: Kind): boolean {
  return rivals.length > 1 && kind === 'axp';
}

function searched(problem: Weighed, meter: Meter): KnownSmallest {
  return knownSmallestOf(whyInDoubles(problem) ?? onGrid(toDemands(problem, 'axp')), meter);
}

/** Where no search is needed. */
function easySmallest(problem: Weighed, kind: Kind): number[] | undefined {
  const quick = rowSmallest(problem, kind);
  if (quick !== 'unsure') return quick;
  const { rivals } = problem;
  return rivals.length === 1 ? smallestAgainst(problem, rivals[0], kind) : smallestContrast(problem);
}

/**
 * The smallest of all rivals' smallest contrasts, of equal ones the first rival's. The most promising rival is asked first; of the
 * others only those whose heaviest drop, taken as often as allowed, might overtake.
 */
function smallestContrast(problem: Weighed): number[] | undefined {
  const { rivals, float } = problem;
  const { scores, noise } = float;
  const margins = rivals.map(({ class: k }) => scores[problem.classIndex] - scores[k]);
  const largest = rivals.map((rival) => largestDrop(problem, rival));
  const first = margins.reduce(
    (best, margin, r) => (margin / largest[r] < margins[best] / largest[best] ? r : best),
    0,
  );
  let best = smallestAgainst(problem, rivals[first], 'cxp');
  let from = first;
  rivals.forEach((rival, r) => {
    if (r === first) return;
    if (best !== undefined) {
      const most = best.length - (r < from ? 0 : 1);
      const sum = most * largest[r];
      const doubt =
        noise[problem.classIndex] +
        noise[rival.class] +
        DROP_ERROR * sum +
        errorOfSum(most + 2, sum + Math.abs(margins[r]));
      if (margins[r] - sum > doubt) return;
    }
    const own = smallestAgainst(problem, rival, 'cxp');
    if (own === undefined) return;
    if (best === undefined || own.length < best.length || (own.length === best.length && r < from)) {
      best = own;
      from = r;
    }
  });
  return best;
}

/** The everyday case. */
function rowSmallest(
  { classifier, encoded, classIndex: own }: Weighed,
  kind: Kind,
): number[] | undefined | 'unsure' {
  const engine = rowEngine(classifier);
  if (engine === null) return 'unsure';
  engine.load(encoded.options, 0, own, kind);
  const size = engine.smallest();
  if (size < 0) return 'unsure';
  if (size > engine.length) return undefined;
  return engine.heaviest(size);
}

function smallestAgainst(problem: Weighed, rival: Rival, kind: Kind): number[] | undefined {
  const quick = quickSmallest(problem, rival, kind);
  return quick === 'unsure' ? exactSmallest(rival, kind) : quick;
}

/** By exact sorting: forced features, and the heaviest others until they exceed the threshold. */
export function exactSmallest(rival: Rival, kind: Kind): number[] | undefined {
  const { forced, singles, order, weights, threshold } = toCover(rival, kind);
  const set = [...forced];
  if (threshold >= 0n && singles.length > 0) {
    set.push(singles[0]);
  } else {
    let left = threshold;
    for (let j = 0; left >= 0n; j++) {
      if (j === order.length) return undefined;
      set.push(order[j]);
      left -= weights[j];
    }
  }
  return set.sort((a, b) => a - b);
}

/**
 * The same by doubles. Sums of drops, the margin and with them the threshold carry error bounds; the size k is
 * certain when the k heaviest exceed the threshold, and the k − 1 heaviest do not, by more than these bounds. Which
 * features are the k heaviest is certain but for those as heavy as the lightest chosen, within rounding: exact
 * integers order them.
 */
function quickSmallest(problem: Weighed, rival: Rival, kind: Kind): number[] | undefined | 'unsure' {
  const { scores, noise } = problem.float;
  const margin = scores[problem.classIndex] - scores[rival.class];
  const drops = rival.approx;
  const forced: number[] = [];
  const values = drops.slice();
  let total = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i] === Number.POSITIVE_INFINITY) {
      if (rival.weights.drops[i] >= 0n) return 'unsure'; // finite, but beyond the doubles
      if (kind === 'cxp') return 'unsure';
      values[i] = 0;
      forced.push(i);
    }
    total += values[i];
  }
  // Twice the error of the threshold, which is more than that of any sum of drops: enough for their difference.
  const doubt =
    2 *
    (noise[problem.classIndex] +
      noise[rival.class] +
      DROP_ERROR * total +
      errorOfSum(values.length + 2, total + Math.abs(margin)));
  const threshold = kind === 'axp' ? total - margin : margin;
  // Stryker disable next-line EqualityOperator: the doubt is more than the error, so that just as much decides, too; so below
  if (!(Math.abs(threshold) > doubt)) return 'unsure';
  // Stryker disable next-line EqualityOperator: 0 was in doubt
  if (threshold < 0) return kind === 'axp' ? forced : 'unsure';
  const prefix = heaviestExceeding(values, threshold);
  if (prefix === undefined) return kind === 'cxp' && threshold - total > doubt ? undefined : 'unsure';
  // Stryker disable next-line EqualityOperator: as above
  if (!(prefix.sum - threshold > doubt && threshold - prefix.before > doubt)) return 'unsure';
  const chosen = settleTies(rival, values, prefix.items, prefix.count);
  for (const i of forced) chosen[i] = 1;
  return listed(chosen);
}

/** The k heaviest, exactly: those clearly heavier than the k-th, then of its equals the first in exact order. Marked by 1. */
function settleTies(rival: Rival, values: Float64Array, items: Int32Array, count: number): Uint8Array {
  let least = Number.POSITIVE_INFINITY;
  for (let x = 0; x < count; x++) if (values[items[x]] < least) least = values[items[x]];
  // Two exact drops can only be ordered otherwise than their doubles if these are within their error of each other.
  const slack = 3 * DROP_ERROR * least + Number.MIN_VALUE * 8;
  const chosen = new Uint8Array(values.length);
  const equals: number[] = [];
  let need = count;
  for (let i = 0; i < values.length; i++) {
    if (values[i] > least + slack) {
      chosen[i] = 1;
      need -= 1;
    } else if (values[i] >= least - slack) {
      equals.push(i);
    }
  }
  if (need < equals.length) {
    const { drops } = rival.weights;
    equals.sort((i, j) => (drops[i] === drops[j] ? i - j : drops[i] > drops[j] ? -1 : 1));
  }
  for (const i of equals.slice(0, need)) chosen[i] = 1;
  return chosen;
}

/** Positions of the marks, in increasing order. */
function listed(marks: Uint8Array): number[] {
  let size = 0;
  for (let i = 0; i < marks.length; i++) size += marks[i];
  // Of the right length at once: growing it would make garbage, and collecting that beside a wide model takes long.
  const list = new Array<number>(size);
  for (let i = 0, at = 0; i < marks.length; i++) if (marks[i] === 1) list[at++] = i;
  return list;
}
