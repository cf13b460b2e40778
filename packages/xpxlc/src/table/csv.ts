// How is a CSV file to be read? DuckDB splits it, but the delimiter, the quote and the names are settled here first: its own
// guess turns a file with ragged rows into a single column without a word.
import { FormatError, LimitError } from '@xpxlc/core';
import type { Compression } from './compression.ts';
import { type Engine, quoteGlob, quoteText } from './engine.ts';
import { toFailure } from './failure.ts';

/** The choices a CSV file leaves open. */
export interface CsvOptions {
  /** Between cells, one to four characters; by default one of `,`, tab, `;` and `|`, as the header suggests. */
  readonly delimiter?: string;
  /** Around cells; `''` for none. Default `"`, doubled inside a quoted cell. */
  readonly quote?: string;
  /** Whether the first line has the names (default), or the names of a file without such a line. */
  readonly header?: boolean | readonly string[];
}

/** A file as it lies on disk. */
export interface SourceFile {
  readonly path: string;
  /** For messages. */
  readonly place: string;
  readonly compression: Compression;
}

/** A CSV file and how to read it. */
export interface CsvFile extends SourceFile {
  readonly names: readonly string[];
  readonly delimiter: string;
  readonly quote: string;
  readonly header: boolean;
}

/** No cell of any file equals it, so a NULL can only be a cell that is not there. */
const NO_TEXT = 'xpxlc:5d6f0c1e-9b1d-4a52-8f0a-7f3b1c2d4e5f:none';
const DELIMITERS = [',', '\t', ';', '|'];
const MOST_HEADER_LINES = 1000;

/** Settle delimiter and names by the first line. `expected` are names that should be among them. */
export async function describeCsv(
  engine: Engine,
  file: SourceFile,
  options: CsvOptions & {
    readonly tabs: boolean;
    readonly expected: readonly string[];
    readonly lineBytes: number;
    readonly mostColumns: number;
  },
): Promise<CsvFile> {
  const { header = true, quote = '"', tabs, expected, lineBytes, mostColumns } = options;
  checkOptions(options);
  const lines = await firstLines(engine, file, lineBytes);
  if (lines.length === 0)
    throw new FormatError('empty file', { code: 'empty-file', place: file.place, expected: 'a header' });
  const line = firstRecord(lines, quote);
  const candidates = options.delimiter !== undefined ? [options.delimiter] : tabs ? ['\t'] : DELIMITERS;
  let wide = false;
  let best: { delimiter: string; names: string[]; hits: number } | undefined;
  for (const delimiter of candidates) {
    const parts = line.split(delimiter).length;
    if (best !== undefined && parts === 1) continue;
    // Splitting that many would take the engine gigabytes. Another delimiter may be the right one.
    const most = parts > mostColumns ? cellsIn(line, delimiter, quote) : parts;
    if (most > mostColumns) {
      wide = true;
      continue;
    }
    await engine.makeRoom(most);
    const names = await splitFirst(engine, file, { delimiter, quote, most, lineBytes });
    const there = new Set(names);
    const hits = expected.filter((name) => there.has(name)).length;
    if (best === undefined || hits > best.hits || (hits === best.hits && names.length > best.names.length))
      best = { delimiter, names, hits };
  }
  if (wide && (best === undefined || best.hits === 0)) throw tooManyColumns(file.place, mostColumns);
  const { delimiter, names } = best as NonNullable<typeof best>;
  if (header === true) return { ...file, names, delimiter, quote, header: true };
  const given = header === false ? names.map((_, i) => `column${i + 1}`) : header;
  if (given.length !== names.length) {
    throw new FormatError('wrong number of names', {
      code: 'wrong-length',
      place: file.place,
      expected: `${names.length}, one per cell of the first line`,
      got: String(given.length),
    });
  }
  return { ...file, names: given, delimiter, quote, header: false };
}

/** How many cells a line has; delimiters within quotes are none. */
function cellsIn(line: string, delimiter: string, quote: string): number {
  // Every other piece between quotes is inside of them; a doubled quote leaves an empty piece outside.
  const pieces = quote === '' ? [line] : line.split(quote);
  return pieces.reduce((cells, piece, i) => cells + (i % 2 === 0 ? piece.split(delimiter).length - 1 : 0), 1);
}

/** A table of more columns than may be. */
export function tooManyColumns(place: string, most: number): LimitError {
  return new LimitError('too many columns', {
    code: 'too-many-columns',
    place,
    expected: `at most ${most}`,
    got: 'more',
  });
}

export interface CsvReading {
  /** What the columns are called, before their number. */
  readonly prefix: string;
  /** How many columns. */
  readonly width: number;
  /** Whether rows that are too short are filled up with NULL. */
  readonly padded: boolean;
  readonly parallel: boolean;
  readonly lineBytes: number;
  /** Whether rows that are too long are cut and bad quoting repaired: good enough for a header. */
  readonly lenient?: boolean;
  /** Note up to that many bad rows in `reject_errors` and leave them out. */
  readonly rejects?: number;
}

/** `read_csv(…)` over files with the same names, delimiter and quote: columns `prefix0`, `prefix1`, … of text. */
export function readCsv(
  files: readonly CsvFile[],
  { prefix, width, padded, parallel, lineBytes, lenient = false, rejects }: CsvReading,
): string {
  const [{ compression, delimiter, quote, header }] = files;
  const columns = Array.from({ length: width }, (_, i) => `'${prefix}${i}': 'VARCHAR'`);
  return callReadCsv(files, {
    compression: quoteText(compression),
    delim: quoteText(delimiter),
    quote: quoteText(quote),
    escape: quoteText(quote),
    header: String(header),
    columns: `{${columns.join(', ')}}`,
    max_line_size: String(lineBytes),
    buffer_size: String(bufferBytes(lineBytes)),
    ...(padded ? { null_padding: 'true' } : {}),
    ...(parallel ? {} : { parallel: 'false' }),
    ...(lenient ? { strict_mode: 'false' } : {}),
    ...(rejects === undefined ? {} : { store_rejects: 'true', rejects_limit: String(rejects) }),
  });
}

/** The first lines as they are, without blank ones; whatever the file contains. */
export function readLines(file: SourceFile, lineBytes: number): string {
  return callReadCsv([file], {
    compression: quoteText(file.compression),
    delim: quoteText('\u0001\u0002\u0003\u0004'),
    quote: "''",
    escape: "''",
    header: 'false',
    columns: "{'line': 'VARCHAR'}",
    max_line_size: String(lineBytes),
    buffer_size: String(bufferBytes(lineBytes)),
    parallel: 'false',
    strict_mode: 'false',
  });
}

function callReadCsv(files: readonly SourceFile[], options: Readonly<Record<string, string>>): string {
  const paths = files.map(({ path }) => quoteText(quoteGlob(path)));
  const common = { auto_detect: 'false', nullstr: quoteText(NO_TEXT), hive_partitioning: 'false' };
  const listed = Object.entries({ ...common, ...options }).map(([name, value]) => `${name} = ${value}`);
  return `read_csv([${paths.join(', ')}], ${listed.join(', ')})`;
}

/** Small buffers keep memory flat; a line must fit. */
function bufferBytes(lineBytes: number): number {
  return Math.max(4 << 20, 2 * lineBytes);
}

async function firstLines(engine: Engine, file: SourceFile, lineBytes: number): Promise<string[]> {
  try {
    const reader = await engine.connection.runAndReadAll(
      `SELECT line FROM ${readLines(file, lineBytes)} LIMIT ${MOST_HEADER_LINES}`,
    );
    return reader.getRows().map(([line]) => line as string);
  } catch (thrown) {
    throw toFailure(thrown, file.place);
  }
}

/** The first record: lines until the quotes are even. */
function firstRecord(lines: readonly string[], quote: string): string {
  if (quote === '') return lines[0];
  let record = '';
  let quotes = 0;
  for (const line of lines) {
    record += line;
    quotes += line.split(quote).length - 1;
    if (quotes % 2 === 0) break;
  }
  return record;
}

/** The cells of the first record, split by DuckDB itself. */
async function splitFirst(
  engine: Engine,
  file: SourceFile,
  {
    delimiter,
    quote,
    most,
    lineBytes,
  }: { delimiter: string; quote: string; most: number; lineBytes: number },
): Promise<string[]> {
  const description = { ...file, names: [], delimiter, quote, header: false };
  try {
    const reader = await engine.connection.runAndReadAll(
      `SELECT * FROM ${readCsv([description], { prefix: 'c', width: most, padded: true, parallel: false, lenient: true, lineBytes })} LIMIT 1`,
    );
    const [cells = []] = reader.getRows();
    return cells.filter((cell) => cell !== null).map(String);
  } catch (thrown) {
    throw toFailure(thrown, file.place);
  }
}

function checkOptions({ delimiter, quote = '"' }: CsvOptions): void {
  if (
    delimiter !== undefined &&
    !(/^[^\r\n\0]{1,4}$/.test(delimiter) && (quote === '' || !delimiter.includes(quote)))
  )
    throw new FormatError('bad delimiter', {
      code: 'bad-option',
      place: "option 'delimiter'",
      expected: 'one to four characters other than line ends and the quote',
      got: show(delimiter),
    });
  if (!/^[!-~]?$/.test(quote))
    throw new FormatError('bad quote', {
      code: 'bad-option',
      place: "option 'quote'",
      expected: 'one visible ASCII character or none',
      got: show(quote),
    });
}

function show(text: string): string {
  return JSON.stringify(text);
}
