// How many explanations a decision has, in words: exactly where that is affordable, else between certified bounds.
import type { Decision } from '../decision/decision.ts';
import { groupedDigits } from '../view/grouped-digits.ts';

/** `3`, `25,080,055,929`, `between 1,000 and 2,000`, `an unknown number of`. */
export function countText(decision: Decision): string {
  const counted = decision.count({ frequency: true });
  if (counted !== undefined) return grouped(counted.count);
  const { lower, upper } = decision.bounds() ?? {};
  if (lower === undefined || upper === undefined) return 'an unknown number of';
  return lower === upper ? grouped(lower) : `between ${grouped(lower)} and ${grouped(upper)}`;
}

/** `25,080,055,929`. */
export function grouped(whole: bigint | number): string {
  return groupedDigits(String(whole), ',');
}
