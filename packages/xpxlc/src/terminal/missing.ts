// Values that a case does not have: what they count as is the model's affair, and is told.
import { meansMissing, type Problem, shortValue } from '@xpxlc/core';

/** What a record says of them. */
export interface Missing {
  /** By feature: what the missing value counts as. */
  readonly missing?: { readonly [feature: string]: string | number };
}

export function missingIn({
  classifier: { features },
  values,
  missing,
}: Pick<Problem, 'classifier' | 'values' | 'missing'>): Missing {
  const entries = missing.flatMap((i): [string, string | number][] => {
    const feature = features[i];
    const value = feature.kind === 'categorical' ? feature.values[values[i]] : values[i];
    return meansMissing(value) ? [] : [[feature.name, value]];
  });
  return entries.length === 0 ? {} : { missing: Object.fromEntries(entries) };
}

/** `income is missing (counted as 42)`, one for each. */
export function missingTexts({ missing = {} }: Missing): string[] {
  return Object.entries(missing).map(
    ([name, value]) =>
      `${name} is missing (counted as ${typeof value === 'number' ? shortValue(value) : value})`,
  );
}
