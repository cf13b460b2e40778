// A concrete instance in which given features have moved and another class wins: the proof one can look at.
import { compare, fromDouble } from '../exact/dyadic.ts';
import { toDouble, whole } from '../exact/ratio.ts';
import type { NumericFeature } from '../model/types.ts';
import { type Lowest, type PairCurve, valueAt } from '../reduce/curve.ts';
import { type BinnedChoice, binOf, largestOf, pointIn } from '../reduce/term.ts';
import { approxDrop, isEndless, mayBeTiny, type Rival, type Weighed } from '../weigh/problem.ts';
import { beaten, decisionOn, type Judge } from './judge.ts';
import { roundOut } from './round-out.ts';
import { takeBack } from './take-back.ts';

/** How far features move, see `counterfactual`. */
export type Movement = (typeof MOVEMENTS)[number];
export const MOVEMENTS = ['least', 'nearest', 'worst'] as const;

/** An instance with another class. */
export interface Witness {
  /** Its values, as numbers. */
  readonly values: Float64Array;
  /** Its class, by position. */
  readonly class: number;
  /** The model's own arithmetic must give this class, too. */
  readonly certain: boolean;
}

/**
 * Move the features to where they hurt most against the rival, endless ones as far as needed, and then take them back as the movement
 * says. Undefined when no double does it: the drop suffices only at a real number between two doubles, or beyond the largest one.
 */
export function witness(
  problem: Weighed,
  rival: Rival,
  moving: readonly number[],
  movement: Movement,
): Witness | undefined {
  const values = Float64Array.from(problem.encoded.values);
  const matters = (i: number): boolean =>
    approxDrop(problem, rival, i) !== 0 || (mayBeTiny(problem, rival, i) && rival.weights.drops[i] !== 0n);
  const endless = moving.filter((i) => isEndless(problem, rival, i));
  const toWorst = (): void => {
    for (const i of moving) {
      if (endless.includes(i) || !matters(i)) continue;
      const worst = worstDouble(problem, rival, i);
      if (worst !== undefined) values[i] = worst;
    }
  };
  toWorst();
  const { holds, surely } = beaten(problem, values);
  const far = (judge: Judge, numbers: readonly number[]): Judge | undefined =>
    moveFar(problem, rival, numbers, values, judge.now) ? judge : undefined;
  let wanted = movement === 'nearest' ? undefined : far(surely, endless);
  if (wanted === undefined && movement === 'least') {
    // Bounds may be so far out that scores overflow there: then all numbers go only as far as needed.
    const { terms } = problem.classifier;
    const numbers = moving.filter((i) => matters(i) && terms[i].kind === 'curve');
    for (const i of numbers) values[i] = problem.encoded.values[i];
    wanted = far(surely, numbers);
    if (wanted === undefined) toWorst();
  }
  wanted ??= far(holds, endless);
  if (wanted === undefined) return undefined;
  if (movement === 'worst') roundBins(problem, moving, values);
  takeBack(problem, movement === 'worst' ? endless : moving, values, {
    along: wanted.along,
    round: movement !== 'nearest',
  });
  return toWitness(problem, values);
}

/** All numbers of a bin are worth the same: take one that is easy to read. */
function roundBins({ classifier, encoded }: Weighed, moving: readonly number[], values: Float64Array): void {
  for (const i of moving) {
    const feature = classifier.features[i];
    const { bins } = classifier.terms[i] as Partial<BinnedChoice>;
    if (feature.kind === 'categorical' || bins === undefined || Number.isNaN(values[i])) continue;
    const bin = binOf(values[i], bins);
    values[i] = roundOut(feature, encoded.values[i], values[i], (x) => binOf(x, bins) === bin);
  }
}

/** The instance as it is now. */
export function toWitness(problem: Weighed, values: Float64Array): Witness {
  const { winner, certain } = decisionOn(problem, values);
  return { values, class: winner, certain };
}

/** The double of the domain where feature i is worst for the predicted class against the rival; undefined if there is none. */
function worstDouble(problem: Weighed, rival: Rival, i: number): number | undefined {
  const { classifier, encoded } = problem;
  const pair = classifier.pair(problem.classIndex, rival.class);
  const term = classifier.terms[i];
  const feature = classifier.features[i];
  if (term.kind === 'choice') {
    if (feature.kind === 'categorical') return pair.worst[i];
    // The worst bin may hold no double; then the worst of those that do.
    const gain = (option: number): bigint => pair.gain[classifier.offset[i] + option];
    let worst: { option: number; point: number } | undefined;
    term.reachable.forEach((reachable, option) => {
      if (!reachable || (worst !== undefined && gain(option) >= gain(worst.option))) return;
      const point = pointIn(option, (term as BinnedChoice).bins, feature, encoded.values[i]);
      if (point !== undefined) worst = { option, point };
    });
    return worst?.point;
  }
  const [least, most] = domainOf(term.feature);
  const clamped = (x: number): number => Math.min(Math.max(x, least), most) + 0; // never −0, which is no other number than 0
  if (pair.straight.slope[i] !== 0) return clamped(pair.straight.anchor[i]);
  const { curve, low } = pair.curves.get(i) as { curve: PairCurve; low: Lowest };
  // Of a parabola the double nearest to its vertex.
  if (low.at !== 'infinity') return clamped(toDouble(low.at === 'number' ? whole(low.x) : low.x));
  if (curve.A.m === 0n) return low.sign > 0 ? most : least;
  const [left, right] = [least, most].map((x) => valueAt(curve, fromDouble(x)));
  return compare(left, right) <= 0 ? least : most;
}

/** The least and the largest number of the domain that an instance can have. */
export function domainOf(feature: NumericFeature): [least: number, most: number] {
  const largest = largestOf(feature);
  return [Math.max(feature.lower, -largest), Math.min(feature.upper, largest)];
}

/**
 * Move numbers outwards until the instance is `good`: one after the other, the steepest first, each by steps that double,
 * to the end of its numbers if need be. False, with all of them back, if even that does not do.
 */
function moveFar(
  problem: Weighed,
  rival: Rival,
  numbers: readonly number[],
  values: Float64Array,
  good: () => boolean,
): boolean {
  if (good()) return true;
  const { curves } = problem.classifier.pair(problem.classIndex, rival.class);
  const slope = (i: number): number => Math.abs((curves.get(i) as { curve: PairCurve }).curve.slope);
  // A parabola has no slope and is steeper than all lines in the end.
  const steepness = (i: number): number => (Number.isNaN(slope(i)) ? Number.POSITIVE_INFINITY : slope(i));
  const order = [...numbers].sort((i, j) =>
    steepness(i) === steepness(j) ? i - j : steepness(j) - steepness(i),
  );
  for (const i of order) {
    const home = values[i];
    const end = worstDouble(problem, rival, i) as number;
    const sign = Math.sign(end - home);
    for (let step = Math.max(1, Math.abs(home)); values[i] !== end; step *= 2) {
      const next = home + sign * step;
      values[i] = sign > 0 ? Math.min(next, end) : Math.max(next, end);
      if (good()) return true;
    }
  }
  for (const i of numbers) values[i] = problem.encoded.values[i];
  return false;
}
