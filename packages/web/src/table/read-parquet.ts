// Parquet → table, a column chunk at a time. Every codec but LZO is there.
import { FormatError, XpxlcError } from '@xpxlc/core';
import {
  type DecodedArray,
  type FileMetaData,
  parquetMetadata,
  parquetScan,
  parquetSchema,
  type SchemaElement,
  toJson,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { breathe } from './breathe.ts';
import { ColumnBuilder } from './column-builder.ts';
import { checkCells, checkColumns } from './limits.ts';
import type { Reading } from './reading.ts';
import type { Table } from './table.ts';
import { TableBuilder } from './table-builder.ts';

/** Rows of the first screen. */
const FIRST = 1000;

/** @throws {FormatError} `broken-parquet`. */
export async function readParquet(bytes: Uint8Array, reading: Reading): Promise<Table> {
  const { place } = reading;
  try {
    return await read(bytes, reading);
  } catch (thrown) {
    if (thrown instanceof XpxlcError || reading.signal?.aborted) throw thrown;
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new FormatError(`not a sound Parquet file (${reason})`, { code: 'broken-parquet', place });
  }
}

async function read(bytes: Uint8Array, reading: Reading): Promise<Table> {
  const { place, limits, maxRows, signal } = reading;
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const metadata = parquetMetadata(buffer);
  checkCounts(metadata, place);
  const fields = parquetSchema(metadata).children.map(({ element }) => element);
  const all = Number(metadata.num_rows);
  const rows = Math.min(all, maxRows);
  checkColumns(place, fields.length, limits.columns);
  checkCells(place, rows, fields.length, limits.cells);
  const builder = new TableBuilder(place);
  for (const field of fields) builder.columns.push(new ColumnBuilder(field.name, !isText(field)));
  const file = {
    byteLength: buffer.byteLength,
    slice: (from: number, to?: number) => buffer.slice(from, to),
  };
  const scan = await parquetScan({ file, metadata, compressors });
  let parts = 0;
  const groups = groupsWithin(metadata, rows);
  for (const { rowStart, rowEnd } of groups) {
    for (const [j, field] of fields.entries()) {
      signal?.throwIfAborted();
      const values = await scan.readColumn({ column: field.name, rowStart, rowEnd });
      addValues(builder.columns[j], values, rowEnd - rowStart, field);
      parts += 1;
      reading.onProgress?.({ rows: rowStart, share: parts / (groups.length * fields.length) });
      await breathe();
    }
    builder.setRows(rowEnd);
    if (rowStart === 0 && rowEnd < rows)
      reading.onProgress?.({ rows: rowEnd, share: 1 / groups.length, table: builder.table(true) });
  }
  builder.full = rows < all;
  return builder.table();
}

/** The ranges of rows to read; the first one is small. */
function groupsWithin({ row_groups }: FileMetaData, rows: number): { rowStart: number; rowEnd: number }[] {
  const ranges: { rowStart: number; rowEnd: number }[] = [];
  let rowStart = 0;
  for (const { num_rows } of row_groups) {
    const rowEnd = Math.min(rows, rowStart + Number(num_rows));
    if (rowStart === 0 && rowEnd > FIRST)
      ranges.push({ rowStart, rowEnd: FIRST }, { rowStart: FIRST, rowEnd });
    else if (rowEnd > rowStart) ranges.push({ rowStart, rowEnd });
    rowStart = rowEnd;
  }
  return ranges;
}

/** The file says how many rows it has, and so does each of its row groups. */
function checkCounts({ num_rows, row_groups }: FileMetaData, place: string): void {
  const parts = row_groups.reduce((sum, group) => sum + group.num_rows, 0n);
  if (parts !== num_rows || num_rows < 0n)
    throw new FormatError('the numbers of rows disagree', {
      code: 'broken-parquet',
      place: `${place}, end`,
      expected: String(num_rows),
      got: String(parts),
    });
}

function isText({ type, converted_type: converted, logical_type: logical }: SchemaElement): boolean {
  return (
    type === 'BYTE_ARRAY' &&
    (converted === undefined || converted === 'UTF8' || converted === 'ENUM' || converted === 'JSON') &&
    logical?.type !== 'DECIMAL'
  );
}

function addValues(column: ColumnBuilder, values: DecodedArray, count: number, field: SchemaElement): void {
  if (values.length !== count)
    throw new Error(`column '${field.name}' has ${values.length} values for ${count} rows`);
  const isDate = field.converted_type === 'DATE' || field.logical_type?.type === 'DATE';
  const scale = field.scale ?? 0;
  const isDecimal = field.converted_type === 'DECIMAL' || field.logical_type?.type === 'DECIMAL';
  for (const value of values as Iterable<unknown>) {
    if (value === null || value === undefined) column.add(null);
    // Decimals come multiplied by a power of ten, which is not exact.
    else if (typeof value === 'number' && isDecimal) column.add(value.toFixed(Math.max(0, scale)));
    else if (typeof value === 'number') column.addNumber(value);
    else if (typeof value === 'bigint') column.add(String(value));
    else if (value instanceof Date) column.add(isDate ? value.toISOString().slice(0, 10) : timeText(value));
    else column.add(typeof value === 'string' ? value : JSON.stringify(toJson(value)));
  }
}

/** As the command line shows it. */
function timeText(time: Date): string {
  return time
    .toISOString()
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, '');
}
