// How likely is each class, in the model's own opinion? Naive Bayes models say it, and others that have a link; a plain linear
// function, such as a support vector machine, does not.
import type { Classifier } from '../model/prepared.ts';
import type { Link } from '../model/types.ts';

/** What is known of a prediction. */
export interface Scored {
  /** The predicted class, by position. */
  readonly classIndex: number;
  /** Its exact lead over the strongest rival, as the nearest double. */
  readonly margin: number;
  /** Per class, as `predict` gives them. */
  readonly scores: ArrayLike<number>;
}

/** How the scores of a classifier become probabilities, if they do. */
export function linkOf({ model }: Pick<Classifier, 'model'>): Link | undefined {
  switch (model.kind) {
    case 'categorical-naive-bayes':
    case 'bernoulli-naive-bayes':
    case 'multinomial-naive-bayes':
    case 'gaussian-naive-bayes':
      return 'softmax';
    case 'scorecard':
      return undefined;
    default:
      return model.link;
  }
}

/**
 * The probability of each class as the model has it, in double arithmetic; undefined where it has none. A threshold does not change
 * probabilities, only which one is enough.
 *
 * @example
 * ```ts
 * import { classProbabilities, linearModel, predict, reduce } from '@xpxlc/core';
 * const spec = { classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 9 }], weights: [1], intercept: -3 };
 * const logistic = reduce(linearModel({ ...spec, link: 'softmax' }));
 * classProbabilities(logistic, predict(logistic, { x: 3 })); // => [0.5, 0.5]
 * const plain = reduce(linearModel(spec));
 * classProbabilities(plain, predict(plain, { x: 3 })); // => undefined
 * ```
 */
export function classProbabilities(classifier: Classifier, scored: Scored): number[] | undefined {
  const link = linkOf(classifier);
  if (link === undefined) return undefined;
  const { classIndex: own, margin, scores } = scored;
  const { model, classes, unit } = classifier;
  const scale = unit === 'bits' ? Math.LN2 : 1;
  const threshold = model.threshold ?? 0;
  if (classes.length === 2 && link === 'softmax') {
    // From the exact margin, so that the probability is on the side of the threshold that the class says.
    const odds = scale * ((own === 1 ? margin : 0 - margin) + threshold);
    return [logistic(0 - odds), logistic(odds)];
  }
  const plain = Array.from(scores, (score, k) => (k === 1 ? score + threshold : score));
  const parts =
    link === 'softmax'
      ? exponentials(plain.map((score) => scale * score))
      : plain.map((score) => logistic(score));
  const total = parts.reduce((a, b) => a + b, 0);
  // All of them may be beyond the smallest double.
  return total > 0 ? parts.map((part) => part / total) : undefined;
}

/** The probability that the second of two classes must exceed, where the model has probabilities. */
export function neededProbability(classifier: Classifier): number | undefined {
  const { model, classes, unit } = classifier;
  if (classes.length !== 2 || linkOf(classifier) !== 'softmax') return undefined;
  return logistic((unit === 'bits' ? Math.LN2 : 1) * (model.threshold ?? 0));
}

function logistic(x: number): number {
  return x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x));
}

/** Up to a common factor, the largest 1. */
function exponentials(scores: readonly number[]): number[] {
  const most = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return scores.map((score) => Math.exp(score - most));
}
