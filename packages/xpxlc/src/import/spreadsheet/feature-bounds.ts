// Between which bounds do the numbers lie? The table's own bounds, or those that the user gives.
import { FormatError } from '@xpxlc/core';
import type { Bounds } from '../paper/bounds.ts';
import { quoted } from '../paper/lines.ts';

/** What users may say about bounds: some features, or none. */
export type BoundsOption = readonly Bounds[] | 'unbounded';

/** Bounds as the core takes them: nothing for an infinite one. */
export interface FiniteBounds {
  readonly kind: 'real' | 'integer';
  readonly lower?: number;
  readonly upper?: number;
}

/** The bounds given, by name; those of features that the model does not have as numbers are refused. */
export function boundsByName(
  bounds: BoundsOption | undefined,
  numbers: readonly string[],
): ReadonlyMap<string, Bounds> {
  const given = bounds === undefined || bounds === 'unbounded' ? [] : bounds;
  const unknown = given.find(({ name }) => !numbers.includes(name));
  if (unknown !== undefined)
    throw new FormatError('bounds for a feature that is not numeric or not there', {
      code: 'unknown-feature',
      place: 'bounds',
      expected: 'numeric features only',
      got: quoted(String(unknown.name)),
    });
  return new Map(given.map((entry) => [entry.name, entry]));
}

/** The given bounds, otherwise the others. */
export function finiteBounds(
  given: Bounds | undefined,
  { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY }: { lower?: number; upper?: number },
): FiniteBounds {
  const low = given?.lower ?? lower;
  const high = given?.upper ?? upper;
  return {
    kind: given?.integer === true ? 'integer' : 'real',
    ...(low === Number.NEGATIVE_INFINITY ? {} : { lower: low }),
    ...(high === Number.POSITIVE_INFINITY ? {} : { upper: high }),
  };
}
