// Names of outputs are names of files, whatever DuckDB might read into them; and it writes no other file.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { plainTable } from '../../src/table/parquet-rows.ts';
import { ParquetStore } from '../../src/table/parquet-store.ts';
import { openTable } from '../../src/table/source.ts';
import { openWriter } from '../../src/table/write.ts';
import { folder, LOAN_TABLE, LOANS, xpxlc } from '../cli/program.ts';

const NAMES = [
  ...[
    'md:out.parquet',
    'sqlite:out.parquet',
    'postgres:out.parquet',
    'mysql:out.parquet',
    'file:out.parquet',
  ],
  ...[
    'duckdb:out.parquet',
    's3:out.parquet',
    "it's; DROP 'x'.parquet",
    'out[1]*.parquet',
    ':memory:.parquet',
  ],
];
const COLUMNS = [{ name: 'a', type: 'text' }] as const;

describe('an output whose name means something to DuckDB', () => {
  const before = process.cwd();
  afterEach(() => process.chdir(before));

  it.each(NAMES)('explain -o %s', async (name) => {
    const cwd = folder();
    const ran = await xpxlc(['explain', LOANS, LOAN_TABLE, '-o', name], { cwd });
    expect(ran).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(readdirSync(cwd)).toEqual([name]);
    const read = await xpxlc(['predict', LOANS, name, '--format', 'csv'], { cwd });
    expect(read.stderr).toContain('not found'); // it is a table, of explanations
  });

  it.each(NAMES)('openWriter(%j), and inspect', async (name) => {
    const cwd = folder();
    process.chdir(cwd);
    const writer = await openWriter(name, { columns: COLUMNS });
    await writer.write([['x']]);
    await writer.close();
    expect(readdirSync(cwd)).toEqual([name]);
    const table = await openTable(join(cwd, name));
    expect(await table.query(`SELECT a FROM ${table.relation}`)).toEqual([['x']]);
    table.close();
    const ran = await xpxlc(['inspect', LOANS, '-o', name], { cwd });
    expect(ran).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('is refused where DuckDB would write beside it', async () => {
    const cwd = folder();
    for (const args of [
      ['explain', LOANS, LOAN_TABLE],
      ['inspect', LOANS],
    ]) {
      const ran = await xpxlc([...args, '-o', 'why?.parquet'], { cwd });
      expect([ran.status, ran.stderr]).toEqual([3, expect.stringContaining('a path with a question mark')]);
      expect(readdirSync(cwd)).toEqual([]);
    }
  });

  it('is written by an engine that can open nothing else', async () => {
    const cwd = folder({ 'secret.csv': 'a\n1\n' });
    const path = join(cwd, 'out.partial');
    const reading = `SELECT * FROM read_csv('${join(cwd, 'secret.csv')}')`;
    const store = await ParquetStore.open(
      path,
      { ...plainTable(COLUMNS), select: () => reading },
      join(cwd, 'out'),
    );
    await expect(store.copyOut()).rejects.toThrow(/Permission|disabled/);
    store.remove();
    expect(readdirSync(cwd)).toEqual(['secret.csv']);
  });
});
