// Which column of an open table is which feature? Columns may be found late, or be missing from some of several files.
import { FormatError } from '@xpxlc/core';
import { absentColumns, findColumns, quotedName, requireColumns } from './find-columns.ts';
import type { OpenTable } from './table.ts';

/**
 * Positions of the columns with these names.
 *
 * @throws {FormatError} `unknown-column` naming all that are missing, `duplicate-column`.
 */
export async function matchColumns(table: OpenTable, names: readonly string[]): Promise<number[]> {
  const positions = findColumns(names, await namesWith(table, names), table.place);
  for (const [i, j] of positions.entries()) {
    const file = table.absentFrom(j);
    if (file !== undefined)
      throw new FormatError(`column ${quotedName(names[i])} not found`, {
        code: 'unknown-column',
        place: file,
      });
  }
  return positions;
}

/** Are there columns with these names? There may be several of one. @throws {FormatError} `unknown-column`. */
export async function haveColumns(table: OpenTable, names: readonly string[]): Promise<void> {
  requireColumns(names, await namesWith(table, names), table.place);
}

/** The names of all columns, looked for in the whole source where some are missing. */
async function namesWith(table: OpenTable, names: readonly string[]): Promise<string[]> {
  const there = (): string[] => table.columns.map(({ name }) => name);
  if (absentColumns(names, there()).length > 0) await table.rescan();
  return there();
}
