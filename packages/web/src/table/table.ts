// A table in memory, by columns: texts by their number in a list of distinct texts, numbers as doubles. Plain data that can be posted
// from a worker. 10^5 rows of 50 columns take some 50 MB, and sorting or filtering looks at each distinct text once.
import type { BadRow } from 'xpxlc/cells';

/** In `codes`: there is no cell, as in JSON without that key, or a NULL of Parquet. An empty text is a text. */
export const NO_CELL = 0xffff_ffff;

/** A column of texts. */
export interface TextColumn {
  readonly kind: 'text';
  readonly name: string;
  /** Per row: the position in `texts`, or {@link NO_CELL}. */
  readonly codes: Uint32Array;
  /** Distinct, in order of appearance. */
  readonly texts: readonly string[];
}

/** What {@link NumberColumn.marks} says of a cell; anything less is how many digits the number has after its point, 0 for its shortest form. */
export const MARK = { odd: 254, empty: 255 } as const;

/** A column in which nearly all cells are numbers. */
export interface NumberColumn {
  readonly kind: 'number';
  readonly name: string;
  /** NaN where there is no number. */
  readonly numbers: Float64Array;
  /** How each cell is written, see {@link MARK}; absent where every cell is a number in its shortest form, or not there. */
  readonly marks?: Uint8Array;
  /** By row: cells that are written otherwise (`1e3`), or are no number at all (`n/a`). Few. */
  readonly odd?: ReadonlyMap<number, string>;
}

/** A column, with what the source says of its type. */
export type TableColumn = (TextColumn | NumberColumn) & {
  /** The source itself says that these are no texts, as Parquet does. */
  readonly typed?: true;
};

/** What is wrong with a row, in the words of the command line. `row` is counted from 0, `line` from 1. */
export type RowProblem = Omit<BadRow, 'index'>;

/** A table that has been read. */
export interface Table {
  /** The file. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rows: number;
  /** Rows that are bad as a whole (ragged, not JSON), in order. Their cells are those that could be read. */
  readonly problems: readonly RowProblem[];
  /** Per row the line of the file on which it begins, from 1; where rows begin with a line. */
  readonly lines?: Uint32Array;
  /** The source goes on after these rows. */
  readonly truncated?: true;
}

/** The text of a cell; null where there is none. */
export function textAt(column: TableColumn, row: number): string | null {
  if (column.kind === 'text') {
    const code = column.codes[row];
    return code === NO_CELL ? null : column.texts[code];
  }
  const { numbers, marks, odd } = column;
  const mark = marks === undefined ? 0 : marks[row];
  if (mark === MARK.odd) return (odd as ReadonlyMap<number, string>).get(row) as string;
  if (mark === MARK.empty) return '';
  const x = numbers[row];
  if (mark > 0) return x.toFixed(mark);
  return Number.isNaN(x) ? null : String(x);
}
