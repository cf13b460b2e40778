// What is predicted for one row, as plain data for every output format.
import { type Classifier, type Instance, type Prediction, predict, XpxlcError } from '@xpxlc/core';
import { type ErrorRecord, toErrorRecord } from './explain-record.ts';

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

/** A record, and the prediction it tells of. */
export interface Predicted {
  readonly record: PredictRecord;
  readonly prediction?: Prediction;
}

/** Predict one row. Input errors of the core become an error record. */
export function predictRecord(
  at: { readonly row: number; readonly id?: string | null },
  classifier: Classifier,
  instance: Instance,
): Predicted {
  try {
    const prediction = predict(classifier, instance);
    const { margin, rival, tie, doubtful, scores } = prediction;
    const record = {
      ...at,
      class: prediction.class,
      margin: String(margin),
      rival,
      ...(tie ? { tie } : {}),
      ...(doubtful ? { doubtful } : {}),
      scores: Object.fromEntries(classifier.classes.map((name, k) => [name, scores[k]])),
    };
    return { record, prediction };
  } catch (error) {
    if (error instanceof XpxlcError) return { record: { ...at, error: toErrorRecord(error) } };
    throw error;
  }
}
