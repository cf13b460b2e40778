// How good were the predictions? Counted row by row, so that records can be written at the same time; said as text.

import { type Classifier, linkOf } from '@xpxlc/core';
import { aligned } from '../terminal/bars.ts';
import { legible } from '../terminal/legible.ts';
import { type Evaluation, logLoss } from '../train/evaluate.ts';
import { FixedSum, type FixedSumState } from './fixed-sum.ts';

/** Counts predictions whose true class is known. */
export class QualityCounter {
  readonly #classes: readonly string[];
  readonly #classifier: Classifier;
  readonly #likely: boolean;
  readonly #confusion: number[][];
  #rows = 0;
  #bad = 0;
  #right = 0;
  readonly #loss = new FixedSum();

  constructor(classifier: Classifier) {
    const { classes } = classifier;
    this.#classifier = classifier;
    this.#classes = classes;
    this.#confusion = classes.map(() => classes.map(() => 0));
    this.#likely = linkOf(classifier) !== undefined;
  }

  /** A row of class `label`, predicted as `index` with these scores. */
  add(label: number, index: number, scores: ArrayLike<number>): void {
    this.#rows += 1;
    this.#right += label === index ? 1 : 0;
    this.#confusion[label][index] += 1;
    if (this.#likely) this.#loss.add(logLoss(this.#classifier, scores, label));
  }

  /** A row that could not be used. */
  addFailed(): void {
    this.#bad += 1;
  }

  /** What was counted, as JSON can hold it. */
  state(): QualityState {
    return {
      rows: this.#rows,
      bad: this.#bad,
      right: this.#right,
      confusion: this.#confusion,
      loss: this.#loss.state(),
    };
  }

  /** Add what another one has counted. */
  merge({ rows, bad, right, confusion, loss }: QualityState): void {
    this.#rows += rows;
    this.#bad += bad;
    this.#right += right;
    this.#loss.merge(loss);
    confusion.forEach((counts, k) => {
      counts.forEach((count, j) => {
        this.#confusion[k][j] += count;
      });
    });
  }

  result(): Quality {
    const rows = this.#rows;
    return {
      rows,
      badRows: this.#bad,
      accuracy: rows === 0 ? null : this.#right / rows,
      logLoss: rows === 0 || !this.#likely ? null : this.#loss.over(rows),
      classes: this.#classes,
      confusion: this.#confusion,
    };
  }
}

/** What a {@link QualityCounter} has counted. */
export interface QualityState {
  readonly rows: number;
  readonly bad: number;
  readonly right: number;
  readonly confusion: readonly (readonly number[])[];
  readonly loss: FixedSumState;
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
