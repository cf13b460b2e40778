// How good is a model on rows whose class is known? Accuracy, confusion and log-loss, block by block.
import { type Classifier, classProbabilities, InternalError, linkOf, predictBlock } from '@xpxlc/core';
import type { RowBlock } from '../cells/row-block.ts';

/** How a model does on rows whose class is known. */
export interface Evaluation {
  readonly rows: number;
  /** Rows that could not be used: a bad cell, or a class that is not the model's. */
  readonly badRows: number;
  /** Share of rows that get their own class; NaN without rows. */
  readonly accuracy: number;
  /** `confusion[true class][predicted class]`, in the model's order. */
  readonly confusion: readonly (readonly number[])[];
  /** Mean of −log P(true class); NaN for models that have no probabilities. */
  readonly logLoss: number;
}

/**
 * Compare predictions with the labels of the blocks (`encodeRows` with a `target`). Predictions are exact; probabilities for
 * the log-loss are those of the scores, in doubles.
 *
 * @param counts - one entry per usable row, in order: 1 for those to look at. Default: all of them.
 */
export async function evaluate(
  classifier: Classifier,
  blocks: AsyncIterable<RowBlock>,
  counts?: Uint8Array,
): Promise<Evaluation> {
  const k = classifier.classes.length;
  const likely = linkOf(classifier) !== undefined;
  const confusion = classifier.classes.map(() => new Array<number>(k).fill(0));
  let [rows, usable, badRows, right, loss] = [0, 0, 0, 0, 0];
  for await (const block of blocks) {
    const { status, classes, scores } = predictBlock(classifier, block);
    for (let r = 0; r < block.rows; r++) {
      const label = block.labels?.[r] ?? k;
      if (status[r] !== 0 || !(label < k)) {
        badRows += 1;
        continue;
      }
      usable += 1;
      if (counts !== undefined && counts[usable - 1] !== 1) continue;
      rows += 1;
      right += classes[r] === label ? 1 : 0;
      confusion[label][classes[r]] += 1;
      loss += likely ? logLoss(classifier, scores.subarray(r * k, (r + 1) * k), label) : Number.NaN;
    }
  }
  if (counts !== undefined && usable !== counts.length)
    throw new InternalError('rows and their flags do not match');
  return { rows, badRows, accuracy: right / rows, confusion, logLoss: loss / rows };
}

/** −log of the probability of the label, of a classifier that has one. Also where the probability is too small for a double. */
export function logLoss(classifier: Classifier, scores: ArrayLike<number>, label: number): number {
  const { unit, model } = classifier;
  const threshold = model.threshold ?? 0;
  if (linkOf(classifier) === 'one-vs-rest') {
    const shares = classProbabilities(classifier, { classIndex: 0, margin: 0, scores });
    return shares === undefined ? Number.POSITIVE_INFINITY : 0 - Math.log(shares[label]);
  }
  const scale = unit === 'bits' ? Math.LN2 : 1;
  // A threshold is in the score of the second class, but not in the probability.
  const at = (k: number): number => (k === 1 ? scores[k] + threshold : scores[k]);
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < scores.length; k++) most = Math.max(most, at(k));
  let total = 0;
  for (let k = 0; k < scores.length; k++) total += Math.exp(scale * (at(k) - most));
  return Math.log(total) + scale * (most - at(label));
}
