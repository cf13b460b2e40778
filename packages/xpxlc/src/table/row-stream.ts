// A SELECT over the table's cells as a stream of chunks, each row once and in order. The library ends a stream that failed like
// one that is complete: only the result's type, which is then invalid, tells them apart, and only asking again tells why.
import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api';
import { FormatError, LimitError } from '@xpxlc/core';
import { checked } from './engine.ts';
import { endsSoon, nativeWork } from './native-work.ts';
import type { OpenTable } from './table.ts';

/** A result that failed (`ResultReturnType.INVALID`; the library is not imported at start-up). */
const INVALID = 0;

export class RowStream {
  readonly #table: OpenTable;
  readonly #sql: string;
  readonly #failure: (thrown: unknown) => Error;
  readonly #seconds: number | undefined;
  #connection: DuckDBConnection | undefined;
  #result: DuckDBResult | undefined;
  #ahead: Promise<DuckDBDataChunk | null> | undefined;
  #delivered = 0;
  #isLate = false;
  #isClosed = false;

  /** @param seconds - how long the next rows may be waited for. */
  constructor(table: OpenTable, sql: string, failure: (thrown: unknown) => Error, seconds?: number) {
    this.#table = table;
    this.#sql = checked(sql);
    this.#failure = failure;
    this.#seconds = seconds;
  }

  /** Rows delivered so far. */
  get delivered(): number {
    return this.#delivered;
  }

  /** The next rows, or `undefined` at the end. */
  async next(): Promise<DuckDBDataChunk | undefined> {
    try {
      this.#ahead ??= this.#watched(this.#start());
      const chunk = await this.#inTime(this.#ahead);
      const rows = chunk?.rowCount ?? 0;
      if (chunk === null || rows === 0) {
        if (this.#isLate) throw this.#late();
        if (this.#result?.returnType === INVALID) await this.#tellWhy();
        return undefined;
      }
      this.#ahead = this.#fetch();
      this.#delivered += rows;
      return chunk;
    } catch (thrown) {
      throw this.#isLate ? this.#late() : this.#failure(thrown);
    }
  }

  /** Stop whatever is running. What does not stop soon is left to itself. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const ahead = this.#ahead;
    const end = (): void => {
      this.#connection?.closeSync();
      this.#connection = undefined;
      this.#result = undefined;
      this.#ahead = undefined;
    };
    if (ahead === undefined) return end();
    this.#interrupt();
    if (await endsSoon(ahead)) end();
    else ahead.then(end, end);
  }

  /** Wait, but not for ever: what takes too long is interrupted. */
  async #inTime<T>(answer: Promise<T>): Promise<T> {
    if (this.#seconds === undefined) return answer;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        async () => {
          this.#isLate = true;
          this.#interrupt();
          if (!(await endsSoon(answer))) reject(this.#late());
        },
        1000 * (this.#seconds as number),
      );
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  #late(): LimitError {
    return new LimitError('the filter takes too long', {
      code: 'filter-too-slow',
      place: 'filter',
      expected: `the next rows within ${this.#seconds} seconds`,
      got: `${this.#delivered} rows so far`,
    });
  }

  #interrupt(): void {
    this.#connection?.interrupt();
  }

  #watched<T>(work: Promise<T>): Promise<T> {
    return nativeWork(work, () => this.#interrupt());
  }

  async #start(): Promise<DuckDBDataChunk | null> {
    this.#connection = await this.#table.connect();
    if (this.#isClosed) return null;
    this.#result = await this.#connection.stream(this.#sql);
    return this.#isClosed ? null : this.#result.fetchChunk();
  }

  /** Ask for the next chunk while this one is worked on; a failure is told when it is waited for. */
  #fetch(): Promise<DuckDBDataChunk | null> {
    const ahead = this.#watched((this.#result as DuckDBResult).fetchChunk());
    ahead.catch(() => undefined);
    return ahead;
  }

  /** Run the statement once more without streaming, for its message. */
  async #tellWhy(): Promise<never> {
    const again = this.#connection?.run(`SELECT count(COLUMNS(*)) FROM (${this.#sql})`);
    if (again !== undefined) await this.#watched(again);
    throw new FormatError('reading stopped before the end', { code: 'unreadable', place: this.#table.place });
  }
}
