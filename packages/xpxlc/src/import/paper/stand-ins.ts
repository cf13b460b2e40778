// What missing and unknown cells count as: the paper's formats have no place for it, so it is refused or left out on request.
import { type Feature, FormatError, type Model } from '@xpxlc/core';
import { quoted } from './lines.ts';

/** How a model is written that says what missing and unknown cells count as. */
export interface StandInOptions {
  /** `'refuse'` the model (default), or `'drop'` what it says: whoever reads the file then refuses such cells. */
  readonly missing?: 'refuse' | 'drop';
}

/** Features that say what missing cells or unknown categories count as. */
export function standInsOf({ features }: Model): readonly Feature[] {
  return features.filter((feature) => standIn(feature) !== undefined);
}

/**
 * Nothing, for a model without such features or where they may be dropped.
 *
 * @throws {FormatError} `not-representable`.
 */
export function refuseStandIns(model: Model, { missing = 'refuse' }: StandInOptions): void {
  const [found] = missing === 'drop' ? [] : standInsOf(model);
  if (found === undefined) return;
  throw new FormatError('the format cannot say what missing and unknown cells count as', {
    code: 'not-representable',
    place: `feature '${found.name}'`,
    expected: "no such value, or to drop it (missing: 'drop', --allow-loss missing)",
    got: standIn(found) as string,
  });
}

function standIn(feature: Feature): string | undefined {
  const { missing } = feature;
  if (missing !== undefined)
    return `missing cells count as ${typeof missing === 'string' ? quoted(missing) : missing}`;
  if (feature.kind === 'categorical' && feature.other !== undefined)
    return `unknown categories count as ${quoted(feature.other)}`;
  return undefined;
}
