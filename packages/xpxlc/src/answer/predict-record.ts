// What is predicted for one row, as plain data for every output format.

import { type Classifier, type Instance, type Prediction, predict } from '@xpxlc/core';
import { standingOf } from '../terminal/standing.ts';
import type { PredictRecord } from './record-fields.ts';

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
