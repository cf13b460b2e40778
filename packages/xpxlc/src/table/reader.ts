// What the table needs to know of a format: its columns, and SQL that delivers their cells.

/** Why a row is bad as a whole; 0 when it is not. */
export const SHAPE = { ok: 0, tooShort: 1, tooLong: 2, notJson: 3, notObject: 4, duplicateKey: 5 } as const;

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
   * Ways to read, the strictest and fastest first: 0 … levels - 1. The first stops at the first bad row; the others
   * put up with more of them, keep them in their place, and say in column `…shape` what is wrong.
   */
  readonly levels: number;
  /** A SELECT with columns `prefix0`, `prefix1`, …, and above level 0 `prefixshape` and `prefixcount` (of cells). */
  select(level: number, prefix: string): string;
  /** Look for columns everywhere, not only at the beginning. */
  rescan?(): Promise<Reader>;
}
