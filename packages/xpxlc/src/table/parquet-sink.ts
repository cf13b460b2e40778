// Rows → a Parquet file. They are gathered in a temporary DuckDB database next to it, so that memory stays bounded, and
// copied out at the end.

import type { DuckDBAppender, DuckDBValue } from '@duckdb/node-api';
import { FormatError } from '@xpxlc/core';
import { quoteName, quoteText } from './engine.ts';
import { removeTemporary, temporaryPath } from './temporary.ts';
import type { Sink } from './text-sink.ts';
import type { WriterColumn, WriterRow } from './write.ts';

const TYPES = {
  text: 'VARCHAR',
  number: 'DOUBLE',
  integer: 'BIGINT',
  boolean: 'BOOLEAN',
  json: 'JSON',
} as const;
/** DuckDB's own size of a vector: the most rows a chunk can have. */
const CHUNK = 2048;

export async function parquetSink(
  path: string,
  columns: readonly WriterColumn[],
): Promise<Sink<readonly WriterRow[]>> {
  const { DuckDBDataChunk, DuckDBInstance } = await import('@duckdb/node-api');
  const database = temporaryPath(`${path}.db`);
  const log = `${database}.wal`;
  const instance = await DuckDBInstance.create(database, {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    memory_limit: '512MB',
    temp_directory: '',
  });
  const connection = await instance.connect();
  await connection.run(
    `CREATE TABLE t (${columns.map(({ name, type }) => `${quoteName(name)} ${TYPES[type]}`).join(', ')})`,
  );
  const appender: DuckDBAppender = await connection.createAppender('t');
  const types = columns.map((_, i) => appender.columnType(i));
  let open = true;

  function release(): void {
    if (!open) return;
    open = false;
    appender.closeSync();
    connection.closeSync();
    instance.closeSync();
    removeTemporary(database);
    removeTemporary(log);
  }
  return {
    async write(rows) {
      for (let from = 0; from < rows.length; from += CHUNK) {
        const part = rows.slice(from, from + CHUNK);
        const chunk = DuckDBDataChunk.create(types, part.length);
        columns.forEach(({ type, name }, i) => {
          chunk.setColumnValues(
            i,
            part.map((row) => toValue(row[i], type, name)),
          );
        });
        appender.appendDataChunk(chunk);
      }
    },
    async close() {
      appender.flushSync();
      await connection.run(`COPY t TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd)`);
      release();
    },
    async abort() {
      release();
    },
  };
}

function toValue(value: unknown, type: WriterColumn['type'], name: string): DuckDBValue {
  if (value === null || value === undefined) return null;
  if (type === 'json') return JSON.stringify(value) ?? null;
  if (type === 'text') return String(value);
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
