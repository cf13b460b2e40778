// Blocks are cut into slices that take about as long to answer as suits everyone: not so short that handing them over is most of
// the work, not so long that some cores have nothing to do in the end.
import type { RowBlock } from '../table/encode.ts';

/** Milliseconds a slice should take. */
const WANTED = 100;
const MOST = 4096;

export class Slicer {
  #rows = 1;

  /** A slice took so long. */
  learn(rows: number, milliseconds: number): void {
    const fitting = (rows * WANTED) / Math.max(milliseconds, 0.1);
    // Rows differ: grow slowly, shrink at once.
    this.#rows = Math.max(1, Math.min(MOST, Math.floor(fitting), 4 * this.#rows));
  }

  *cut(block: RowBlock): Generator<RowBlock, void, void> {
    for (let from = 0; from < block.rows; ) {
      const to = Math.min(block.rows, from + this.#rows);
      yield slice(block, from, to);
      from = to;
    }
  }
}

/** Rows `from` to `to` of a block, in arrays of their own. */
export function slice(block: RowBlock, from: number, to: number): RowBlock {
  const { columns, rowNumbers, bad, beyond, keys, groups, labels, missing } = block;
  return {
    rows: to - from,
    columns: columns.map((column) => column.slice(from, to)),
    rowNumbers: rowNumbers.slice(from, to),
    bad: bad
      .filter(({ index }) => index >= from && index < to)
      .map((row) => ({ ...row, index: row.index - from })),
    beyond: beyond?.filter((index) => index >= from && index < to).map((index) => index - from),
    keys: keys?.slice(from, to),
    groups: groups?.slice(from, to),
    labels: labels?.slice(from, to),
    missing: missing?.map(({ feature, cells }) => ({ feature, cells: cells.slice(from, to) })),
  };
}
