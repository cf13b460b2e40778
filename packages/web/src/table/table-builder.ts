// A table while its rows come in.
import { badRow, type Trouble } from 'xpxlc/cells';
import type { ColumnBuilder } from './column-builder.ts';
import type { RowProblem, Table } from './table.ts';

export class TableBuilder {
  readonly name: string;
  readonly columns: ColumnBuilder[] = [];
  /** There are more rows than wanted. */
  full = false;
  readonly #problems: RowProblem[] = [];
  #lines = new Uint32Array(256);
  #lined = false;
  #rows = 0;

  constructor(name: string) {
    this.name = name;
  }

  get rows(): number {
    return this.#rows;
  }

  /** The cells of the next row are in the columns; those that are not are missing. @param line from 1. */
  endRow(line?: number, trouble?: Trouble): void {
    const row = this.#rows;
    if (line !== undefined) {
      this.#lined = true;
      if (row >= this.#lines.length) {
        const longer = new Uint32Array(2 * row);
        longer.set(this.#lines);
        this.#lines = longer;
      }
      this.#lines[row] = line;
    }
    if (trouble !== undefined) {
      const { index: _, ...problem } = badRow({ index: row, row, line }, trouble);
      this.#problems.push(problem);
    }
    this.#rows += 1;
  }

  /** So many rows have come in by columns. */
  setRows(rows: number): void {
    this.#rows = rows;
  }

  /** The table so far, on its own. */
  table(truncated: boolean = this.full): Table {
    for (const column of this.columns) column.skipTo(this.#rows);
    return {
      name: this.name,
      columns: this.columns.map((column) => column.column()),
      rows: this.#rows,
      problems: [...this.#problems],
      ...(this.#lined ? { lines: this.#lines.slice(0, this.#rows) } : {}),
      ...(truncated ? { truncated: true } : {}),
    };
  }
}
