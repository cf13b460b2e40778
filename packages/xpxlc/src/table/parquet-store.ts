// Rows on their way to a Parquet file: gathered in a DuckDB database beside it, so that memory stays bounded and nothing is lost
// when the process ends, and copied out when all are there.
import type {
  DuckDBAppender,
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBType,
  DuckDBValue,
} from '@duckdb/node-api';
import { FormatError } from '@xpxlc/core';
import { checked, quoteText } from './engine.ts';
import { removeTemporary } from './temporary.ts';
import type { WriterColumn } from './write.ts';

/** What is kept, and what is made of it in the end. */
export interface StoreTable {
  /** Statements that make the table `t` (and types for it). */
  readonly create: readonly string[];
  /** A SELECT over `t`, in order; whether any row has an error may make it simpler. */
  readonly select: (anyError: boolean) => string;
  /**
   * Rows come in any numbers, so that how they lie in the table depends on when they were committed; then they are laid out anew, or
   * else the same rows would make another file. Not needed where they come by full vectors.
   */
  readonly uneven: boolean;
}

/** A column of a chunk: any values, or numbers (codes of an ENUM, doubles) without gaps. */
export type ChunkColumn =
  | { readonly values: readonly DuckDBValue[] }
  | { readonly items: ArrayLike<number> }
  | typeof NOTHING;

/** A column without any value. */
export const NOTHING: { readonly none: true } = { none: true };

/** DuckDB's own size of a vector: the most rows a chunk can have. */
export const CHUNK = 2048;
/** Rows of Parquet that are packed together; with text in them more take too much memory. */
const ROW_GROUP = 20_480;
const MEMORY = '96MB';
/** Columns of values that a chunk takes in its life. */
const MOST_TEXTS = 64;

export class ParquetStore {
  readonly #path: string;
  readonly #target: string;
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #table: StoreTable;
  readonly #library: typeof import('./duckdb.ts');
  #appender: DuckDBAppender | undefined;
  #types: readonly DuckDBType[] | undefined;
  #chunk: DuckDBDataChunk | undefined;
  /** Columns of values that were ever in it. */
  #texts = 0;
  /** Columns of the chunk that hold nothing already. */
  readonly #empty = new Set<number>();
  #open = true;

  private constructor(
    path: string,
    target: string,
    instance: DuckDBInstance,
    connection: DuckDBConnection,
    table: StoreTable,
    library: typeof import('./duckdb.ts'),
  ) {
    this.#path = path;
    this.#target = target;
    this.#instance = instance;
    this.#connection = connection;
    this.#table = table;
    this.#library = library;
  }

  /**
   * Open a database, new or left by another process; only what was committed is in it. Both paths are absolute: names such as `md:x` would
   * mean something else to DuckDB.
   *
   * @param target - the file that is written in the end; no other can be opened.
   */
  static async open(path: string, table: StoreTable, target: string): Promise<ParquetStore> {
    // DuckDB takes what follows for parameters, and would write beside the database.
    if (path.includes('?'))
      throw new FormatError('Parquet cannot be written to a path with a question mark', {
        code: 'cannot-write',
        place: target,
        expected: 'another name, or another format',
      });
    const library = await import('./duckdb.ts');
    const instance = await library.DuckDBInstance.create(path, {
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
      preserve_insertion_order: 'true',
      memory_limit: MEMORY,
      threads: '1', // with more, copying out in order takes more memory and no less time
      temp_directory: '',
    });
    const connection = await instance.connect();
    const store = new ParquetStore(path, target, instance, connection, table, library);
    try {
      await connection.run(checked(`SET allowed_paths = [${quoteText(target)}]`));
      await connection.run('SET enable_external_access = false');
      await connection.run('SET lock_configuration = true');
      const made = await connection.runAndReadAll("SELECT 1 FROM duckdb_tables() WHERE table_name = 'state'");
      await connection.run('BEGIN');
      if (made.currentRowCount === 0) {
        for (const sql of table.create) await connection.run(sql);
        await connection.run('CREATE TABLE state (json VARCHAR)');
        await connection.run('INSERT INTO state VALUES (NULL)');
      }
    } catch (error) {
      store.close();
      throw error;
    }
    return store;
  }

  /** What was said at the last commit. */
  async state(): Promise<string | null> {
    const found = await this.#connection.runAndReadAll('SELECT json FROM state');
    return (found.getRows()[0]?.[0] ?? null) as string | null;
  }

  /** Add rows, {@link CHUNK} at most. */
  async append(columns: readonly ChunkColumn[], rows: number): Promise<void> {
    const appender = this.#appender ?? (await this.#connection.createAppender('t'));
    this.#appender = appender;
    this.#types ??= columns.map((_, i) => appender.columnType(i));
    // One chunk serves many times: making one takes longer than filling it where types have thousands of names. But not for ever,
    // as it keeps all texts that were ever in it.
    if (this.#chunk === undefined || this.#texts >= MOST_TEXTS) {
      this.#chunk = this.#library.DuckDBDataChunk.create(this.#types, rows);
      this.#texts = 0;
      this.#empty.clear();
    }
    const chunk = this.#chunk;
    if (chunk.rowCount !== rows) {
      chunk.rowCount = rows;
      this.#empty.clear();
    }
    columns.forEach((column, i) => {
      if ('none' in column) {
        if (!this.#empty.has(i)) chunk.setColumnValues(i, new Array<null>(rows).fill(null));
        this.#empty.add(i);
        return;
      }
      this.#empty.delete(i);
      if ('values' in column) {
        chunk.setColumnValues(i, column.values);
        this.#texts += 1;
      } else {
        const vector = chunk.getColumnVector(i) as unknown as ItemVector;
        vector.items.set(column.items);
        vector.flush();
      }
    });
    appender.appendDataChunk(chunk);
  }

  /** A value as a column of that type takes it. */
  toValue(value: unknown, type: WriterColumn['type'], name: string): DuckDBValue {
    if (value === null || value === undefined) return null;
    if (type === 'json') return JSON.stringify(value) ?? null;
    if (type === 'text' || type === 'sentence') return String(value);
    if (type === 'list' && Array.isArray(value)) return new this.#library.DuckDBListValue(value.map(String));
    if (type === 'integer' && (typeof value === 'bigint' || Number.isSafeInteger(value)))
      return BigInt(value as number);
    if (type === 'number' && typeof value === 'number') return value;
    if (type === 'boolean' && typeof value === 'boolean') return value;
    throw new FormatError('a value of the wrong type', {
      code: 'bad-value',
      place: `column '${name}'`,
      expected: type,
      got: String(value).slice(0, 60),
    });
  }

  /** Make sure of all rows so far, and of this. */
  async commit(state: string): Promise<void> {
    this.#appender?.closeSync();
    this.#appender = undefined;
    await this.#connection.run('UPDATE state SET json = $1', [state]);
    await this.#connection.run('COMMIT');
    await this.#connection.run('BEGIN');
  }

  async #anyError(): Promise<boolean> {
    const found = await this.#connection.runAndReadAll(
      "SELECT 1 FROM duckdb_columns() WHERE table_name = 't' AND column_name = 'error'",
    );
    if (found.currentRowCount === 0) return false;
    const errors = await this.#connection.runAndReadAll('SELECT 1 FROM t WHERE error IS NOT NULL LIMIT 1');
    return errors.currentRowCount > 0;
  }

  /** Write the file; all rows are committed. */
  async copyOut(): Promise<void> {
    this.#appender?.closeSync();
    this.#appender = undefined;
    await this.#connection.run('COMMIT');
    if (this.#table.uneven) {
      await this.#connection.run('BEGIN');
      await this.#connection.run('DROP TABLE IF EXISTS uneven'); // of a process that was ended here
      await this.#connection.run('ALTER TABLE t RENAME TO uneven');
      await this.#connection.run('CREATE TABLE t AS SELECT * FROM uneven');
      await this.#connection.run('COMMIT');
    }
    await this.#connection.run(
      `COPY (${this.#table.select(await this.#anyError())}) TO ${quoteText(this.#target)} (FORMAT parquet, USE_TMP_FILE false, COMPRESSION snappy, ROW_GROUP_SIZE ${ROW_GROUP})`,
    );
  }

  /** Leave the database as it was at the last commit. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    try {
      this.#appender?.closeSync();
    } catch {
      // rows that were not committed anyway
    }
    this.#connection.closeSync();
    this.#instance.closeSync();
  }

  /** Leave nothing. */
  remove(): void {
    this.close();
    removeTemporary(this.#path);
    removeTemporary(`${this.#path}.wal`);
  }
}

/** What vectors of numbers and codes have in common. */
interface ItemVector {
  readonly items: Float64Array | Uint8Array | Uint16Array | Uint32Array;
  flush(): void;
}
