// The least movement: a number that has moved to change the class, brought as near to its old value as the class allows.
import { compare, fromDouble, negate, subtract } from '../exact/dyadic.ts';
import { above, below, halfWay } from '../exact/neighbour.ts';
import { toDouble, whole } from '../exact/ratio.ts';
import type { NumericFeature } from '../model/types.ts';
import type { Lowest } from '../reduce/curve.ts';
import { type BinnedChoice, largestOf, pointIn } from '../reduce/term.ts';
import type { Weighed } from '../weigh/problem.ts';
import { roundOut } from './round-out.ts';

/** How {@link takeBack} goes about it. */
export interface Return {
  /**
   * Which values of this feature are good, the others being as they are; asking writes into `values`, perhaps also into features that
   * come later. The value at the start must be good.
   */
  readonly along: (feature: number) => (x: number) => boolean;
  /** Where the nearest good value of the feature may be found sooner than by halving intervals. */
  readonly ends?: (feature: number) => readonly number[];
  /** Go a little farther if that gives a number with fewer decimals. */
  readonly round: boolean;
}

/**
 * Bring numbers as near to the instance's as they may be and still be good, one after the other in order of position, the others staying
 * where they are.
 *
 * If good means "another class wins", each number ends at the nearest double that is good: a rival's lead along one
 * number grows all the way from the instance to the end of the domain or to the rival's vertex, so between the
 * instance and a good one of these, bisection stops no later than where that rival takes over.
 */
export function takeBack(
  problem: Weighed,
  moving: readonly number[],
  values: Float64Array,
  { along, ends = () => [], round }: Return,
): void {
  const { features } = problem.classifier;
  for (const i of moving) {
    const feature = features[i];
    const home = problem.encoded.values[i];
    if (feature.kind === 'categorical' || Object.is(values[i], home)) continue;
    const reached = values[i];
    const isGood = along(i);
    if (isGood(home)) continue;
    const nearest =
      problem.classifier.terms[i].kind === 'choice'
        ? nearestInBins(problem, i, reached, isGood)
        : nearestFromEnds(problem, i, ends(i), reached, isGood);
    isGood(round && !Number.isNaN(nearest) ? roundOut(feature, home, nearest, isGood) : nearest);
  }
}

/**
 * The nearest double that is good, which may be one of the `ends`; `reached` is good. An end is the nearest one only if the number
 * before it is not good: the ends are those of the real numbers, and the nearer of the two may not do.
 */
function nearestFromEnds(
  problem: Weighed,
  i: number,
  ends: readonly number[],
  reached: number,
  isGood: (x: number) => boolean,
): number {
  const home = problem.encoded.values[i];
  const end = ends.toSorted(byDistance(home)).find(isGood);
  if (end === undefined) return nearestOnCurve(problem, i, reached, isGood);
  const integer = problem.classifier.features[i].kind === 'integer';
  const before = end > home ? (integer ? end - 1 : below(end)) : integer ? end + 1 : above(end);
  return isGood(before) ? nearestOnCurve(problem, i, before, isGood) : end;
}

/** The nearest double of the bins that is good; `reached` is. */
function nearestInBins(
  { classifier, encoded }: Weighed,
  i: number,
  reached: number,
  isGood: (x: number) => boolean,
): number {
  const { bins, reachable } = classifier.terms[i] as BinnedChoice;
  const home = encoded.values[i];
  const points = reachable
    .map((_, j) => pointIn(j, bins, classifier.features[i] as NumericFeature, home))
    .filter((x) => x !== undefined);
  return points.sort(byDistance(home)).find(isGood) ?? reached;
}

/** The nearest double on a curve that is good, on either side; `reached` is good. */
function nearestOnCurve(
  problem: Weighed,
  i: number,
  reached: number,
  isGood: (x: number) => boolean,
): number {
  const feature = problem.classifier.features[i] as NumericFeature;
  const home = problem.encoded.values[i];
  const integer = feature.kind === 'integer';
  const most = largestOf(feature);
  const inDomain = (x: number): number => Math.min(Math.max(x, feature.lower, -most), feature.upper, most);
  let best = closeIn(home, reached, integer, isGood);
  const distance = Math.abs(best - home);
  // As far away on the other side, rounded outwards: what is found there must be nearer, exactly.
  const rim = inDomain(best > home ? home - distance : home + distance);
  const other = integer ? rim : inDomain(best > home ? below(rim) : above(rim));
  const first = best;
  const stops = [other];
  for (const vertex of vertices(problem, i)) {
    const stop = inDomain(vertex);
    if (!stops.includes(stop) && isNearer(stop, first, home)) stops.push(stop);
  }
  for (const stop of stops) {
    if (!isGood(stop)) continue;
    const found = closeIn(home, stop, integer, isGood);
    if (isNearer(found, best, home)) best = found;
  }
  return best;
}

/** The order of distance from `home`. A missing value is far from all numbers, and no number is nearer to it than another. */
function byDistance(home: number): (a: number, b: number) => number {
  return (a, b) => {
    if (Number.isNaN(home)) return 0;
    if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
    return isNearer(a, b, home) ? -1 : isNearer(b, a, home) ? 1 : 0;
  };
}

/** Is `a` nearer to `home` than `b`? Exactly. */
function isNearer(a: number, b: number, home: number): boolean {
  // Rounding never turns an order round: rounded distances that differ are in the order of the exact ones.
  const [near, far] = [Math.abs(a - home), Math.abs(b - home)];
  if (near !== far) return near < far;
  const distance = (x: number) => {
    const way = subtract(fromDouble(x), fromDouble(home));
    return way.m < 0n ? negate(way) : way;
  };
  return compare(distance(a), distance(b)) < 0;
}

/** From a bad place towards a good one: a good one next to a bad one. */
function closeIn(bad: number, good: number, integer: boolean, isGood: (x: number) => boolean): number {
  const middleOf = integer ? wholeBetween : halfWay;
  let near = bad;
  let far = good;
  for (;;) {
    const middle = middleOf(near, far);
    if (middle === near || middle === far) return far + 0; // never −0, which is no other number than 0
    if (isGood(middle)) far = middle;
    else near = middle;
  }
}

/** The whole number in the middle of two; of two in the middle that nearer to 0. */
function wholeBetween(a: number, b: number): number {
  const sum = a + b;
  return Math.abs(sum) <= Number.MAX_SAFE_INTEGER
    ? Math.trunc(sum / 2)
    : Number((BigInt(a) + BigInt(b)) / 2n);
}

/** The double where feature i does most for each rival: the one nearest to the vertex. */
function vertices({ classifier, classIndex: own, rivals }: Weighed, i: number): number[] {
  return rivals.flatMap(({ class: k }) => {
    const { straight, curves } = classifier.pair(own, k);
    if (straight.slope[i] !== 0) return Number.isFinite(straight.anchor[i]) ? [straight.anchor[i]] : [];
    const { low } = curves.get(i) as { low: Lowest };
    return low.at === 'infinity' ? [] : [toDouble(low.at === 'number' ? whole(low.x) : low.x)];
  });
}
