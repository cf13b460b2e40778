// What may move, on the command line: how it is written, and what every command makes of it.
import { linearModel, reduce, type Within } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { withinOf } from '../../src/ask/within.ts';
import { folder, LOANS, PEOPLE, records, xpxlc } from '../cli/program.ts';

const classifier = reduce(
  linearModel({
    classes: ['no', 'yes'],
    features: [
      { name: 'age', lower: 0, upper: 99 },
      { name: 'net income: a, b', lower: 0, upper: 99 },
      { name: 'job', values: ['clerk', 'nurse, night', 'fixed', 'a|b'] },
      { name: 'zeros', lower: 0, upper: 9 },
    ],
    weights: [1, 1, [0, 1, 2, 3], 1],
    intercept: -50,
  }),
);
const read = (text: string): Within => withinOf(text, classifier);

describe('--within', () => {
  it.each<[string, Within]>([
    ['age: up', { features: { age: 'up' } }],
    ['age:down ; others: fixed', { features: { age: 'down' }, others: 'fixed' }],
    [' age : free,\njob: fixed,', { features: { age: 'free', job: 'fixed' } }],
    ['"net income: a, b": 1..5', { features: { 'net income: a, b': { from: 1, to: 5 } } }],
    ['age: 18..', { features: { age: { from: 18 } } }],
    ['age: ..65', { features: { age: { to: 65 } } }],
    ['age: -1e1 .. 6.5E1', { features: { age: { from: -10, to: 65 } } }],
    ['age: 18 to 65', { features: { age: { from: 18, to: 65 } } }],
    ['age: >= 18', { features: { age: { from: 18 } } }],
    ['age: ≤65', { features: { age: { to: 65 } } }],
    ['age: 35', { features: { age: { from: 35, to: 35 } } }],
    ['job: clerk', { features: { job: ['clerk'] } }],
    ['job: clerk | "nurse, night", age: up', { features: { job: ['clerk', 'nurse, night'], age: 'up' } }],
    ['job: {clerk, "nurse, night", "a|b"}', { features: { job: ['clerk', 'nurse, night', 'a|b'] } }],
    ['job: "fixed"', { features: { job: ['fixed'] } }],
    ['zeros: 0..3', { features: { zeros: { from: 0, to: 3 } } }],
    ['{"zeros": "held"}', { zeros: 'held' }],
    ['', {}],
  ])('reads %j', (text, within) => {
    expect(read(text)).toEqual(within);
  });

  it.each([
    ['age', /entries like income: up/],
    ['age up', /entries like income: up/],
    ['agee: up', /unknown feature; expected features of the model \(age, .*\), zeros or others, got 'agee'/],
    ['age: sideways', /age: up, down, fixed, free, or numbers like 0\.\.5000, got 'age: sideways'/],
    ['age: ..', /age: up, down/],
    ['age: up, age: down', /a feature twice/],
    ['others: up', /expected others: fixed, got 'others: up'/],
    ['job: cook', /unknown category; expected one of 'clerk'/],
    ['job: up', /unknown category|list of categories/],
    ['age: 200..', /numbers between 0 and 99/],
    ['{"age": "up"}', /only features, zeros, others/],
    ['{', /not JSON/],
    ['"\\q": up', /text between quotes as in JSON.*got '"\\q"'/],
    ['job: "\\q"', /text between quotes as in JSON/],
    ['job:', /at least one category/],
    ['{"features": {"job": []}}', /at least one category/],
    ['@nowhere.txt', /cannot read what may move/],
  ])('refuses %j', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('is also read from a file', () => {
    const cwd = folder({ 'within.txt': 'age: fixed\njob: clerk | fixed\n' });
    expect(read(`@${cwd}/within.txt`)).toEqual({ features: { age: 'fixed', job: ['clerk', 'fixed'] } });
  });
});

describe('what may move', () => {
  const ask = async (command: string, ...args: string[]) => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const ran = await xpxlc([command, LOANS, 'people.csv', ...args], { cwd });
    expect(ran.stderr).not.toContain('internal');
    return ran;
  };

  it('is respected by explanations, contrasts, counts and features, and said in every record', async () => {
    const within = ['--within', 'age: fixed, income: up'];
    const json = [...within, '--format', 'ndjson'];
    const [axps, cxps, counts, features, precise] = await Promise.all([
      ask('explain', ...json, '--limit', 'all'),
      ask('explain', ...json, '--kind', 'cxp', '--limit', 'all'),
      ask('count', ...json),
      ask('features', ...json, '--per', 'row'),
      ask('precise', ...json),
    ]);
    records(axps.stdout).forEach((row, r) => {
      expect(row.given).toHaveLength(2);
      expect(row.given[0]).toMatch(/^age = /);
      expect(row.given[1]).toMatch(/^income ≥ /);
      for (const { features: set } of row.explanations) expect(set).not.toContain('age');
      for (const { features: set, counterfactual } of records(cxps.stdout)[r].explanations) {
        expect(set).not.toContain('age');
        expect(counterfactual.changes).not.toHaveProperty('age');
      }
      expect(records(counts.stdout)[r]).toMatchObject({
        count: String(row.explanations.length),
        given: row.given,
      });
      const about = records(features.stdout)[r];
      expect([about.given, about.frequency.age]).toEqual([row.given, 0]);
      expect(about.rule).toContain(` GIVEN age = `);
      expect(records(precise.stdout)[r].given).toEqual(row.given);
    });
  });

  it('is said in text, tables and the long report', async () => {
    const within = ['--within', 'age: fixed', '--rows', '0'];
    const [text, table, report] = await Promise.all([
      ask('explain', ...within, '--limit', '1'),
      ask('explain', ...within, '--format', 'csv'),
      xpxlc([
        'explain',
        LOANS,
        '--within',
        'age: fixed',
        '--instance',
        'age=42,income=36,home=own,late payments=0',
      ]),
    ]);
    expect(text.stdout).toMatch(/\n {2}given that age = \d+/);
    expect(table.stdout.split('\n')[0]).toContain(',given,');
    expect(report.stdout).toMatch(/Given that\n {2}age = 42/);
  });

  it('is said in text and tables of counts and checks, too, and nothing where it leaves everything', async () => {
    const within = ['--within', 'age: fixed'];
    const [counts, free, table, found] = await Promise.all([
      ask('count', ...within, '--rows', '0'),
      ask('count', '--within', 'age: free', '--rows', '0'),
      ask('count', ...within, '--format', 'csv'),
      ask('explain', ...within, '--rows', '0', '--format', 'ndjson'),
    ]);
    expect(counts.stdout).toMatch(/^row 0: \w+, given that age = \d+[^:]*: \d/);
    expect(free.stdout).toMatch(/^row 0: \w+, \d+ explanation/);
    expect(table.stdout.split('\n')[0]).toContain(',frequency,given,error');
    expect(table.stdout.split('\n')[1]).toMatch(/,"\[""age = \d+.*""\]",$/);
    const cwd = folder({ 'people.csv': PEOPLE, 'found.ndjson': found.stdout });
    const check = (...args: string[]) =>
      xpxlc(['check', LOANS, 'people.csv', '--explanations', 'found.ndjson', ...args], { cwd });
    const [text, checked] = await Promise.all([check(...within), check(...within, '--format', 'csv')]);
    expect(text.stdout).toMatch(/^row 0: \{.*\} is a minimal explanation of \w+, given that age = \d+/);
    expect(checked.stdout.split('\n')[0]).toContain(',counterexample,given,error');
    expect(checked.stdout.split('\n')[1]).toMatch(/,"\[""age = \d+.*""\]",$/);
  });

  it('is said in the summary of features, whose rules cover no more rows than were explained', async () => {
    const within = ['--within', 'home: own, age: up, income: 0..400'];
    const [text, json] = await Promise.all([
      ask('features', ...within),
      ask('features', ...within, '--format', 'ndjson'),
    ]);
    const words = ['home in {own}', 'age may only rise', '0 ≤ income ≤ 400'];
    const [summary] = records(json.stdout);
    expect(summary.given).toEqual(words);
    expect(text.stdout).toContain(`\ngiven that ${words.join(' and ')}:\n`);
    expect(summary.failed).toBeGreaterThan(0);
    expect(summary.rules.length).toBeGreaterThan(0);
    for (const { class: name, rows } of summary.rules)
      expect(rows).toBeLessThanOrEqual(summary.classes[name]);
  });

  it('is part of certificates, which are verified with it', async () => {
    const { stdout } = await ask('explain', '--within', 'age: fixed', '--certificate', '--format', 'ndjson');
    const files = folder({ 'proofs.ndjson': stdout });
    const proofs = records(stdout).flatMap((row) =>
      row.explanations.map((e: { certificate: object }) => e.certificate),
    );
    for (const proof of proofs) expect(proof.within[0].feature).toBe('age');
    const verified = await xpxlc(['verify', 'proofs.ndjson', '--model', LOANS], { cwd: files });
    expect(verified.status).toBe(0);
  });

  it('makes rows that are no part of it errors, and answers the others', async () => {
    const { stdout, status } = await ask('explain', '--within', 'home: own', '--format', 'ndjson');
    const rows = records(stdout);
    expect(new Set(rows.map((row) => row.error?.code))).toEqual(new Set([undefined, 'outside-within']));
    expect(status).not.toBe(0);
  });

  it('is checked before anything is read', async () => {
    const { status, stderr, stdout } = await ask('explain', '--within', 'home: castle');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('unknown category');
  });
});
