// Tables as commands are given them: files, patterns or standard input, and how their rows are to be read.
import { open, stat } from 'node:fs/promises';
import { type Classifier, FormatError } from '@xpxlc/core';
import type { RowBlock } from '../cells/row-block.ts';
import { type EncodeOptions, encodeRows } from './encode.ts';
import { isParquet } from './format.ts';
import { matchFiles, openTable } from './source.ts';
import type { Table } from './table.ts';

/** How tables and their rows are read, as it is said of a command. */
export interface DataOptions
  extends Omit<EncodeOptions, 'beyondBounds' | 'blockRows' | 'target' | 'classes'> {
  readonly delimiter?: string;
  /** Texts that mean "missing", besides empty ones. */
  readonly null?: readonly string[];
  readonly beyondBounds?: 'refuse' | 'extend';
}

/** Open tables (several files are read one after the other; none means standard input); `expected` are columns they should have. */
export async function openData(
  data: readonly string[],
  { delimiter, null: missing }: DataOptions,
  expected: readonly string[] = [],
): Promise<Table> {
  for (const path of data)
    if (path !== '-' && (await isModel(path)))
      throw new FormatError('this is a model, not a table', { code: 'not-a-table', place: path });
  return openTable(data.length === 0 ? '-' : data, {
    expected,
    ...(delimiter === undefined ? {} : { format: 'csv', delimiter }),
    nullText: missing && ['', ...missing],
  });
}

/** The rows of a table as blocks, with the classes that the column `target` names. */
export function readRows(
  table: Table,
  { features, classes }: Pick<Classifier, 'features' | 'classes'>,
  { values, key, group, where, rows, missing, beyondBounds }: DataOptions,
  target?: string,
): AsyncGenerator<RowBlock, void, void> {
  return encodeRows(table, features, {
    values,
    key,
    group,
    where,
    rows,
    missing,
    ...(beyondBounds === 'extend' ? { beyondBounds: 'list' } : {}),
    ...(target === undefined ? {} : { target, classes }),
  });
}

/** The files that paths and patterns stand for. */
export async function matchedFiles(data: readonly string[]): Promise<string[]> {
  const files = await Promise.all(
    data.map(async (path) => {
      if (path === '-' || !/[*?[]/.test(path) || (await stat(path).catch(() => undefined)) !== undefined)
        return [path];
      return matchFiles(path);
    }),
  );
  return files.flat();
}

const HEAD = 4096;
/** The first bytes of a file; none where there is no such file. */
async function headOf(path: string): Promise<Buffer> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return Buffer.alloc(0);
  try {
    if (!(await file.stat()).isFile()) return Buffer.alloc(0);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    return Buffer.alloc(0);
  } finally {
    await file.close();
  }
}

/** Whether a file is certainly a model. */
export async function isModel(path: string): Promise<boolean> {
  if (/\.(xlc|cnbc|blc|onnx|pmml)(\.gz)?$/i.test(path)) return true;
  const text = (await headOf(path)).toString('utf8').trimStart();
  return (
    /^\ufeff?\s*\{[\s\S]*?"format"\s*:\s*"xpxlc-model"/.test(text) ||
    /^\ufeff?\s*\{[\s\S]{0,200}"ebm"\s*:/.test(text) ||
    /<PMML[\s>]/.test(text)
  );
}

/** Whether a file is certainly a table: Parquet, or lines of JSON or CSV that name the same columns as data do. */
export async function isTable(path: string): Promise<boolean> {
  const head = await headOf(path);
  if (isParquet(head) || /\.(parquet|ndjson|jsonl|tsv)(\.(gz|zst))?$/i.test(path)) return true;
  const text = head.toString('utf8').replace(/^\ufeff/, '');
  if (/^\s*[[{]/.test(text)) return /^\s*(?:\[\s*)?\{[^{}[\]]*\}\s*(?:,\s*)?\{/.test(text);
  const [header, row = ''] = text.split(/\r?\n/, 2);
  const letter = header.search(/[A-Za-z<]/);
  return letter >= 0 && header[letter] !== '<' && /[,;\t|]/.test(header.slice(letter)) && /[,;\t|]/.test(row);
}
