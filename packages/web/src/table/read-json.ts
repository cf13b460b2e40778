// NDJSON and JSON arrays → table: a row per object, a column per key, in order of appearance. A line that is no object stays in its place.
import { FormatError } from '@xpxlc/core';
import { SHAPE, shapeTrouble, type Trouble } from 'xpxlc/cells';
import { breathe } from './breathe.ts';
import { ColumnBuilder } from './column-builder.ts';
import { checkCells, checkColumns, tooLong } from './limits.ts';
import { hasRepeatedKey, parseJson } from './parse-json.ts';
import type { Reading } from './reading.ts';
import type { Table } from './table.ts';
import { TableBuilder } from './table-builder.ts';
import { textPieces } from './text-pieces.ts';

/** A JSON value per line. */
export async function readNdjson(bytes: Uint8Array, reading: Reading): Promise<Table> {
  const { place, limits } = reading;
  const rows = new ObjectRows(reading);
  let rest = '';
  let line = 0;
  for (const { text: piece, share, last } of textPieces(bytes, place)) {
    const began = rows.builder.rows;
    const lines = (rest + piece).split('\n');
    rest = last ? '' : (lines.pop() as string);
    if (rest.length > limits.rowLength)
      throw tooLong(`${place}, line ${line + lines.length + 1}`, limits.rowLength);
    for (const text of lines) {
      line += 1;
      if (!/^[\s]*$/.test(text) && !rows.addLine(text, line)) break;
    }
    rows.check();
    reading.onProgress?.({
      rows: rows.builder.rows,
      share,
      ...(began === 0 && !last ? { table: rows.builder.table(true) } : {}),
    });
    if (rows.builder.full) break;
    if (!last) await breathe();
    reading.signal?.throwIfAborted();
  }
  return rows.finish();
}

/** One array of objects, or one object. */
export async function readJsonArray(bytes: Uint8Array, reading: Reading): Promise<Table> {
  const { place } = reading;
  let text = '';
  for (const piece of textPieces(bytes, place)) text += piece.text;
  const value = parseWhole(text, place);
  const rows = new ObjectRows(reading);
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const [r, item] of items.entries()) {
    if (!rows.addValue(item)) break;
    if ((r + 1) % 4096 !== 0) continue;
    rows.check();
    reading.onProgress?.({
      rows: r + 1,
      share: (r + 1) / items.length,
      ...(r < 4096 ? { table: rows.builder.table(true) } : {}),
    });
    await breathe();
    reading.signal?.throwIfAborted();
  }
  rows.check();
  return rows.finish();
}

class ObjectRows {
  readonly builder: TableBuilder;
  readonly #reading: Reading;
  readonly #byName = new Map<string, ColumnBuilder>();

  constructor(reading: Reading) {
    this.builder = new TableBuilder(reading.place);
    this.#reading = reading;
  }

  /** False when there are as many rows as wanted. */
  addLine(text: string, line: number): boolean {
    if (this.#isFull()) return false;
    let value: unknown;
    try {
      value = parseJson(text);
    } catch {
      return this.#end(line, shapeTrouble(SHAPE.notJson, 0, 0));
    }
    if (!isRecord(value)) return this.#end(line, shapeTrouble(SHAPE.notObject, 0, 0));
    const keys = this.#addCells(value);
    const repeated = hasRepeatedKey(text, keys);
    return this.#end(line, repeated ? shapeTrouble(SHAPE.duplicateKey, 0, 0) : undefined);
  }

  addValue(value: unknown): boolean {
    if (this.#isFull()) return false;
    if (!isRecord(value)) return this.#end(undefined, shapeTrouble(SHAPE.notObject, 0, 0));
    this.#addCells(value);
    return this.#end();
  }

  check(): void {
    const { place, limits } = this.#reading;
    checkColumns(place, this.builder.columns.length, limits.columns);
    checkCells(place, this.builder.rows, this.builder.columns.length, limits.cells);
  }

  finish(): Table {
    if (this.builder.columns.length === 0)
      throw new FormatError('no objects found', {
        code: 'empty-file',
        place: this.#reading.place,
        expected: 'a JSON object per row',
      });
    return this.builder.table();
  }

  #isFull(): boolean {
    if (this.builder.rows >= this.#reading.maxRows) this.builder.full = true;
    return this.builder.full;
  }

  #end(line?: number, trouble?: Trouble): true {
    this.builder.endRow(line, trouble);
    return true;
  }

  #addCells(record: Readonly<Record<string, unknown>>): number {
    const keys = Object.keys(record);
    for (const key of keys) {
      const column = this.#column(key);
      column.skipTo(this.builder.rows);
      addJson(column, record[key]);
    }
    return keys.length;
  }

  #column(key: string): ColumnBuilder {
    const known = this.#byName.get(key);
    if (known !== undefined) return known;
    const column = new ColumnBuilder(key);
    this.#byName.set(key, column);
    this.builder.columns.push(column);
    return column;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function addJson(column: ColumnBuilder, value: unknown): void {
  if (typeof value === 'number') column.addNumber(value);
  else if (value === null) column.add(null);
  else column.add(typeof value === 'string' ? value : JSON.stringify(value));
}

function parseWhole(text: string, place: string): unknown {
  try {
    return parseJson(text);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const position = /position (\d+)/.exec(reason)?.[1];
    const line = position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
    throw new FormatError(`not JSON (${reason})`, {
      code: 'broken-json',
      place: line === undefined ? place : `${place}, line ${line}`,
      expected: 'an array of objects',
    });
  }
}
