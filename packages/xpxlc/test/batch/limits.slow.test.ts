// Time limits and Ctrl-C in the middle of searches that would have no end. A guard ends a test that has none; nothing else looks at the clock.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openTable } from '../../src/index.ts';
import { folder, LOANS, type Ran, records } from '../cli/program.ts';
import { xpxlc } from '../cli/shipped.ts';
import { BAD_ROWS, curvedFiles, hardFiles, interruptInside, runUntil, slowFilters } from './runs.ts';

const GUARD = 180_000;

describe('Ctrl-C in the middle of a search', () => {
  it.each([
    ['explain', ['--max-time', '1000', '--limit', 'all']],
    ['explain', ['--kind', 'cxp', '--target', 'c1', '--limit', 'all']],
    ['precise', ['--precision', '0.9']],
    ['explain', ['--order', 'random', '--limit', '10']],
    ['report', []],
    ['count', []],
    ['features', ['--per', 'row']],
    ['features', []],
    ['compare', ['hard.json']],
  ])(
    '%s %j ends by it and keeps the rows before',
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
      expect(ran.signal).toBe('SIGINT');
      expect(ran.stderr).toMatch(
        /^xpxlc: interrupted; rows up to \d+ are kept in .*out\.txt\.partial: go on with --resume\n$/,
      );
      expect(Number(/up to (\d+) are/.exec(ran.stderr)?.[1])).toBeGreaterThanOrEqual(BAD_ROWS - 1);
      expect(readdirSync(cwd)).not.toContain('out.txt');
      // What was not answered is no error of the row: it is answered after --resume.
      expect(readFileSync(join(cwd, 'out.txt.partial'), 'utf8')).not.toContain('signal');
    },
    GUARD,
  );

  it.each([
    ['report', ['-o', 'out.html', '--rows', `${BAD_ROWS}-${BAD_ROWS + 499}`]],
    ['check', ['--grade', '-o', 'out.ndjson', '--explanations', 'claims.ndjson']],
  ])(
    '%s %j is heard where it is searched in the thread that hears signals, and leaves nothing',
    async (command, options) => {
      const files = hardFiles(200, 20);
      const rows = files['hard.csv'].trimEnd().split('\n');
      // Hours of work.
      const many = [...rows, ...new Array<string>(500).fill(rows.at(-1) as string)].join('\n');
      const features = rows[0].split(',');
      const claims = Array.from({ length: 500 }, (_, i) => JSON.stringify({ row: BAD_ROWS + i, features }));
      const cwd = folder({ ...files, 'hard.csv': `${many}\n`, 'claims.ndjson': claims.join('\n') });
      const before = [...readdirSync(cwd), 'inside.txt', 'spy.cjs'].sort();
      const ran = await interruptInside(
        [command, 'hard.json', 'hard.csv', ...options],
        cwd,
        'SIGINT',
        'here',
      );
      expect([ran.status, ran.signal, ran.stderr]).toEqual([null, 'SIGINT', '']);
      expect(readdirSync(cwd).sort()).toEqual(before);
    },
    GUARD,
  );

  it(
    'is the same for other signals',
    async () => {
      const cwd = folder(hardFiles(200, 20));
      const ran = await interruptInside(['count', 'hard.json', 'hard.csv'], cwd, 'SIGTERM');
      expect([ran.signal, ran.stderr]).toEqual(['SIGTERM', 'xpxlc: interrupted\n']);
    },
    GUARD,
  );

  it.each([
    ['SIGINT', 'explain', 'out.ndjson', 'filter'],
    ['SIGTERM', 'features', 'out.csv', 'filter'],
    ['SIGINT', 'predict', 'out.parquet', 'filter'],
    ['SIGINT', 'count', 'out.ndjson', 'preparation'],
  ] as const)(
    'is heard while a filter is at work that does not end when it is told to: %s, %s -o %s, %s',
    async (signal, command, output, where) => {
      const { 'slow.csv': table, ...filters } = slowFilters();
      const cwd = folder({ 'slow.csv': table });
      const args = [command, LOANS, 'slow.csv', '--where', filters[where], '-o', output];
      const ran = await interruptInside(args, cwd, signal, where);
      expect([ran.signal, ran.stderr]).toEqual([signal, 'xpxlc: interrupted\n']);
      expect(readdirSync(cwd).sort()).toEqual(['inside.txt', 'slow.csv', 'spy.cjs']);
    },
    GUARD / 3,
  );

  it.each(['out.parquet', 'out.ndjson'])(
    'while the output is opened leaves nothing of it: %s',
    async (output) => {
      const cwd = folder(hardFiles(200, 20));
      const before = readdirSync(cwd).sort();
      const args = [
        'features',
        'hard.json',
        'hard.csv',
        '--rows',
        `${BAD_ROWS}`,
        '--per',
        'row',
        '-o',
        output,
      ];
      const begun = async (): Promise<void> => {
        while (!existsSync(join(cwd, `${output}.checkpoint`))) await setImmediate();
      };
      const ran = await runUntil(args, cwd, 'SIGTERM', begun);
      expect([ran.signal, ran.stderr]).toEqual(['SIGTERM', 'xpxlc: interrupted\n']);
      expect(readdirSync(cwd).sort()).toEqual(before);
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
      expect([ran.signal, ran.stderr]).toEqual(['SIGINT', 'xpxlc: interrupted\n']);
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

  it.each(['0.001', '1'])(
    'holds for a set that keeps the class often enough, and for how often it does: %s s',
    async (seconds) => {
      const options = ['--precision', '0.9', '--max-time', seconds];
      const { record } = await answered('precise', 200, 20, ...options);
      expect(record).toMatchObject({ row: BAD_ROWS, smallest: false, atLeast: 0 });
      expect(record.features).toHaveLength(record.size);
      expect(record.size).toBeLessThanOrEqual(record.always.size);
      expect(record.precision.low).toBeGreaterThanOrEqual(0.9);
      expect(record.precision.high).toBeLessThanOrEqual(1);
    },
    GUARD,
  );

  it(
    'holds for lists of which not one explanation is found',
    async () => {
      const { record } = await answered('explain', 200, 20, '--limit', 'all');
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
      const { bounds } = (await answered('count', 60, 10, '--too-many', 'bounds')).record;
      expect(BigInt(bounds.lower) <= BigInt(bounds.upper)).toBe(true);
    },
    GUARD,
  );

  it(
    'holds for features: what is known by then is told, and marked',
    async () => {
      const { record } = await answered('features', 60, 10, '--per', 'row');
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

  it(
    'holds for comparisons: both sides say what is not proved, in every format',
    async () => {
      const cwd = folder(hardFiles(200, 20));
      const args = ['compare', 'hard.json', 'hard.json', 'hard.csv', '--max-time', '1'];
      const run = (...options: string[]): Promise<Ran> =>
        xpxlc([...args, '--rows', `${BAD_ROWS}`, ...options], { cwd });
      const [record] = records((await run('--format', 'ndjson')).stdout);
      for (const { size, atLeast, features } of [record.a, record.b]) {
        expect(features).toHaveLength(size);
        expect([atLeast > 0, atLeast < size]).toEqual([true, true]);
      }
      const text = (await run()).stdout.split('\n');
      for (const side of ['A', 'B'])
        expect(text.find((line) => line.startsWith(`  ${side}: IF`))).toMatch(
          / \(the smallest one found; a smaller one would have at least \d+ features\)$/,
        );
      const [head, row] = (await run('--format', 'csv')).stdout.trimEnd().split('\n');
      expect(head).toMatch(/,at_least_a,at_least_b,error$/);
      expect(row).toMatch(/,\d+,\d+,$/);
      const [summary] = records((await run('--per', 'table', '--format', 'ndjson')).stdout);
      expect(summary).toMatchObject({ rows: 1, unproved: 1 });
      expect((await run('--per', 'table')).stdout).toContain(
        '\n1 row with an explanation that is not proved to be smallest\n',
      );
    },
    GUARD,
  );

  it(
    'holds for reports of rows, in a terminal and on paper: what is not known is said',
    async () => {
      const cwd = folder(hardFiles(200, 20));
      const rows = ['hard.json', 'hard.csv', '--rows', `${BAD_ROWS}`, '--max-time', '1'];
      const { stdout } = await xpxlc(['report', ...rows], { cwd });
      expect(stdout).toMatch(
        /\n {2}It is the smallest one found; a smaller one would have at least \d+ values\.\n/,
      );
      expect(stdout).not.toContain('the class is the same for every case');
      const paper = await xpxlc(['report', ...rows, '--protected', 'f0,f1', '-o', 'out.html'], { cwd });
      expect([paper.status, paper.stderr]).toEqual([0, '']);
      const html = readFileSync(join(cwd, 'out.html'), 'utf8');
      expect(html).toMatch(/A smaller set would have at least \d+ values/);
      expect(html).not.toContain('Nothing that may change leads to');
    },
    GUARD,
  );

  it(
    'holds for sums over rows: what was found out of none is no share',
    async () => {
      const cwd = folder(hardFiles(200, 20));
      const args = ['features', 'hard.json', 'hard.csv', '--rows', `${BAD_ROWS}`, '--max-time', '0.5'];
      const { stdout } = await xpxlc([...args, '--format', 'ndjson'], { cwd });
      const [sums] = records(stdout);
      expect([sums.rows, sums.undecided]).toEqual([1, 1]);
      expect(sums.features.every(({ relevant }: { relevant: unknown }) => relevant === null)).toBe(true);
      const csv = (await xpxlc([...args, '--format', 'csv'], { cwd })).stdout.split('\n');
      expect(csv[0]).toContain('frequency,incomplete,undecided,');
      expect(csv[1]).toMatch(/^,,,f0,[01],,[01],.*,1,1,,$/);
      const text = (await xpxlc([...args, '--protected', 'f3', '--rules', '2'], { cwd })).stdout;
      expect(text).not.toMatch(/Infinity|NaN/);
      expect(text).toContain('rules that cover most rows');
    },
    GUARD,
  );

  it(
    'holds for reports of populations',
    async () => {
      const cwd = folder(hardFiles(60, 10));
      const args = ['report', 'hard.json', 'hard.csv', '--per', 'table', '--max-time', '1', '-o', 'out.html'];
      const { status, stderr } = await xpxlc([...args, '--rows', `${BAD_ROWS}`], { cwd });
      expect([status, stderr]).toEqual([0, '']);
    },
    GUARD,
  );

  it(
    'holds for explanations of other tools: what takes no search is told, the rest is null',
    async () => {
      const files = hardFiles(60, 10);
      const features = files['hard.csv'].split('\n')[0].split(',');
      const given = [
        { row: BAD_ROWS, features },
        { row: BAD_ROWS, weights: Object.fromEntries(features.map((name, i) => [name, i])) },
      ];
      const cwd = folder({ ...files, 'given.ndjson': given.map((each) => JSON.stringify(each)).join('\n') });
      const args = [
        'check',
        '--grade',
        'hard.json',
        'hard.csv',
        '--explanations',
        'given.ndjson',
        '--max-time',
        '1',
      ];
      const ran = await xpxlc([...args, '--format', 'ndjson'], { cwd });
      const [rule, weights] = records(ran.stdout);
      expect(rule).toMatchObject({ sufficient: true, minimal: false, hits: null, common: null });
      expect(weights).toMatchObject({ hits: null, agreement: { frequency: null } });
      expect(ran.status).toBe(0);
    },
    GUARD,
  );

  it(
    'holds for contrasts towards one of several classes, of which one set may take long to decide on',
    async () => {
      const cwd = folder(curvedFiles(80, 12));
      const claims = readFileSync(join(cwd, 'claims.ndjson'), 'utf8').trimEnd().split('\n').length;
      const time = ['--max-time', '0.5'];
      const asked = [
        'curved.json',
        'curved.csv',
        '--kind',
        'cxp',
        '--target',
        'c1',
        '--format',
        'ndjson',
        ...time,
      ];
      const checked = await xpxlc(['check', ...asked, '--explanations', 'claims.ndjson'], { cwd });
      const found = records(checked.stdout);
      expect(found).toHaveLength(claims);
      for (const { error } of found) expect(['max-time', undefined]).toContain(error?.code);
      expect(found.some(({ error }) => error?.code === 'max-time')).toBe(true);
      const listed = await xpxlc(['explain', ...asked, '--limit', 'all'], { cwd });
      for (const record of records(listed.stdout))
        expect(record.stopped ?? record.error?.code).toBe('max-time');
    },
    GUARD,
  );
});
