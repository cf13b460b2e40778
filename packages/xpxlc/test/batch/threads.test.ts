// Many rows on several threads: the same answers in the same order, and how far they are.
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { folder, LOAN_TABLE, LOANS, MAIN, type Ran, records, shell, xpxlc } from '../cli/program.ts';
import { manyLoans } from './runs.ts';

describe('several threads', () => {
  it.each([
    ['explain', ['--all', '--kind', 'both']],
    ['explain', []],
    ['count', []],
    ['features', []],
    ['features', ['--each']],
    ['predict', ['--target', 'decision']],
  ])(
    '%s %j gives the same answers in the same order',
    async (command, options) => {
      const cwd = folder({ 'many.csv': manyLoans(command === 'features' ? 6 : 20) });
      const run = (jobs: string): Promise<Ran> =>
        xpxlc([command, LOANS, 'many.csv', ...options, '--format', 'ndjson', '--jobs', jobs], { cwd });
      const [one, three] = [await run('1'), await run('3')];
      expect(one.status).toBe(3); // some rows are bad
      expect(three).toEqual(one);
      if (!(command === 'features' && options.length === 0)) {
        const rows = records(one.stdout).map(({ row }) => row);
        expect(rows).toEqual(rows.map((_, r) => r));
      }
    },
    60_000,
  );

  it('refuses fewer than one', async () => {
    const ran = await xpxlc(['explain', LOANS, LOAN_TABLE, '--jobs', '0']);
    expect([ran.status, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain('--jobs');
  });

  it('tell of an error in a worker once, with its status, and leave no file', async () => {
    // The table ends in the middle of a quoted cell: reading fails when workers are long at work.
    const cwd = folder({ 'cut.csv': `${manyLoans(60)}"40,1` });
    const ran = await xpxlc(['count', LOANS, 'cut.csv', '-o', 'counts.ndjson', '--jobs', '3'], { cwd });
    expect(ran.status).toBe(3);
    expect(ran.stderr.trimEnd().split('\n').length).toBeLessThan(3);
    const left = readdirSync(cwd).filter((name) => name !== 'cut.csv' && name !== 'counts.ndjson');
    expect(left).toEqual([]);
  }, 60_000);
});

describe('progress', () => {
  it('is shown on a terminal, and only there', async () => {
    const cwd = folder({ 'many.csv': manyLoans(150) });
    const command = `xpxlc count ${LOANS} many.csv --format ndjson -o counts.ndjson`;
    const piped = await shell(command, cwd);
    expect(piped.stderr).not.toContain('rows/s');
    const started = await shell('command -v script', cwd);
    expect(started.status, 'script(1) of util-linux is needed to make a terminal').toBe(0);
    const shown = await shell(
      `script -qec '"${process.execPath}" "${MAIN}" count ${LOANS} many.csv --kind cxp --format ndjson -o other.ndjson' /dev/null`,
      cwd,
    );
    expect(shown.stdout).toMatch(/rows\/s/);
    expect(shown.stdout).toMatch(/% of about [\d,]+ rows/);
  }, 60_000);
});
