// A value of a feature, as people write it.
import type { Value } from '@xpxlc/core';

/** A value of a feature, in words. */
export function assigned(name: string, value: Value): string {
  return value === null || Number.isNaN(value) ? `${name} is missing` : `${name} = ${value}`;
}
