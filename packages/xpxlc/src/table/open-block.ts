// A block that is being filled.
import type { BadRow } from './bad-row.ts';
import type { CellArray } from './cell.ts';
import type { MissingCells, RowBlock } from './encode.ts';
import type { ReadPiece } from './piece.ts';
import type { RowPlan } from './row-plan.ts';

export class OpenBlock {
  rows = 0;
  readonly bad: BadRow[] = [];
  /** Rows with numbers beyond their bounds. */
  readonly beyond: number[] = [];
  readonly #arrays: readonly CellArray[];
  readonly #rowNumbers: Float64Array;
  readonly #keys: (string | null)[] = [];
  readonly #groups: (string | null)[] = [];
  readonly #features: number;
  readonly #hasKeys: boolean;
  readonly #hasGroups: boolean;
  readonly #missing: readonly MissingCells[];

  /** @param features how many of the plan's fields are features; a further one is the target. */
  constructor({ cells, key, group, missing }: RowPlan, features: number, capacity: number) {
    this.#arrays = cells.map(({ make }) => make(capacity));
    this.#rowNumbers = new Float64Array(capacity);
    this.#features = features;
    this.#hasKeys = key !== undefined;
    this.#hasGroups = group !== undefined;
    this.#missing = missing.map(({ feature }) => ({ feature, cells: new Uint8Array(capacity) }));
  }

  /** Take rows of a chunk; row r of the chunk is row `offset + r` of the source. */
  take({ items, keys, groups, missing }: ReadPiece, picked: Int32Array, offset: number): void {
    const { length } = picked;
    const start = this.rows;
    const first = picked[0];
    const contiguous = picked[length - 1] - first === length - 1;
    items.forEach((source, i) => {
      const array = this.#arrays[i];
      if (contiguous) array.set(source.subarray(first, first + length), start);
      else for (let p = 0; p < length; p++) array[start + p] = source[picked[p]];
    });
    for (let p = 0; p < length; p++) this.#rowNumbers[start + p] = offset + picked[p];
    if (keys !== undefined) for (const r of picked) this.#keys.push(keys.getItem(r) as string | null);
    if (groups !== undefined) for (const r of picked) this.#groups.push(groups.getItem(r) as string | null);
    missing.forEach((flags, m) => {
      const { cells } = this.#missing[m];
      for (let p = 0; p < length; p++) cells[start + p] = flags[picked[p]];
    });
    this.rows += length;
  }

  finish(): RowBlock {
    const { rows } = this;
    const arrays = this.#arrays.map((array) => array.subarray(0, rows));
    return {
      rows,
      columns: arrays.slice(0, this.#features),
      rowNumbers: this.#rowNumbers.subarray(0, rows),
      bad: this.bad,
      ...(this.beyond.length === 0 ? {} : { beyond: this.beyond }),
      ...(this.#hasKeys ? { keys: this.#keys } : {}),
      ...(this.#hasGroups ? { groups: this.#groups } : {}),
      ...(arrays.length > this.#features ? { labels: arrays[this.#features] } : {}),
      ...(this.#missing.length === 0
        ? {}
        : {
            missing: this.#missing.map(({ feature, cells }) => ({ feature, cells: cells.subarray(0, rows) })),
          }),
    };
  }
}
