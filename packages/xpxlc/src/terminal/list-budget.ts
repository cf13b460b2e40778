// What listing explanations may cost where a few are shown to a person: with many classes a list by size may take for ever.
import type { Budget, Problem, Signal } from '@xpxlc/core';

/** Steps, not seconds: the same text each time. Some seconds at most. */
const STEPS = 100_000;

/** @param signal - ends the work before. */
export function listBudget({ classifier: { classes } }: Problem, signal?: Signal): Budget {
  return {
    // Between two explanations of two classes lie few steps.
    ...(classes.length === 2 ? {} : { steps: STEPS }),
    signal,
  };
}
