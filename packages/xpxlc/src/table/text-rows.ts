// Rows as CSV, NDJSON or JSON text.
import { stringify } from 'csv-stringify/sync';
import type { TableFormat } from './format.ts';
import type { WriterColumn, WriterRow } from './write.ts';

export interface TextRows {
  readonly head: string;
  body(rows: readonly WriterRow[]): string;
  tail(): string;
}

export function textRows(
  columns: readonly WriterColumn[],
  format: TableFormat,
  delimiter: string | undefined,
): TextRows {
  if (format === 'ndjson' || format === 'json') return jsonRows(columns, format === 'json');
  return csvRows(columns, delimiter ?? (format === 'tsv' ? '\t' : ','));
}

function csvRows(columns: readonly WriterColumn[], delimiter: string): TextRows {
  // An empty cell alone in a line must be quoted: blank lines are not rows.
  const options = { delimiter, quoted_empty: columns.length === 1, quoted_match: /[\r\n]/ };
  const cell = (value: unknown, { type }: WriterColumn) =>
    value === null || value === undefined ? null : type === 'json' ? toJson(value) : String(value);
  return {
    head: stringify([columns.map(({ name }) => name)], options),
    body: (rows) =>
      stringify(
        rows.map((row) => columns.map((column, i) => cell(row[i], column))),
        options,
      ),
    tail: () => '',
  };
}

function jsonRows(columns: readonly WriterColumn[], array: boolean): TextRows {
  const keys = columns.map(({ name }) => `${JSON.stringify(name)}:`);
  const cell = (value: unknown, { type }: WriterColumn) => {
    if (value === null || value === undefined) return 'null';
    if (typeof value === 'bigint') return String(value);
    return type === 'text' ? JSON.stringify(String(value)) : toJson(value);
  };
  const line = (row: WriterRow) =>
    `{${columns.map((column, i) => keys[i] + cell(row[i], column)).join(',')}}`;
  let before = '';
  return {
    head: array ? '[\n' : '',
    body: (rows) =>
      rows
        .map((row) => {
          if (!array) return `${line(row)}\n`;
          const text = before + line(row);
          before = ',\n';
          return text;
        })
        .join(''),
    tail: () => (array ? `${before === '' ? '' : '\n'}]\n` : ''),
  };
}

/** JSON, with `null` for what JSON cannot say. */
function toJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}
