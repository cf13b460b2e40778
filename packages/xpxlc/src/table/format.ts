// What kind of table is this file? Its first bytes decide where they can (Parquet, gzip, zstd, JSON), its name otherwise.
import type { Compression } from './compression.ts';

export type TableFormat = 'csv' | 'tsv' | 'ndjson' | 'json' | 'parquet';

const BY_EXTENSION: Readonly<Record<string, TableFormat>> = {
  csv: 'csv',
  txt: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  json: 'json',
  parquet: 'parquet',
  pq: 'parquet',
};

/** What a file's name says: `rows.csv.gz` is CSV in gzip. */
export function formatByName(path: string): { format: TableFormat | undefined; compression: Compression } {
  const name = path.toLowerCase();
  const compression = /\.(gz|gzip)$/.test(name) ? 'gzip' : /\.(zst|zstd)$/.test(name) ? 'zstd' : 'none';
  const bare = compression === 'none' ? name : name.slice(0, name.lastIndexOf('.'));
  const extension = /\.([a-z]+)$/.exec(bare)?.[1] ?? '';
  return {
    format: Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined,
    compression,
  };
}

/** Whether the bytes are those of a Parquet file. */
export function isParquet(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x41 && head[2] === 0x52 && head[3] === 0x31;
}

/** Text whose name tells nothing: JSON starts with a bracket, anything else is CSV. */
export function formatByText(firstByte: number | undefined): TableFormat {
  return firstByte === OPENING_BRACKET ? 'json' : firstByte === OPENING_BRACE ? 'ndjson' : 'csv';
}

export const OPENING_BRACKET = 0x5b;
export const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
