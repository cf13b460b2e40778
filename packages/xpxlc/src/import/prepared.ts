// A model that somebody else made, ready for questions. A class that can never win is worth a remark there, not a refusal.
import { type Classifier, type Model, ModelError, reduce } from '@xpxlc/core';

/** Beyond so many features times pairs of classes it takes more than some seconds to see whether each class can win. */
const MOST_COMPARED = 1e9;

export interface Prepared {
  readonly classifier: Classifier;
  readonly note?: string;
}

export function prepared(model: Model): Prepared {
  const { classes, features } = model;
  const allow = (note: string): Prepared => ({ classifier: reduce(model, { neverWins: 'allow' }), note });
  if (classes.length ** 2 * features.length > MOST_COMPARED)
    return allow(
      `not checked whether each class can win, as there are ${classes.length} classes and ${features.length} features`,
    );
  try {
    return { classifier: reduce(model) };
  } catch (error) {
    if (!(error instanceof ModelError) || error.code !== 'class-never-wins') throw error;
    return allow(error.message);
  }
}
