// --beyond-bounds: rows of another table than the one that the model was trained on.
import { describe, expect, it } from 'vitest';
import { recordSchemas } from '../../src/index.ts';
import { folder, records, xpxlc } from './program.ts';

const MODEL = {
  format: 'xpxlc-model',
  version: 1,
  kind: 'linear',
  classes: ['refuse', 'grant'],
  features: [
    { name: 'age', kind: 'integer', lower: 18, upper: 70 },
    { name: 'income', kind: 'real', lower: 0, upper: 100 },
    { name: 'home', kind: 'categorical', values: ['rent', 'own'] },
  ],
  weights: [[0.5, 1, [0, 20]]],
  intercept: [-90],
};
/** Row 1 is beyond in age, row 2 in age and income, and its class is unknown; row 5 in both. */
const TABLE = `id,age,income,home,y
a,30,50,own,grant
b,82,50,own,grant
c,82,150,rent,nope
d,17.5,50,own,refuse
e,30,1e400,own,refuse
f,90,-3,own,refuse
g,20,20,rent,refuse
`;
const files = { 'model.json': JSON.stringify(MODEL), 'rows.csv': TABLE };
const EXTEND = ['--beyond-bounds', 'extend'];

describe('rows beyond the bounds', () => {
  it('are refused with the option that allows them', async () => {
    const cwd = folder(files);
    const ran = await xpxlc(['explain', 'model.json', 'rows.csv', '--format', 'ndjson'], { cwd });
    expect(ran.status).toBe(3);
    expect(records(ran.stdout)[1].error).toMatchObject({
      code: 'out-of-bounds',
      expected: '18 to 70',
      got: '82',
      message: expect.stringContaining('got 82 (--beyond-bounds extend answers such rows)'),
    });
    const one = await xpxlc(['explain', 'model.json', '--instance', 'age=82,income=5,home=own'], { cwd });
    expect(one.status).toBe(3);
    expect(one.stderr).toContain('expected 18 to 70, got 82 (--beyond-bounds extend answers such rows)');
  });

  it('are said in few digits, and only the bound that there is', async () => {
    const income = { name: 'income', kind: 'real', lower: -10 / 3, upper: 200 / 3 };
    const cwd = folder({
      'long.json': JSON.stringify({ ...MODEL, features: [MODEL.features[0], income, MODEL.features[2]] }),
      'half.csv': 'feature,bin,points\nage,18-24,0\nage,25+,20\n(cutoff),,10\n',
      'rows.csv': TABLE,
      'young.csv': 'age\n17\n',
    });
    const ran = await xpxlc(['explain', 'long.json', 'rows.csv', '--rows', '2', ...EXTEND], { cwd });
    expect(ran.stdout).toContain('here age 18 to 82, income -3.333… to 150\n');
    const row = await xpxlc(['explain', 'half.csv', 'young.csv'], { cwd });
    expect(row.stdout).toContain('out of bounds; expected at least 18, got 17 (');
    const one = await xpxlc(['explain', 'half.csv', '--instance', 'age=17'], { cwd });
    expect(one.stderr).toContain('out of bounds; expected at least 18, got 17 (');
  });

  it('are answered in wider bounds, which the record says', async () => {
    const cwd = folder(files);
    const ran = await xpxlc(
      ['explain', 'model.json', 'rows.csv', '--key', 'id', ...EXTEND, '--format', 'ndjson'],
      { cwd },
    );
    const found = records(ran.stdout);
    for (const record of found) recordSchemas.explain.parse(record);
    expect(found.map(({ id, extended }) => [id, extended])).toEqual([
      ['a', undefined],
      ['b', { age: [18, 82] }],
      ['c', { age: [18, 82], income: [0, 150] }],
      ['d', undefined],
      ['e', undefined],
      ['f', { age: [18, 90], income: [-3, 100] }],
      ['g', undefined],
    ]);
    expect(found.map(({ error }) => error?.code)).toEqual([
      ...[undefined, undefined, undefined],
      'not-integer',
      'not-finite',
      ...[undefined, undefined],
    ]);
    expect(found[2].explanations[0].literals).toEqual(['income = 150']);
    expect(ran.stderr).toContain('3 rows with numbers beyond the bounds of the model');
    expect(ran.status).toBe(3);
  });

  it('say so for people', async () => {
    const cwd = folder(files);
    const { stdout } = await xpxlc(['predict', 'model.json', 'rows.csv', ...EXTEND, '--rows', '1-2'], {
      cwd,
    });
    expect(stdout).toContain('row 1: grant');
    expect(stdout).toContain('\n  beyond the bounds of the model; here age 18 to 82, income 0 to 150\n');
    const one = await xpxlc(['explain', 'model.json', '--instance', 'age=82,income=5,home=own', ...EXTEND], {
      cwd,
    });
    expect([one.status, one.stdout.split('\n').at(-2)]).toEqual([
      0,
      '  beyond the bounds of the model; here age 18 to 82',
    ]);
  });

  it('count in what is added up over rows', async () => {
    const cwd = folder(files);
    const ran = await xpxlc(
      [
        'predict',
        'model.json',
        'rows.csv',
        ...EXTEND,
        '--actual',
        'y',
        '--summary',
        'sum.json',
        '--format',
        'ndjson',
      ],
      { cwd },
    );
    const found = records(ran.stdout);
    // An unknown class does not keep the row from being predicted.
    expect(found[2]).toMatchObject({ class: 'grant', actual: null, error: { code: 'unknown-class' } });
    expect(ran.stderr).toContain('accuracy 75.00 % of 4 rows (3 more could not be used)');
    const features = await xpxlc(['features', 'model.json', 'rows.csv', ...EXTEND, '--format', 'json'], {
      cwd,
    });
    expect(JSON.parse(features.stdout)).toMatchObject([{ rows: 5, failed: 2 }]);
  });

  it('are filtered by what is predicted for them, and compared', async () => {
    const other = { ...MODEL, features: [{ ...MODEL.features[0], upper: 60 }, ...MODEL.features.slice(1)] };
    const cwd = folder({ ...files, 'other.json': JSON.stringify(other) });
    const ask = [...EXTEND, '--format', 'ndjson'];
    const granted = await xpxlc(['predict', 'model.json', 'rows.csv', '--predicted', 'grant', ...ask], {
      cwd,
    });
    expect(records(granted.stdout).map(({ row, extended }) => [row, extended !== undefined])).toEqual([
      [1, true],
      [2, true],
      [3, false],
      [4, false],
    ]);
    const rows = 'age,income,home\n30,50,own\n65,50,own\n82,50,own\n';
    const compared = await xpxlc(['compare', 'model.json', 'other.json', '-', ...ask], { cwd, input: rows });
    expect(records(compared.stdout).map(({ error, extended }) => [error, extended])).toEqual([
      [undefined, undefined],
      [undefined, { age: [18, 65] }],
      [undefined, { age: [18, 82] }],
    ]);
    const summary = await xpxlc(['compare', 'model.json', 'other.json', '-', '--per', 'table', ...ask], {
      cwd,
      input: rows,
    });
    expect(records(summary.stdout)[0]).toMatchObject({ rows: 3, failed: 0 });
  });

  it('can be checked and verified like others', async () => {
    const cwd = folder(files);
    const ask = ['--beyond-bounds', 'extend', '--format', 'ndjson'];
    const explained = await xpxlc(
      ['explain', 'model.json', 'rows.csv', '--kind', 'both', '--certificate', ...ask, '-o', 'e.ndjson'],
      { cwd },
    );
    expect(explained.stderr).toContain('3 rows with');
    const checked = await xpxlc(['check', 'model.json', 'rows.csv', '--explanations', 'e.ndjson', ...ask], {
      cwd,
    });
    const sound = records(checked.stdout).filter(({ error }) => error === undefined);
    expect(sound).toHaveLength(10);
    for (const record of sound) expect(record).toMatchObject({ holds: true, minimal: true });
    expect(sound.filter(({ extended }) => extended !== undefined)).toHaveLength(6);
    const verified = await xpxlc(['verify', 'e.ndjson', '--model', 'model.json'], { cwd });
    expect(verified.stderr).toContain('10 valid, 0 not valid');
    const one = [
      'check',
      'model.json',
      '--instance',
      'age=82,income=150,home=rent',
      '--explanations',
      '-',
      ...ask,
    ];
    const { stdout } = await xpxlc(one, { cwd, input: '0,income\n' });
    expect(records(stdout)[0]).toMatchObject({ minimal: true, extended: { income: [0, 150] } });
  });

  it('may be all of a table in Parquet, and be answered on several threads', async () => {
    const lines = Array.from(
      { length: 1000 },
      (_, r) => `${r},${18 + (r % 80)},${(r * 7) % 130},${r % 3 ? 'own' : 'rent'},grant`,
    );
    const cwd = folder({ ...files, 'many.csv': `id,age,income,home,y\n${lines.join('\n')}\n` });
    const run = (jobs: string) =>
      xpxlc(
        [
          'explain',
          'model.json',
          'many.csv',
          '--limit',
          'all',
          '--kind',
          'both',
          ...EXTEND,
          '--format',
          'ndjson',
          '--jobs',
          jobs,
        ],
        { cwd },
      );
    const [one, two] = [await run('1'), await run('2')];
    expect(one.status).toBe(0);
    expect(two).toEqual(one);
    expect(records(one.stdout).map(({ row }) => row)).toEqual(lines.map((_, r) => r));
    const steps = {
      ...MODEL,
      kind: 'scorecard',
      weights: undefined,
      intercept: undefined,
      cutoff: 20,
      points: [{ cuts: [10, 30], values: [50, 0, 10] }, { cuts: [50], values: [0, 10] }, [0, 5]],
    };
    const bins = folder({
      'card.json': JSON.stringify(steps),
      'rows.csv': 'age,income,home\n5,0,own\n30,200,rent\n',
    });
    const ran = await xpxlc(['explain', 'card.json', 'rows.csv', ...EXTEND, '-o', 'e.parquet'], {
      cwd: bins,
    });
    expect(ran.status).toBe(0);
    const { openTable } = await import('../../src/index.ts');
    const table = await openTable(`${bins}/e.parquet`);
    expect(await table.query(`SELECT class, literals::VARCHAR FROM ${table.relation}`)).toEqual([
      ['grant', expect.stringContaining('age < 10')],
      ['grant', expect.stringContaining('income ≥ 50')],
    ]);
    table.close();
  }, 90_000);
});
