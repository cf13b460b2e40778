// What is predicted for one row, as plain data for every output format.
import { type Classifier, type Instance, predict } from '@xpxlc/core';
import type { ErrorRecord } from './explain-record.ts';

/** One row. `error` stands alone, or beside the prediction where only the known class is at fault. */
export interface PredictRecord {
  readonly row: number;
  readonly id?: string | null;
  readonly class?: string;
  /** Lead over the strongest rival: the double nearest to the exact number, in decimals. */
  readonly margin?: string;
  /** The strongest rival. */
  readonly rival?: string;
  /** Equal scores: the model's tie rule decided. */
  readonly tie?: true;
  /** The margin is within rounding noise of the model's own arithmetic. */
  readonly doubtful?: true;
  /** Per class, in double arithmetic. */
  readonly scores?: { readonly [name: string]: number };
  /** With a target column: the class it names, null when it is none of the model's. */
  readonly actual?: string | null;
  readonly error?: ErrorRecord;
}

/** Predict one row. */
export function predictRecord(classifier: Classifier, instance: Instance): Omit<PredictRecord, 'row' | 'id'> {
  const { class: name, margin, rival, tie, doubtful, scores } = predict(classifier, instance);
  return {
    class: name,
    margin: String(margin),
    rival,
    ...(tie ? { tie } : {}),
    ...(doubtful ? { doubtful } : {}),
    scores: Object.fromEntries(classifier.classes.map((label, k) => [label, scores[k]])),
  };
}
