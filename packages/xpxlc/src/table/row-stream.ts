// A SELECT over the table's cells as a stream of chunks, each row once and in order. When a bad row stops the strict way of
// reading, the stream starts again in the next more tolerant way and leaves out what it has delivered.
import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api';
import { checked } from './engine.ts';
import type { OpenTable } from './table.ts';

/** Rows `from …` of a chunk. */
export interface Piece {
  readonly chunk: DuckDBDataChunk;
  readonly from: number;
  readonly rows: number;
  /** The way of reading the chunk came by. */
  readonly level: number;
}

export class RowStream {
  readonly #table: OpenTable;
  /** The statement, by level. */
  readonly #sql: (level: number) => string;
  readonly #failure: (thrown: unknown) => Error;
  #connection: DuckDBConnection | undefined;
  #result: DuckDBResult | undefined;
  #ahead: Promise<DuckDBDataChunk | null> | undefined;
  #level = 0;
  #delivered = 0;
  #skip = 0;

  constructor(table: OpenTable, sql: (level: number) => string, failure: (thrown: unknown) => Error) {
    this.#table = table;
    this.#sql = sql;
    this.#failure = failure;
  }

  /** Rows delivered so far. */
  get delivered(): number {
    return this.#delivered;
  }

  /** The next rows, or `undefined` at the end. */
  async next(): Promise<Piece | undefined> {
    for (;;) {
      try {
        this.#ahead ??= this.#start();
        const chunk = await this.#ahead;
        const rows = chunk?.rowCount ?? 0;
        if (chunk === null || rows === 0) return undefined;
        this.#ahead = this.#fetch();
        const from = Math.min(rows, this.#skip);
        this.#skip -= from;
        this.#delivered += rows - from;
        if (from < rows) return { chunk, from, rows, level: this.#level };
      } catch (thrown) {
        const level = this.#level;
        await this.close();
        if (!(await this.#table.soften(level, thrown))) throw this.#failure(thrown);
        this.#skip = this.#delivered;
      }
    }
  }

  /** Stop whatever is running. */
  async close(): Promise<void> {
    this.#connection?.interrupt();
    await this.#ahead?.catch(() => undefined);
    this.#connection?.closeSync();
    this.#connection = undefined;
    this.#result = undefined;
    this.#ahead = undefined;
  }

  async #start(): Promise<DuckDBDataChunk | null> {
    this.#level = this.#table.level;
    this.#connection = await this.#table.connect();
    this.#result = await this.#connection.stream(checked(this.#sql(this.#level)));
    return this.#result.fetchChunk();
  }

  /** Ask for the next chunk while this one is worked on; a failure is told when it is waited for. */
  #fetch(): Promise<DuckDBDataChunk | null> {
    const ahead = (this.#result as DuckDBResult).fetchChunk();
    ahead.catch(() => undefined);
    return ahead;
  }
}
