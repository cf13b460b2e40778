// One row as an instance, for questions about it alone.
import type { Value } from '@xpxlc/core';
import type { EncodedTable } from './encoded.ts';
import { type Table, textAt } from './table.ts';

/**
 * The values of a row in the order of the features: categories by name, null where a cell is missing. Cells of a bad row that have no value
 * for their feature are given as they stand.
 */
export function instanceOf(
  table: Table,
  { features, positions, columns }: EncodedTable,
  row: number,
): Value[] {
  return features.map((feature, i) => {
    const text = textAt(table.columns[positions[i]], row);
    const value = columns[i][row];
    // A category may be the empty text; a missing one has a stand-in, or is none at all.
    if (text === null || (text === '' && !(feature.kind === 'categorical' && feature.values[value] === '')))
      return null;
    if (feature.kind === 'categorical') return value < feature.values.length ? feature.values[value] : text;
    return Number.isNaN(value) ? (feature.missing === true && /^[+-]?nan$/i.test(text) ? null : text) : value;
  });
}
