// Many rows on several threads: the same answers in the same order, and how far they are.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, LOAN_TABLE, LOANS, type Ran, records } from '../cli/program.ts';
import { MAIN, shell, xpxlc } from '../cli/shipped.ts';
import { manyLoans } from './runs.ts';

describe('several threads', () => {
  it.each([
    ['explain', ['--limit', 'all', '--kind', 'both']],
    ['explain', []],
    ['count', []],
    ['features', []],
    ['features', ['--per', 'row']],
    ['predict', ['--actual', 'decision']],
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
});

describe('a worker', () => {
  // Loaded by Node before the program, in each thread: tells which threads there are, and makes workers fail.
  const SPY = `
    const { isMainThread, threadId } = require('node:worker_threads');
    if (!isMainThread) {
      require('node:fs').appendFileSync('threads.txt', threadId + '\\n');
      const fail = { throw() { throw new Error('broken on purpose'); }, exit() { process.exit(7); } }[process.env.HOW];
      if (process.env.WHEN === 'start') fail();
      // A worker looks at the clock before and after each part of an answer.
      const now = performance.now.bind(performance);
      let looks = 0;
      if (process.env.WHEN === 'later') performance.now = () => (++looks > 9 ? fail() : now());
    }`;
  const ARGS = ['explain', LOANS, 'many.csv', '--limit', 'all', '--kind', 'both', '--jobs', '3'];
  const files = { 'spy.cjs': SPY, 'many.csv': manyLoans(4) };
  const spied = (cwd: string, env: { HOW?: string; WHEN?: string }, ...options: string[]): Promise<Ran> =>
    xpxlc([...ARGS, ...options], { cwd, env: { NODE_OPTIONS: '--require ./spy.cjs', ...env } });
  const threads = (cwd: string): string[] =>
    readFileSync(join(cwd, 'threads.txt'), 'utf8').trimEnd().split('\n');

  it('is started for each job', async () => {
    const cwd = folder(files);
    const ran = await spied(cwd, {}, '--format', 'ndjson');
    expect(ran.stderr).toBe('xpxlc: 1 row could not be explained\n');
    expect(new Set(threads(cwd)).size).toBe(3);
  }, 60_000);

  it('prepares a large model: the thread that hears Ctrl-C answers nothing, not even one row of one job', async () => {
    const features = Array.from({ length: 3 }, (_, i) => ({
      name: `f${i}`,
      kind: 'categorical',
      values: Array.from({ length: 40_000 }, (_, v) => `v${v}`),
    }));
    const large = {
      format: 'xpxlc-model',
      version: 1,
      kind: 'linear',
      classes: ['a', 'b'],
      features,
      // Only the first value of each speaks for b; two of them are enough.
      weights: [features.map(({ values }) => values.map((_, v) => (v === 0 ? 1 : 0)))],
      intercept: [-1.5],
    };
    const cwd = folder({
      'spy.cjs': SPY,
      'large.json': JSON.stringify(large),
      'one.csv': 'f0,f1,f2\nv0,v7,v0\n',
    });
    const { stdout, stderr } = await xpxlc(['explain', 'large.json', 'one.csv', '--jobs', '1'], {
      cwd,
      env: { NODE_OPTIONS: '--require ./spy.cjs' },
    });
    expect([stderr, stdout]).toEqual(['', 'row 0: b, lead 0.5\n  IF f0 = v0 AND f2 = v0 THEN b\n']);
    expect(threads(cwd)).toHaveLength(1);
  }, 60_000);

  it.each([
    ['throw', 'later', 'broken on purpose'],
    ['throw', 'start', 'broken on purpose'],
    ['exit', 'later', 'worker exited with code: 7'],
    ['exit', 'start', 'worker exited with code: 7'],
  ])(
    'that fails (%s, %s) is told of once, with its status, and rows before it are kept',
    async (HOW, WHEN, message) => {
      const cwd = folder(files);
      const told = `xpxlc: internal error, please report: ${message}\n`;
      const printed = await spied(cwd, { HOW, WHEN }, '--format', 'ndjson');
      expect([printed.status, printed.stderr]).toEqual([4, told]);
      expect(threads(cwd).length).toBeGreaterThan(0);
      const failed = await spied(cwd, { HOW, WHEN }, '-o', 'out.ndjson');
      expect(failed.status).toBe(4);
      expect(failed.stderr).toMatch(
        /^xpxlc: the run has failed; rows up to \d+ are kept in .*out\.ndjson\.partial: go on with --resume\n/,
      );
      expect(failed.stderr.split('\n').slice(1).join('\n')).toBe(told);
      const whole = await spied(cwd, {}, '-o', 'whole.ndjson');
      expect(await spied(cwd, {}, '-o', 'out.ndjson', '--resume')).toEqual(whole);
      const [out, expected] = ['out', 'whole'].map((name) => readFileSync(join(cwd, `${name}.ndjson`)));
      expect(out.equals(expected)).toBe(true);
      // What was printed are the first rows, as they should be.
      expect(printed.stdout.length).toBeGreaterThan(0);
      expect(expected.toString().startsWith(printed.stdout)).toBe(true);
      expect(readdirSync(cwd).sort()).toEqual(
        ['many.csv', 'out.ndjson', 'spy.cjs', 'threads.txt', 'whole.ndjson'].sort(),
      );
    },
    90_000,
  );
});

describe('progress', () => {
  it('is shown on a terminal, and only there', async () => {
    const cwd = folder({ 'many.csv': manyLoans(40) });
    const command = `xpxlc count ${LOANS} many.csv --format ndjson -o counts.ndjson`;
    const piped = await shell(command, cwd);
    expect(piped.stderr).not.toContain('rows/s');
    const started = await shell('command -v script', cwd);
    expect(started.status, 'script(1) of util-linux is needed to make a terminal').toBe(0);
    const shown = await shell(
      `script -qec '"${process.execPath}" "${MAIN}" explain ${LOANS} many.csv --limit all --kind both --format ndjson -o other.ndjson' /dev/null`,
      cwd,
    );
    expect(shown.stdout).toMatch(/rows\/s/);
    expect(shown.stdout).toMatch(/% of about [\d,]+ rows/);
  }, 60_000);
});
