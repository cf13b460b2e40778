// What of DuckDB's library is used. Imported when a table is opened or written: it is native and large.
export {
  BOOLEAN,
  blobValue,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBListValue,
} from '@duckdb/node-api';
