// Time limits and Ctrl-C in the middle of searches that would have no end. A guard ends a test that has none; nothing else looks at the clock.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTable } from '../../src/index.ts';
import { folder, type Ran, records, xpxlc } from '../cli/program.ts';
import { BAD_ROWS, hardFiles, interruptInside } from './runs.ts';

const GUARD = 180_000;

describe('Ctrl-C in the middle of a search', () => {
  it.each([
    ['explain', ['--max-time', '1000', '--all']],
    ['explain', ['--kind', 'cxp', '--target', 'c1', '--all']],
    ['explain', ['--precision', '0.9']],
    ['explain', ['--report']],
    ['count', []],
    ['features', ['--each']],
    ['features', []],
    ['compare', ['hard.json']],
  ])(
    '%s %j ends with its status and keeps the rows before',
    async (command, options) => {
      const cwd = folder(hardFiles(200, 20));
      // The second model of a comparison comes before the table.
      const [before, after] = command === 'compare' ? [options, []] : [[], options];
      const args = [
        command,
        'hard.json',
        ...before,
        'hard.csv',
        ...after,
        '-o',
        'out.txt',
        '--format',
        'text',
      ];
      const ran = await interruptInside(args, cwd);
      expect(existsSync(join(cwd, 'inside.txt'))).toBe(true);
      expect([ran.status, ran.signal]).toEqual([130, null]);
      expect(ran.stderr).toMatch(
        /^xpxlc: interrupted; rows up to \d+ are kept in .*out\.txt\.partial: go on with --resume\n$/,
      );
      expect(Number(/up to (\d+) are/.exec(ran.stderr)?.[1])).toBeGreaterThanOrEqual(BAD_ROWS - 1);
      expect(readdirSync(cwd)).not.toContain('out.txt');
    },
    GUARD,
  );

  it(
    'is the same for other signals, with their status',
    async () => {
      const cwd = folder(hardFiles(200, 20));
      const ran = await interruptInside(['count', 'hard.json', 'hard.csv'], cwd, 'SIGTERM');
      expect([ran.status, ran.signal, ran.stderr]).toEqual([143, null, 'xpxlc: interrupted\n']);
    },
    GUARD,
  );

  it(
    'of one case, too',
    async () => {
      const files = hardFiles(200, 20);
      const lines = files['hard.csv'].split('\n').map((line) => line.split(','));
      const instance = lines[0].map((name, i) => `${name}=${lines.at(-2)?.[i]}`).join(',');
      const ran = await interruptInside(['count', 'hard.json', '--instance', instance], folder(files));
      expect([ran.status, ran.signal, ran.stderr]).toEqual([130, null, 'xpxlc: interrupted\n']);
    },
    GUARD,
  );
});

describe('--max-time', () => {
  const answered = async (command: string, n: number, k: number, ...options: string[]) => {
    const cwd = folder(hardFiles(n, k));
    const args = [command, 'hard.json', 'hard.csv', '--rows', `${BAD_ROWS}`, '--max-time', '1', ...options];
    const ran = await xpxlc([...args, '--format', 'ndjson'], { cwd });
    return { ran, record: records(ran.stdout)[0] };
  };

  it(
    'holds for one smallest explanation of 200 features and 20 classes: the best one found, and how small another could be',
    async () => {
      const { record } = await answered('explain', 200, 20);
      expect(record).toMatchObject({ row: BAD_ROWS, complete: false });
      expect(['max-time', 'max-steps']).toContain(record.stopped);
      const [{ size, atLeast, indices }] = record.explanations;
      expect(indices).toHaveLength(size);
      expect(atLeast).toBeLessThan(size);
      expect(atLeast).toBeGreaterThan(0);
    },
    GUARD,
  );

  it(
    'holds for lists of which not one explanation is found',
    async () => {
      const { record } = await answered('explain', 200, 20, '--all');
      expect(record).toMatchObject({ complete: false, stopped: 'max-time' });
    },
    GUARD,
  );

  it(
    'holds for counts: an error of the row, or bounds',
    async () => {
      const { ran, record } = await answered('count', 60, 10);
      expect(record.error).toMatchObject({ code: 'max-time', expected: 'an answer within 1 seconds' });
      expect([ran.status, ran.stderr]).toEqual([3, 'xpxlc: 1 row could not be counted\n']);
      const { bounds } = (await answered('count', 60, 10, '--beyond', 'bounds')).record;
      expect(BigInt(bounds.lower) <= BigInt(bounds.upper)).toBe(true);
    },
    GUARD,
  );

  it(
    'holds for features: what is known by then is told, and marked',
    async () => {
      const { record } = await answered('features', 60, 10, '--each');
      expect(record).toMatchObject({ complete: false, smallest: expect.any(Array) });
      expect(record.smallest.length).toBeGreaterThan(0);
    },
    GUARD,
  );

  it(
    'holds for the other formats, which say so, too',
    async () => {
      const cwd = folder(hardFiles(200, 20));
      const args = ['explain', 'hard.json', 'hard.csv', '--rows', `${BAD_ROWS}`, '--max-time', '1'];
      const run = (...options: string[]): Promise<Ran> => xpxlc([...args, ...options], { cwd });
      const text = (await run()).stdout.trimEnd().split('\n');
      expect(text.at(-1)).toMatch(
        /^ {4}the smallest explanation found \(\d+ features\); a smaller one would have at least \d+$/,
      );
      const [head, row] = (await run('--format', 'csv')).stdout.trimEnd().split('\n');
      expect(head).toMatch(/,complete,at_least,error$/);
      expect(row).toMatch(/,false,\d+,$/);
      expect((await run('-o', 'out.parquet')).status).toBe(0);
      const table = await openTable(join(cwd, 'out.parquet'));
      const saved = await table.query(`SELECT complete, at_least::INTEGER > 0 FROM ${table.relation}`);
      table.close();
      expect(saved).toEqual([[false, true]]);
    },
    GUARD,
  );
});
