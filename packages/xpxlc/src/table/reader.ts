// What the table needs to know of a format: its columns, and SQL that delivers their cells.
import type { LinedFile } from './line-finder.ts';

/** A column of the source. */
export interface SourceColumn {
  readonly name: string;
  /** DuckDB's type; `VARCHAR` for every column of a text format. */
  readonly type: string;
  /** A file of several that lacks it. */
  readonly absentFrom?: string;
}

/** Files of one format. */
export interface Reader {
  readonly columns: readonly SourceColumn[];
  /** For messages. */
  readonly place: string;
  /**
   * A SELECT with columns `prefixJ`, J being the given positions. There are several ways to read, numbered from 0, the strictest and
   * fastest. That one stops at the first bad row; the others put up with more of them and keep them in their place,
   * with columns `prefixshape` that says what is wrong and `prefixcount` of cells (negative: that many or more).
   */
  select(level: number, prefix: string, positions: readonly number[]): string;
  /** The way to try after another one failed with this message; none when the message is the last word. */
  soften(level: number, message: string): number | undefined;
  /** What finds out whether a way of reading works: counting rows, or the cells asked for. None when there is one way. */
  readonly trial?: 'rows' | 'cells';
  /** A way of reading known to work without trying. */
  trusted?(): Promise<number | undefined>;
  /** Make sure that what a way of reading would pass over in silence does not occur. */
  check?(level: number): Promise<void>;
  /** The files, where rows begin with a line of their own. */
  readonly lined?: readonly LinedFile[];
  /** Look for columns everywhere, not only at the beginning. */
  rescan?(): Promise<Reader>;
}
