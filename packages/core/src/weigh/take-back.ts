// The least movement: a number that has moved to change the class, brought as near to its old value as the class allows.
import { atRank, rankOf } from '../exact/neighbour.ts';
import { toDouble, whole } from '../exact/ratio.ts';
import { isMissing } from '../model/instance.ts';
import type { Lowest } from '../reduce/curve.ts';
import { type BinnedChoice, pointIn } from '../reduce/term.ts';
import type { Problem } from './problem.ts';

/**
 * Bring numbers as near to the instance's as `good` allows, one after the other in order of position, the others staying
 * where they are. `good()` judges `values`; it must hold at the start.
 *
 * If `good` means "another class wins", each number ends at the nearest double that is good: a rival's lead along one
 * number grows all the way from the instance to the end of the domain or to the rival's vertex, so between the
 * instance and a good one of these, bisection stops no later than where that rival takes over.
 */
export function takeBack(
  problem: Problem,
  moving: readonly number[],
  values: Float64Array,
  good: () => boolean,
): void {
  const { classifier, encoded } = problem;
  for (const i of moving) {
    const feature = classifier.features[i];
    if (feature.kind === 'categorical') continue;
    const isValue = feature.kind === 'integer' ? Number.isSafeInteger : Number.isFinite;
    const home = encoded.values[i];
    const reached = values[i];
    const isGood = (x: number): boolean => {
      values[i] = x;
      return good();
    };
    if (isGood(home)) continue;
    const term = classifier.terms[i];
    if (term.kind === 'choice') {
      const { bins } = term as BinnedChoice;
      const points = term.reachable.map((_, j) => pointIn(j, bins, feature, home) ?? reached);
      // A missing value is far from all numbers, and no number is nearer to it than another.
      const distance = (x: number): number =>
        Number.isNaN(x - home) ? Number.MAX_VALUE : Math.abs(x - home);
      const usable = points
        .filter((x) => isValue(x) || isMissing(feature, x))
        .sort((a, b) => distance(a) - distance(b));
      values[i] = usable.find(isGood) as number; // the bin that was reached is among them
      continue;
    }
    let best = closeIn(home, reached, feature.kind === 'integer', isGood);
    const distance = Math.abs(best - home);
    const rim = [home - distance, home + distance].map((x) =>
      Math.min(Math.max(x, feature.lower), feature.upper),
    );
    for (const stop of [...rim, ...vertices(problem, i)].filter(isValue)) {
      if (!isGood(stop)) continue;
      const found = closeIn(home, stop, feature.kind === 'integer', isGood);
      if (Math.abs(found - home) < Math.abs(best - home)) best = found;
    }
    values[i] = best;
  }
}

/** From a bad place towards a good one: a good one next to a bad one. */
function closeIn(bad: number, good: number, integer: boolean, isGood: (x: number) => boolean): number {
  const toPlace = (x: number): bigint => (integer ? BigInt(x) : rankOf(x));
  const toValue = (place: bigint): number => (integer ? Number(place) : atRank(place));
  let near = toPlace(bad);
  let far = toPlace(good);
  while (far - near > 1n || near - far > 1n) {
    const middle = (far + near) / 2n;
    if (isGood(toValue(middle))) far = middle;
    else near = middle;
  }
  return toValue(far);
}

/** The double where feature i does most for each rival: the one nearest to the vertex; infinite where there is none. */
function vertices({ classifier, class: own, rivals }: Problem, i: number): number[] {
  return rivals.map(({ class: k }) => {
    const { low } = classifier.pair(own, k).curves.get(i) as { low: Lowest };
    if (low.at === 'infinity') return Number.POSITIVE_INFINITY;
    return toDouble(low.at === 'number' ? whole(low.x) : low.x);
  });
}
