// The texts of bad rows, for messages. Sound tables pay nothing: a second reading of the table starts with the first bad row
// and keeps step with the main one, since both meet the same bad rows in the same order.
import type { DuckDBDataChunk } from '@duckdb/node-api';
import { InternalError } from '@xpxlc/core';
import type { RowPlan } from './row-plan.ts';
import { RowStream } from './row-stream.ts';
import type { OpenTable } from './table.ts';

/** A bad row as it stands in the source. */
export interface BadText {
  readonly texts: readonly (string | null)[];
  /** One of `SHAPE`. */
  readonly shape: number;
  /** How many cells it has. */
  readonly count: number;
}

export class BadTexts {
  readonly #stream: RowStream;
  readonly #width: number;
  readonly #hasShape: boolean;
  #chunk: DuckDBDataChunk | undefined;
  /** Number of the chunk's first row among the bad rows. */
  #first = 0;

  constructor(table: OpenTable, plan: RowPlan) {
    this.#stream = new RowStream(table, plan.texts, plan.failure);
    this.#hasShape = plan.shape !== undefined;
    this.#width = plan.cells.length;
  }

  /** The `nth` bad row, from 0; to be asked for in increasing order. */
  async at(nth: number): Promise<BadText> {
    while (this.#chunk === undefined || nth >= this.#stream.delivered) {
      this.#first = this.#stream.delivered;
      this.#chunk = await this.#stream.next();
      if (this.#chunk === undefined) throw new InternalError('a bad row was met once but not twice');
    }
    const chunk = this.#chunk;
    const r = nth - this.#first;
    const item = (column: number) => chunk.getColumnVector(column).getItem(r);
    const width = Math.max(1, this.#width);
    return {
      texts: Array.from({ length: this.#width }, (_, i) => item(i) as string | null),
      shape: this.#hasShape ? Number(item(width)) : 0,
      count: this.#hasShape ? Number(item(width + 1)) : 0,
    };
  }

  close(): Promise<void> {
    return this.#stream.close();
  }
}
