// Rows of blocks that are kept in memory: all of them while there is room, then every second, every fourth, …
import type { Block, Column } from '@xpxlc/core';

/** Bytes of cells that are kept. */
const ROOM = 1 << 26;

export class RowStore {
  private readonly room: number;
  private parts: Block[] = [];
  private bytes = 0;
  private seen = 0;
  private stride = 1;

  /** @param room - bytes of cells that are kept. */
  constructor(room: number = ROOM) {
    this.room = room;
  }

  /** All rows are kept. */
  get complete(): boolean {
    return this.stride === 1;
  }

  /** Keep the rows of a block, bad ones too; the block must not change afterwards. */
  add({ rows, columns }: Block): void {
    // The first row of the block that is to be kept.
    const first = (this.stride - (this.seen % this.stride)) % this.stride;
    this.seen += rows;
    this.push(
      first === 0 && this.stride === 1 ? { rows, columns } : thinned({ rows, columns }, first, this.stride),
    );
    while (this.bytes > this.room && this.rows > 1) this.thin();
  }

  /** The rows as one block. */
  block(): Block {
    const [first] = this.parts;
    if (first === undefined || this.parts.length === 1) return first ?? { rows: 0, columns: [] };
    const { rows } = this;
    return {
      rows,
      columns: first.columns.map((column, i) => {
        const joined = like(column, rows);
        let at = 0;
        for (const part of this.parts) {
          joined.set(part.columns[i].subarray(0, part.rows), at);
          at += part.rows;
        }
        return joined;
      }),
    };
  }

  private get rows(): number {
    return this.parts.reduce((sum, { rows }) => sum + rows, 0);
  }

  private push(part: Block): void {
    if (part.rows === 0) return;
    this.parts.push(part);
    for (const { BYTES_PER_ELEMENT } of part.columns) this.bytes += part.rows * BYTES_PER_ELEMENT;
  }

  /** Leave out every second of the rows that are kept. */
  private thin(): void {
    const { parts } = this;
    this.parts = [];
    this.bytes = 0;
    this.stride *= 2;
    let place = 0;
    for (const part of parts) {
      this.push(thinned(part, place % 2, 2));
      place += part.rows;
    }
  }
}

/** Every `stride`-th row from `first` on, in arrays of their own. */
function thinned({ rows, columns }: Block, first: number, stride: number): Block {
  const count = Math.max(0, Math.ceil((rows - first) / stride));
  return {
    rows: count,
    columns: columns.map((column) => {
      const cells = like(column, count);
      for (let r = 0; r < count; r++) cells[r] = column[first + r * stride];
      return cells;
    }),
  };
}

/** An array of the same type. */
function like(column: Column, length: number): Column {
  return new (column.constructor as new (length: number) => Column)(length);
}
