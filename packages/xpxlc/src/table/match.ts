// Which column is which feature? By exact name; what is missing is reported at once, with the nearest names there are.
import { FormatError, nearest } from '@xpxlc/core';
import type { OpenTable } from './table.ts';

/**
 * Positions of the columns with these names.
 *
 * @throws {FormatError} `unknown-column` naming all that are missing, `duplicate-column`.
 */
export async function matchColumns(table: OpenTable, names: readonly string[]): Promise<number[]> {
  const absent = () => {
    const there = new Set(table.columns.map(({ name }) => name));
    return names.filter((name) => !there.has(name));
  };
  let missing = absent();
  if (missing.length > 0 && (await table.rescan())) missing = absent();
  if (missing.length > 0) throw unknownColumns(table, missing);
  const positions = new Map<string, number[]>();
  for (const [j, { name }] of table.columns.entries())
    positions.set(name, [...(positions.get(name) ?? []), j]);
  return names.map((name) => {
    const [j, second] = positions.get(name) as number[];
    if (second !== undefined) {
      throw new FormatError(`column ${quoted(name)} appears more than once`, {
        code: 'duplicate-column',
        place: table.place,
        expected: 'one column of that name',
      });
    }
    const file = table.absentFrom(j);
    if (file !== undefined)
      throw new FormatError(`column ${quoted(name)} not found`, { code: 'unknown-column', place: file });
    return j;
  });
}

function unknownColumns(table: OpenTable, missing: readonly string[]): FormatError {
  const there = table.columns.map(({ name }) => name);
  const shown = missing.slice(0, 10).map((name) => {
    const near = nearest(name, there);
    return `column ${quoted(name)} not found${near === undefined ? '' : `; did you mean ${quoted(near)}?`}`;
  });
  if (missing.length > shown.length) shown.push(`and ${missing.length - shown.length} more`);
  const listed = there.slice(0, 20).map(quoted).join(', ');
  return new FormatError(shown.join(', '), {
    code: 'unknown-column',
    place: table.place,
    expected: `columns named like the features`,
    got: there.length > 20 ? `${listed}, … (${there.length} in all)` : listed,
  });
}

function quoted(name: string): string {
  return `'${name.length > 60 ? `${name.slice(0, 57)}…` : name}'`;
}
