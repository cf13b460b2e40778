// The prediction itself, exactly, with the honest remark whether plain double arithmetic could have got it wrong.
import { compare } from '../exact/dyadic.ts';
import { toFraction, toShown, whole } from '../exact/ratio.ts';
import { encodeInstance } from '../model/instance.ts';
import type { Classifier, Problem } from '../model/prepared.ts';
import type { Instance } from '../model/types.ts';
import { type Reduced, toReduced } from '../reduce/classifier.ts';
import { exactMargin, isCertain, winnerOf } from '../weigh/decide.ts';
import { type Encoded, type FloatScores, floatScores, toOptions } from '../weigh/float-scores.ts';
import { toWeighed } from '../weigh/problem.ts';
import { classProbabilities } from './class-probabilities.ts';

/** What {@link predict} answers. */
export interface Prediction {
  readonly class: string;
  /** Its position in the classifier's list. */
  readonly classIndex: number;
  /** Per class, in double arithmetic as the model itself would compute them. */
  readonly scores: readonly number[];
  /** Exact lead over the strongest rival, as the nearest double; 0 for a tie. */
  readonly margin: number;
  /** The same as a fraction, without rounding. */
  readonly exactMargin: string;
  /** The strongest rival. */
  readonly rival: string;
  /** Equal scores: the tie order decided. */
  readonly tie: boolean;
  /** The margin is within the noise of double arithmetic: the model's own program may answer otherwise. */
  readonly doubtful: boolean;
  /** What plain double arithmetic (scores above, tie order) says; differs from `class` only when doubtful. */
  readonly floatClass: string;
  /** Per class, where the model has probabilities (see `classProbabilities`). */
  readonly probabilities?: readonly number[];
  /** Of a scorecard: the sum of the points, in doubles. */
  readonly points?: number;
}

/**
 * Predict one instance.
 *
 * @throws {InstanceError} when the instance does not fit the model.
 * @example
 * ```ts
 * import { linearModel, predict, reduce } from '@xpxlc/core';
 * const features = ['a', 'b', 'c'].map((name) => ({ name, values: ['no', 'yes'] }));
 * const classifier = reduce(linearModel({ classes: ['no', 'yes'], features, weights: [[0, 0.1], [0, 0.2], [-1, -0.3]] }));
 * const answer = predict(classifier, ['yes', 'yes', 'yes']);
 * // 0.1 + 0.2 − 0.3 as doubles: positive, and within the noise of adding them up.
 * [answer.class, answer.tie, answer.doubtful]; // => ['yes', false, true]
 * ```
 */
export function predict(classifier: Classifier, instance: Instance): Prediction {
  const reduced = toReduced(classifier).whole;
  const encoded = toOptions(reduced, encodeInstance(reduced.features, instance));
  const float = floatScores(reduced, encoded);
  return toPrediction(reduced, encoded, float, winnerOf(reduced, encoded, float));
}

/** The prediction of an instance that has been weighed; the same as {@link predict} of it. */
export function predictionOf(problem: Problem): Prediction {
  const { classifier, classIndex, encoded, float } = toWeighed(problem);
  return toPrediction(classifier.whole, encoded, float, classIndex);
}

function toPrediction(classifier: Reduced, encoded: Encoded, float: FloatScores, winner: number): Prediction {
  const { classes, tieRank } = classifier;
  const margins = strongest(classifier, float, winner).map((k) => ({
    k,
    margin: exactMargin(classifier, encoded, winner, k),
  }));
  const first = margins.reduce((a, b) => {
    const order = compare(a.margin, b.margin);
    return order < 0 || (order === 0 && tieRank[a.k] < tieRank[b.k]) ? a : b;
  });
  const scores = Array.from(float.scores);
  const floatWinner = scores.reduce(
    (best, score, k) =>
      score > scores[best] || (score === scores[best] && tieRank[k] < tieRank[best]) ? k : best,
    0,
  );
  const margin = toShown(whole(first.margin));
  const probabilities = classProbabilities(classifier, { classIndex: winner, margin, scores });
  const points = totalPoints(classifier, winner, margin);
  return {
    class: classes[winner],
    classIndex: winner,
    scores,
    margin,
    exactMargin: toFraction(whole(first.margin)),
    rival: classes[first.k],
    tie: first.margin.m === 0n,
    doubtful: !isCertain(classifier, encoded, float, winner),
    floatClass: classes[floatWinner],
    probabilities,
    points,
  };
}

/** The sum of a scorecard's points: the cut-off, and by how much it is reached or missed. Undefined for other models. */
export function totalPoints(
  { model }: Pick<Classifier, 'model'>,
  classIndex: number,
  margin: number,
): number | undefined {
  if (model.kind !== 'scorecard') return undefined;
  return classIndex === 1 ? model.cutoff + margin : model.cutoff - margin;
}

/** The rivals that may be the strongest: those that doubles do not show to be behind another. */
function strongest({ classes }: Reduced, { scores, noise }: FloatScores, winner: number): number[] {
  const rivals = classes.map((_, k) => k).filter((k) => k !== winner);
  const top = rivals.reduce((best, k) => (scores[k] > scores[best] ? k : best));
  return rivals.filter((k) => !(scores[top] - scores[k] > noise[top] + noise[k]));
}
