// Names of features, classes and columns: found among those that are known, or refused with what may have been meant.
import { didYouMean, findName } from '@xpxlc/core';
import { UsageError } from './usage-error.ts';

/** Where names are said, and what they are of. */
export interface Named {
  readonly place: string;
  readonly what: 'feature' | 'class' | 'column';
}

/** `a,b` as some of the known names, which may themselves contain commas; or a list of names. Each once. */
export function namesOf(
  said: string | readonly string[] | undefined,
  known: readonly string[],
  named: Named,
): string[] {
  if (said === undefined || said === '') return [];
  const all = new Set(known);
  if (typeof said === 'string') return all.has(said) ? [said] : [...new Set(split(said, all, named))];
  const missing = said.find((name) => !all.has(name));
  if (missing !== undefined) throw unknown(missing, known, named);
  return [...new Set(said)];
}

function split(text: string, known: ReadonlySet<string>, named: Named): string[] {
  const parts = text.split(',');
  const found: string[] = [];
  for (let first = 0; first < parts.length; ) {
    // The longest run of parts that is a name.
    let last = parts.length;
    while (last > first && !known.has(parts.slice(first, last).join(',').trim())) last -= 1;
    if (last === first) throw unknown(parts[first].trim(), [...known], named);
    found.push(parts.slice(first, last).join(',').trim());
    first = last;
  }
  return found;
}

/** A class by its name, however its value is written. */
export function classOf(name: string, classes: readonly string[], place: string): string {
  const found = findName(classes, name);
  if (found >= 0) return classes[found];
  throw unknown(name, classes, { place, what: 'class' });
}

/** Names that a message lists. */
const LISTED = 8;

function unknown(name: string, known: readonly string[], { place, what }: Named): UsageError {
  const shown = known.slice(0, LISTED).map((one) => `'${one}'`);
  return new UsageError(`unknown ${what}`, {
    code: `unknown-${what}`,
    place,
    expected: `one of ${shown.join(', ')}${known.length > LISTED ? `, … (${known.length} in all)` : ''}`,
    got: `'${name}'`,
    ...didYouMean(name, known),
  });
}
