// What scores count, in words.
import { type Classifier, shortNumber } from '@xpxlc/core';

const NAMES: Readonly<Record<Classifier['unit'], string>> = {
  nats: 'log odds',
  bits: 'log odds, base 2',
  points: 'points',
  score: '',
};

/** A number with its unit; the unit alone for no number. */
export function inUnit(number: string, unit: Classifier['unit']): string {
  const name = number === '1' && unit === 'points' ? 'point' : NAMES[unit];
  return unit === 'points' || number === ''
    ? `${number} ${name}`.trim()
    : name === ''
      ? number
      : `${number} (${name})`;
}

/** What a value is worth. */
export function worthText(drop: number): string {
  return drop === Number.POSITIVE_INFINITY ? 'endless' : shortNumber(drop);
}
