// A chunk from DuckDB as plain arrays: codes and numbers with bad cells marked, which rows are bad, and which are wanted.
import type { DuckDBDataChunk, DuckDBVector } from '@duckdb/node-api';
import type { Feature } from '@xpxlc/core';
import type { CellArray } from './cell.ts';
import type { RowPlan } from './row-plan.ts';

export interface ReadPiece {
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

export function readPiece(plan: RowPlan, chunk: DuckDBDataChunk, badBefore: number): ReadPiece {
  const rows = chunk.rowCount;
  const { fields, cells, keep, key, group, shape, missing } = plan;
  const flags = new Uint8Array(rows);
  const ordinals = new Int32Array(rows).fill(-1);
  let anyNull = false;
  const noteNull = (r: number) => {
    flags[r] = 1;
    anyNull = true;
  };
  const items = cells.map(({ bad }, i) => {
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
      for (let i = 0; i < items.length; i++) items[i][r] = cells[i].bad;
      noteNull(r);
    }
  }
  let badSeen = badBefore;
  if (anyNull) for (let r = 0; r < rows; r++) if (flags[r] !== 0) ordinals[r] = badSeen++;
  for (const [i, field] of fields.entries()) flagNumbers(field, items[i], flags, rows);
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

/** Flag numbers that are out of bounds, not finite or not whole. */
function flagNumbers(field: Feature, items: CellArray, flags: Uint8Array, rows: number): void {
  if (field.kind === 'categorical') return;
  const { lower, upper } = field;
  const whole = field.kind === 'integer';
  const own = field.missing === true; // then NaN is a value; what could not be read is flagged already
  for (let r = 0; r < rows; r++) {
    const x = items[r];
    const fine = x >= lower && x <= upper && Number.isFinite(x) && (!whole || Number.isSafeInteger(x));
    if (!fine && !(own && Number.isNaN(x))) flags[r] = 1;
  }
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
