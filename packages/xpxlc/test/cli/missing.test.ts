// Missing and unknown values, from the model file to the explanation.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTable } from '../../src/index.ts';
import { folder, records, xpxlc } from './program.ts';

const CARD = {
  format: 'xpxlc-model',
  version: 1,
  kind: 'scorecard',
  classes: ['refuse', 'grant'],
  features: [
    { name: 'age', kind: 'integer', lower: 18, upper: 99, missing: true },
    {
      name: 'job',
      kind: 'categorical',
      values: ['clerk', 'nurse', '(missing)', '(other)'],
      missing: '(missing)',
      other: '(other)',
    },
    { name: 'debt', kind: 'real', lower: 0, upper: 100, missing: 12.5 },
  ],
  cutoff: 30,
  points: [
    { cuts: [25, 40], values: [0, 15, 30], missing: 7 },
    [5, 20, 1, 3],
    { cuts: [20], values: [10, 0] },
  ],
};
const TABLE = 'age,job,debt\n30,clerk,\n,pirate,50\n,nurse,NA\nmuch,nurse,1\n,,\nnan,clerk,1\n';

describe('missing and unknown values', () => {
  it('are refused with the option that makes them the category that the model has for them', async () => {
    const features = [{ name: 'job', kind: 'categorical', values: ['clerk', '(missing)'] }];
    const cwd = folder({
      'model.json': JSON.stringify({ ...CARD, features, points: [[5, 40]] }),
      'rows.csv': 'job,n\nclerk,1\n,2\n',
    });
    const refused = await xpxlc(['explain', 'model.json', 'rows.csv'], { cwd });
    expect(refused.stdout).toContain(`got none (--missing '(missing)' counts it as that category)`);
    const { stdout } = await xpxlc(['explain', 'model.json', 'rows.csv', '--missing', '(missing)'], { cwd });
    expect(stdout).toContain('IF job = (missing) THEN grant');
  });

  it('are values of their own, or count as others, as the model says', async () => {
    const cwd = folder({ 'card.json': JSON.stringify(CARD), 'rows.csv': TABLE });
    const ask = async (command: string, ...options: string[]) =>
      records(
        (
          await xpxlc(
            [command, 'card.json', 'rows.csv', '--null', '', 'NA', '--format', 'ndjson', ...options],
            { cwd },
          )
        ).stdout,
      );
    const found = await ask('explain');
    expect(
      found.map(({ class: name, margin, explanations }) => [name, margin, explanations?.[0].literals]),
    ).toEqual([
      ['grant', '0', ['age in [25, 40)', 'job = clerk', 'debt is missing (counted as 12.5)']],
      ['refuse', '20', ['age is missing', 'job = (other)']],
      ['grant', '7', ['job = nurse', 'debt is missing (counted as 12.5)']],
      [undefined, undefined, undefined],
      ['refuse', '12', ['age is missing', 'job = (missing)']],
      ['refuse', '8', expect.anything()],
    ]);
    expect(found[3].error.got).toBe("'much'");
    const predicted = await ask('predict');
    expect(predicted.map(({ class: name, margin }) => [name, margin])).toEqual(
      found.map(({ class: name, margin }) => [name, margin]),
    );
    expect(predicted[3]).not.toHaveProperty('class');
    // What the user says of missing categories goes before what the model says.
    expect((await ask('predict', '--missing', 'nurse'))[4]).toMatchObject({ class: 'grant', margin: '7' });
    const [change] = (await ask('explain', '--rows', '1', '--kind', 'cxp'))[0].explanations;
    expect(change.counterfactual.changes).toEqual({ age: 40 });
    const [away] = (
      await ask('explain', '--rows', '0', '--kind', 'cxp', '--within', 'job: fixed, debt: fixed')
    )[0].explanations;
    expect(away.counterfactual.changes).toEqual({ age: 24 });
  });

  it('are told in rules as what they are, in every format, by blocks and one by one', async () => {
    const standing = {
      ...CARD,
      features: [
        CARD.features[2],
        { name: 'home', kind: 'categorical', values: ['rent', 'own'], missing: 'rent' },
      ],
      cutoff: 8,
      points: [{ cuts: [20], values: [10, 6] }, [0, 4]],
    };
    const both = { ...standing, kind: 'linear', weights: [[-1, [0, 60]]], intercept: [15] };
    const { points, cutoff, ...linear } = both;
    expect([points, cutoff]).not.toContain(undefined);
    const cwd = folder({
      'card.json': JSON.stringify(standing),
      'line.json': JSON.stringify(linear),
      't.csv': 'debt,home\n12.5,rent\n,rent\n50,\n12.5,\n',
    });
    for (const [model, own] of [
      ['card.json', 'debt < 20'],
      ['line.json', 'debt ≤ 12.5'],
    ]) {
      const gone = ['debt is missing (counted as 12.5)', 'home is missing (counted as rent)'];
      const wanted = [[own], [gone[0]], ['debt', gone[1]], [own]];
      const ask = async (...line: string[]) =>
        (await xpxlc(['explain', model, 't.csv', ...line], { cwd })).stdout;
      const isTold = (rules: readonly string[]) =>
        rules.every((text, r) => wanted[r].every((part) => text.includes(part))) &&
        !rules[0].includes('missing') &&
        !rules[3].includes('missing') &&
        rules.length === 4;
      const text = await ask();
      expect(
        text.split('\n').filter((line) => line.includes(' IF ')),
        text,
      ).toSatisfy(isTold);
      for (const list of [[], ['--limit', 'all']]) {
        const found = records(await ask('--format', 'ndjson', ...list));
        expect(found.map(({ explanations }) => explanations[0].literals.join(' AND '))).toSatisfy(isTold);
        const all = JSON.parse(await ask('--format', 'json', ...list)) as typeof found;
        expect(all.map(({ explanations }) => explanations)).toEqual(
          found.map(({ explanations }) => explanations),
        );
        await ask('-o', 'out.csv', ...list);
        await ask('-o', 'out.parquet', ...list);
        for (const file of ['out.csv', 'out.parquet']) {
          const table = await openTable(join(cwd, file));
          const rows = await table.query(
            `SELECT rule, literals::VARCHAR FROM ${table.relation} QUALIFY row_number() OVER (PARTITION BY row ORDER BY size) = 1 ORDER BY row`,
          );
          table.close();
          const [rules, literals] = [
            rows.map(([rule]) => String(rule)),
            rows.map(([, list]) => String(list)),
          ];
          expect(rules, file).toSatisfy(isTold);
          expect(literals, file).toSatisfy(isTold);
        }
      }
      const wide = records(await ask('--format', 'ndjson', '--inflate'));
      expect(wide[1].explanations[0].widened[0]).toMatch(
        /^debt [<≤] [\d.]+ or debt is missing \(counted as 12.5\)$/,
      );
      const [fixed] = records(await ask('--format', 'ndjson', '--rows', '1', '--within', 'debt: fixed'));
      expect(fixed.given).toEqual([gone[0]]);
    }
  });

  it('are told, with what they count as, in text and in records', async () => {
    const linear = {
      format: 'xpxlc-model',
      version: 1,
      kind: 'linear',
      classes: ['refuse', 'grant'],
      features: [
        { name: 'income', kind: 'real', lower: 0, upper: 100, missing: 42 },
        { name: 'job', kind: 'categorical', values: ['clerk', 'nurse', 'N/A'], missing: 'N/A' },
        { name: 'home', kind: 'categorical', values: ['rent', 'own'], missing: 'rent' },
      ],
      weights: [[1, [0, 5, -5], [0, 30]]],
      intercept: [-50],
    };
    const cwd = folder({
      'm.json': JSON.stringify(linear),
      't.csv': 'income,job,home\n42,clerk,rent\n,clerk,\n42,,own\n,nurse,own\n',
    });
    const ask = async (...line: string[]) => (await xpxlc(line, { cwd })).stdout;
    const gone = [undefined, { income: 42, home: 'rent' }, undefined, { income: 42 }];
    for (const command of ['explain', 'predict'])
      for (const jobs of ['1', '2'])
        expect(
          records(await ask(command, 'm.json', 't.csv', '--format', 'ndjson', '--jobs', jobs)).map(
            ({ missing }) => missing,
          ),
        ).toEqual(gone);
    const kept = await ask(
      'explain',
      'm.json',
      't.csv',
      '--predicted',
      'grant',
      '--where',
      "job <> 'clerk'",
      '--format',
      'ndjson',
    );
    expect(records(kept).map(({ row, missing }) => [row, missing])).toEqual([[3, { income: 42 }]]);
    expect(await ask('explain', 'm.json', 't.csv', '--rows', '1')).toBe(
      'row 1: refuse, lead 8; income is missing (counted as 42); home is missing (counted as rent)\n  IF income is missing (counted as 42) AND home is missing (counted as rent) THEN refuse\n',
    );
    expect(await ask('predict', 'm.json', '--instance', 'job=nurse,home=own')).toBe(
      'row 0: grant, lead 27 over refuse; income is missing (counted as 42)\n',
    );
    const report = await ask('explain', 'm.json', '--instance', 'job=clerk,home=own');
    expect(report).toContain('\n  income is missing (counted as 42)\n');
    expect(report).toContain('\n  income is missing (counted as 42) → income ≤ ');
    // What the user says of missing cells is not the model's affair.
    const said = records(await ask('predict', 'm.json', 't.csv', '--missing', 'rent', '--format', 'ndjson'));
    expect(said[1].missing).toEqual({ income: 42 });
  });

  it('go through Parquet, certificates and widened literals', async () => {
    const cwd = folder({ 'card.json': JSON.stringify(CARD), 'rows.csv': TABLE });
    await xpxlc(['explain', 'card.json', 'rows.csv', '--null', '', 'NA', '-o', 'out.parquet'], { cwd });
    const table = await openTable(join(cwd, 'out.parquet'));
    const [[literals]] = await table.query(`SELECT literals FROM ${table.relation} WHERE row = 4`);
    table.close();
    expect(literals).toEqual(['age is missing', 'job = (missing)']);
    const again = await xpxlc(
      ['check', 'card.json', 'rows.csv', '--null', '', 'NA', '--explanations', '-', '--format', 'ndjson'],
      {
        cwd,
        input: (
          await xpxlc(
            [
              'explain',
              'card.json',
              'rows.csv',
              '--null',
              '',
              'NA',
              '--rows',
              '0-2,4-5',
              '--limit',
              'all',
              '--inflate',
              '--format',
              'ndjson',
            ],
            { cwd },
          )
        ).stdout,
      },
    );
    expect(again.status).toBe(0);
    const proofs = await xpxlc(
      [
        'explain',
        'card.json',
        'rows.csv',
        '--null',
        '',
        'NA',
        '--rows',
        '0-2,4-5',
        '--certificate',
        '--kind',
        'both',
        '--format',
        'ndjson',
      ],
      { cwd },
    );
    const verified = await xpxlc(['verify', '-', '--model', 'card.json'], { cwd, input: proofs.stdout });
    expect(verified.status, verified.stderr).toBe(0);
  });

  it('are checked in the model file', async () => {
    const bad = {
      ...CARD,
      features: [
        { ...CARD.features[0], missing: 5 },
        { ...CARD.features[1], missing: 'gone', other: 'else' },
        { ...CARD.features[2], missing: true },
      ],
    };
    const cwd = folder({ 'bad.json': JSON.stringify(bad), 'rows.csv': TABLE });
    const { status, stderr } = await xpxlc(['inspect', 'bad.json'], { cwd });
    expect(status).toBe(3);
    for (const path of [
      '$.features[1].missing',
      '$.features[1].other',
      '$.points[0].missing',
      '$.points[2]: expected steps with a value for',
    ])
      expect(stderr).toContain(path);
  });
});
