// Rows of values as a store takes them.
import { quoteName } from './engine.ts';
import { CHUNK, type ParquetStore, type StoreTable, toValue } from './parquet-store.ts';
import type { WriterColumn, WriterRow } from './write.ts';

const TYPES = {
  text: 'VARCHAR',
  number: 'DOUBLE',
  integer: 'BIGINT',
  boolean: 'BOOLEAN',
  json: 'VARCHAR',
} as const;

/** A store whose table is what comes out. */
export function plainTable(columns: readonly WriterColumn[]): StoreTable {
  const list = columns.map(({ name, type }) => `${quoteName(name)} ${TYPES[type]}`);
  return { create: [`CREATE TABLE t (${list.join(', ')})`], select: 'SELECT * FROM t' };
}

export async function appendRows(
  store: ParquetStore,
  columns: readonly WriterColumn[],
  rows: readonly WriterRow[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK) {
    const part = rows.slice(from, from + CHUNK);
    const values = columns.map(({ type, name }, i) => ({
      values: part.map((row) => toValue(row[i], type, name)),
    }));
    await store.append(values, part.length);
  }
}
