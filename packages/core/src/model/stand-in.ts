// What a missing value counts as, where that must be told.
import type { Feature } from './types.ts';

/**
 * The category or the number that a missing value of this feature counts as; undefined where missing is a value of its own, or not allowed,
 * and where the name of the category says it.
 */
export function standIn({ missing }: Feature): string | number | undefined {
  return missing === undefined || missing === true || meansMissing(missing) ? undefined : missing;
}

/** `missing`, `N/A`, `unknown` and the like: nothing needs to be said of what stands for what. */
export function meansMissing(value: string | number): boolean {
  return typeof value === 'string' && /miss|unknown|^n\/?a$|^nan$|^null$|^none$|^$/i.test(value);
}
