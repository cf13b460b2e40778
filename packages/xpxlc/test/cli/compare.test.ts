// `xpxlc compare`, as a user runs it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CompareSummary } from '../../src/answer/record-fields.ts';
import { manyLoans, ROWS } from '../batch/runs.ts';
import { folder, LOAN_TABLE, records, repositoryFile, xpxlc } from './program.ts';

const HEAD = readFileSync(LOAN_TABLE, 'utf8').split('\n')[0];

/** Models of the loan table: one without the home, one without the job. */
let trained: Promise<{ readonly 'a.json': string; readonly 'b.json': string }> | undefined;

async function train() {
  const ask = async (...more: readonly string[]): Promise<string> =>
    (await xpxlc(['train', LOAN_TABLE, '--actual', 'decision', ...more])).stdout;
  return {
    'a.json': await ask('--ignore', 'home', '--bins', 'age=4', '--bins', 'income=4'),
    'b.json': await ask('--ignore', 'job', '--bins', 'age=3', '--bins', 'income=5'),
  };
}

async function models(files: { readonly [name: string]: string } = {}): Promise<string> {
  trained ??= train();
  return folder({ 'loans.csv': `${[HEAD, ...ROWS].join('\n')}\n`, ...(await trained), ...files });
}

const compare = (cwd: string, ...more: readonly string[]) =>
  xpxlc(['compare', 'a.json', 'b.json', 'loans.csv', ...more], { cwd });

describe('xpxlc compare', () => {
  it('says of each row what both models say, as explain does of each', async () => {
    const cwd = await models();
    const found = await compare(cwd, '--format', 'ndjson', '--key', 'age');
    expect([found.status, found.stderr]).toEqual([0, '']);
    const lines = records(found.stdout);
    for (const [key, model] of [
      ['a', 'a.json'],
      ['b', 'b.json'],
    ] as const) {
      const alone = await xpxlc(['explain', model, 'loans.csv', '--format', 'ndjson', '--key', 'age'], {
        cwd,
      });
      expect(
        lines.map(({ row, id, [key]: side }) => [row, id, side.class, side.margin, side.features, side.size]),
      ).toEqual(
        records(alone.stdout).map(({ row, id, class: name, margin, explanations: [first] }) => [
          row,
          id,
          name,
          margin,
          first.features,
          first.size,
        ]),
      );
    }
  });

  it("says that A's reason holds in B exactly where check says so", async () => {
    const cwd = await models();
    const lines = records((await compare(cwd, '--format', 'ndjson')).stdout).filter(({ same }) => same);
    const claims = lines.map(({ row, a }) =>
      JSON.stringify({ row, features: a.features.filter((name: string) => name !== 'job') }),
    );
    const checked = await xpxlc(
      ['check', 'b.json', 'loans.csv', '--explanations', '-', '--format', 'ndjson'],
      { cwd, input: claims.join('\n') },
    );
    const verdicts = records(checked.stdout);
    expect(verdicts.map(({ holds }) => holds)).toEqual(lines.map(({ holds }) => holds));
    expect(verdicts.map(({ counterexample }) => counterexample)).toEqual(
      lines.map(({ counterexample }) => counterexample),
    );
    expect(new Set(verdicts.map(({ holds }) => holds)).size).toBe(2);
  });

  it('sums up what the rows say', async () => {
    const cwd = await models();
    const lines = records((await compare(cwd, '--format', 'ndjson')).stdout);
    const [summary] = records((await compare(cwd, '--per', 'table', '--format', 'ndjson')).stdout) as [
      CompareSummary,
    ];
    const mean = (numbers: number[]) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
    const expectSums = (sums: CompareSummary | CompareSummary['classes'][number], some: typeof lines) => {
      const count = (is: (line: (typeof lines)[number]) => boolean) => some.filter(is).length;
      expect(sums).toMatchObject({
        rows: some.length,
        same: count(({ same }) => same),
        holds: count(({ holds }) => holds),
        sameFeatures: count(({ left, entered }) => left.length + entered.length === 0),
        overlap: expect.closeTo(mean(some.map(({ overlap }) => overlap)), 10),
        sizes: {
          a: expect.closeTo(mean(some.map(({ a }) => a.size)), 10),
          b: expect.closeTo(mean(some.map(({ b }) => b.size)), 10),
        },
      });
      for (const { feature, ...counts } of sums.features)
        expect(counts).toEqual({
          a: count(({ a }) => a.features.includes(feature)),
          b: count(({ b }) => b.features.includes(feature)),
          left: count(({ left }) => left.includes(feature)),
          entered: count(({ entered }) => entered.includes(feature)),
        });
    };
    expectSums(summary, lines);
    expect(summary).toMatchObject({ failed: 0, onlyA: ['job'], onlyB: ['home'] });
    expect(summary.classes.map((part) => part.class)).toEqual(['grant', 'refuse']);
    for (const part of summary.classes)
      expectSums(
        part,
        lines.filter(({ a }) => a.class === part.class),
      );
    for (const { a, b, rows } of summary.predictions)
      expect(rows).toBe(lines.filter((line) => line.a.class === a && line.b.class === b).length);
    expect(summary.predictions.reduce((sum, { rows }) => sum + rows, 0)).toBe(600);
  });

  it('lists only rows that differ, or that A gives a class', async () => {
    const cwd = await models();
    const lines = records((await compare(cwd, '--format', 'ndjson')).stdout);
    const differing = records((await compare(cwd, '--differing', '--format', 'ndjson')).stdout);
    expect(differing).toEqual(lines.filter(({ holds }) => !holds));
    expect(lines.filter(({ same, holds }) => !same && holds)).toEqual([]);
    const refused = records((await compare(cwd, '--predicted', 'refuse', '--format', 'ndjson')).stdout);
    expect(refused).toEqual(lines.filter(({ a }) => a.class === 'refuse'));
  });

  it('is read by people', async () => {
    const cwd = await models();
    const { stdout: rows } = await compare(cwd, '--rows', '0-40');
    const standing = 'probability \\d+(\\.\\d+)? %';
    const [both, other] = ['grant', 'refuse'].map(
      (name) =>
        `row \\d+: A grant, ${standing}; B ${name}, ${standing}\\n {2}A: IF .* THEN grant\\n {2}B: IF .* THEN ${name}\\n`,
    );
    expect(rows).toMatch(new RegExp(`^${both} {2}A's reason holds in B$`, 'm'));
    expect(rows).toMatch(new RegExp(`^${other}row`, 'm'));
    expect(rows).toMatch(/^ {2}A's reason does not hold in B: BUT grant if home = /m);
    expect(rows).not.toMatch(/\d\.\d{6}/);
    const { stdout } = await compare(cwd, '--per', 'table');
    expect(stdout).toMatch(
      /^600 rows compared\nfeatures that only A has: job\nfeatures that only B has: home\n\nA predicts +rows +B, too/,
    );
    expect(stdout).toMatch(/\npredictions A \\ B +grant +refuse\ngrant +\d+ +\d+\nrefuse +\d+ +\d+\n/);
  });

  it('counts rows that do not fit one of the models, and says which', async () => {
    const cwd = await models({
      'loans.csv': `${[HEAD, ...ROWS.slice(0, 3), '40,30,pilot,rent,1,grant', '40,30,clerk,tent,1,grant', '40,much,clerk,rent,1,grant'].join('\n')}\n`,
    });
    const found = await compare(cwd, '--format', 'ndjson');
    expect([found.status, found.stderr]).toEqual([3, 'xpxlc: 3 rows could not be compared\n']);
    const lines = records(found.stdout);
    expect(lines.slice(3).map(({ error }) => error.message.split(';')[0])).toEqual([
      expect.stringMatching(/^model A: .*feature 'job': unknown category/),
      expect.stringMatching(/^model B: .*feature 'home': unknown category/),
      expect.stringMatching(/^(?!model).*feature 'income'/),
    ]);
    const [summary] = JSON.parse((await compare(cwd, '--per', 'table', '--format', 'json')).stdout);
    expect(summary).toMatchObject({ rows: 3, failed: 3 });
  });

  it.each(['out.ndjson', 'out.csv', 'out.parquet'])(
    'gives the same with several threads: %s',
    async (name) => {
      const cwd = await models({ 'loans.csv': manyLoans(12) });
      const one = await compare(cwd, '--jobs', '1', '-o', `1-${name}`);
      const two = await compare(cwd, '--jobs', '2', '-o', `2-${name}`);
      expect([one.status, two]).toEqual([3, one]);
      expect(readFileSync(join(cwd, `1-${name}`)).equals(readFileSync(join(cwd, `2-${name}`)))).toBe(true);
    },
  );

  it('sums up the same with several threads', async () => {
    const cwd = await models({ 'loans.csv': manyLoans(15) });
    const one = await compare(cwd, '--per', 'table', '--jobs', '1', '--format', 'csv');
    expect(await compare(cwd, '--per', 'table', '--jobs', '2', '--format', 'csv')).toEqual(one);
    expect(one.stdout.split('\n')[0]).toBe(
      'class,rows,same,holds,same_features,unproved,overlap,size_a,size_b,feature,in_a,in_b,left,entered',
    );
  });

  it('refuses models without a common class, and a summary of differing rows', async () => {
    const cwd = await models();
    const stations = repositoryFile('packages/xpxlc/examples/stations.json');
    const none = await xpxlc(['compare', 'a.json', stations, 'loans.csv'], { cwd });
    expect([none.status, none.stderr]).toEqual([
      3,
      'xpxlc: MODEL_B: the models have no class in common; expected classes named as in MODEL_A: grant, refuse, got Y, O\n',
    ]);
    const both = await compare(cwd, '--per', 'table', '--differing');
    expect([both.status, both.stderr]).toEqual([2, 'xpxlc: --differing: needs --per row\n']);
    const over = await compare(cwd, '-o', 'b.json');
    expect([over.status, over.stderr]).toEqual([
      2,
      expect.stringContaining('the output is one of the inputs'),
    ]);
  });
});
