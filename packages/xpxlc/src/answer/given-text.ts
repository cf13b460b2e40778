// Files of explanations, as far as they are JSON or CSV: their entries, each with its place for messages.
import { FormatError, show } from '@xpxlc/core';
import { type CsvError, parse } from 'csv-parse/browser/esm/sync';

/** An entry of JSON: its value, or why it has none. */
export interface JsonEntry {
  readonly place: string;
  readonly value?: unknown;
  readonly error?: FormatError;
}

/** A line of CSV; quoted cells may have line breaks. */
export interface CsvRow {
  readonly place: string;
  readonly cells: readonly string[];
}

/** Whether a text begins like JSON. */
export function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** A list of records, one of them, or a record per line. */
export function jsonEntries(text: string, name: string): JsonEntry[] {
  const whole = tryJson(text);
  if (whole !== undefined)
    return (Array.isArray(whole.json) ? whole.json : [whole.json]).map((value, x) => ({
      value,
      place: `${name}[${x}]`,
    }));
  return text.split(/\r?\n/).flatMap((line, x): JsonEntry[] => {
    if (line.trim() === '') return [];
    const place = `${name}, line ${x + 1}`;
    const parsed = tryJson(line);
    if (parsed !== undefined) return [{ value: parsed.json, place }];
    const error = new FormatError('not JSON', {
      code: 'bad-json',
      place,
      expected: 'a record per line',
      got: show(line),
    });
    return [{ error, place }];
  });
}

/**
 * Rows of any lengths, separated by commas, or by tabs where the first line has no comma. Blank lines are passed over.
 *
 * @throws {FormatError} `bad-csv`.
 */
export function csvRows(text: string, name: string): CsvRow[] {
  // One kind of line end, so that lines can be counted in the cells that have some.
  const plain = text.replace(/\r\n?/g, '\n');
  const [first = ''] = plain.trimStart().split('\n', 1);
  let records: string[][];
  try {
    records = parse(plain, {
      delimiter: first.includes('\t') && !first.includes(',') ? '\t' : ',',
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true, // conditions such as job = "clerk"
    }) as string[][];
  } catch (error) {
    throw broken(error as CsvError, name);
  }
  let line = 1;
  return records.flatMap((cells) => {
    const place = `${name}, line ${line}`;
    line += cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 1);
    return cells.length > 1 || cells[0].trim() !== '' ? [{ cells, place }] : [];
  });
}

/** A list of names in one cell: as JSON, or with `;` between them. */
export function namesInCell(cell: string, place: string): (string | number)[] {
  if (!cell.startsWith('['))
    return cell
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  const parsed = tryJson(cell)?.json;
  if (Array.isArray(parsed) && parsed.every((x) => typeof x === 'string' || typeof x === 'number'))
    return parsed;
  throw new FormatError('not a list', {
    code: 'bad-record',
    place,
    expected: 'a list of names',
    got: show(cell),
  });
}

/** JSON, if it is. */
export function tryJson(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function broken(error: CsvError, name: string): FormatError {
  // Anything but the parser's own complaint is a mistake of ours.
  if (typeof error?.code !== 'string') throw error;
  return new FormatError('broken quoting', {
    code: 'bad-csv',
    place: `${name}, line ${typeof error.lines === 'number' ? error.lines : 1}`,
    expected: 'a quoted cell that ends before the next comma',
  });
}
