// How a command's records look for people and in tables.
import type { TextFormat } from '../record/dialect.ts';
import type { WriterColumn, WriterRow } from '../table/write.ts';

export type Format = 'text' | 'parquet' | TextFormat;

/** How a command's records look. */
export interface Layout<R> {
  /** For people; called once per record. */
  text(record: R): string;
  /** For tables: the columns, and the rows a record makes. */
  readonly columns: readonly WriterColumn[];
  rows(record: R): readonly WriterRow[];
}
