// Many rows: all cores, one order, and runs that are ended in every way.
import { spawn } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openTable } from '../../src/index.ts';
import { folder, LOAN_TABLE, LOANS, MAIN, type Ran, records, shell, xpxlc } from '../cli/program.ts';

const [HEAD, ...ROWS] = readFileSync(LOAN_TABLE, 'utf8').trimEnd().split('\n');

/** The loan table so many times over, with a bad row now and then. */
function manyLoans(times: number): string {
  const rows = Array.from({ length: times }, (_, t) =>
    t % 7 === 3 ? [...ROWS.slice(1), '40,much,clerk,rent,1,grant'] : ROWS,
  );
  return `${[HEAD, ...rows.flat()].join('\n')}\n`;
}

/** A model of n yes/no features with different weights, and a case with all of them: very many explanations. */
function wideFiles(n: number): { readonly 'wide.json': string; readonly 'one.csv': string } {
  const features = Array.from({ length: n }, (_, i) => ({
    name: `f${i}`,
    kind: 'categorical',
    values: ['no', 'yes'],
  }));
  const weights = features.map((_, i) => [0, 1 + ((i * 37) % 17) / 16]);
  const model = {
    format: 'xpxlc-model',
    version: 1,
    kind: 'linear',
    classes: ['a', 'b'],
    features,
    weights: [weights],
    intercept: [-n / 1.6],
  };
  const names = features.map(({ name }) => name).join(',');
  return {
    'wide.json': JSON.stringify(model),
    'one.csv': `${names}\n${features.map(() => 'yes').join(',')}\n`,
  };
}

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

describe('a budget for each row', () => {
  it('gives what is found until the time is over, and says so', async () => {
    const cwd = folder(wideFiles(44));
    const run = (...options: string[]): Promise<Ran> =>
      xpxlc(['explain', 'wide.json', 'one.csv', '--all', '--max-time', '0.2', ...options], { cwd });
    const [record] = records((await run('--format', 'ndjson')).stdout);
    expect(record).toMatchObject({ complete: false, stopped: 'max-time' });
    expect(record.explanations.length).toBeGreaterThan(100);
    const text = (await run()).stdout;
    expect(text.trimEnd().split('\n').at(-1)).toBe('  … and there may be more (max-time)');
    const csv = (await run('--format', 'csv')).stdout.trimEnd().split('\n');
    expect(csv.at(-1)).toMatch(/,false,$/);
    expect(csv[1]).toMatch(/,,$/);
    const contrasts = records((await run('--format', 'ndjson', '--kind', 'cxp')).stdout)[0];
    expect(contrasts).toMatchObject({ complete: false, stopped: 'max-time' });
  }, 60_000);

  it('gives so many explanations, and says so only when there are more', async () => {
    const cwd = folder(wideFiles(12));
    const run = async (...options: string[]) =>
      records(
        (await xpxlc(['explain', 'wide.json', 'one.csv', '--format', 'ndjson', ...options], { cwd })).stdout,
      )[0];
    const all = await run('--all');
    const total = all.explanations.length;
    expect(all.complete).toBe(true);
    expect(total).toBeGreaterThan(20);
    expect(await run('--all', '--max-explanations', String(total))).toEqual(all);
    expect(await run('--all', '--max-explanations', '7')).toMatchObject({
      complete: false,
      stopped: 'max-explanations',
      explanations: all.explanations.slice(0, 7),
    });
    const limited = await run('--limit', '7', '--max-explanations', '100');
    expect(limited.complete).toBe(false);
    expect(limited).not.toHaveProperty('stopped');
  });

  it.each(['0', '-1', 'soon', ''])('refuses %j seconds', async (seconds) => {
    const ran = await xpxlc(['explain', LOANS, LOAN_TABLE, `--max-time=${seconds}`]);
    expect([ran.status, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain('--max-time');
  });
});

/** Start the program, and send it a signal after some milliseconds. */
async function runUntil(
  args: readonly string[],
  cwd: string,
  signal: NodeJS.Signals,
  milliseconds: number,
): Promise<Ran & { readonly signal: NodeJS.Signals | null }> {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk) => out.push(chunk));
  child.stderr.on('data', (chunk) => err.push(chunk));
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.on('close', (status, by) => resolve([status, by]));
  });
  await Promise.race([ended, setTimeout(milliseconds)]);
  child.kill(signal);
  const [status, by] = await ended;
  return {
    status,
    signal: by,
    stdout: Buffer.concat(out).toString(),
    stderr: Buffer.concat(err).toString(),
  };
}

/** How far the run that writes this file has got, as far as it is sure of it. */
function progressOf(path: string): number {
  if (path.endsWith('.parquet')) return existsSync(`${path}.partial`) ? statSync(`${path}.partial`).size : 0;
  if (!existsSync(`${path}.checkpoint`)) return 0;
  return JSON.parse(readFileSync(`${path}.checkpoint`, 'utf8')).state?.next ?? 0;
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

  it.each([
    ['explain', 'reasons.ndjson', ['--all', '--kind', 'both'], 60, 20],
    ['explain', 'reasons.json.gz', ['--limit', '3', '--kind', 'both'], 60, 8],
    ['explain', 'reasons.csv.zst', ['--kind', 'both'], 60, 8],
    ['explain', 'reasons.parquet', ['--kind', 'both'], 25, 8],
    ['explain', 'smallest.parquet', [], 200, 8],
    ['count', 'counts.csv', [], 60, 8],
    ['features', 'features.json', [], 20, 6],
    ['predict', 'classes.ndjson', ['--target', 'decision'], 400, 6],
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
      for (let kill = 0; kill < kills; kill++) {
        const ran = await runUntil(
          [...args(name), '--resume'],
          cwd,
          'SIGKILL',
          0.2 * duration + next() * 0.9 * duration,
        );
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
    const cwd = folder({ 'many.csv': manyLoans(100) });
    const args = ['explain', LOANS, 'many.csv', '--all', '--kind', 'both', '-o', 'reasons.ndjson'];
    const whole = await xpxlc([...args.slice(0, -1), 'whole.ndjson'], { cwd });
    const ran = await runUntil(args, cwd, 'SIGINT', 1500);
    expect(ran.status).toBe(130);
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
      const ran = await runUntil(
        ['explain', 'wide.json', 'one.csv', '--all', '--format', format],
        cwd,
        'SIGINT',
        1500,
      );
      expect(ran.status).toBe(130);
      expect(ran.stderr).toContain('interrupted');
      const end = '"complete":false,"stopped":"interrupted"}';
      expect(ran.stdout.trimEnd().endsWith(format === 'json' ? `${end}\n]` : end)).toBe(true);
    },
    60_000,
  );

  it('continues only what is the same run', async () => {
    const cwd = folder({ 'many.csv': manyLoans(100) });
    const args = ['explain', LOANS, 'many.csv', '--all', '--kind', 'both', '-o', 'out.ndjson'];
    await runUntil(args, cwd, 'SIGINT', 1500);
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

  it('refuses damaged files, and a file that another process writes', async () => {
    const cwd = folder({ 'many.csv': manyLoans(2) });
    const args = ['explain', LOANS, 'many.csv', '-o', 'out.ndjson', '--resume'];
    writeFileSync(join(cwd, 'out.ndjson.checkpoint'), '{"run"');
    expect((await xpxlc(args, { cwd })).stderr).toContain('not a checkpoint');
    writeFileSync(
      join(cwd, 'out.ndjson.checkpoint'),
      JSON.stringify({ run: {}, process: process.pid, bytes: 0, last: '' }),
    );
    const busy = await xpxlc(args, { cwd });
    expect([busy.status, busy.stderr.includes('written by another process')]).toEqual([3, true]);
    // After a power failure the file may have holes.
    writeFileSync(join(cwd, 'many.csv'), manyLoans(100));
    const long = ['explain', LOANS, 'many.csv', '--all', '--kind', 'both', '-o', 'long.ndjson', '--resume'];
    await runUntil(long, cwd, 'SIGINT', 1500);
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
    const cwd = folder();
    const start = performance.now();
    const child = spawn(process.execPath, [MAIN, 'explain', LOANS, '-'], {
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => {
      child.on('close', resolve);
    });
    await setTimeout(700);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(performance.now() - start).toBeLessThan(20_000);
  }, 30_000);

  it('by Ctrl-C keeps packed and stdin-fed output in order', async () => {
    const cwd = folder({ ...wideFiles(44), 'many.csv': manyLoans(200) });
    for (const milliseconds of [700, 900, 1100]) {
      const packed = await runUntil(
        ['explain', 'wide.json', 'one.csv', '--all', '-o', 'o.ndjson.zst', '--jobs', '1'],
        cwd,
        'SIGINT',
        milliseconds,
      );
      expect([packed.status, packed.stderr.includes('ENOENT')]).toEqual([130, false]);
    }
    const fed = await shell(
      `(node -e 'setTimeout(() => 0, 3000)' | xpxlc explain ${LOANS} - --all --kind both --format ndjson > fed.ndjson) & sleep 0.8; pkill -INT -P $! node; wait $!; echo "status $?"`,
      cwd,
    );
    expect(fed.stderr).not.toContain('ENOENT');
  }, 60_000);

  it('by an error keeps what was done, and goes on when the error is gone', async () => {
    const cwd = folder({ 'a1.csv': manyLoans(60), 'a2.csv': manyLoans(60) });
    const args = ['explain', LOANS, 'a*.csv', '--all', '--kind', 'both', '-o', 'out.ndjson'];
    const whole = await xpxlc([...args.slice(0, -1), 'whole.ndjson'], { cwd });
    await runUntil(args, cwd, 'SIGINT', 1500);
    renameSync(join(cwd, 'a1.csv'), join(cwd, 'gone'));
    expect((await xpxlc([...args, '--resume'], { cwd })).status).toBe(3);
    expect(existsSync(join(cwd, 'out.ndjson.partial'))).toBe(true);
    renameSync(join(cwd, 'gone'), join(cwd, 'a1.csv'));
    expect(await xpxlc([...args, '--resume'], { cwd })).toEqual(whole);
    expect(readFileSync(join(cwd, 'out.ndjson')).equals(readFileSync(join(cwd, 'whole.ndjson')))).toBe(true);
    // Files behind a pattern are looked at, too.
    await runUntil(args, cwd, 'SIGINT', 1500);
    writeFileSync(join(cwd, 'a2.csv'), manyLoans(3));
    expect((await xpxlc([...args, '--resume'], { cwd })).stderr).toContain('another data');
  }, 90_000);

  it('of which another one writes the same Parquet file is refused', async () => {
    const cwd = folder({ 'many.csv': manyLoans(60) });
    const args = ['explain', LOANS, 'many.csv', '--all', '--kind', 'both', '-o', 'out.parquet'];
    const first = xpxlc(args, { cwd });
    await setTimeout(1200);
    const second = await xpxlc(args, { cwd });
    expect([second.status, second.stderr.includes('written by another process')]).toEqual([3, true]);
    expect((await first).status).toBe(3); // some rows are bad
    expect(readdirSync(cwd).sort()).toEqual(['many.csv', 'out.parquet']);
    // What a full disk has left is no obstacle.
    writeFileSync(join(cwd, 'two.parquet.partial'), '');
    writeFileSync(join(cwd, 'many.csv'), manyLoans(2));
    expect(
      (await xpxlc(['explain', LOANS, 'many.csv', '-o', 'two.parquet', '--resume'], { cwd })).status,
    ).toBe(0);
  }, 60_000);

  it('counts both kinds of explanations against one budget', async () => {
    const cwd = folder(wideFiles(12));
    const ran = await xpxlc(
      [
        'explain',
        'wide.json',
        'one.csv',
        '--all',
        '--kind',
        'both',
        '--max-explanations',
        '2',
        '--format',
        'ndjson',
      ],
      { cwd },
    );
    expect(records(ran.stdout)[0].explanations.length).toBe(2);
    expect(records(ran.stdout)[0].stopped).toBe('max-explanations');
  });
});

describe('places to write to', () => {
  it('are never the inputs', async () => {
    const cwd = folder({ 'd1.csv': manyLoans(1), 'd.csv.partial': manyLoans(1) });
    symlinkSync('d1.csv', join(cwd, 'link.csv'));
    for (const rest of [
      ['d1.csv', '-o', 'link.csv'],
      ['d*.csv', '-o', 'd1.csv'],
      ['d.csv.partial', '-o', 'd.csv'],
      ['d1.csv', '--target', 'decision', '--summary', 'd1.csv'],
      ['d1.csv', '--target', 'decision', '--summary', 's.json', '-o', 's.json'],
    ]) {
      const ran = await xpxlc(['predict', LOANS, ...rest], { cwd });
      expect([rest, ran.status, ran.stdout]).toEqual([rest, 2, '']);
    }
    expect(readFileSync(join(cwd, 'd1.csv'), 'utf8')).toBe(manyLoans(1));
    expect(readFileSync(join(cwd, 'd.csv.partial'), 'utf8')).toBe(manyLoans(1));
  }, 30_000);

  it.each([
    ['predict LOANS TABLE > /dev/full', /stdout: cannot be written/],
    ['explain LOANS TABLE --all --kind both --format ndjson > /dev/full', /stdout: cannot be written/],
    ['predict LOANS TABLE -o /dev/full', /cannot be written/],
    ['explain LOANS TABLE --all --kind both --format ndjson -o /dev/full', /cannot be written/],
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
      `mkfifo pipe && (cat pipe > copy &) && xpxlc explain ${LOANS} ${LOAN_TABLE} --format ndjson -o pipe && xpxlc explain ${LOANS} ${LOAN_TABLE} --format ndjson -o /dev/null && sleep 0.3`,
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
    expect(new Set(rows).size).toBe(30 * ROWS.length + 4 * 0);
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
