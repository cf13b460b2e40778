// What readers of every format get told, and tell.
import type { TableLimits } from './limits.ts';
import type { Table } from './table.ts';

/** How far reading has come. */
export interface ReadProgress {
  readonly rows: number;
  /** Of the file, 0 to 1. */
  readonly share: number;
  /** The first rows, once: a screen can be shown before the rest is there. */
  readonly table?: Table;
}

/** How to read a table. */
export interface ReadOptions {
  readonly onProgress?: (progress: ReadProgress) => void;
  /** Read no more than so many rows; the table then says that it is truncated. */
  readonly maxRows?: number;
  /** Between the cells of CSV; by default one of `,`, tab, `;` and `|`, as the header suggests. */
  readonly delimiter?: string;
  /** Names that columns should have: they help to find the delimiter. */
  readonly expected?: readonly string[];
  readonly signal?: AbortSignal;
  /** Default {@link DEFAULT_LIMITS}. */
  readonly limits?: Partial<TableLimits>;
}

/** The options with their defaults, and the name of the file. */
export interface Reading extends Omit<ReadOptions, 'limits'> {
  readonly place: string;
  readonly expected: readonly string[];
  readonly maxRows: number;
  readonly limits: TableLimits;
}
