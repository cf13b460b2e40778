// Amounts as numbers to draw and as words that never say something false.
import { type Classifier, shortNumber } from '@xpxlc/core';
import { inUnit } from '../terminal/unit.ts';

/** Pictures cannot show sums and differences beyond the largest double. */
const LARGEST_DRAWN = 1e307;

/** A number that can be drawn. */
export function drawable(amount: number): number {
  return Math.max(-LARGEST_DRAWN, Math.min(LARGEST_DRAWN, amount));
}

/** A number with its unit, for readers. */
export function amountText(amount: number, unit: Classifier['unit']): string {
  return inUnit(shortNumber(amount), unit);
}

/**
 * An amount beside another, in words that are in the right order: `58`, and `just over 55` where digits do not tell.
 *
 * @param sign - of their difference, exactly.
 */
export function besideText(amount: number, other: number, sign: number, unit: Classifier['unit']): string {
  const shown = shortNumber(amount, [other]);
  if (sign === 0) return amountText(other, unit);
  if (Math.sign(Number(shown) - Number(shortNumber(other))) === sign) return inUnit(shown, unit);
  return `just ${sign > 0 ? 'over' : 'under'} ${amountText(other, unit)}`;
}
