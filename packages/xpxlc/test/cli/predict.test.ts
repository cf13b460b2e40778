// `xpxlc predict`, as a user runs it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reduce } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { encodeRows, evaluate, loadModel, openTable } from '../../src/index.ts';
import { folder, LOAN_TABLE, LOANS, MAIL, PEOPLE, records, STATIONS, xpxlc } from './program.ts';

describe('xpxlc predict', () => {
  it('gives class, exact lead, rival and scores of each row', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const { status, stdout, stderr } = await xpxlc(
      ['predict', LOANS, 'people.csv', '--key', 'name', '--format', 'ndjson'],
      { cwd },
    );
    expect(status).toBe(0);
    expect(stderr).toBe('');
    const found = records(stdout);
    expect(found[0]).toEqual({
      row: 0,
      id: 'Ada',
      class: 'grant',
      margin: '40',
      points: 105,
      cutoff: 65,
      rival: 'refuse',
      scores: { refuse: 0, grant: 40 },
    });
    // 25 + 10 + 5 + 30 is 5 more than needed.
    expect(found.map(({ class: name, margin }) => [name, margin])).toEqual([
      ['grant', '40'],
      ['refuse', '55'],
      ['refuse', '15'],
      ['grant', '5'],
      ['grant', '45'],
    ]);
  });

  it('says a tie and a doubtful lead', async () => {
    const cwd = folder({
      'tie.json': JSON.stringify({
        format: 'xpxlc-model',
        version: 1,
        kind: 'linear',
        classes: ['no', 'yes'],
        features: ['a', 'b', 'c'].map((name) => ({ name, kind: 'real', lower: -1, upper: 1 })),
        weights: [[0.1, 0.2, 0.3]],
        intercept: [0],
      }),
      'rows.csv': 'a,b,c\n0,0,0\n1,1,-1\n',
    });
    const { stdout } = await xpxlc(['predict', 'tie.json', 'rows.csv', '--format', 'ndjson'], { cwd });
    expect(records(stdout)).toMatchObject([
      { class: 'no', margin: '0', tie: true },
      { class: 'yes', doubtful: true },
    ]);
    const text = await xpxlc(['predict', 'tie.json', 'rows.csv'], { cwd });
    expect(text.stdout).toContain('row 0: no, a tie with yes, decided by the tie rule');
    expect(text.stdout).toMatch(/row 1: yes, lead \S+ over no \(within rounding noise\)/);
  });

  it('compares with a target column: in the text, on stderr beside data, and in a file', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const text = await xpxlc(
      ['predict', LOANS, 'people.csv', '--actual', 'decision', '--summary', 's.json'],
      { cwd },
    );
    expect(text.status).toBe(0);
    expect(text.stderr).toBe('');
    expect(text.stdout).toContain('row 3: grant, 70 points, 65 needed; wrong, it is refuse\n');
    expect(text.stdout).toContain(
      '\naccuracy 80.00 % of 5 rows\ntrue \\ predicted  refuse  grant\nrefuse                 2      1\ngrant                  0      2\n',
    );
    expect(JSON.parse(readFileSync(join(cwd, 's.json'), 'utf8'))).toEqual({
      rows: 5,
      badRows: 0,
      accuracy: 0.8,
      logLoss: null,
      classes: ['refuse', 'grant'],
      confusion: [
        [2, 1],
        [0, 2],
      ],
    });
    const data = await xpxlc(['predict', LOANS, 'people.csv', '--actual', 'decision', '--format', 'ndjson'], {
      cwd,
    });
    expect(records(data.stdout)).toHaveLength(5);
    expect(records(data.stdout)[3].actual).toBe('refuse');
    expect(data.stderr).toContain('accuracy 80.00 %');
  });

  it('measures what the library measures, log-loss included', async () => {
    const cwd = folder();
    const args = ['--bins', 'age=4', '--bins', 'income=20,40', '--train-share', '1', '-o', 'm.json'];
    expect((await xpxlc(['train', LOAN_TABLE, ...args], { cwd })).status).toBe(0);
    const ran = await xpxlc(
      ['predict', 'm.json', LOAN_TABLE, '--actual', 'decision', '--format', 'csv', '--summary', 's.json'],
      { cwd },
    );
    const [header, ...rows] = ran.stdout.trimEnd().split('\n');
    expect(header).toBe(
      'row,id,class,margin,probability,rival,tie,doubtful,score grant,score refuse,probability grant,probability refuse,actual,error',
    );
    expect(rows).toHaveLength(600);
    const { model } = await loadModel(join(cwd, 'm.json'));
    const table = await openTable(LOAN_TABLE);
    const { classes, features } = model;
    const blocks = encodeRows(table, features, { target: 'decision', classes });
    const { logLoss, ...expected } = await evaluate(reduce(model), blocks);
    table.close();
    const summary = JSON.parse(readFileSync(join(cwd, 's.json'), 'utf8'));
    expect(summary).toMatchObject(expected);
    expect(summary.logLoss).toBeCloseTo(logLoss, 12);
    expect(ran.stderr).toContain(`of 600 rows, log-loss ${logLoss.toFixed(4)}\n`);
  });

  it('keeps bad rows in their place and ends with 3', async () => {
    const cwd = folder({
      'bad.csv': `${PEOPLE}Flo,x,1,own,0,grant\nGus,30,50,own,0,perhaps\nHal,30,50,own,0,\n`,
    });
    const ran = await xpxlc(['predict', LOANS, 'bad.csv', '--actual', 'decision', '--format', 'json'], {
      cwd,
    });
    expect(ran.status).toBe(3);
    const found = JSON.parse(ran.stdout);
    expect(found).toHaveLength(8);
    expect(found[5]).toMatchObject({ row: 5, error: { code: 'not-finite' } });
    expect(found[5].class).toBeUndefined();
    // Only the known class is at fault: the prediction stands.
    expect(found[6]).toMatchObject({ class: 'grant', actual: null, error: { code: 'unknown-class' } });
    expect(found[7]).toMatchObject({ class: 'grant', actual: null, error: { code: 'missing-value' } });
    expect(ran.stderr).toContain('accuracy 80.00 % of 5 rows (3 more could not be used)');
    expect(ran.stderr).toContain('3 rows could not be predicted or compared');
    const text = await xpxlc(['predict', LOANS, 'bad.csv', '--rows', '5'], { cwd });
    expect(text.status).toBe(3);
    expect(text.stdout).toMatch(/^row 5: error: line 7, feature 'age': not a finite number/);
    expect(text.stderr).toBe('xpxlc: 1 row could not be predicted\n');
  });

  it('predicts one case, from the command line or from JSON', async () => {
    const one = await xpxlc([
      'predict',
      LOANS,
      '--instance',
      'age=36,income=20,home=rent,late payments=0',
      '--format',
      'ndjson',
    ]);
    expect(one.status).toBe(0);
    expect(records(one.stdout)[0]).toMatchObject({ row: 0, class: 'grant', margin: '5' });
    const json = await xpxlc(['predict', STATIONS, '--instance', '-'], { input: '["t","f","t","t"]' });
    expect(json.stdout).toMatch(/^row 0: Y, probability 51.2 %\n$/);
    for (const [input, code] of [
      ['not json', 2],
      ['{"R1":"x"}', 3],
      ['7', 3],
    ] as const)
      expect((await xpxlc(['predict', STATIONS, '--instance', '-'], { input })).status).toBe(code);
  });

  it('reads tables from standard input, by names or positions, and filters them', async () => {
    const input = 'has link,sender,all capitals\n1,2,1\n0,0,0\n1,1,0\n';
    const ran = await xpxlc(
      ['predict', ...MAIL, '--values', 'index', '--format', 'ndjson', '--rows', '0-1'],
      { input },
    );
    expect(records(ran.stdout).map((record) => record.class)).toEqual(['spam', 'ham']);
    const cwd = folder({ 'people.csv': PEOPLE });
    const where = await xpxlc(['predict', LOANS, 'people.csv', '--where', 'age > 50', '--format', 'csv'], {
      cwd,
    });
    expect(
      where.stdout
        .split('\n')
        .slice(1, 3)
        .map((line) => line.split(',')[0]),
    ).toEqual(['0', '4']);
  });

  it('writes Parquet, and no file at all when it fails', async () => {
    const cwd = folder({ 'people.csv': PEOPLE, 'broken.csv': 'age,income,home,late payments\n"1,2\n' });
    const ran = await xpxlc(['predict', LOANS, 'people.csv', '-o', 'out.parquet'], { cwd });
    expect([ran.status, ran.stdout]).toEqual([0, '']);
    const table = await openTable(join(cwd, 'out.parquet'));
    expect(await table.query(`SELECT class, margin, "score grant" FROM ${table.relation} LIMIT 1`)).toEqual([
      ['grant', 40, 40],
    ]);
    table.close();
    const failed = await xpxlc(['predict', LOANS, 'broken.csv', '-o', 'never.csv'], { cwd });
    expect(failed.status).toBe(3);
    expect(existsSync(join(cwd, 'never.csv'))).toBe(false);
  });

  it('refuses options that make no sense, with 2, and files that are not there, with 3', async () => {
    const cases: [string[], number, RegExp][] = [
      [['predict'], 2, /missing required argument 'model'/],
      [['predict', LOANS, LOAN_TABLE, '--format', 'xml'], 2, /Allowed choices are text, json/],
      [['predict', LOANS, LOAN_TABLE, '--instance', 'age=1'], 2, /--instance: cannot be combined with DATA/],
      [
        ['predict', LOANS, '--instance', 'age=1', '--actual', 'decision'],
        2,
        /--actual: cannot be combined with --instance/,
      ],
      [['predict', LOANS, LOAN_TABLE, '--summary', 's.json'], 2, /--actual COLUMN/],
      [['predict', LOANS, LOAN_TABLE, '--format', 'parquet'], 2, /-o FILE/],
      [['predict', 'no-such.json', LOAN_TABLE], 3, /no-such\.json: no such file/],
      [['predict', LOANS, 'no-such.csv'], 3, /no-such\.csv/],
      [['predict', LOANS, LOAN_TABLE, '--actual', 'nothing'], 3, /'nothing'/],
    ];
    const cwd = folder();
    const all = await Promise.all(cases.map(([args]) => xpxlc(args, { cwd })));
    for (const [x, [args, status, message]] of cases.entries()) {
      expect([args, all[x].status]).toEqual([args, status]);
      expect(all[x].stderr).toMatch(message);
      expect(all[x].stdout).toBe('');
    }
  });

  it('explains itself with examples', async () => {
    const { status, stdout } = await xpxlc(['predict', '--help']);
    expect(status).toBe(0);
    expect(stdout).toContain('Examples:\n  $ xpxlc predict');
  });
});
