// A concrete instance in which given features have moved and another class wins: the proof one can look at.
import { toDouble, whole } from '../exact/ratio.ts';
import { isMissing } from '../model/instance.ts';
import type { Feature } from '../model/types.ts';
import type { Lowest } from '../reduce/curve.ts';
import { type BinnedChoice, pointIn } from '../reduce/term.ts';
import { decide, type Encoded, floatScores, toOptions } from './decide.ts';
import { ENDLESS, type Problem, type Rival } from './problem.ts';
import { takeBack } from './take-back.ts';

/** An instance with another class. */
export interface Witness {
  readonly encoded: Encoded;
  /** Its class, by position. */
  readonly class: number;
}

/**
 * Move the features to where they hurt most against the rival. Undefined when no double does it: the drop suffices
 * only at a real number between two doubles, or beyond the largest one.
 *
 * @param least - then take numbers back towards the instance as far as the other class allows, in order of position.
 */
export function witness(
  problem: Problem,
  rival: Rival,
  moving: readonly number[],
  least: boolean,
): Witness | undefined {
  const values = Float64Array.from(problem.encoded.values);
  const far = moving.find((i) => rival.weights.drops[i] === ENDLESS);
  for (const i of moving) values[i] = worstValue(problem, rival, i);
  // A bin of whole numbers may begin beyond 2^53: no value of the feature lies there.
  const { features } = problem.classifier;
  const isValue = (feature: Feature, x: number): boolean =>
    feature.kind !== 'integer' || Number.isSafeInteger(x) || isMissing(feature, x);
  if (!moving.every((i) => isValue(features[i], values[i]))) return undefined;
  if (far !== undefined) moveFar(problem, rival, far, values);
  if (winner(problem, values) === problem.class) return undefined;
  if (least) takeBack(problem, moving, values, () => winner(problem, values) !== problem.class);
  const encoded = toOptions(problem.classifier, values);
  return { encoded, class: winner(problem, values) };
}

/** The class of an instance given as numbers, exactly. */
export function winner({ classifier }: Problem, values: Float64Array): number {
  const encoded = toOptions(classifier, values);
  return decide(classifier, encoded, floatScores(classifier, encoded)).winner;
}

/**
 * The double where feature i is worst for the predicted class against the rival: of a parabola the one nearest to its vertex; the
 * instance's own where nothing is lost, or where there is no worst.
 */
function worstValue(problem: Problem, rival: Rival, i: number): number {
  const { classifier, encoded } = problem;
  if (rival.weights.drops[i] === 0n) return encoded.values[i];
  const pair = classifier.pair(problem.class, rival.class);
  const term = classifier.terms[i];
  if (term.kind === 'choice') {
    const feature = classifier.features[i];
    if (feature.kind === 'categorical') return pair.worst[i];
    return pointIn(pair.worst[i], (term as BinnedChoice).bins, feature, encoded.values[i]) as number;
  }
  const { low } = pair.curves.get(i) as { low: Lowest };
  if (low.at === 'infinity') return encoded.values[i];
  const worst = toDouble(low.at === 'number' ? whole(low.x) : low.x);
  const most = largestOf(term.feature);
  return Math.min(Math.max(worst, -most), most);
}

/** Whole numbers beyond 2^53 are no values of a feature, even where the domain has no bound. */
function largestOf(feature: Feature): number {
  return feature.kind === 'integer' ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE;
}

/** Move an endless feature outwards, doubling the step, until the class changes or numbers end. */
function moveFar(problem: Problem, rival: Rival, i: number, values: Float64Array): void {
  const pair = problem.classifier.pair(problem.class, rival.class);
  const { low } = pair.curves.get(i) as { low: Extract<Lowest, { at: 'infinity' }> };
  const start = values[i];
  const most = largestOf(problem.classifier.features[i]);
  for (let step = Math.max(1, Math.abs(start)); ; step *= 2) {
    values[i] = Math.min(Math.max(start + low.sign * step, -most), most);
    if (Math.abs(values[i]) === most || winner(problem, values) !== problem.class) return;
  }
}
