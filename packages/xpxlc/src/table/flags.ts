// A flag per row, as a relation that SQL can join by position: which rows are held out, say.
import { InternalError } from '@xpxlc/core';
import { OpenTable, type Table } from './table.ts';

/** DuckDB's own size of a vector: the most rows a chunk can have. */
const CHUNK = 2048;

/** Each set of flags has a name of its own. */
let named = 0;

/** The name of a relation, and of its one column; a row per entry, for POSITIONAL JOIN. No column of a user is called so. */
export async function addFlags(table: Table, flags: Uint8Array): Promise<string> {
  if (!(table instanceof OpenTable)) throw new InternalError('a table that openTable did not open');
  const { BOOLEAN, DuckDBDataChunk } = await import('./duckdb.ts');
  const connection = await table.connect();
  try {
    named += 1;
    let name = `xpxlc_flags_${named}`;
    while (table.columns.some((column) => column.name.toLowerCase() === name)) name += '_';
    await connection.run(`CREATE TABLE ${name} (${name} BOOLEAN)`);
    const appender = await connection.createAppender(name);
    for (let from = 0; from < flags.length; from += CHUNK) {
      const part = Array.from(flags.subarray(from, from + CHUNK), (flag) => flag === 1);
      const chunk = DuckDBDataChunk.create([BOOLEAN], part.length);
      chunk.setColumnValues(0, part);
      appender.appendDataChunk(chunk);
    }
    appender.closeSync();
    return name;
  } finally {
    connection.closeSync();
  }
}
