// A value of a feature, as people write it.
import { shortValue, type Value } from '@xpxlc/core';

/** A value of a feature, in words. */
export function assigned(name: string, value: Value, unit?: string): string {
  return value === null || Number.isNaN(value)
    ? `${name} is missing`
    : `${name} = ${typeof value === 'number' ? shortValue(value) : value}${unit === undefined ? '' : ` ${unit}`}`;
}
