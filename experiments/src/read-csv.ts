// Any table with a target column: a naive Bayes model is trained on all its rows, which are then the instances.
import { basename } from 'node:path';
import type { Column } from '@xpxlc/core';
import { encodeRows, openTable, train } from 'xpxlc';
import { type Dataset, toDataset } from './dataset.ts';

/**
 * @param target - the column with the class; the last one by default.
 * @throws {XpxlcError} when the table cannot be read or learnt from.
 */
export async function readCsv(path: string, target?: string): Promise<Dataset> {
  const table = await openTable(path);
  try {
    const trained = await train(table, {
      trainShare: 1,
      missing: 'category',
      target,
    });
    const { model } = trained;
    const rows: number[][] = [];
    for await (const block of encodeRows(table, model.features, { missing: '(missing)' })) {
      const bad = new Set(block.bad.map(({ row }) => row));
      for (let r = 0; r < block.rows; r++)
        if (!bad.has(block.rowNumbers[r])) rows.push(block.columns.map((column: Column) => column[r]));
    }
    return toDataset({
      name: basename(path).replace(/\.csv(\.gz)?$/, ''),
      source: 'csv',
      model,
      rows,
      files: { table: path, target: trained.target },
    });
  } finally {
    table.close();
  }
}
