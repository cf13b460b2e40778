// Two runs on one output: one writes it, the other one is refused and harms nothing.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { folder, LOANS } from '../cli/program.ts';
import { shell, xpxlc } from '../cli/shipped.ts';
import { fed, manyLoans, ROWS, runUntil } from './runs.ts';

const TABLE = `${manyLoans(1).split('\n')[0]}\n${`${ROWS.join('\n')}\n`.repeat(10)}`;
const REFUSED = /^xpxlc: .*the file is being written by another process; expected process \d+/;

describe('two runs on one output, started together', () => {
  it.each([
    ['explain', 'out.ndjson', ['--limit', 'all', '--kind', 'both'], 3],
    ['explain', 'out.ndjson', ['--limit', 'all', '--kind', 'both', '--resume'], 3],
    ['explain', 'out.parquet', ['--limit', 'all', '--kind', 'both'], 3],
    ['count', 'out.csv.gz', [], 3],
    ['inspect', 'out.json', undefined, 3],
  ])(
    '%s -o %s %j: each writes all of it or is refused',
    async (command, name, options, times) => {
      const cwd = folder({ 'many.csv': TABLE });
      const data = options === undefined ? [] : ['many.csv'];
      const args = (output: string): string[] => [command, LOANS, ...data, ...(options ?? []), '-o', output];
      expect(await xpxlc(args(`whole-${name}`), { cwd })).toMatchObject({ status: 0, stderr: '' });
      const whole = readFileSync(join(cwd, `whole-${name}`));
      for (let time = 0; time < times; time++) {
        const both = await Promise.all([xpxlc(args(name), { cwd }), xpxlc(args(name), { cwd })]);
        for (const { status, stderr } of both) {
          if (status === 0) expect(stderr).toBe('');
          else expect([status, REFUSED.test(stderr), stderr]).toEqual([3, true, stderr]);
        }
        expect(both.map(({ status }) => status)).toContain(0);
        expect(readFileSync(join(cwd, name)).equals(whole)).toBe(true);
        expect(readdirSync(cwd).sort()).toEqual([name, `whole-${name}`, 'many.csv'].sort());
      }
    },
    120_000,
  );

  it('one of them killed: the other one, or the next, writes all of it', async () => {
    const cwd = folder({ 'many.csv': TABLE });
    const args = (output: string): string[] => [
      ...['explain', LOANS, 'many.csv', '--limit', 'all', '--kind', 'both'],
      ...['-o', output, '--resume'],
    ];
    await xpxlc(args('whole.ndjson'), { cwd });
    const whole = readFileSync(join(cwd, 'whole.ndjson'));
    for (let time = 0; time < 3; time++) {
      const grown = async (printed: () => boolean): Promise<void> =>
        vi.waitUntil(() => printed() || existsSync(join(cwd, 'out.ndjson.partial')), {
          timeout: 30_000,
          interval: 2,
        }) as Promise<unknown> as Promise<void>;
      const [, other] = await Promise.all([
        runUntil(args('out.ndjson'), cwd, 'SIGKILL', grown),
        xpxlc(args('out.ndjson'), { cwd }),
      ]);
      if (other.status !== 0) expect(other.stderr).toMatch(REFUSED);
      expect(await xpxlc(args('out.ndjson'), { cwd })).toMatchObject({ status: 0, stderr: '' });
      expect(readFileSync(join(cwd, 'out.ndjson')).equals(whole)).toBe(true);
      expect(readdirSync(cwd).sort()).toEqual(['many.csv', 'out.ndjson', 'whole.ndjson']);
    }
  }, 120_000);
});

describe('an output that another run holds', () => {
  it.each([
    ['-o', ['verify', '-', '-o', 'out.ndjson']],
    ['--summary', ['predict', LOANS, '-', '--actual', 'decision', '--summary', 'out.json']],
    ['--plot', ['features', LOANS, '-', '--plot', 'out.svg']],
    ['-o of a report', ['report', LOANS, '-', '--per', 'table', '-o', 'out.html']],
  ])('is refused from the start, whatever option names it: %s', async (_, args) => {
    const cwd = folder();
    // Held while it waits for input.
    const first = await fed(args, cwd, '{}\n');
    await vi.waitUntil(() => readdirSync(cwd).some((name) => name.endsWith('.xpxlc-lock')), {
      timeout: 20_000,
      interval: 5,
    });
    const second = await xpxlc(args, { cwd, input: '{}\n' });
    expect([second.status, second.stdout]).toEqual([3, '']);
    expect(second.stderr).toMatch(REFUSED);
    first.child.kill('SIGTERM');
    await first.ended;
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('is free again after a kill, and nothing is left of the claim', async () => {
    const cwd = folder();
    const first = await fed(['verify', '-', '-o', 'out.ndjson'], cwd, '{}\n');
    await vi.waitUntil(() => existsSync(join(cwd, 'out.ndjson.xpxlc-lock')), {
      timeout: 20_000,
      interval: 5,
    });
    first.child.kill('SIGKILL');
    await first.ended;
    expect(existsSync(join(cwd, 'out.ndjson.xpxlc-lock'))).toBe(true);
    const ran = await shell(`xpxlc inspect ${LOANS} -o out.ndjson; ls -A`, cwd);
    expect(ran.stderr).toBe('');
    // What the killed run was writing has a name of its own, and stays.
    expect(ran.stdout.split('\n').filter((name) => !name.endsWith('.tmp'))).toEqual(['out.ndjson', '']);
  });
});
