// How good is a model on rows whose class is known? Accuracy, confusion and log-loss, block by block.
import { type Classifier, InternalError, predictBlock } from '@xpxlc/core';
import type { RowBlock } from '../table/encode.ts';

/** How a model does on rows whose class is known. */
export interface Evaluation {
  readonly rows: number;
  /** Rows that could not be used: a bad cell, or a class that is not the model's. */
  readonly badRows: number;
  /** Share of rows that get their own class; NaN without rows. */
  readonly accuracy: number;
  /** `confusion[true class][predicted class]`, in the model's order. */
  readonly confusion: readonly (readonly number[])[];
  /** Mean of −log P(true class); for models that give probabilities (naive Bayes, or scores taken for log-odds). */
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
  const unit = classifier.unit === 'bits' ? Math.LN2 : 1;
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
      loss += logLoss(scores.subarray(r * k, (r + 1) * k), label, unit);
    }
  }
  if (counts !== undefined && usable !== counts.length)
    throw new InternalError('rows and their flags do not match');
  return { rows, badRows, accuracy: right / rows, confusion, logLoss: loss / rows };
}

/**
 * −log of the share that the label's score has among the exponentials of all.
 *
 * @param unit - what a score of 1 is in natural logarithms: log 2 where scores count powers of two.
 */
export function logLoss(scores: ArrayLike<number>, label: number, unit: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < scores.length; k++) most = Math.max(most, scores[k]);
  let total = 0;
  for (let k = 0; k < scores.length; k++) total += Math.exp(unit * (scores[k] - most));
  return Math.log(total) + unit * (most - scores[label]);
}
