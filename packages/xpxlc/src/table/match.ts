// Which column of an open table is which feature? Columns may be found late, or be missing from some of several files.
import { FormatError } from '@xpxlc/core';
import { absentColumns, findColumns, quotedName } from './find-columns.ts';
import type { OpenTable } from './table.ts';

/**
 * Positions of the columns with these names.
 *
 * @throws {FormatError} `unknown-column` naming all that are missing, `duplicate-column`.
 */
export async function matchColumns(table: OpenTable, names: readonly string[]): Promise<number[]> {
  const there = () => table.columns.map(({ name }) => name);
  if (absentColumns(names, there()).length > 0) await table.rescan();
  const positions = findColumns(names, there(), table.place);
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
