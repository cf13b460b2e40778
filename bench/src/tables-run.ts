// One reading of a table, as a process: `tables-run.ts READER FILE` prints what it took.
import { createReadStream } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { type Feature, reduce } from '@xpxlc/core';
import { parse } from 'csv-parse';
import { loadModel } from '../../packages/xpxlc/src/import/load-model.ts';
import { encodeRows } from '../../packages/xpxlc/src/table/encode.ts';
import { openTable } from '../../packages/xpxlc/src/table/source.ts';
import { train } from '../../packages/xpxlc/src/train/train.ts';
import { FEATURES, type Reader } from './tables.ts';

type Count = { rows: number; sum: number };

const READERS: Record<Reader, (path: string) => Promise<Count>> = {
  async encode(path) {
    const table = await openTable(path);
    const features: Feature[] = FEATURES.map((feature) => ({ kind: 'categorical', ...feature }));
    let rows = 0;
    let sum = 0;
    for await (const block of encodeRows(table, features)) {
      rows += block.rows;
      sum += added(block.columns as Uint8Array[]);
    }
    table.close();
    return { rows, sum };
  },

  async bare(path) {
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
    let sum = 0;
    for (
      let chunk = await result.fetchChunk();
      chunk !== null && chunk.rowCount > 0;
      chunk = await result.fetchChunk()
    ) {
      rows += chunk.rowCount;
      const vectors = FEATURES.map((_, i) => chunk?.getColumnVector(i) as unknown as { items: Uint8Array });
      sum += added(vectors.map(({ items }) => items));
    }
    return { rows, sum };
  },

  async 'csv-parse'(path) {
    const maps = FEATURES.map(({ values }) => new Map(values.map((value, v) => [value, v])));
    const parser = createReadStream(path).pipe(parse({ from_line: 2 }));
    const block = maps.map(() => new Uint8Array(65_536));
    let rows = 0;
    let sum = 0;
    for await (const cells of parser as AsyncIterable<string[]>) {
      for (let i = 0; i < maps.length; i++) block[i][rows & 65_535] = maps[i].get(cells[i]) ?? 255;
      rows += 1;
      if ((rows & 65_535) === 0) sum += added(block);
    }
    return { rows, sum: sum + added(block.map((column) => column.subarray(0, rows & 65_535))) };
  },

  /** Learn from all rows; nothing is held out, so that only learning is timed. */
  async train(path) {
    const table = await openTable(path);
    const { model, trainRows } = await train(table, { target: FEATURES[0].name, trainShare: 1 });
    table.close();
    return { rows: trainRows, sum: model.features.length };
  },

  async 'train 80 %, test 20 %'(path) {
    const table = await openTable(path);
    const { trainRows, heldOut } = await train(table, { target: FEATURES[0].name });
    table.close();
    return { rows: trainRows + (heldOut?.rows ?? 0), sum: heldOut?.badRows ?? 0 };
  },

  /** Not a table: a model file of as many features as it has, prepared for questions. */
  async load(path) {
    const { model } = await loadModel(path);
    const { features } = reduce(model);
    return { rows: features.length, sum: 0 };
  },
};

/** Touches every code, so that nobody leaves them unread. */
function added(columns: readonly Uint8Array[]): number {
  let sum = 0;
  for (const column of columns) for (let r = 0; r < column.length; r++) sum += column[r];
  return sum;
}

const [reader, path] = process.argv.slice(2);
const start = performance.now();
const before = process.cpuUsage();
const count = await READERS[reader as Reader](path);
const { user, system } = process.cpuUsage(before);
console.log(
  JSON.stringify({
    ...count,
    seconds: (performance.now() - start) / 1e3,
    cpuSeconds: user / 1e6,
    systemSeconds: system / 1e6,
    memory: process.resourceUsage().maxRSS * 1024,
  }),
);
