// How a command's records look for people and in tables.
import type { WriterColumn, WriterRow } from '../table/write.ts';
import type { TextFormat } from './entry-format.ts';
import type { Fields, Kind } from './fields.ts';

export type Format = 'text' | 'parquet' | TextFormat;

/** A column of a table, and what a line has in it. */
export interface Column extends WriterColumn {
  readonly kind: Kind<unknown>;
  /** Where it is in a record. */
  readonly path: readonly string[];
  of(line: object): unknown;
}

/** How a command's records look. */
export interface Layout<R> {
  /** For people; called once per record. */
  text(record: R): string;
  readonly columns: readonly Column[];
  /** The lines that a record makes in a table; by default itself. */
  lines?(record: R): readonly object[];
}

/** The rows that a record makes in a table. */
export function rowsOf<R extends object>({ columns, lines }: Layout<R>, record: R): WriterRow[] {
  return (lines?.(record) ?? [record]).map((line) => columns.map((column) => column.of(line)));
}

/** Why there is nothing in the other columns. */
export const ERROR_COLUMN = ['error', 'error', 'message'] as const;

/**
 * The columns of records with these fields. A column is a field of the same name (`at_least` for `atLeast`), or has a name of its own and a
 * path: `['class_a', 'a', 'class']`.
 */
export function columnsOf(
  fields: Fields,
  columns: readonly (string | readonly [name: string, ...path: string[]])[],
): Column[] {
  return columns.map((column) => {
    const path = typeof column === 'string' ? [column] : column.slice(1);
    const name =
      typeof column === 'string' ? column.replace(/[A-Z]/g, (x) => `_${x.toLowerCase()}`) : column[0];
    const kind = path.reduce<Kind<unknown> | undefined>((of, step) => of?.fields?.[step] ?? of?.each, {
      cell: 'json',
      fields,
    } as unknown as Kind<unknown>) as Kind<unknown>;
    return { name, type: kind.cell, kind, path, of: cellOf(kind, path) };
  });
}

type Line = { readonly [name: string]: unknown };

function cellOf({ decimals, flag }: Kind<unknown>, path: readonly string[]): Column['of'] {
  const [first, ...rest] = path;
  const value =
    rest.length === 0
      ? (line: object) => (line as Line)[first]
      : (line: object) => path.reduce<unknown>((of, step) => (of as Line | null | undefined)?.[step], line);
  // What is absent is not so, of a row that has an answer.
  if (flag) return (line) => value(line) ?? ((line as Line).class === undefined ? null : false);
  if (!decimals) return (line) => value(line) ?? null;
  return (line) => {
    const text = value(line);
    return text === undefined ? null : Number(text);
  };
}
