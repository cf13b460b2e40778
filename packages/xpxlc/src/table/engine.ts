// DuckDB, opened so that nothing is downloaded, nothing is written and no file is read but those the user named.
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { InternalError } from '@xpxlc/core';

/** How much of the machine the engine may use. */
export interface EngineOptions {
  /** Threads; by default one per core. */
  readonly threads?: number;
  /** Most memory of DuckDB's own, such as `'4GB'`; by default 2 GB, and more for tables of thousands of columns. */
  readonly memory?: string;
}

/** A DuckDB instance of our own. */
export interface Engine {
  readonly connection: DuckDBConnection;
  /** One more connection: each holds one running stream. */
  connect(): Promise<DuckDBConnection>;
  /** From now on only these files can be read. */
  confine(paths: readonly string[]): Promise<void>;
  /** Make room for a table of that many columns. */
  makeRoom(columns: number): Promise<void>;
  /** From now on no setting can be changed; first make room for a table of that many columns. */
  lock(columns: number): Promise<void>;
  close(): void;
}

/** How deep an expression may be nested; the time to prepare one grows with more than the square of it. */
export const DEEPEST = 200;

const MEMORY_MB = 2000;
/** A column costs a vector of 2,048 texts in each of several places. */
const COLUMN_MB = 0.5;

/** Connections of open engines, some of them closed. */
const running = new Set<ReadonlySet<DuckDBConnection>>();

/** The end of the process waits for what they are doing. */
function interruptAll(): void {
  for (const open of running) for (const connection of open) connection.interrupt();
}

/** Open an engine in memory that cannot load extensions and never spills to disk. */
export async function openEngine({ threads, memory }: EngineOptions = {}): Promise<Engine> {
  const { DuckDBInstance } = await import('./duckdb.ts');
  const instance: DuckDBInstance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    preserve_insertion_order: 'true',
    max_expression_depth: String(DEEPEST),
    temp_directory: '',
    memory_limit: memory ?? `${MEMORY_MB}MB`,
    ...(threads === undefined ? {} : { threads: String(threads) }),
  });
  const open = new Set<DuckDBConnection>();
  const connect = async (): Promise<DuckDBConnection> => {
    const made = await instance.connect();
    open.add(made);
    return made;
  };
  const connection = await connect();
  if (running.size === 0) process.on('exit', interruptAll);
  running.add(open);
  async function makeRoom(columns: number): Promise<void> {
    const needed = Math.ceil(columns * COLUMN_MB);
    if (memory === undefined && needed > MEMORY_MB) await connection.run(`SET memory_limit = '${needed}MB'`);
  }
  return {
    connection,
    connect,
    async confine(paths) {
      await connection.run(checked(`SET allowed_paths = [${paths.map(quoteText).join(', ')}]`));
      await connection.run('SET enable_external_access = false');
    },
    makeRoom,
    async lock(columns) {
      await makeRoom(columns);
      await connection.run('SET lock_configuration = true');
    },
    close() {
      running.delete(open);
      if (running.size === 0) process.off('exit', interruptAll);
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** A name as SQL: whatever it contains, it stays a name. */
export function quoteName(name: string): string {
  return checked(`"${name.replaceAll('"', '""')}"`);
}

/** A text as SQL: whatever it contains, it stays a text. */
export function quoteText(text: string): string {
  return checked(`'${text.replaceAll("'", "''")}'`);
}

/** The library hands SQL over as a C string: a NUL would end it early. Callers keep NULs out; this makes sure. */
export function checked(sql: string): string {
  if (sql.includes('\0')) throw new InternalError('NUL in SQL');
  return sql;
}

/** A path that DuckDB takes literally, though it contains `*`, `?` or `[`. */
export function quoteGlob(path: string): string {
  return path.replace(/[*?[]/g, '[$&]');
}
