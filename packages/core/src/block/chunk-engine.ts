// What answers a chunk of rows at once, for two classes and features that are categories or bins. There are two that give the same
// answers: one in WebAssembly (kernel-engine.ts), and one in JavaScript (script-engine.ts) for models too wide for it and for places
// where WebAssembly is refused.
import type { Kind } from '../weigh/cover.ts';
import type { Column } from './block-data.ts';

/** Rows worked on at a time: what they need stays in the cache. */
export const CHUNK = 1024;
/** Sets that an engine has room for. No list of a row may be longer: beyond, other engines are faster. */
export const LIST_ROOM: number = 1 << 16;
/** Stands for the class of a row that is not to be answered. */
export const NO_CLASS = 2;
/** As a size or a count: a comparison was too close for the grid, let exact integers decide. */
export const DOUBT = 0xffffffff;

/** Fill in {@link options} and {@link classes}, then ask. Answers lie in the engine's own arrays until the next question or model. */
export interface ChunkEngine {
  /** Row r's options are `options[r·n … (r+1)·n)`, each counted from the first option of the first feature. */
  readonly options: Int32Array;
  readonly classes: Uint8Array;
  /** By row: how much the second class's drops exceed its threshold. */
  readonly leads: Float64Array;
  /**
   * Write a column of categories into {@link options}, for as many rows as it has, and add its drops to {@link leads}: how many cells
   * are no category. Those count as the first one.
   *
   * @param i - the feature; @param first - its first option; @param values - how many it has.
   */
  gather(column: Column, i: number, first: number, values: number): number;
  /** By row, after {@link smallest}: the size (0 also for no contrast), or {@link DOUBT}. */
  readonly sizes: Uint32Array;
  /** After {@link smallest}: a mask per row. After {@link list}: the masks of all rows, one after the other. */
  readonly masks: Uint32Array;
  readonly words: number;
  /** By row, after {@link list} and {@link tally}: how many sets, or {@link DOUBT}; and whether there are no more. */
  readonly counts: Uint32Array;
  readonly complete: Uint8Array;
  /** After {@link tally}, by row and size, and by row and feature: how many sets. */
  readonly sizeCounts: Uint32Array;
  readonly frequency: Uint32Array;
  /** Find a smallest set of each row: how many rows are in doubt. */
  smallest(rows: number, kind: Kind): number;
  /**
   * List up to `most` sets of each row, from row `first` on. The answer is the row before which it stopped for want of room: take the
   * masks and go on there.
   */
  list(first: number, rows: number, kind: Kind, most: number): number;
  /** Count up to `most` sets of each row: how many rows are in doubt. */
  tally(rows: number, kind: Kind, most: number): number;
}
