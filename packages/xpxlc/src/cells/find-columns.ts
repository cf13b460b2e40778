// Which column is which feature? By exact name; what is missing is reported at once, with the nearest names there are. Also runs in pages.
import { FormatError, nearest } from '@xpxlc/core';

/** Names that no column has. */
export function absentColumns(names: readonly string[], there: readonly string[]): string[] {
  const known = new Set(there);
  return names.filter((name) => !known.has(name));
}

/**
 * Positions, among the columns that are there, of those with these names.
 *
 * @param place the table, for messages.
 * @throws {FormatError} `unknown-column` naming all that are missing, `duplicate-column`.
 */
export function findColumns(names: readonly string[], there: readonly string[], place: string): number[] {
  requireColumns(names, there, place);
  const positions = new Map<string, number[]>();
  for (const [j, name] of there.entries()) {
    const known = positions.get(name);
    if (known === undefined) positions.set(name, [j]);
    else known.push(j);
  }
  return names.map((name) => {
    const places = positions.get(name) as number[];
    if (places.length > 1)
      throw new FormatError(
        `column ${quotedName(name)} appears more than once, as columns ${placesText(places)}`,
        {
          code: 'duplicate-column',
          place,
          expected: 'one column of that name',
        },
      );
    return places[0];
  });
}

/** @throws {FormatError} `unknown-column` naming all that are missing. */
export function requireColumns(names: readonly string[], there: readonly string[], place: string): void {
  const missing = absentColumns(names, there);
  if (missing.length > 0) throw unknownColumns(missing, there, place);
}

/** Counted from 1: `1, 3 and 7`. */
function placesText(positions: readonly number[]): string {
  const places = positions.map((j) => j + 1);
  return `${places.slice(0, -1).join(', ')} and ${places.at(-1)}`;
}

function unknownColumns(missing: readonly string[], there: readonly string[], place: string): FormatError {
  const shown = missing.slice(0, 10).map((name) => {
    const near = nearest(name, there);
    return `column ${quotedName(name)} not found${near === undefined ? '' : `; did you mean ${quotedName(near)}?`}`;
  });
  if (missing.length > shown.length) shown.push(`and ${missing.length - shown.length} more`);
  const listed = there.slice(0, 20).map(quotedName).join(', ');
  return new FormatError(shown.join(', '), {
    code: 'unknown-column',
    place,
    expected: `columns named like the features`,
    got: there.length > 20 ? `${listed}, … (${there.length} in all)` : listed,
  });
}

/** A name for a message, cut short. */
export function quotedName(name: string): string {
  return `'${name.length > 60 ? `${name.slice(0, 57)}…` : name}'`;
}
