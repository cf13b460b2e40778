// The least movement: a number that has moved to change the class, brought as near to its old value as the class allows.
import { above, atRank, below, rankOf } from '../exact/neighbour.ts';
import { toDouble, whole } from '../exact/ratio.ts';
import { lowest } from '../reduce/curve.ts';
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
      const usable = points.filter((x) => feature.kind === 'real' || Number.isSafeInteger(x));
      usable.sort((a, b) => Math.abs(a - home) - Math.abs(b - home));
      values[i] = usable.find(isGood) as number; // the bin that was reached is among them
      continue;
    }
    const integer = feature.kind === 'integer';
    let best = closeIn(home, reached, integer, isGood);
    for (const sign of [-1, 1]) {
      const end = home + sign * Math.abs(best - home);
      const rim = Math.min(Math.max(end, feature.lower), feature.upper);
      for (const stop of [rim, ...vertices(problem, i)]) {
        const between = (stop - home) * sign > 0 && (rim - stop) * sign >= 0;
        if (!between || !isGood(stop)) continue;
        const found = closeIn(home, stop, integer, isGood);
        if (Math.abs(found - home) < Math.abs(best - home)) best = found;
      }
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

/** Where feature i does most for each rival, and next to it: the vertex need not be a double. */
function vertices({ classifier, class: own }: Problem, i: number): number[] {
  return classifier.classes.flatMap((_, k) => {
    const curve = k === own ? undefined : classifier.pair(own, k).curves.get(i)?.curve;
    if (curve === undefined || curve.A.m <= 0n) return [];
    const low = lowest(curve);
    if (low.at === 'infinity') return [];
    if (low.at === 'number') return [toDouble(whole(low.x))];
    const vertex = toDouble(low.x);
    return Number.isFinite(vertex) ? [vertex, below(vertex), above(vertex)] : [];
  });
}
