// A small table from a spreadsheet → a header and rows that know their line. The delimiter is the one that the header uses.
import { FormatError, LimitError } from '@xpxlc/core';
import { type CsvError, parse } from 'csv-parse/browser/esm/sync';
import { quoted } from '../paper/lines.ts';

/** A row of cells, blanks around them removed, and the line it begins on. */
export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A table with its header. */
export interface Sheet {
  readonly header: Row;
  readonly rows: readonly Row[];
  /** What separates cells. */
  readonly delimiter: string;
}

/** No scorecard or list of coefficients that people look at comes near; what does is some other file. */
const MOST_ROWS = 200_000;
const MOST_COLUMNS = 1_000;

const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Read a table of comma-, semicolon- or tab-separated cells. Blank lines mean nothing; rows are as long as the header.
 *
 * @throws {FormatError} `bad-csv`, `empty-table`, `ragged-row`, with the line.
 * @throws {LimitError} `too-large`.
 */
export function readSheet(text: string): Sheet {
  // One kind of line end, so that lines can be counted in the cells that have some.
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const delimiter = delimiterOf(plain);
  const [header, ...rows] = split(plain, delimiter);
  if (header === undefined)
    throw refuseLine(1, 'an empty table', { code: 'empty-table', expected: 'a header and rows' });
  if (header.cells.length > MOST_COLUMNS) throw tooLarge(header.line, `${MOST_COLUMNS} columns`);
  for (const row of rows) {
    if (row.cells.length !== header.cells.length) {
      throw refuseLine(row.line, 'a row of another length than the header', {
        code: 'ragged-row',
        expected: `${header.cells.length} cells`,
        got: String(row.cells.length),
      });
    }
  }
  return { header, rows, delimiter };
}

/** The header of a table, if the text begins like one. */
export function readHeader(text: string): readonly string[] {
  const plain = text.replace(/^\ufeff/, '').slice(0, 100_000);
  const [first = ''] = plain.trimStart().split(/[\r\n]/, 1);
  try {
    return split(first, delimiterOf(first))[0]?.cells ?? [];
  } catch {
    return [];
  }
}

/** A `FormatError` that names the line. */
export function refuseLine(
  line: number,
  what: string,
  detail: { readonly code: string; readonly expected?: string; readonly got?: string },
): FormatError {
  return new FormatError(what, { ...detail, place: `line ${line}` });
}

/** The delimiter that occurs most often in the first line with something on it, quoted cells aside. */
function delimiterOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n', 1);
  const bare = first.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))];
}

function split(text: string, delimiter: string): Row[] {
  let records: string[][];
  try {
    records = parse(text, {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      to: MOST_ROWS + 2,
    }) as string[][];
  } catch (error) {
    throw broken(error as CsvError);
  }
  let line = 1;
  const rows: Row[] = [];
  for (const record of records) {
    const cells = record.map((cell) => cell.trim());
    if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
    line += record.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 1);
  }
  // Blank lines count: after so many records the parser has stopped.
  if (records.length > MOST_ROWS + 1) throw tooLarge(line - 1, `${MOST_ROWS} rows`);
  return rows;
}

function broken(error: CsvError): FormatError {
  // Anything but the parser's own complaint is a mistake of ours.
  if (typeof error?.code !== 'string') throw error;
  const line = typeof error.lines === 'number' ? error.lines : 1;
  return refuseLine(line, 'broken quoting', {
    code: 'bad-csv',
    expected: 'cells with quotes doubled, inside quotes',
    got: quoted(error.message.replace(/\s+/g, ' ')),
  });
}

function tooLarge(line: number, most: string): LimitError {
  return new LimitError('too large for a table of this kind', {
    code: 'too-large',
    place: `line ${line}`,
    expected: `at most ${most}`,
    got: 'more',
  });
}
