// Was a table given where a model should be, or a model where a table should be? A look at the beginning of the file tells.
import { open } from 'node:fs/promises';
import { FormatError } from '@xpxlc/core';
import { isParquet } from '../table/format.ts';
import { UsageError } from './exit.ts';

const HEAD = 4096;
/** What the order of the arguments is. */
const ORDER = 'the model comes first, then the data';

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
async function isModel(path: string): Promise<boolean> {
  if (/\.(xlc|cnbc|blc|onnx|pmml)(\.gz)?$/i.test(path)) return true;
  const text = (await headOf(path)).toString('utf8').trimStart();
  return (
    /^\ufeff?\s*\{[\s\S]*?"format"\s*:\s*"xpxlc-model"/.test(text) ||
    /^\ufeff?\s*\{[\s\S]{0,200}"ebm"\s*:/.test(text) ||
    /<PMML[\s>]/.test(text)
  );
}

/** Whether a file is certainly a table: Parquet, or lines of JSON or CSV that name the same columns as data do. */
async function isTable(path: string): Promise<boolean> {
  const head = await headOf(path);
  if (isParquet(head) || /\.(parquet|ndjson|jsonl|tsv)(\.(gz|zst))?$/i.test(path)) return true;
  const text = head.toString('utf8').replace(/^\ufeff/, '');
  if (/^\s*[[{]/.test(text)) return /^\s*(?:\[\s*)?\{[^{}[\]]*\}\s*(?:,\s*)?\{/.test(text);
  const [header, row = ''] = text.split(/\r?\n/, 2);
  const letter = header.search(/[A-Za-z<]/);
  return letter >= 0 && header[letter] !== '<' && /[,;\t|]/.test(header.slice(letter)) && /[,;\t|]/.test(row);
}

/** A better error for a model that could not be read, where it is a table. */
export async function mistakenModel(error: unknown, path: string, data: readonly string[]): Promise<unknown> {
  if (!(error instanceof FormatError) || error.code === 'no-such-file' || (await isModel(path))) return error;
  const [first] = data;
  if (data.length === 1 && (await isModel(first)) && (await isTable(path)))
    return new UsageError(`this is a table, and '${first}' is a model; ${ORDER}: '${first}' '${path}'`, {
      place: path,
    });
  // Spreadsheets may hold models: what is wrong with such a one was said.
  if (!['unknown-format', 'not-text', 'bad-json'].includes(error.code) || !(await isTable(path)))
    return error;
  return new FormatError(`this is a table, not a model; ${ORDER}`, { code: error.code, place: path });
}

/** @throws {FormatError} `not-a-table` where one of the files is a model. */
export async function refuseModels(data: readonly string[]): Promise<void> {
  for (const path of data)
    if (path !== '-' && (await isModel(path)))
      throw new FormatError('this is a model, not a table', { code: 'not-a-table', place: path });
}
