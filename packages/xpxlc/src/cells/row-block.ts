// A block of rows as every reader gives it: encoded cells, the number of each row, and what is wrong with bad ones. And some rows of blocks.
import type { Block, Column } from '@xpxlc/core';
import type { BadRow } from './bad-row.ts';

/** Encoded rows, fit for `explainBlock`. */
export interface RowBlock extends Block {
  readonly rows: number;
  /** One column per feature, in the features' order. A bad cell is NaN, or the largest number of the array's type. */
  readonly columns: readonly Column[];
  /** Which row of the source each is, counted from 0 before any filter. */
  readonly rowNumbers: Float64Array;
  /** What is wrong with the bad rows, in order. */
  readonly bad: readonly BadRow[];
  /** Rows with numbers beyond their bounds whose features are sound otherwise, if asked for; in order. */
  readonly beyond?: readonly number[];
  /** The key of each row, if asked for. */
  readonly keys?: readonly (string | null)[];
  /** The group of each row, if asked for; null where it is missing. */
  readonly groups?: readonly (string | null)[];
  /** The position of each row's class, if asked for; as a bad cell where it is none of them. */
  readonly labels?: Column;
  /** Of features whose missing cells count as another value: 1 where a cell is missing. */
  readonly missing?: readonly MissingCells[];
}

/** Which cells of a feature are missing, and stand for the value that the model takes instead. */
export interface MissingCells {
  readonly feature: number;
  readonly cells: Uint8Array;
}

/**
 * Some rows, packed into full blocks again: what comes later counts on blocks of one length. The rows that `chosen` names of each block by their positions, in order. All blocks but the last are as long as the first one read.
 */
export async function* keepRows(
  blocks: AsyncIterable<RowBlock>,
  chosen: (block: RowBlock) => Int32Array,
): AsyncGenerator<RowBlock, void, void> {
  let length = 0;
  let waiting: RowBlock | undefined;
  for await (const block of blocks) {
    if (length === 0) length = block.rows;
    const kept = pickRows(block, chosen(block));
    let joined: RowBlock = waiting === undefined ? kept : joinRows(waiting, kept);
    for (; joined.rows >= length; joined = sliceRows(joined, length, joined.rows))
      yield sliceRows(joined, 0, length);
    waiting = joined;
  }
  if (waiting !== undefined && waiting.rows > 0) yield waiting;
}

/** These rows of a block, in increasing order, in arrays of their own. */
export function pickRows(block: RowBlock, picked: Int32Array): RowBlock {
  const { columns, rowNumbers, bad, beyond, keys, groups, labels, missing } = block;
  const outside = new Set(beyond);
  const places = new Map(bad.map((row) => [row.index, row]));
  return {
    rows: picked.length,
    columns: columns.map((column) => pickCells(column, picked)),
    rowNumbers: pickCells(rowNumbers, picked),
    bad:
      bad.length === 0
        ? []
        : Array.from(picked).flatMap((r, index) => {
            const row = places.get(r);
            return row === undefined ? [] : [{ ...row, index }];
          }),
    beyond: beyond && Array.from(picked.keys()).filter((index) => outside.has(picked[index])),
    keys: keys && Array.from(picked, (r) => keys[r]),
    groups: groups && Array.from(picked, (r) => groups[r]),
    labels: labels && pickCells(labels, picked),
    missing: missing?.map(({ feature, cells }) => ({ feature, cells: pickCells(cells, picked) })),
  };
}

function joinRows(one: RowBlock, other: RowBlock): RowBlock {
  if (one.rows === 0) return other;
  return {
    rows: one.rows + other.rows,
    columns: one.columns.map((column, i) => joinCells(column, other.columns[i])),
    rowNumbers: joinCells(one.rowNumbers, other.rowNumbers),
    bad: [...one.bad, ...other.bad.map((row) => ({ ...row, index: one.rows + row.index }))],
    ...(one.beyond === undefined && other.beyond === undefined
      ? {}
      : { beyond: [...(one.beyond ?? []), ...(other.beyond ?? []).map((index) => one.rows + index)] }),
    keys: one.keys && [...one.keys, ...(other.keys ?? [])],
    groups: one.groups && [...one.groups, ...(other.groups ?? [])],
    labels: one.labels && joinCells(one.labels, other.labels as Column),
    missing: one.missing?.map(({ feature, cells }, m) => ({
      feature,
      cells: joinCells(cells, other.missing?.[m].cells as Uint8Array),
    })),
  };
}

/** An array of the same type as another. */
function like<T extends Column>(column: T, length: number): T {
  return new (column.constructor as new (length: number) => T)(length);
}

function pickCells<T extends Column>(column: T, picked: Int32Array): T {
  const cells = like(column, picked.length);
  for (let p = 0; p < picked.length; p++) cells[p] = column[picked[p]];
  return cells;
}

/** Both are of one type: blocks of a table are made from one plan. */
function joinCells<T extends Column>(one: T, other: T): T {
  const cells = like(one, one.length + other.length);
  cells.set(one);
  cells.set(other, one.length);
  return cells;
}

/** Rows `from` to `to` of a block, in arrays of their own. */
export function sliceRows(block: RowBlock, from: number, to: number): RowBlock {
  return pickRows(block, positions(from, to));
}

function positions(from: number, to: number): Int32Array {
  return Int32Array.from({ length: to - from }, (_, p) => from + p);
}
