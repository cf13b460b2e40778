// Rows as CSV, NDJSON or JSON text.
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
  const empty = columns.length === 1 ? '""' : '';
  const cell = (text: string): string => (text === '' ? empty : csvCell(text, delimiter));
  const line = (cells: readonly string[]): string => `${cells.join(delimiter)}\n`;
  const text = (value: unknown, { type }: WriterColumn): string => {
    if (value === null || value === undefined) return empty;
    return cell(type === 'json' ? toJson(value) : String(value));
  };
  return {
    head: line(columns.map(({ name }) => cell(name))),
    body: (rows) => rows.map((row) => line(columns.map((column, i) => text(row[i], column)))).join(''),
    tail: () => '',
  };
}

/** A text as a cell of CSV: in quotes where a reader would otherwise see more than one cell or line. */
export function csvCell(text: string, delimiter: string): string {
  const quoted = text.includes('"') || splits(text, delimiter) || text.includes('\n') || text.includes('\r');
  return quoted ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Whether a delimiter is in the text, or begins in it with what follows. */
function splits(text: string, delimiter: string): boolean {
  return (
    text.includes(delimiter) || (delimiter.length > 1 && (text + delimiter).indexOf(delimiter) < text.length)
  );
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
