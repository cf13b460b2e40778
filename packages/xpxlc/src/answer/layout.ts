// How a command's records look for people and in tables.

import type { WriterColumn, WriterRow } from '../table/write.ts';
import type { TextFormat } from './dialect.ts';

export type Format = 'text' | 'parquet' | TextFormat;

/** How a command's records look. */
export interface Layout<R> {
  /** For people; called once per record. */
  text(record: R): string;
  /** For tables: the columns, and the rows a record makes. */
  readonly columns: readonly WriterColumn[];
  rows(record: R): readonly WriterRow[];
}
