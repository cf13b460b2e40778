// A probability as plain data: certified bounds, equal where it is known exactly.

import { LimitError, type Probability, XpxlcError } from '@xpxlc/core';
import type { ProbabilityRecord } from './record-fields.ts';

/** Longer fractions tell nobody anything, unless asked for. */
const SHORT = 40;

/** @param whole - write the fraction, however long it is. */
export function toProbabilityRecord(
  { low, high, exact, estimate }: Probability,
  whole = false,
): ProbabilityRecord {
  if (exact === null) return { low, high, estimate };
  const { numerator, denominator } = exact;
  // A number is too long before its digits are written.
  if (!whole && denominator > TOO_LONG) return { low, high };
  const text = denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;
  return whole || text.length <= SHORT ? { low, high, exact: text } : { low, high };
}

/** There is no probability: of a feature or model without a distribution, or given values that never occur together. */
const NONE: readonly string[] = ['no-distribution', 'never-occurs'];

const TOO_LONG = 10n ** BigInt(SHORT);

/** The probability; null where there is no distribution to speak of, or no answer within the budget. */
export function tryProbability(ask: () => Probability, whole = false): ProbabilityRecord | null {
  try {
    return toProbabilityRecord(ask(), whole);
  } catch (error) {
    if (error instanceof LimitError) return null;
    if (error instanceof XpxlcError && NONE.includes(error.code)) return null;
    throw error;
  }
}
