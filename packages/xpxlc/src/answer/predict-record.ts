// What is predicted for one row, as plain data for every output format.
import { type Classifier, type Instance, type Prediction, predict } from '@xpxlc/core';
import { standingOf } from '../terminal/standing.ts';
import type { ErrorRecord } from './explain-record.ts';

/** One row. `error` stands alone, or beside the prediction where only the known class is at fault. */
export interface PredictRecord {
  readonly row: number;
  readonly id?: string | null;
  readonly class?: string;
  /** Lead over the strongest rival: the double nearest to the exact number, in decimals. */
  readonly margin?: string;
  /** Of the class, where the model has probabilities. */
  readonly probability?: number;
  /** Of a scorecard: the sum of the points, and what is needed for the second class. */
  readonly points?: number;
  readonly cutoff?: number;
  /** The strongest rival. */
  readonly rival?: string;
  /** Equal scores: the model's tie rule decided. */
  readonly tie?: true;
  /** The margin is within rounding noise of the model's own arithmetic. */
  readonly doubtful?: true;
  /** Values that the row does not have, and what they count as. */
  readonly missing?: { readonly [feature: string]: string | number };
  /** Per class, in double arithmetic. */
  readonly scores?: { readonly [name: string]: number };
  /** Per class, where the model has probabilities. */
  readonly probabilities?: { readonly [name: string]: number };
  /** With a target column: the class it names, null when it is none of the model's. */
  readonly actual?: string | null;
  readonly error?: ErrorRecord;
}

/** Predict one row. */
export function predictRecord(classifier: Classifier, instance: Instance): Omit<PredictRecord, 'row' | 'id'> {
  return toPredictRecord(classifier, predict(classifier, instance));
}

/** A prediction in the words of records. */
export function toPredictRecord(
  classifier: Classifier,
  prediction: Omit<Prediction, 'class' | 'exactMargin' | 'floatClass'>,
): Omit<PredictRecord, 'row' | 'id'> {
  const { classIndex, margin, rival, tie, doubtful, scores, probabilities } = prediction;
  const byClass = (numbers: readonly number[]): { [name: string]: number } =>
    Object.fromEntries(classifier.classes.map((label, k) => [label, numbers[k]]));
  return {
    class: classifier.classes[classIndex],
    margin: String(margin),
    ...standingOf(classifier, prediction),
    rival,
    ...(tie ? { tie } : {}),
    ...(doubtful ? { doubtful } : {}),
    scores: byClass(scores),
    probabilities: probabilities && byClass(probabilities),
  };
}
