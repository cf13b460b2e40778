// A value of a feature, as people write it.
import { shortValue, type Value } from '@xpxlc/core';

/** Whether the name of a value says by itself that there is none. */
export function meansMissing(value: string | number): boolean {
  return typeof value === 'string' && /miss|unknown|^n\/?a$|^nan$|^null$|^none$|^$/i.test(value);
}

/** A value of a feature, in words. */
export function assigned(name: string, value: Value, unit?: string): string {
  return value === null || Number.isNaN(value)
    ? `${name} is missing`
    : `${name} = ${typeof value === 'number' ? shortValue(value) : value}${unit === undefined ? '' : ` ${unit}`}`;
}
