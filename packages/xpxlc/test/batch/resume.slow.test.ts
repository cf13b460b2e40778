// Runs that are ended in every way, and go on.
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { thisProcess } from '../../src/table/owner.ts';
import { folder, LOAN_TABLE, LOANS, records } from '../cli/program.ts';
import { xpxlc } from '../cli/shipped.ts';
import { fed, hasGrown, interrupt, manyLoans, ROWS, runUntil, wideFiles } from './runs.ts';

/** How far the run that writes this file has got, as far as it is sure of it. */
function progressOf(path: string): number {
  if (path.endsWith('.parquet')) return statSync(`${path}.partial`, { throwIfNoEntry: false })?.size ?? 0;
  try {
    return JSON.parse(readFileSync(`${path}.checkpoint`, 'utf8')).state?.next ?? 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return 0; // not yet, or no longer
  }
}

describe('a run that is ended', () => {
  /** Random moments, from a fixed seed. */
  function moments(seed: number): () => number {
    let x = seed;
    return () => {
      x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
      return x / 2 ** 32;
    };
  }

  // A few kills of each; the chaos part of `npm run test:all` kills more, at other moments each time.
  it.each([
    ['explain', 'reasons.ndjson', ['--limit', 'all', '--kind', 'both'], 25, 8],
    ['explain', 'reasons.json.gz', ['--limit', '3', '--kind', 'both'], 30, 4],
    ['explain', 'reasons.csv.zst', ['--kind', 'both'], 30, 4],
    ['explain', 'reasons.parquet', ['--kind', 'both'], 25, 4],
    ['explain', 'smallest.parquet', [], 200, 4],
    ['count', 'counts.csv', [], 120, 4],
    ['count', 'refused.csv', ['--predicted', 'refuse'], 200, 4],
    ['features', 'features.json', [], 400, 4],
    ['predict', 'classes.ndjson', ['--actual', 'decision'], 400, 4],
  ])(
    '%s -o %s %j, killed at random moments and resumed, gives the same bytes',
    async (command, name, options, times, kills) => {
      const cwd = folder({ 'many.csv': manyLoans(times) });
      const args = (output: string): string[] => [command, LOANS, 'many.csv', ...options, '-o', output];
      const start = performance.now();
      const whole = await xpxlc(args(`whole-${name}`), { cwd });
      const duration = performance.now() - start;
      expect(whole.status).toBe(3); // some rows are bad
      const next = moments(name.length);
      let resumed = 0;
      // Where none has got far enough to be resumed, more of them, and without a further wait.
      for (let kill = 0; kill < kills || (resumed === 0 && kill < 5 * kills); kill++) {
        // Some are killed at any moment, others soon after they have got farther.
        const before = progressOf(join(cwd, name));
        const later = async (over: () => boolean): Promise<void> => {
          while (!over() && progressOf(join(cwd, name)) <= before) await setTimeout(5);
          if (kill < kills) await setTimeout(next() * 0.2 * duration);
        };
        const when = kill < kills && kill % 2 === 0 ? 0.2 * duration + next() * 0.9 * duration : later;
        const ran = await runUntil([...args(name), '--resume'], cwd, 'SIGKILL', when);
        if (ran.signal === null) {
          // It was faster than the kill: that file is complete, too. Once more from the start.
          expect(ran.status).toBe(3);
          expect(readFileSync(join(cwd, name)).equals(readFileSync(join(cwd, `whole-${name}`)))).toBe(true);
          continue;
        }
        if (progressOf(join(cwd, name)) > 0) resumed += 1;
      }
      const last = await xpxlc([...args(name), '--resume'], { cwd });
      expect(last.status).toBe(3);
      expect(last.stderr).toBe(whole.stderr);
      expect(readFileSync(join(cwd, name)).equals(readFileSync(join(cwd, `whole-${name}`)))).toBe(true);
      expect(resumed).toBeGreaterThan(0);
      // Nothing is left beside the two files and the table.
      expect(readdirSync(cwd).sort()).toEqual([name, `whole-${name}`, 'many.csv'].sort());
    },
    240_000,
  );

  it('by Ctrl-C keeps complete rows in FILE.partial, says how to go on, and goes on', async () => {
    const cwd = folder({ 'many.csv': manyLoans(40) });
    const args = ['explain', LOANS, 'many.csv', '--limit', 'all', '--kind', 'both', '-o', 'reasons.ndjson'];
    const whole = await xpxlc([...args.slice(0, -1), 'whole.ndjson'], { cwd });
    const ran = await interrupt(args, cwd);
    expect(ran.signal).toBe('SIGINT');
    expect(ran.stderr).toMatch(
      /interrupted; rows up to \d+ are kept in .*reasons\.ndjson\.partial: go on with --resume/,
    );
    const rows = records(readFileSync(join(cwd, 'reasons.ndjson.partial'), 'utf8'));
    expect(rows.length).toBe(Number(/up to (\d+)/.exec(ran.stderr)?.[1]) + 1);
    expect(rows.every(({ complete, error }) => complete === true || error !== undefined)).toBe(true);
    expect(existsSync(join(cwd, 'reasons.ndjson'))).toBe(false);
    expect(await xpxlc([...args, '--resume'], { cwd })).toEqual(whole);
    expect(readFileSync(join(cwd, 'reasons.ndjson'), 'utf8')).toBe(
      readFileSync(join(cwd, 'whole.ndjson'), 'utf8'),
    );
  }, 60_000);

  it.each(['ndjson', 'json'])(
    'by Ctrl-C ends %s on stdout after a record that says so',
    async (format) => {
      const cwd = folder(wideFiles(60));
      const ran = await interrupt(
        ['explain', 'wide.json', 'one.csv', '--limit', 'all', '--format', format],
        cwd,
      );
      expect(ran.signal).toBe('SIGINT');
      expect(ran.stderr).toContain('interrupted');
      const end = '"complete":false,"stopped":"interrupted"}';
      expect(ran.stdout.trimEnd().endsWith(format === 'json' ? `${end}\n]` : end)).toBe(true);
    },
    60_000,
  );

  it('continues only what is the same run', async () => {
    const cwd = folder({ 'many.csv': manyLoans(100) });
    const args = ['explain', LOANS, 'many.csv', '--limit', 'all', '--kind', 'both', '-o', 'out.ndjson'];
    await interrupt(args, cwd);
    const other = await xpxlc([...args, '--order', 'search', '--resume'], { cwd });
    expect(other.status).toBe(3);
    expect(other.stderr).toContain('the checkpoint is of another run');
    expect(other.stderr).toContain('another question');
    writeFileSync(join(cwd, 'many.csv'), manyLoans(2));
    expect((await xpxlc([...args, '--resume'], { cwd })).stderr).toContain('another data');
    // Both left the partial file alone; without --resume it is started anew.
    expect(existsSync(join(cwd, 'out.ndjson.partial'))).toBe(true);
    expect((await xpxlc(args, { cwd })).status).toBe(0);
    expect(readdirSync(cwd).sort()).toEqual(['many.csv', 'out.ndjson']);
  }, 60_000);

  it('does not continue with data that has changed, though size and time are the same', async () => {
    const cwd = folder({ 'many.csv': manyLoans(100) });
    const args = [
      'explain',
      LOANS,
      'many.csv',
      '--limit',
      'all',
      '--kind',
      'both',
      '-o',
      'out.ndjson',
      '--resume',
    ];
    const { atime, mtime } = statSync(join(cwd, 'many.csv'));
    await interrupt(args, cwd);
    const text = readFileSync(join(cwd, 'many.csv'), 'utf8');
    const at = text.lastIndexOf('rent');
    const changed = `${text.slice(0, at)}home${text.slice(at + 4)}`;
    expect([changed === text, changed.length]).toEqual([false, text.length]);
    writeFileSync(join(cwd, 'many.csv'), changed);
    utimesSync(join(cwd, 'many.csv'), atime, mtime);
    const refused = await xpxlc(args, { cwd });
    expect([refused.status, refused.stderr.includes('another data')]).toEqual([3, true]);
    expect(existsSync(join(cwd, 'out.ndjson'))).toBe(false);
    // The same data at another time is the same data.
    writeFileSync(join(cwd, 'many.csv'), text);
    expect((await xpxlc(args, { cwd })).status).toBe(3); // some rows are bad
    expect(readdirSync(cwd).sort()).toEqual(['many.csv', 'out.ndjson']);
  }, 60_000);

  it('refuses damaged files, and a file that another process writes', async () => {
    const cwd = folder({ 'many.csv': manyLoans(2) });
    const args = ['explain', LOANS, 'many.csv', '-o', 'out.ndjson', '--resume'];
    writeFileSync(join(cwd, 'out.ndjson.checkpoint'), '{"run":');
    expect((await xpxlc(args, { cwd })).stderr).toContain('not a checkpoint');
    rmSync(join(cwd, 'out.ndjson.checkpoint'));
    writeFileSync(join(cwd, 'out.ndjson.xpxlc-lock'), JSON.stringify(thisProcess()));
    const busy = await xpxlc(args, { cwd });
    expect([busy.status, busy.stderr.includes('written by another process')]).toEqual([3, true]);
    // After a power failure the file may have holes.
    writeFileSync(join(cwd, 'many.csv'), manyLoans(100));
    const long = [
      'explain',
      LOANS,
      'many.csv',
      '--limit',
      'all',
      '--kind',
      'both',
      '-o',
      'long.ndjson',
      '--resume',
    ];
    await interrupt(long, cwd);
    const { size } = statSync(join(cwd, 'long.ndjson.partial'));
    writeFileSync(join(cwd, 'long.ndjson.partial'), Buffer.alloc(size));
    const damaged = await xpxlc(long, { cwd });
    expect([damaged.status, damaged.stderr.includes('not what its checkpoint says')]).toEqual([3, true]);
  });

  it.each([
    ['no -o FILE', []],
    ['a table that cannot be read again', ['-o', 'out.ndjson', '-']],
    ['one case', ['-o', 'out.ndjson', '--instance', 'age=1']],
  ])('refuses to resume with %s', async (_, rest) => {
    const table = rest.length === 0 ? [LOAN_TABLE] : [];
    const ran = await xpxlc(['explain', LOANS, ...table, '--resume', ...rest], { cwd: folder() });
    expect([ran.status, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain('--resume');
  });

  it('starts from the beginning when there is nothing to resume', async () => {
    const cwd = folder();
    const ran = await xpxlc(['explain', LOANS, LOAN_TABLE, '-o', 'out.csv.gz', '--resume'], { cwd });
    expect(ran).toEqual({ status: 0, stdout: '', stderr: '' });
    const text = gunzipSync(readFileSync(join(cwd, 'out.csv.gz'))).toString();
    expect(text.split('\n').length).toBe(ROWS.length + 2);
    expect(readdirSync(cwd)).toEqual(['out.csv.gz']);
  });
});

describe('a run that was ended, named regressions', () => {
  it('by Ctrl-C while it waits for input ends at once', async () => {
    const { child, ended } = await fed(['explain', LOANS, '-'], folder(), manyLoans(40));
    child.kill('SIGINT');
    expect((await ended).signal).toBe('SIGINT'); // though stdin is open
  }, 30_000);

  it('by Ctrl-C in the middle of a row leaves nothing of it in a packed file', async () => {
    const cwd = folder(wideFiles(44));
    const args = ['explain', 'wide.json', 'one.csv', '--limit', 'all', '-o', 'o.ndjson.zst', '--jobs', '1'];
    for (let time = 0; time < 3; time++)
      expect(await interrupt(args, cwd)).toMatchObject({ signal: 'SIGINT', stderr: 'xpxlc: interrupted\n' });
    expect(readdirSync(cwd).sort()).toEqual(['one.csv', 'wide.json']);
  }, 60_000);

  it.each(['ndjson.zst', 'csv.gz'])(
    'by Ctrl-C keeps the first rows of %s, and goes on with the next',
    async (extension) => {
      const cwd = folder({ 'many.csv': manyLoans(30) });
      const args = ['explain', LOANS, 'many.csv', '--limit', 'all', '--kind', 'both', '-o'];
      const whole = await xpxlc([...args, `whole.${extension}`], { cwd });
      const ran = await interrupt([...args, `out.${extension}`], cwd);
      expect(ran.signal).toBe('SIGINT');
      expect(ran.stderr).toMatch(/^xpxlc: interrupted; rows up to \d+ are kept/);
      expect(await xpxlc([...args, `out.${extension}`, '--resume'], { cwd })).toEqual(whole);
      const [out, expected] = ['out', 'whole'].map((name) => readFileSync(join(cwd, `${name}.${extension}`)));
      expect(out.equals(expected)).toBe(true);
    },
    60_000,
  );

  it('by Ctrl-C, fed by stdin, has printed the first rows in order', async () => {
    const cwd = folder();
    const args = ['explain', LOANS, '-', '--limit', 'all', '--kind', 'both', '--format', 'ndjson'];
    const table = manyLoans(40);
    const whole = await xpxlc(args, { cwd, input: table });
    const { child, ended } = await fed(args, cwd, table);
    child.stdout.once('data', () => child.kill('SIGINT'));
    child.stdin.end();
    const { signal, stdout, stderr } = await ended;
    expect([signal, stderr]).toEqual(['SIGINT', 'xpxlc: interrupted\n']);
    const lines = stdout.split('\n').slice(0, -1);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(40 * ROWS.length);
    // The last one may be cut, which it says.
    const last = records(stdout).at(-1);
    const complete = last.stopped === 'interrupted' ? lines.slice(0, -1) : lines;
    expect(last.row).toBe(lines.length - 1);
    expect(complete).toEqual(whole.stdout.split('\n').slice(0, complete.length));
  }, 60_000);

  it('by an error keeps what was done, and goes on when the error is gone', async () => {
    const cwd = folder({ 'a1.csv': manyLoans(25), 'a2.csv': manyLoans(25) });
    const args = ['explain', LOANS, 'a*.csv', '--limit', 'all', '--kind', 'both', '-o', 'out.ndjson'];
    const whole = await xpxlc([...args.slice(0, -1), 'whole.ndjson'], { cwd });
    await interrupt(args, cwd);
    renameSync(join(cwd, 'a1.csv'), join(cwd, 'gone'));
    expect((await xpxlc([...args, '--resume'], { cwd })).status).toBe(3);
    expect(existsSync(join(cwd, 'out.ndjson.partial'))).toBe(true);
    renameSync(join(cwd, 'gone'), join(cwd, 'a1.csv'));
    expect(await xpxlc([...args, '--resume'], { cwd })).toEqual(whole);
    expect(readFileSync(join(cwd, 'out.ndjson')).equals(readFileSync(join(cwd, 'whole.ndjson')))).toBe(true);
    // Files behind a pattern are looked at, too.
    await interrupt(args, cwd);
    writeFileSync(join(cwd, 'a2.csv'), manyLoans(3));
    expect((await xpxlc([...args, '--resume'], { cwd })).stderr).toContain('another data');
  }, 90_000);

  it('of which another one writes the same Parquet file is refused', async () => {
    const cwd = folder({ 'many.csv': manyLoans(6) });
    const args = ['explain', LOANS, 'many.csv', '--limit', 'all', '--kind', 'both', '-o', 'out.parquet'];
    // The first one is held up in the middle.
    const first = await fed(args, cwd, '');
    await vi.waitUntil(() => hasGrown(cwd), { timeout: 30_000, interval: 5 });
    first.child.kill('SIGSTOP');
    const second = await xpxlc(args, { cwd });
    first.child.kill('SIGCONT');
    expect([second.status, second.stderr.includes('written by another process')]).toEqual([3, true]);
    expect((await first.ended).status).toBe(3); // some rows are bad
    expect(readdirSync(cwd).sort()).toEqual(['many.csv', 'out.parquet']);
    // What a full disk has left is no obstacle.
    writeFileSync(join(cwd, 'two.parquet.partial'), '');
    writeFileSync(join(cwd, 'many.csv'), manyLoans(2));
    expect(
      (await xpxlc(['explain', LOANS, 'many.csv', '-o', 'two.parquet', '--resume'], { cwd })).status,
    ).toBe(0);
  }, 60_000);

  it('while the database of a Parquet file was made starts anew, whatever part of it is there', async () => {
    const cwd = folder({ 'many.csv': manyLoans(8) });
    const path = (end: string): string => join(cwd, `out.parquet${end}`);
    const args = ['explain', LOANS, 'many.csv', '--limit', 'all', '-o'];
    const whole = await xpxlc([...args, 'whole.parquet'], { cwd });
    const resumed = [...args, 'out.parquet', '--resume'];
    const killed = await runUntil(resumed, cwd, 'SIGKILL', async (over) => {
      while (!over() && progressOf(path('')) < 12_288) await setTimeout(1);
    });
    expect(killed.signal).toBe('SIGKILL');
    const { run } = JSON.parse(readFileSync(path('.checkpoint'), 'utf8'));
    const database = readFileSync(path('.partial'));
    for (const bytes of [0, 1, 4096, 8192, 12_287, database.length]) {
      for (const end of ['', '.partial.wal']) rmSync(path(end), { force: true });
      writeFileSync(path('.checkpoint'), JSON.stringify({ run, bytes: 0, last: '' }));
      writeFileSync(path('.partial'), database.subarray(0, bytes));
      expect([bytes, await xpxlc(resumed, { cwd })]).toEqual([bytes, whole]);
      expect(readFileSync(path('')).equals(readFileSync(join(cwd, 'whole.parquet')))).toBe(true);
      expect(readdirSync(cwd).sort()).toEqual(['many.csv', 'out.parquet', 'whole.parquet']);
    }
  }, 120_000);
});
