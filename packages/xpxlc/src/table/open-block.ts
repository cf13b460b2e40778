// Chunks from DuckDB → a block: codes and numbers in plain arrays with bad cells marked, which rows are bad, and which are wanted.
import type { DuckDBDataChunk, DuckDBVector } from '@duckdb/node-api';
import type { BadRow } from '../cells/bad-row.ts';
import { badCell, type CellArray, cellArray, flagUnfit } from '../cells/read-cell.ts';
import type { MissingCells, RowBlock } from '../cells/row-block.ts';
import type { RowPlan } from './row-plan.ts';

/** A block that is being filled. */
export class OpenBlock {
  rows = 0;
  readonly bad: BadRow[] = [];
  /** Rows with numbers beyond their bounds. */
  readonly beyond: number[] = [];
  readonly #arrays: readonly CellArray[];
  readonly #rowNumbers: Float64Array;
  readonly #keys: (string | null)[] = [];
  readonly #groups: (string | null)[] = [];
  readonly #features: number;
  readonly #hasKeys: boolean;
  readonly #hasGroups: boolean;
  readonly #missing: readonly MissingCells[];

  /** @param features how many of the plan's fields are features; a further one is the target. */
  constructor({ fields, key, group, missing }: RowPlan, features: number, capacity: number) {
    this.#arrays = fields.map((field) => cellArray(field, capacity));
    this.#rowNumbers = new Float64Array(capacity);
    this.#features = features;
    this.#hasKeys = key !== undefined;
    this.#hasGroups = group !== undefined;
    this.#missing = missing.map(({ feature }) => ({ feature, cells: new Uint8Array(capacity) }));
  }

  /** Take rows of a chunk; row r of the chunk is row `offset + r` of the source. */
  take({ items, keys, groups, missing }: ReadChunk, picked: Int32Array, offset: number): void {
    const { length } = picked;
    const start = this.rows;
    const first = picked[0];
    const contiguous = picked[length - 1] - first === length - 1;
    items.forEach((source, i) => {
      const array = this.#arrays[i];
      if (contiguous) array.set(source.subarray(first, first + length), start);
      else for (let p = 0; p < length; p++) array[start + p] = source[picked[p]];
    });
    for (let p = 0; p < length; p++) this.#rowNumbers[start + p] = offset + picked[p];
    if (keys !== undefined) for (const r of picked) this.#keys.push(keys.getItem(r) as string | null);
    if (groups !== undefined) for (const r of picked) this.#groups.push(groups.getItem(r) as string | null);
    missing.forEach((flags, m) => {
      const { cells } = this.#missing[m];
      for (let p = 0; p < length; p++) cells[start + p] = flags[picked[p]];
    });
    this.rows += length;
  }

  finish(): RowBlock {
    const { rows } = this;
    const arrays = this.#arrays.map((array) => array.subarray(0, rows));
    return {
      rows,
      columns: arrays.slice(0, this.#features),
      rowNumbers: this.#rowNumbers.subarray(0, rows),
      bad: this.bad,
      ...(this.beyond.length === 0 ? {} : { beyond: this.beyond }),
      ...(this.#hasKeys ? { keys: this.#keys } : {}),
      ...(this.#hasGroups ? { groups: this.#groups } : {}),
      ...(arrays.length > this.#features ? { labels: arrays[this.#features] } : {}),
      ...(this.#missing.length === 0
        ? {}
        : {
            missing: this.#missing.map(({ feature, cells }) => ({ feature, cells: cells.subarray(0, rows) })),
          }),
    };
  }
}

interface ReadChunk {
  /** Per field the codes or numbers; bad ones replaced by what stands for them. */
  readonly items: readonly CellArray[];
  /** Per row, 0 when all is well. */
  readonly flags: Uint8Array;
  /** Per row, its number among the rows whose texts can be asked for, or -1. */
  readonly ordinals: Int32Array;
  /** How many such rows there are up to the end of the piece. */
  readonly badSeen: number;
  /** Per row, 0 when the filter leaves it out. */
  readonly keep: Uint8Array | undefined;
  readonly keys: DuckDBVector | undefined;
  readonly groups: DuckDBVector | undefined;
  /** In the order of the plan's. */
  readonly missing: readonly Uint8Array[];
}

export function readChunk(plan: RowPlan, chunk: DuckDBDataChunk, badBefore: number): ReadChunk {
  const rows = chunk.rowCount;
  const { fields, cells, keep, key, group, shape, missing } = plan;
  const flags = new Uint8Array(rows);
  const ordinals = new Int32Array(rows).fill(-1);
  let anyNull = false;
  const noteNull = (r: number) => {
    flags[r] = 1;
    anyNull = true;
  };
  const items = cells.map((_, i) => {
    const bad = badCell(fields[i]);
    const vector = chunk.getColumnVector(i) as ItemVector;
    const array = vector.items;
    eachNull(vector, rows, (r) => {
      array[r] = bad;
      noteNull(r);
    });
    return array;
  });
  if (shape !== undefined) {
    const shapes = (chunk.getColumnVector(shape) as ItemVector).items;
    for (let r = 0; r < rows; r++) {
      if (shapes[r] === 0) continue;
      for (let i = 0; i < items.length; i++) items[i][r] = badCell(fields[i]);
      noteNull(r);
    }
  }
  let badSeen = badBefore;
  if (anyNull) for (let r = 0; r < rows; r++) if (flags[r] !== 0) ordinals[r] = badSeen++;
  // What could not be read is flagged already: NaN is a missing value here.
  for (const [i, field] of fields.entries())
    if (field.kind !== 'categorical') flagUnfit(field, items[i], flags, rows, () => true);
  return {
    items,
    flags,
    ordinals,
    badSeen,
    keep: keep === undefined ? undefined : ((chunk.getColumnVector(keep) as ItemVector).items as Uint8Array),
    keys: key === undefined ? undefined : chunk.getColumnVector(key),
    groups: group === undefined ? undefined : chunk.getColumnVector(group),
    missing: missing.map(({ at }) => (chunk.getColumnVector(at) as ItemVector).items as Uint8Array),
  };
}

type ItemVector = DuckDBVector & { readonly items: CellArray };

/** Visit the rows that are NULL. Reads the library's bit mask; should that ever change its shape, row by row. */
function eachNull(vector: DuckDBVector, rows: number, visit: (row: number) => void): void {
  const { validity } = vector as unknown as {
    validity: { data?: BigUint64Array | null; itemValid(row: number): boolean };
  };
  const { data } = validity;
  if (data === null) return;
  if (data instanceof BigUint64Array) {
    const words = new Uint32Array(data.buffer, data.byteOffset, data.length * 2);
    for (let w = 0; w * 32 < rows; w++) {
      if (words[w] === 0xffffffff) continue;
      for (let r = w * 32; r < Math.min(rows, w * 32 + 32); r++)
        if (((words[w] >>> (r & 31)) & 1) === 0) visit(r);
    }
    return;
  }
  for (let r = 0; r < rows; r++) if (!validity.itemValid(r)) visit(r);
}
