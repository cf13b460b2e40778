// How many explanations a decision has, in words: exactly where that is affordable, else between certified bounds.
import { type Budget, count, countBounds, LimitError, type Problem, type Signal } from '@xpxlc/core';
import type { Allowance } from '../answer/allowance.ts';
import { groupedDigits } from '../view/grouped-digits.ts';

/** What is known of the number of explanations. */
export interface ExplanationCount {
  /** `3`, `25,080,055,929`, `between 1,000 and 2,000`, `an unknown number of`. */
  readonly text: string;
  /** The number, where it is known exactly. */
  readonly exact?: bigint;
  /** Per feature: in every explanation, in some, in none; absent where that is not known. */
  readonly parts?: readonly Part[];
}

/** How many of the explanations a feature is in. */
export type Part = 'every' | 'some' | 'no';

/** @param allowance - what is left for the row. */
export function explanationCount(problem: Problem, budget: Budget, allowance: Allowance): ExplanationCount {
  try {
    const signal = allowance.share(1 / 2);
    const { count: all, frequency = [] } = count(problem, { frequency: true, budget: { ...budget, signal } });
    const part = (times: bigint): Part => (times === 0n ? 'no' : times === all ? 'every' : 'some');
    return { text: grouped(all), exact: all, parts: frequency.map(part) };
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    return { text: boundsText(problem, allowance.share(1 / 2)) };
  }
}

function boundsText(problem: Problem, signal: Signal): string {
  try {
    const { lower, upper } = countBounds(problem, { budget: { signal } });
    return lower === upper ? grouped(lower) : `between ${grouped(lower)} and ${grouped(upper)}`;
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    return 'an unknown number of';
  }
}

/** `25,080,055,929`. */
export function grouped(whole: bigint | number): string {
  return groupedDigits(String(whole), ',');
}
