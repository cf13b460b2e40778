// A file's bytes → a table. The content tells the format where it can, the name otherwise, as on the command line.
import { FormatError } from '@xpxlc/core';
import { formatByName, formatByText, isParquet } from 'xpxlc/view';
import { DEFAULT_LIMITS, tooLarge } from './limits.ts';
import { readCsv } from './read-csv.ts';
import { readJsonArray, readNdjson } from './read-json.ts';
import { readParquet } from './read-parquet.ts';
import type { Reading, ReadOptions } from './reading.ts';
import type { Table } from './table.ts';
import { unpackGzip } from './unpack.ts';

/**
 * Read a table: CSV, TSV, NDJSON, JSON or Parquet, each but the last also in gzip.
 *
 * @throws {FormatError} `empty-file`, `not-utf8`, `broken-quoting`, `broken-json`, `broken-parquet`, `broken-compression`,
 * `unknown-format`. @throws {LimitError} when there is more of something than a page can hold.
 */
export async function readTable(
  bytes: Uint8Array,
  fileName: string,
  options: ReadOptions = {},
): Promise<Table> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { expected = [], maxRows = Number.POSITIVE_INFINITY } = options;
  const reading: Reading = { ...options, place: fileName, expected, maxRows, limits };
  if (bytes.length > limits.bytes) throw tooLarge(fileName, limits.bytes);
  if (isParquet(bytes)) return readParquet(bytes, reading);
  const content =
    bytes[0] === 0x1f && bytes[1] === 0x8b ? await unpackGzip(bytes, fileName, limits.unpackedBytes) : bytes;
  return readText(content, reading);
}

async function readText(bytes: Uint8Array, reading: Reading): Promise<Table> {
  const { place } = reading;
  refuseOthers(bytes, place);
  const first = firstByte(bytes);
  if (first === undefined) throw new FormatError('empty file', { code: 'empty-file', place });
  const format = formatByName(place).format ?? formatByText(first);
  if (format === 'parquet')
    throw new FormatError('not a Parquet file', {
      code: 'broken-parquet',
      place: `${place}, byte 0`,
      expected: "'PAR1'",
    });
  if (format === 'csv' || format === 'tsv') return readCsv(bytes, format === 'tsv', reading);
  if (format === 'ndjson') return readNdjson(bytes, reading);
  return readJson(bytes, first === BRACKET, reading);
}

/** An array, an object, or objects one after the other on lines. */
async function readJson(bytes: Uint8Array, array: boolean, reading: Reading): Promise<Table> {
  if (array) return readJsonArray(bytes, reading);
  try {
    return await readJsonArray(bytes, reading);
  } catch (thrown) {
    if (thrown instanceof FormatError && thrown.code === 'broken-json') return readNdjson(bytes, reading);
    throw thrown;
  }
}

const BRACKET = 0x5b;

/** What is no text in UTF-8, and is better told by its name than by its first bad byte. */
function refuseOthers(bytes: Uint8Array, place: string): void {
  const starts = (...head: number[]): boolean => head.every((byte, i) => bytes[i] === byte);
  if (starts(0xff, 0xfe) || starts(0xfe, 0xff))
    throw new FormatError('UTF-16; save the file as UTF-8', { code: 'not-utf8', place: `${place}, byte 0` });
  if (starts(0x50, 0x4b, 3, 4) || starts(0xd0, 0xcf, 0x11, 0xe0) || /\.(xlsx?|xlsm|xlsb|ods)$/i.test(place))
    throw new FormatError('a workbook or an archive, not a table', {
      code: 'unknown-format',
      place,
      expected: 'CSV, NDJSON, JSON or Parquet',
      hint: 'save the sheet as CSV (UTF-8) in Excel or LibreOffice',
    });
  if (starts(0x28, 0xb5, 0x2f, 0xfd))
    throw new FormatError('a page cannot unpack zstd', {
      code: 'unknown-format',
      place,
      expected: 'a file as it is, or in gzip',
    });
}

/** That is neither white space nor part of a byte-order mark. */
function firstByte(bytes: Uint8Array): number | undefined {
  const isBlank = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return bytes.subarray(start).find((byte) => !isBlank(byte));
}
