// Blocks are cut into slices that take about as long to answer as suits everyone: not so short that handing them over is most of
// the work, not so long that some cores have nothing to do in the end.
import { type RowBlock, sliceRows } from '../cells/row-block.ts';

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
      yield sliceRows(block, from, to);
      from = to;
    }
  }
}
