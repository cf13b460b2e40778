// How good were the predictions? Counted row by row, so that records can be written at the same time; said as text.

import { type Classifier, linkOf } from '@xpxlc/core';
import { aligned } from '../terminal/bars.ts';
import { legible } from '../terminal/legible.ts';
import { type Evaluation, logLoss } from '../train/evaluate.ts';
import { FixedSum } from './fixed-sum.ts';
import { addSums, type SumsState, stateOf } from './sums.ts';

/** What is added up of rows. */
interface Added {
  rows: number;
  bad: number;
  right: number;
  readonly confusion: readonly Float64Array[];
  readonly loss: FixedSum;
}

/** What a {@link QualityCounter} has counted. */
export type QualityState = SumsState<Added>;

/** Counts predictions whose true class is known. */
export class QualityCounter {
  readonly #classifier: Classifier;
  readonly #likely: boolean;
  readonly #sums: Added;

  constructor(classifier: Classifier) {
    const { classes } = classifier;
    this.#classifier = classifier;
    this.#likely = linkOf(classifier) !== undefined;
    const confusion = classes.map(() => new Float64Array(classes.length));
    this.#sums = { rows: 0, bad: 0, right: 0, confusion, loss: new FixedSum() };
  }

  /** A row of class `label`, predicted as `index` with these scores. */
  add(label: number, index: number, scores: ArrayLike<number>): void {
    const sums = this.#sums;
    sums.rows += 1;
    sums.right += label === index ? 1 : 0;
    sums.confusion[label][index] += 1;
    if (this.#likely) sums.loss.add(logLoss(this.#classifier, scores, label));
  }

  /** A row that could not be used. */
  addFailed(): void {
    this.#sums.bad += 1;
  }

  state(): QualityState {
    return stateOf(this.#sums);
  }

  /** Add what another one has counted. */
  merge(state: QualityState): void {
    addSums(this.#sums, state);
  }

  result(): Quality {
    const { rows, bad, right, confusion, loss } = this.#sums;
    return {
      rows,
      badRows: bad,
      accuracy: rows === 0 ? null : right / rows,
      logLoss: rows === 0 || !this.#likely ? null : loss.over(rows),
      classes: this.#classifier.classes,
      confusion: confusion.map((counts) => Array.from(counts)),
    };
  }
}

/** What is known of a model's predictions, as JSON can hold it. */
export interface Quality {
  readonly rows: number;
  /** Rows that could not be used: a bad cell, or a class that is not the model's. */
  readonly badRows: number;
  /** Share of rows that get their own class; null without rows. */
  readonly accuracy: number | null;
  /** Mean of −log P(true class); null where the model has no probabilities. */
  readonly logLoss: number | null;
  readonly classes: readonly string[];
  /** `confusion[true class][predicted class]`. */
  readonly confusion: readonly (readonly number[])[];
}

/** The same from training. */
export function toQuality(classes: readonly string[], evaluation: Evaluation): Quality {
  const { rows, badRows, accuracy, logLoss, confusion } = evaluation;
  const known = (x: number): number | null => (Number.isNaN(x) ? null : x);
  return { rows, badRows, accuracy: known(accuracy), logLoss: known(logLoss), classes, confusion };
}

/** Accuracy, log-loss and confusion matrix for people, ending in a line break. */
export function qualityText(quality: Quality): string {
  const { rows, badRows, accuracy, logLoss, classes, confusion } = legible(quality);
  const bad = badRows === 0 ? '' : ` (${badRows} more could not be used)`;
  if (accuracy === null) return `no rows with a known class${bad}\n`;
  const table = aligned(
    [['true \\ predicted', ...classes], ...confusion.map((row, k) => [classes[k], ...row.map(String)])],
    classes.map((_, k) => k + 1),
  );
  const share = `${(100 * accuracy).toFixed(2)} %`;
  return [
    `accuracy ${share} of ${rows} row${rows === 1 ? '' : 's'}${bad}${logLoss === null ? '' : `, log-loss ${logLoss.toFixed(4)}`}`,
    ...table,
    '',
  ].join('\n');
}
