// Rows of values as a store takes them.
import { quoteName } from './engine.ts';
import { CHUNK, type ParquetStore, type StoreTable } from './parquet-store.ts';
import type { WriterColumn, WriterRow } from './write.ts';

const TYPES = {
  text: 'VARCHAR',
  sentence: 'VARCHAR',
  number: 'DOUBLE',
  integer: 'BIGINT',
  boolean: 'BOOLEAN',
  list: 'VARCHAR[]',
  json: 'VARCHAR',
} as const;

/** A store whose table is what comes out. */
export function plainTable(columns: readonly WriterColumn[]): StoreTable {
  // Names that differ in case only are the same to DuckDB, so inside they have others.
  const list = columns.map(({ type }, i) => `c${i} ${TYPES[type]}`);
  const named = columns.map(({ name }, i) => `c${i} AS ${quoteName(name)}`);
  return {
    create: [`CREATE TABLE t (${list.join(', ')})`],
    select: () => `SELECT ${named.join(', ')} FROM t`,
    uneven: true,
  };
}

export async function appendRows(
  store: ParquetStore,
  columns: readonly WriterColumn[],
  rows: readonly WriterRow[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK) {
    const part = rows.slice(from, from + CHUNK);
    const values = columns.map(({ type, name }, i) => ({
      values: part.map((row) => store.toValue(row[i], type, name)),
    }));
    await store.append(values, part.length);
  }
}
