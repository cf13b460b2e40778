// `xpxlc features --per class --group COLUMN`: the summary of parts is that of their rows alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manyLoans } from '../batch/runs.ts';
import { folder, LOANS, PEOPLE, repositoryFile, xpxlc } from './program.ts';

// Sex is no feature of the model; one cell is missing, one row is bad.
const SEXES = ['f', 'm', 'm', 'f', 'm', 'f', ''];
const TABLE = `${PEOPLE}Flo,17,1,own,0,grant\nGus,52,70,own,0,grant\n`
  .trimEnd()
  .split('\n')
  .map((line, l) => `${line},${l === 0 ? 'sex' : SEXES[l - 1]}`)
  .join('\n');

interface Sums {
  readonly rows: number;
  readonly failed: number;
  readonly features: readonly Record<string, number | string>[];
}

describe('xpxlc features, split', () => {
  const ask = async (cwd: string, ...more: readonly string[]) => {
    const { stdout } = await xpxlc(
      ['features', LOANS, 'people.csv', '--format', 'json', '--rules', '0', '--protected', 'home', ...more],
      { cwd },
    );
    return JSON.parse(stdout)[0];
  };

  it('by class says of each class what its rows alone would say', async () => {
    const cwd = folder({ 'people.csv': TABLE });
    const { parts, rules: _, ...all } = await ask(cwd, '--per', 'class');
    expect(parts.map((part: { class: string | null }) => part.class)).toEqual(['refuse', 'grant', null]);
    for (const { class: name, ...sums } of parts.slice(0, 2)) {
      const { rules: _, ...alone } = await ask(cwd, '--predicted', name);
      // The bad row has no class.
      expect({ ...sums, failed: 1 }).toEqual(alone);
    }
    expect(parts[2]).toMatchObject({ rows: 0, failed: 1 });
    const { rules: __, ...whole } = await ask(cwd);
    expect(all).toEqual(whole);
  });

  it('by a column says of each value what its rows alone would say', async () => {
    const cwd = folder({ 'people.csv': TABLE });
    const { parts, group, rows, failed } = await ask(cwd, '--group', 'sex');
    expect([group, rows, failed]).toEqual(['sex', 6, 1]);
    expect(parts.map((part: { group: string | null }) => part.group)).toEqual(['f', 'm', null]);
    for (const { group: value, ...sums } of parts) {
      const where = value === null ? 'sex IS NULL' : `sex = '${value}'`;
      const { rules: _, ...alone } = await ask(cwd, '--where', where);
      expect(sums).toEqual(alone);
    }
  });

  it('by both, every row is in one part', async () => {
    const cwd = folder({ 'people.csv': TABLE });
    const { parts, rows, failed } = await ask(cwd, '--per', 'class', '--group', 'sex');
    const total = (key: 'rows' | 'failed') => parts.reduce((sum: number, part: Sums) => sum + part[key], 0);
    expect([total('rows'), total('failed')]).toEqual([rows, failed]);
    for (const { class: name, group: value, ...sums } of parts) {
      if (name === null) continue;
      const where = value === null ? 'sex IS NULL' : `sex = '${value}'`;
      const { rules: _, ...alone } = await ask(cwd, '--where', where, '--predicted', name);
      expect(sums.features).toEqual(alone.features);
    }
  });

  it('gives the same with the quick way and with several threads', async () => {
    const cwd = folder({ 'people.csv': manyLoans(60) });
    const args = (name: string) => [
      'features',
      LOANS,
      'people.csv',
      '--per',
      'class',
      '--group',
      'job',
      '-o',
      name,
    ];
    await xpxlc([...args('one.json'), '--jobs', '1'], { cwd });
    await xpxlc([...args('two.json'), '--jobs', '2'], { cwd });
    const [one, two] = ['one.json', 'two.json'].map((name) => readFileSync(join(cwd, name), 'utf8'));
    expect(two).toBe(one);
    // An audit goes the general way.
    const audited = await xpxlc(
      [
        'features',
        LOANS,
        'people.csv',
        '--per',
        'class',
        '--group',
        'job',
        '--protected',
        'age',
        '--format',
        'json',
      ],
      { cwd },
    );
    const plain = ({ audit: _, ...rest }: Sums & { audit?: unknown }) => rest;
    expect(JSON.parse(audited.stdout)[0].parts.map(plain)).toEqual(JSON.parse(one)[0].parts);
  });

  it('in tables and in text names parts and how many rows they have', async () => {
    const cwd = folder({ 'people.csv': TABLE });
    const csv = await xpxlc(
      ['features', LOANS, 'people.csv', '--per', 'class', '--group', 'sex', '--format', 'csv'],
      { cwd },
    );
    const lines = csv.stdout.trimEnd().split('\n');
    expect(lines[0]).toBe(
      'row,id,class,group,rows,failed,feature,necessary,relevant,smallest,frequency,incomplete,undecided,audit,error',
    );
    expect(lines.filter((line) => /^,,refuse,m,2,0,home,/.test(line))).toHaveLength(1);
    const text = await xpxlc(['features', LOANS, 'people.csv', '--per', 'class', '--group', 'sex'], { cwd });
    expect(text.stdout).toContain('\nby class and sex\n');
    expect(text.stdout).toMatch(/\nfeature +class +sex +rows +necessary/);
    expect(text.stdout).toMatch(/ +grant +\(missing\) +1 /);
    expect(text.stdout).toContain('\nno class, f: 1 row skipped');
    const file = await xpxlc(
      ['features', LOANS, 'people.csv', '--group', 'sex', '-o', 'parts.parquet', '--where', 'age > 17'],
      { cwd },
    );
    expect(file.status).toBe(0);
    const again = await xpxlc(['predict', LOANS, 'parts.parquet', '--format', 'csv'], { cwd });
    expect(again.stderr).toContain("'group', 'rows', 'failed', 'feature'");
  });

  it('refuses a column that is not there, one with a value for every row, and records of rows', async () => {
    const loans = repositoryFile('fixtures/loans.csv');
    const absent = await xpxlc(['features', LOANS, loans, '--group', 'agee']);
    expect([absent.status, absent.stderr]).toEqual([
      3,
      expect.stringContaining("column 'agee' not found; did you mean 'age'?"),
    ]);
    const each = await xpxlc(['features', LOANS, loans, '--group', 'age', '--per', 'row']);
    expect([each.status, each.stderr]).toEqual([2, 'xpxlc: --group: needs the summary of a table\n']);
    const head = PEOPLE.split('\n')[0];
    const many = Array.from({ length: 1100 }, (_, r) => `n${r},40,30,own,0,grant`);
    const cwd = folder({ 'people.csv': [head, ...many].join('\n') });
    const keys = await xpxlc(['features', LOANS, 'people.csv', '--group', 'name'], { cwd });
    expect([keys.status, keys.stderr]).toEqual([
      3,
      expect.stringContaining('too many groups; expected a column with at most 1000 different values'),
    ]);
  });
});
