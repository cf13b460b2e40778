// How many explanations a decision has, in words: exactly where that is affordable, else between certified bounds.
import { type Budget, count, countBounds, LimitError, type Problem } from '@xpxlc/core';
import { groupedDigits } from '../view/grouped-digits.ts';

/** What is known of the number of explanations. */
export interface ExplanationCount {
  /** `3`, `25,080,055,929`, `at least 1,000`. */
  readonly text: string;
  /** The number, where it is known exactly. */
  readonly exact?: bigint;
  /** Per feature: in every explanation, in some, in none; absent where that is not known. */
  readonly parts?: readonly Part[];
}

/** How many of the explanations a feature is in. */
export type Part = 'every' | 'some' | 'no';

export function explanationCount(problem: Problem, budget: Budget): ExplanationCount {
  try {
    const { count: all, frequency = [] } = count(problem, { frequency: true, budget });
    const part = (times: bigint): Part => (times === 0n ? 'no' : times === all ? 'every' : 'some');
    return { text: grouped(all), exact: all, parts: frequency.map(part) };
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    const { lower, upper } = countBounds(problem);
    return { text: lower === upper ? grouped(lower) : `between ${grouped(lower)} and ${grouped(upper)}` };
  }
}

/** `25,080,055,929`. */
export function grouped(whole: bigint | number): string {
  return groupedDigits(String(whole), ',');
}
