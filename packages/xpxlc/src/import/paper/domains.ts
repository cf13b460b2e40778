// Which domain does each numeric feature of a file have? That of the bounds given; the error says whose are missing.
import { FormatError } from '@xpxlc/core';
import type { Bounds } from './bounds.ts';
import { type Place, quoted, refuse } from './lines.ts';
import type { FeatureNames } from './names.ts';

/** A numeric feature's domain, as the core has it. */
export type Domain = { readonly kind: 'real' | 'integer'; readonly lower: number; readonly upper: number };

/** A domain per numeric feature, or an error that names those without. */
export function domainsOf(
  features: readonly FeatureNames[],
  bounds: readonly Bounds[] | 'unbounded',
  at: Place,
): readonly Domain[] {
  if (bounds === 'unbounded')
    return features.map(() => ({
      kind: 'real',
      lower: Number.NEGATIVE_INFINITY,
      upper: Number.POSITIVE_INFINITY,
    }));
  const byName = new Map(bounds.map((entry) => [entry.name, entry]));
  const missing = features.filter(({ name }) => !byName.has(name)).map(({ name }) => `'${name}'`);
  if (missing.length > 0) {
    const shown = missing.length > 8 ? [...missing.slice(0, 8), `… (${missing.length} in all)`] : missing;
    throw refuse('numeric features without bounds, which the format lacks', at, {
      code: 'missing-bounds',
      expected: `bounds for ${shown.join(', ')} (bounds: readBounds('name,lower,upper'), or 'unbounded')`,
      got: 'none',
    });
  }
  const known = new Set(features.map(({ name }) => name));
  const unknown = bounds.find(({ name }) => !known.has(name));
  if (unknown !== undefined) {
    throw new FormatError('bounds for a feature that is not numeric or not there', {
      code: 'unknown-feature',
      place: 'bounds',
      expected: known.size === 0 ? 'none' : 'numeric features only',
      got: quoted(unknown.name),
    });
  }
  return features.map(({ name }) => {
    const { lower, upper, integer } = byName.get(name) as Bounds;
    return { kind: integer ? 'integer' : 'real', lower, upper };
  });
}
