// A table as the core takes it: a column of numbers per feature of the model, and what is wrong with rows that have none.
import type { Block, Feature } from '@xpxlc/core';
import type { RowProblem } from './table.ts';

/** The rows of a table for a model. */
export interface EncodedTable extends Block {
  readonly features: readonly Feature[];
  /** By feature: the position of its column in the table. */
  readonly positions: readonly number[];
  /** What is wrong with bad rows, one problem a row, in order. */
  readonly problems: readonly RowProblem[];
  /** Per row: 1 where it is bad. */
  readonly bad: Uint8Array;
}
