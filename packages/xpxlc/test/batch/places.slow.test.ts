// Where answers go.
import { readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTable } from '../../src/index.ts';
import { folder, LOAN_TABLE, LOANS, records } from '../cli/program.ts';
import { MAIN, shell, xpxlc } from '../cli/shipped.ts';
import { manyLoans, ROWS } from './runs.ts';

describe('places to write to', () => {
  it('are never the inputs', async () => {
    const cwd = folder({ 'd1.csv': manyLoans(1), 'd.csv.partial': manyLoans(1) });
    symlinkSync('d1.csv', join(cwd, 'link.csv'));
    for (const rest of [
      ['d1.csv', '-o', 'link.csv'],
      ['d*.csv', '-o', 'd1.csv'],
      ['d.csv.partial', '-o', 'd.csv'],
      ['d1.csv', '--actual', 'decision', '--summary', 'd1.csv'],
      ['d1.csv', '--actual', 'decision', '--summary', 's.json', '-o', 's.json'],
    ]) {
      const ran = await xpxlc(['predict', LOANS, ...rest], { cwd });
      expect([rest, ran.status, ran.stdout]).toEqual([rest, 2, '']);
    }
    expect(readFileSync(join(cwd, 'd1.csv'), 'utf8')).toBe(manyLoans(1));
    expect(readFileSync(join(cwd, 'd.csv.partial'), 'utf8')).toBe(manyLoans(1));
  }, 30_000);

  it.each([
    ['predict LOANS TABLE > /dev/full', /stdout: cannot be written/],
    ['predict LOANS TABLE 1< /dev/null', /stdout: cannot be written/],
    ['inspect LOANS 1< /dev/null', /stdout: cannot be written/],
    ['explain LOANS TABLE --limit all --kind both --format ndjson > /dev/full', /stdout: cannot be written/],
    ['predict LOANS TABLE -o /dev/full', /cannot be written/],
    ['explain LOANS TABLE --limit all --kind both --format ndjson -o /dev/full', /cannot be written/],
    ['predict LOANS TABLE -o . --format csv', /a folder, not a file/],
    ['explain LOANS TABLE --format parquet -o pipe', /Parquet needs a file/],
    ['explain LOANS missing.csv -o nowhere/out.csv', /cannot be written|no such file/],
  ])(
    'that cannot be written are told of with 3: %s',
    async (command, message) => {
      const cwd = folder();
      const ran = await shell(
        `mkfifo pipe; timeout 20 "${process.execPath}" "${MAIN}" ${command.replace('LOANS', LOANS).replace('TABLE', LOAN_TABLE)}`,
        cwd,
      );
      expect([command, ran.status]).toEqual([command, 3]);
      expect(ran.stderr).toMatch(message);
      expect(readdirSync(cwd)).toEqual(['pipe']);
    },
    30_000,
  );

  it('may have columns that differ in case only', async () => {
    const model = JSON.parse(readFileSync(LOANS, 'utf8'));
    const cwd = folder({
      'model.json': JSON.stringify({ ...model, classes: ['Yes', 'yes'], tieOrder: ['yes', 'Yes'] }),
    });
    const ran = await xpxlc(['predict', 'model.json', LOAN_TABLE, '-o', 'out.parquet'], { cwd });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
  });

  it('may be no files: they are written as they are', async () => {
    const cwd = folder();
    const ran = await shell(
      `mkfifo pipe && { cat pipe > copy & } && xpxlc explain ${LOANS} ${LOAN_TABLE} --format ndjson -o pipe && xpxlc explain ${LOANS} ${LOAN_TABLE} --format ndjson -o /dev/null && wait`,
      cwd,
    );
    expect(ran).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(records(readFileSync(join(cwd, 'copy'), 'utf8')).length).toBe(ROWS.length);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    expect(readdirSync(cwd).sort()).toEqual(['copy', 'pipe']);
  });

  it('may be links: the file behind is written', async () => {
    const cwd = folder({ 'real.csv': 'old\n' });
    await shell(`ln -s real.csv link.csv && xpxlc predict ${LOANS} ${LOAN_TABLE} -o link.csv`, cwd);
    expect(readFileSync(join(cwd, 'real.csv'), 'utf8').split('\n').length).toBe(ROWS.length + 2);
  });

  it('hold Parquet in row order from all threads', async () => {
    const cwd = folder({ 'many.csv': manyLoans(30) });
    await xpxlc(['explain', LOANS, 'many.csv', '--kind', 'both', '-o', 'out.parquet', '--jobs', '3'], {
      cwd,
    });
    const table = await openTable(join(cwd, 'out.parquet'));
    const rows = (await table.query(`SELECT row FROM ${table.relation}`)).map(([row]) => Number(row));
    table.close();
    expect(rows).toEqual(rows.toSorted((a, b) => a - b));
    expect(new Set(rows).size).toBe(30 * ROWS.length);
  }, 60_000);
});
