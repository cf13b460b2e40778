// Any source → an open table: files, globs, standard input or a stream; their format and compression by content and name;
// whole and within limits before a row is read.
import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { FormatError } from '@xpxlc/core';
import { checkGzip, checkPlain, checkZstd, compressionOf, type Ends } from './compression.ts';
import {
  type CsvFile,
  type CsvOptions,
  describeCsv,
  readLines,
  type SourceFile,
  tooManyColumns,
} from './csv.ts';
import { csvReader, longLastLine } from './csv-reader.ts';
import { type Engine, type EngineOptions, openEngine, quoteGlob, quoteText } from './engine.ts';
import { toFailure } from './failure.ts';
import {
  CLOSING_BRACKET,
  formatByName,
  formatByText,
  isParquet,
  OPENING_BRACKET,
  type TableFormat,
} from './format.ts';
import type { Reader } from './reader.ts';
import { spool, tooLarge } from './spool.ts';
import { OpenTable, type Table } from './table.ts';
import { removeTemporary } from './temporary.ts';

/** What is too much. */
export interface TableLimits {
  /** Bytes of a file, unpacked; default 2^38 (256 GiB). */
  readonly bytes?: number;
  /** Bytes of a line of CSV; default 2,000,000. A JSON object may have 16 MiB, or this if more. */
  readonly lineBytes?: number;
  /** Columns; default 20,000. */
  readonly columns?: number;
  /** Seconds until the next rows (some thousands of them) have been read and filtered; default 30. */
  readonly filterSeconds?: number;
}

/** How to read a source. */
export interface TableOptions extends CsvOptions, EngineOptions {
  /** The format, when neither content nor name tells. */
  readonly format?: TableFormat;
  /** Texts that mean "missing", unless a category is called so; default the empty cell alone. */
  readonly nullText?: readonly string[];
  /** Names of columns that should be there; they help to find the delimiter of a CSV file. */
  readonly expected?: readonly string[];
  readonly limits?: TableLimits;
}

/** A path, a glob pattern, `-` for standard input, a stream; or several paths and patterns, read one after the other. */
export type TableSource = string | Readable | readonly string[];

const OBJECT_BYTES = 1 << 24;

/**
 * Open a table. Close it when done.
 *
 * @throws {FormatError} when a file is missing, damaged, empty or of no known format.
 * @throws {LimitError} when a file exceeds a limit.
 */
export async function openTable(source: TableSource, options: TableOptions = {}): Promise<Table> {
  const { limits = {}, nullText = [''] } = options;
  const { bytes = 2 ** 38, lineBytes = 2e6, columns = 20_000, filterSeconds = 30 } = limits;
  const temporary: string[] = [];
  const engine = await openEngine(options);
  try {
    const inputs = await findFiles(engine, source, temporary, bytes);
    await engine.confine(inputs.flatMap(({ path }) => [...new Set([path, quoteGlob(path)])]));
    const settings = { options, lineBytes, bytes, columns };
    const files: Inspected[] = [];
    for (const input of inputs) files.push(await inspect(engine, input, settings));
    const reader = await readerFor(engine, files, settings);
    if (reader.columns.length > columns) throw tooManyColumns(reader.place, columns);
    await engine.lock(reader.columns.length);
    return new OpenTable(engine, reader, { nullText, filterSeconds }, temporary);
  } catch (thrown) {
    engine.close();
    temporary.forEach(removeTemporary);
    throw thrown;
  }
}

interface Input {
  readonly path: string;
  readonly place: string;
}

interface Settings {
  readonly options: TableOptions;
  readonly lineBytes: number;
  readonly bytes: number;
  readonly columns: number;
}

interface Inspected extends SourceFile {
  readonly format: TableFormat;
  /** Whether it is JSON in one array. */
  readonly array: boolean;
}

/** Paths that exist, patterns matched, pipes copied to files. */
async function findFiles(
  engine: Engine,
  source: TableSource,
  temporary: string[],
  most: number,
): Promise<Input[]> {
  if (source instanceof Readable) return [await copied(source, 'stream')];
  const inputs: Input[] = [];
  for (const name of typeof source === 'string' ? [source] : source) {
    if (name === '-') inputs.push(await copied(process.stdin, 'stdin'));
    else {
      const info = await stat(name).catch(() => undefined);
      if (info?.isDirectory())
        throw new FormatError('a folder, not a file', {
          code: 'file-not-found',
          place: name,
          expected: 'a file or a pattern such as folder/*.csv',
        });
      if (info?.isFile()) inputs.push({ path: resolve(name), place: name });
      else if (info !== undefined) inputs.push(await copied((await open(name)).createReadStream(), name));
      else for (const match of await matches(engine, name)) inputs.push(match);
    }
  }
  if (inputs.length === 0)
    throw new FormatError('no files given', {
      code: 'file-not-found',
      place: 'source',
      expected: 'at least one',
    });
  return inputs;

  async function copied(stream: Readable, place: string): Promise<Input> {
    const path = await spool(stream, place, most);
    temporary.push(path);
    return { path, place };
  }
}

async function matches(engine: Engine, pattern: string): Promise<Input[]> {
  const fail = () =>
    new FormatError('no such file', {
      code: 'file-not-found',
      place: pattern,
      expected: 'a file, or a pattern that matches one',
    });
  if (!/[*?[]/.test(pattern) || pattern.includes('\0')) throw fail();
  const found = await engine.connection.runAndReadAll(
    `SELECT file FROM glob(${quoteText(resolve(pattern))}) ORDER BY file`,
  );
  const paths = found.getRows().map(([file]) => String(file));
  if (paths.length === 0) throw fail();
  return paths.map((path) => ({ path, place: path }));
}

/**
 * The files that a pattern matches, in order.
 *
 * @throws {FormatError} `file-not-found` when it matches none.
 */
export async function matchFiles(pattern: string): Promise<string[]> {
  const engine = await openEngine({ threads: 1 });
  try {
    return (await matches(engine, pattern)).map(({ path }) => path);
  } finally {
    engine.close();
  }
}

/** Find a file's compression and format, and see that it is whole. */
async function inspect(
  engine: Engine,
  { path, place }: Input,
  { options, lineBytes, bytes }: Settings,
): Promise<Inspected> {
  const file = await open(path).catch((error: Error) => {
    throw new FormatError(`cannot open the file (${error.message})`, { code: 'file-not-found', place });
  });
  const head = Buffer.alloc(4);
  let size: number;
  try {
    size = (await file.stat()).size;
    await file.read(head, 0, 4, 0);
  } finally {
    await file.close();
  }
  if (size > bytes) throw tooLarge(place, bytes);
  if (size === 0) throw new FormatError('empty file', { code: 'empty-file', place });
  if (isParquet(head)) return { path, place, compression: 'none', format: 'parquet', array: false };
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff))
    throw new FormatError('UTF-16; save the file as UTF-8', { code: 'not-utf8', place: `${place}, byte 0` });
  const compression = compressionOf(head);
  const format = options.format ?? formatByName(place).format;
  if (format === 'parquet')
    throw new FormatError('not a Parquet file', {
      code: 'broken-parquet',
      place: `${place}, byte 0`,
      expected: "'PAR1'",
    });
  const ends = await endsOf(engine, { path, place, compression }, size, { lineBytes, bytes });
  if (ends.firstByte === undefined) throw new FormatError('empty file', { code: 'empty-file', place });
  const found = format ?? formatByText(ends.firstByte);
  const array = found === 'json' && ends.firstByte === OPENING_BRACKET;
  if (array && ends.lastByte !== CLOSING_BRACKET)
    throw new FormatError('the array is not closed', {
      code: 'broken-json',
      place: `${place}, end`,
      expected: "']'",
    });
  if ((found === 'csv' || found === 'tsv') && ends.lastLine > lineBytes) throw longLastLine(place, lineBytes);
  return { path, place, compression, format: found, array };
}

/** Beginning and end of a file, after a check that it is whole. */
async function endsOf(
  engine: Engine,
  file: SourceFile,
  size: number,
  { lineBytes, bytes }: { lineBytes: number; bytes: number },
): Promise<Ends> {
  const { path, place, compression } = file;
  if (compression === 'none') return checkPlain(path, size, lineBytes + 4);
  if (compression === 'gzip') return checkGzip(path, place, bytes);
  await checkZstd(path, size, place, bytes);
  try {
    // Unpacking is up to DuckDB. Its JSON reader, unlike its CSV reader, does not drop an overlong last line.
    await engine.connection.run(
      `SELECT count(*) FROM read_json_objects(${quoteText(quoteGlob(path))}, format = 'newline_delimited', compression = 'zstd', ignore_errors = true, maximum_object_size = ${OBJECT_BYTES})`,
    );
    const found = await engine.connection.runAndReadAll(
      `SELECT first(line), last(line) FROM ${readLines(file, lineBytes)}`,
    );
    const [first, last] = found.getRows()[0].map((line) => Buffer.from(String(line ?? '').trim()));
    return { firstByte: first[0], lastLine: last.length, lastByte: last.at(-1) };
  } catch (thrown) {
    throw toFailure(thrown, place);
  }
}

async function readerFor(
  engine: Engine,
  files: readonly Inspected[],
  { options, lineBytes, columns }: Settings,
): Promise<Reader> {
  const kindOf = ({ format, compression, array }: Inspected) =>
    format === 'tsv' || format === 'csv' ? 'csv' : `${format} ${compression} ${array}`;
  const other = files.find((file) => kindOf(file) !== kindOf(files[0]));
  if (other !== undefined)
    throw new FormatError('files of different kinds', {
      code: 'mixed-formats',
      place: other.place,
      expected: `the format of ${files[0].place}`,
    });
  const { format, array } = files[0];
  if (format === 'parquet') return (await import('./parquet-reader.ts')).parquetReader(engine, files);
  if (format === 'csv' || format === 'tsv') {
    const { expected = [] } = options;
    const described: CsvFile[] = [];
    for (const file of files)
      described.push(
        await describeCsv(engine, file, {
          ...options,
          tabs: file.format === 'tsv',
          expected,
          lineBytes,
          mostColumns: columns,
        }),
      );
    const wide = described.find(({ names }) => names.length > columns);
    if (wide !== undefined) throw tooManyColumns(wide.place, columns);
    return csvReader(engine, described, lineBytes);
  }
  const layout = format === 'ndjson' ? 'newline_delimited' : array ? 'array' : 'unstructured';
  const { jsonReader } = await import('./json-reader.ts');
  return jsonReader(engine, files, {
    layout,
    objectBytes: Math.max(OBJECT_BYTES, lineBytes),
    mostColumns: columns,
  });
}
