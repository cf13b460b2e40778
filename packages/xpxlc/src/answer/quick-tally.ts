// Which rows are counted by going through all their explanations, block by block.
import type { Budget, Classifier } from '@xpxlc/core';
import { ofOptions } from './combinations.ts';

/** Rows with more explanations are counted without listing them. */
export const MOST_TALLIED = 4096;
/** Wider rows are counted in other ways, too. */
const MOST_FEATURES = 256;

/** Whether counts of few explanations are the same however they are found: without a budget of the user's own. */
export function hasQuickTally(classifier: Classifier, budget: Budget): boolean {
  return (
    classifier.classes.length === 2 &&
    classifier.features.length <= MOST_FEATURES &&
    ofOptions(classifier) &&
    Object.values(budget).every((bound) => bound === undefined)
  );
}
