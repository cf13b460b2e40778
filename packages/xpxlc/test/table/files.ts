// Tables of our own making, in a folder that is removed at the end, and their rows as plain lists.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CategoricalFeature, Feature } from '@xpxlc/core';
import { afterAll } from 'vitest';
import type { BadRow } from '../../src/cells/bad-row.ts';
import { type EncodeOptions, encodeRows } from '../../src/table/encode.ts';
import { openTable, type TableOptions, type TableSource } from '../../src/table/source.ts';

/** A folder for the tests of one file. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'xpxlc-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file with this content. */
export function fileWith(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

export interface Rows {
  readonly rowNumbers: number[];
  /** Per row, the codes and numbers. */
  readonly values: number[][];
  readonly bad: BadRow[];
  readonly keys: (string | null)[];
  readonly labels: number[];
  readonly blocks: number;
}

/** Open, read everything, close. */
export async function readAll(
  source: TableSource,
  features: readonly Feature[],
  options: EncodeOptions & TableOptions = {},
): Promise<Rows> {
  const table = await openTable(source, { threads: 2, ...options });
  try {
    const all: Rows & { blocks: number } = {
      rowNumbers: [],
      values: [],
      bad: [],
      keys: [],
      labels: [],
      blocks: 0,
    };
    for await (const block of encodeRows(table, features, options)) {
      all.blocks += 1;
      all.rowNumbers.push(...block.rowNumbers);
      all.bad.push(...block.bad);
      all.keys.push(...(block.keys ?? []));
      all.labels.push(...(block.labels ?? []));
      for (let r = 0; r < block.rows; r++) all.values.push(block.columns.map((column) => column[r]));
    }
    return all;
  } finally {
    table.close();
  }
}

export const category = (name: string, ...values: string[]): CategoricalFeature => ({
  kind: 'categorical',
  name,
  values,
});
export const real = (name: string, lower = -Infinity, upper = Infinity): Feature => ({
  kind: 'real',
  name,
  lower,
  upper,
});
export const integer = (name: string, lower = -Infinity, upper = Infinity): Feature => ({
  kind: 'integer',
  name,
  lower,
  upper,
});
