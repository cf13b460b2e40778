// Rows as CSV, NDJSON or JSON text.
import type { TableFormat } from './format.ts';
import type { WriterColumn, WriterRow } from './write.ts';

export interface TextRows {
  readonly head: string;
  body(rows: readonly WriterRow[]): string;
  tail(): string;
}

/** How CSV is written. */
export interface CsvStyle {
  readonly delimiter: string;
  /** For spreadsheets: a byte-order mark first, and no text that they would take for a formula. */
  readonly bom: boolean;
}

/** The byte-order mark, by which Excel knows UTF-8. */
const BOM = '\ufeff';

export function textRows(
  columns: readonly WriterColumn[],
  format: TableFormat,
  { delimiter, bom = false }: Partial<CsvStyle> = {},
): TextRows {
  if (format === 'ndjson' || format === 'json') return jsonRows(columns, format === 'json');
  return csvRows(columns, { delimiter: delimiter ?? (format === 'tsv' ? '\t' : ','), bom });
}

function csvRows(columns: readonly WriterColumn[], style: CsvStyle): TextRows {
  const { delimiter } = style;
  // An empty cell alone in a line must be quoted: blank lines are not rows.
  const empty = columns.length === 1 ? '""' : '';
  const cell = (text: string): string => (text === '' ? empty : csvCell(text, delimiter));
  const line = (cells: readonly string[]): string => `${cells.join(delimiter)}\n`;
  const text = (value: unknown, { type }: WriterColumn): string => {
    if (value === null || value === undefined) return empty;
    if (type === 'json' || type === 'list') return cell(toJson(value));
    if (type === 'sentence') return `"${csvPiece(guarded(String(value), style))}"`;
    return type === 'text' ? cell(guarded(String(value), style)) : cell(String(value));
  };
  return {
    head: (style.bom ? BOM : '') + line(columns.map(({ name }) => cell(guarded(name, style)))),
    body: (rows) => rows.map((row) => line(columns.map((column, i) => text(row[i], column)))).join(''),
    tail: () => '',
  };
}

/** A text of the user's as a cell of CSV. */
export function csvText(text: string, style: CsvStyle): string {
  return csvCell(guarded(text, style), style.delimiter);
}

/** A text within quotes: its own are doubled. */
export function csvPiece(text: string): string {
  return text.replaceAll('"', '""');
}

/**
 * A spreadsheet computes what begins with one of `= + - @`: with an apostrophe before it, it is text. Numbers are left as they are,
 * however a country writes them.
 * Programs get the text as it is: without a byte-order mark nothing is changed.
 */
export function guarded(text: string, { bom }: Pick<CsvStyle, 'bom'>): string {
  return bom && /^[=+\-@\t\r]/.test(text) && !/^[+-]?[.,]?\d[\d.,]*(e[+-]?\d+)? ?%?$/i.test(text)
    ? `'${text}`
    : text;
}

/** A text as a cell of CSV: in quotes where a reader would otherwise see more than one cell or line. */
export function csvCell(text: string, delimiter: string): string {
  const quoted = text.includes('"') || splits(text, delimiter) || text.includes('\n') || text.includes('\r');
  return quoted ? `"${csvPiece(text)}"` : text;
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
    return type === 'text' || type === 'sentence' ? JSON.stringify(String(value)) : toJson(value);
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
