// What a bare DuckDB query takes to read the table of `large` and cast its columns to ENUM codes: `bare-reading.ts FILE` prints the seconds. A
// process of its own, as the program is.
import { DuckDBInstance } from '@duckdb/node-api';
import { FEATURES } from './large-table.ts';

const path = process.argv[2];
const start = performance.now();
const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
for (const [i, { values }] of FEATURES.entries())
  await connection.run(`CREATE TYPE e${i} AS ENUM (${values.map((value) => `'${value}'`).join(', ')})`);
const columns = FEATURES.map(({ name }) => `'${name}': 'VARCHAR'`).join(', ');
const codes = FEATURES.map(({ name }, i) => `enum_code(TRY_CAST(${name} AS e${i}))`).join(', ');
const result = await connection.stream(
  `SELECT ${codes} FROM read_csv('${path}', header = true, delim = ',', quote = '"', auto_detect = false, columns = {${columns}})`,
);
let rows = 0;
for (let chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk()) {
  rows += chunk.rowCount;
  // Reads every code: chunks are lazy.
  for (let i = 0; i < FEATURES.length; i++) chunk.getColumnVector(i);
}
if (rows === 0) throw new Error('no rows');
console.log((performance.now() - start) / 1e3);
