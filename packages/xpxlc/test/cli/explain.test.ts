// `xpxlc explain`, as a user runs it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { openTable, type SqlValue } from '../../src/index.ts';
import {
  folder,
  LOAN_TABLE,
  LOANS,
  MAIL,
  PEOPLE,
  type Ran,
  records,
  repositoryFile,
  STATIONS,
  xpxlc,
} from './program.ts';

const MAIL_ROWS = 'has link,sender,all capitals\nyes,unknown,yes\nno,a friend,no\n';

/** Explanations of row 0 as sets of names. */
function sets({ stdout }: Ran, row = 0): string[][] {
  return records(stdout)[row].explanations.map(({ features }: { features: string[] }) => features);
}

describe('xpxlc explain', () => {
  it('gives each row its class and a smallest explanation, in row order', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const ran = await xpxlc(['explain', LOANS, 'people.csv', '--key', 'name', '--format', 'ndjson'], { cwd });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    const found = records(ran.stdout);
    expect(found.map(({ row, id }) => [row, id])).toEqual([
      [0, 'Ada'],
      [1, 'Bo'],
      [2, 'Cy'],
      [3, 'Di'],
      [4, 'Ed'],
    ]);
    expect(found[1]).toEqual({
      row: 1,
      id: 'Bo',
      class: 'refuse',
      margin: '55',
      points: 10,
      cutoff: 65,
      explanations: [
        {
          kind: 'axp',
          features: ['income', 'late payments'],
          indices: [1, 3],
          literals: ['income < 20 k€', 'late payments ≥ 3'],
          size: 2,
        },
      ],
      complete: true,
    });
  });

  it('tells people a rule per row, and what would change it', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const { stdout } = await xpxlc(['explain', LOANS, 'people.csv', '--rows', '1', '--kind', 'both'], {
      cwd,
    });
    expect(stdout).toBe(
      'row 1: refuse, 10 points, 65 needed\n  IF income < 20 k€ AND late payments ≥ 3 THEN refuse\n  BUT grant if income ≥ 40 k€ and late payments = 0\n',
    );
  });

  it('reports one case in full, from the command line or from JSON on standard input', async () => {
    const ran = await xpxlc(['explain', STATIONS, '--instance', 'R1=t,R2=f,R3=f,R4=f']);
    expect(ran.status).toBe(0);
    for (const part of ['Decision', 'Why?', 'What would change it?', 'Proof'])
      expect(ran.stdout).toContain(part);
    expect(ran.stdout).not.toContain('\u001b[');
    const json = await xpxlc(['explain', STATIONS, '--instance', '-', '--format', 'ndjson'], {
      input: '{"R1":"t","R2":"f","R3":"f","R4":"f"}',
    });
    expect(records(json.stdout)[0]).toMatchObject({ row: 0, class: 'Y' });
    const list = await xpxlc(['explain', STATIONS, '--instance', '-', '--limit', '2'], {
      input: '["t","f","f","f"]',
    });
    expect(list.stdout).toMatch(/^row 0: Y, probability 99.7 %\n/);
    for (const [input, status] of [
      ['{', 2],
      ['3', 3],
      ['{"R1":"t"}', 3],
      ['["t","f","f","x"]', 3],
    ] as const) {
      const wrong = await xpxlc(['explain', STATIONS, '--instance', '-'], { input });
      expect([input, wrong.status, wrong.stdout]).toEqual([input, status, '']);
    }
  });

  it('lists several explanations, by size or as the search finds them, and says when more are left', async () => {
    const ask = (...args: string[]): Promise<Ran> =>
      xpxlc(['explain', LOANS, '--instance', 'age=23,income=18,home=rent,late payments=4', ...args]);
    const [all, two, search, text] = await Promise.all([
      ask('--limit', 'all', '--format', 'ndjson'),
      ask('--limit', '2', '--format', 'ndjson'),
      ask('--limit', 'all', '--order', 'search', '--format', 'ndjson'),
      ask('--limit', '2'),
    ]);
    expect(sets(all)).toEqual([
      ['income', 'late payments'],
      ['age', 'income'],
      ['age', 'home', 'late payments'],
    ]);
    expect(records(all.stdout)[0].complete).toBe(true);
    expect(sets(two)).toEqual(sets(all).slice(0, 2));
    expect(records(two.stdout)[0].complete).toBe(false);
    expect(text.stdout).toContain('\n  … and there may be more\n');
    expect(sets(search).map(String).sort()).toEqual(sets(all).map(String).sort());
  });

  it('respects features to avoid, never to use, and fixed ones; and a class to reach', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const ask = (...args: string[]): Promise<Ran> =>
      xpxlc(['explain', LOANS, 'people.csv', '--format', 'ndjson', ...args], { cwd });
    const [avoid, never, impossible, fixed, target, own] = await Promise.all([
      ask('--avoid', 'income', '--rows', '1'),
      ask('--never', 'income', '--rows', '0'),
      ask('--never', 'age,income,home,late payments', '--rows', '0'),
      ask('--kind', 'cxp', '--within', 'age: fixed, income: fixed', '--limit', 'all', '--rows', '2'),
      ask('--kind', 'cxp', '--target', 'grant', '--rows', '2'),
      ask('--kind', 'cxp', '--target', 'refuse', '--rows', '2'),
    ]);
    expect(sets(avoid)[0]).not.toContain('income');
    expect(
      records(never.stdout)[0].explanations.flatMap((e: { features: string[] }) => e.features),
    ).not.toContain('income');
    expect(records(impossible.stdout)[0]).toMatchObject({ explanations: [], complete: true });
    expect(records(impossible.stdout)[0].impossible).toMatch(/^without holding /);
    for (const set of sets(fixed)) expect(set.filter((name) => ['age', 'income'].includes(name))).toEqual([]);
    expect(records(target.stdout)[0].explanations[0].counterfactual.class).toBe('grant');
    // It is refused already.
    expect(records(own.stdout)[0].explanations).toEqual([]);
  });

  it('widens literals and adds certificates where asked', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const ran = await xpxlc(
      ['explain', LOANS, 'people.csv', '--inflate', '--certificate', '--format', 'ndjson', '--rows', '0-1'],
      { cwd },
    );
    const [first] = records(ran.stdout);
    expect(first.explanations[0].widened).toHaveLength(first.explanations[0].size);
    expect(first.explanations[0].certificate).toMatchObject({
      format: 'xpxlc-certificate',
      version: 2,
      claim: 'smallest',
    });
    const text = await xpxlc(['explain', LOANS, 'people.csv', '--inflate', '--rows', '0'], { cwd });
    expect(text.stdout).toContain(`IF ${first.explanations[0].widened.join(' AND ')} THEN grant`);
    const csv = await xpxlc(
      ['explain', LOANS, 'people.csv', '--certificate', '--format', 'csv', '--rows', '0'],
      { cwd },
    );
    expect(csv.stdout.split('\n')[0]).toBe(
      'row,id,class,margin,points,kind,size,rule,change,new_class,features,literals,counterfactual,certificate,complete,error',
    );
  });

  it('says the same in JSON, NDJSON, CSV and Parquet', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const ask = (...args: string[]): Promise<Ran> =>
      xpxlc(['explain', LOANS, 'people.csv', '--kind', 'both', ...args], { cwd });
    const [json, ndjson, csv, parquet, packed] = await Promise.all([
      ask('--format', 'json'),
      ask('--format', 'ndjson'),
      ask('--format', 'csv', '-o', 'out.table'),
      ask('-o', 'out.parquet'),
      ask('-o', 'out.ndjson.gz'),
    ]);
    expect([json, ndjson, csv, parquet, packed].map(({ status, stderr }) => [status, stderr])).toEqual(
      Array(5).fill([0, '']),
    );
    expect(JSON.parse(json.stdout)).toEqual(records(ndjson.stdout));
    expect(gunzipSync(readFileSync(join(cwd, 'out.ndjson.gz'))).toString()).toBe(ndjson.stdout);
    const expected = records(ndjson.stdout).flatMap(({ row, explanations }) =>
      explanations.map(({ kind, features }: { kind: string; features: string[] }) => [row, kind, features]),
    );
    for (const [file, format] of [
      ['out.table', 'csv'],
      ['out.parquet', 'parquet'],
    ] as const) {
      const table = await openTable(join(cwd, file), { format });
      const rows = await table.query(`SELECT "row"::INTEGER, kind, features FROM ${table.relation}`);
      table.close();
      // CSV has no lists, Parquet has.
      const list = (cell: SqlValue): unknown => (format === 'csv' ? JSON.parse(String(cell)) : cell);
      expect(rows.map(([row, kind, features]) => [row, kind, list(features)])).toEqual(expected);
    }
  });

  it('writes CSV that reads as sentences, and with --format excel opens as it should in Excel', async () => {
    const cwd = folder({ 'people.csv': PEOPLE.replace('Ada', '=1+2').replace('Bo', '-7') });
    const ask = (...args: string[]): Promise<Ran> =>
      xpxlc(['explain', LOANS, 'people.csv', '--key', 'name', '--kind', 'both', '--rows', '0-1', ...args], {
        cwd,
      });
    const [plain, excel, tabs] = await Promise.all([
      ask('--format', 'csv'),
      ask('-o', 'out.csv', '--format', 'excel'),
      ask('-o', 'out.tsv', '--format', 'excel'),
    ]);
    const file = readFileSync(join(cwd, 'out.csv'));
    expect([excel.status, tabs.status, file.subarray(0, 3).toString('hex')]).toEqual([0, 0, 'efbbbf']);
    expect(file.toString().slice(1)).toBe(plain.stdout.replaceAll('0,=1+2,', "0,'=1+2,"));
    expect(readFileSync(join(cwd, 'out.tsv')).toString()).toMatch(/^\ufeffrow\tid\t/);
    const rows = parse(file, { columns: true, bom: true }) as Record<string, string>[];
    expect(rows.map(({ id, rule, change, new_class }) => [id, rule, change, new_class]).slice(2)).toEqual([
      ['-7', 'IF income < 20 k€ AND late payments ≥ 3 THEN refuse', '', ''],
      [
        '-7',
        'BUT grant if income ≥ 40 k€ and late payments = 0',
        'income: 18 → 40 k€; late payments: 4 → 0',
        'grant',
      ],
    ]);
  });

  it('says what to type instead of a format that cannot be', async () => {
    for (const [args, message] of [
      [
        ['-o', 'out.xlsx'],
        "xpxlc: -o out.xlsx: .xlsx files cannot be written; write CSV, which Excel and LibreOffice open: -o 'out.csv' --format excel\n",
      ],
      [['-o', 'A.XLS', '--format', 'csv'], /\.xls files cannot be written; .* -o 'A\.csv' --format excel/],
      [['-o', 'a.ods'], /\.ods files cannot be written/],
      [
        ['--certificate'],
        'xpxlc: --certificate: proofs are for programs; add --format ndjson (or json, csv, parquet)\n',
      ],
    ] as const) {
      const cwd = folder({ 'people.csv': PEOPLE });
      const ran = await xpxlc(['explain', LOANS, 'people.csv', ...args], { cwd });
      expect([ran.status, ran.stdout, readdirSync(cwd)]).toEqual([2, '', ['people.csv']]);
      if (typeof message === 'string') expect(ran.stderr).toBe(message);
      else expect(ran.stderr).toMatch(message);
    }
  });

  it('gives the same records as lines, the quick way, and as a list', async () => {
    const cwd = folder();
    const [lines, list, file] = await Promise.all([
      xpxlc(['explain', LOANS, LOAN_TABLE, '--format', 'ndjson', '--key', 'job'], { cwd }),
      xpxlc(['explain', LOANS, LOAN_TABLE, '--format', 'json', '--key', 'job'], { cwd }),
      xpxlc(['explain', LOANS, LOAN_TABLE, '-o', 'out.jsonl', '--key', 'job'], { cwd }),
    ]);
    expect([lines.status, list.status, file.status]).toEqual([0, 0, 0]);
    expect(records(lines.stdout)).toEqual(JSON.parse(list.stdout));
    expect(records(lines.stdout)).toHaveLength(600);
    expect(readFileSync(join(cwd, 'out.jsonl'), 'utf8')).toBe(lines.stdout);
    expect(lines.stderr).toBe(list.stderr);
  });

  it('keeps bad rows in their place as records with an error, and ends with 3', async () => {
    const cwd = folder({
      'bad.csv': `${PEOPLE}Flo,17,1,own,0\nGus,30.5,50,own,0,grant\nHal,30,,own,0,grant\nIda,30,50,tent,0,grant\nJo,52,61.5,own,0,grant\n`,
    });
    const ran = await xpxlc(['explain', LOANS, 'bad.csv', '--format', 'ndjson'], { cwd });
    expect(ran.status).toBe(3);
    expect(ran.stderr).toBe('xpxlc: 4 rows could not be explained\n');
    const found = records(ran.stdout);
    expect(found.map(({ row }) => row)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(found.slice(5).map(({ error }) => error?.code)).toEqual([
      'ragged-row',
      'not-integer',
      'missing-value',
      'unknown-category',
      undefined,
    ]);
    expect(found[8].error).toMatchObject({ place: "row 8 (line 10), feature 'home'", got: "'tent'" });
    const text = await xpxlc(['explain', LOANS, 'bad.csv', '--rows', '8', '-o', 'out.txt'], { cwd });
    expect([text.status, text.stdout]).toEqual([3, '']);
    expect(readFileSync(join(cwd, 'out.txt'), 'utf8')).toMatch(
      /^row 8: error: line 10, feature 'home': unknown category/,
    );
  });

  it('reads standard input, positions instead of names, other delimiters, other missing values', async () => {
    const [stdin, index, delimiter, missing, ndjson] = await Promise.all([
      xpxlc(['explain', ...MAIL, '--format', 'ndjson'], { input: MAIL_ROWS }),
      xpxlc(['explain', ...MAIL, '-', '--values', 'index', '--format', 'ndjson'], {
        input: 'has link,sender,all capitals\n1,2,1\n0,0,0\n',
      }),
      xpxlc(['explain', ...MAIL, '--delimiter', '/', '--format', 'ndjson'], {
        input: MAIL_ROWS.replaceAll(',', '/'),
      }),
      xpxlc(['explain', ...MAIL, '--null', '?', 'NA', '--missing', 'unknown', '--format', 'ndjson'], {
        input: 'has link,sender,all capitals\nyes,?,yes\nNA,a list,no\n',
      }),
      xpxlc(['explain', ...MAIL, '--format', 'ndjson', '--where', "sender = 'unknown'"], {
        input:
          '{"has link":"yes","sender":"unknown","all capitals":"yes"}\n{"has link":"no","sender":"a friend","all capitals":"no"}\n',
      }),
    ]);
    expect(stdin.status).toBe(0);
    expect(records(stdin.stdout).map((record) => record.class)).toEqual(['spam', 'ham']);
    expect(index.stdout).toBe(stdin.stdout);
    expect(delimiter.stdout).toBe(stdin.stdout);
    expect(missing.status).toBe(3);
    // A missing sender is an unknown one; a missing link is no category of its own.
    expect(records(missing.stdout)[0]).toEqual(records(stdin.stdout)[0]);
    expect(records(missing.stdout)[1].error.code).toBe('missing-value');
    expect(records(ndjson.stdout)).toEqual(records(stdin.stdout).slice(0, 1));
  });

  it('takes bounds of numbers from a file, from the data, or none', async () => {
    const cwd = folder({
      'm.xlc': '2\n-1.5\n1\n0.1\n1\n2 0.5 -0.5\n',
      'm.xmap': '2\n0 yes\n1 no\n2\n1\n0 age\n1\n1 home\n2\n0 own\n1 rent\n',
      'b.csv': 'age,0,30\n',
      'rows.csv': 'age,home\n28,own\n22,own\n5,rent\n',
    });
    const ask = (...args: string[]): Promise<Ran> =>
      xpxlc(['explain', 'm.xlc', 'rows.csv', '--xmap', 'm.xmap', '--format', 'ndjson', ...args], { cwd });
    const [none, file, data, unbounded] = await Promise.all([
      ask(),
      ask('--bounds', 'b.csv'),
      ask('--bounds', 'data'),
      ask('--bounds', 'unbounded', '--model-options', '{"format": "xlc"}'),
    ]);
    expect(none.status).toBe(3);
    expect(none.stderr).toContain('bounds');
    expect(sets(file)).toEqual([['age']]);
    expect([file.status, data.status, unbounded.status]).toEqual([0, 0, 0]);
    const stdin = await xpxlc(['explain', 'm.xlc', '--bounds', 'data'], { cwd });
    expect([stdin.status, stdin.stderr.includes('DATA that is a file')]).toEqual([2, true]);
  });

  it('writes a file complete or not at all', async () => {
    const cwd = folder({
      'people.csv': PEOPLE,
      'broken.csv': `${PEOPLE}"Zoe,1\n`,
      'kept.ndjson': 'as it was\n',
    });
    const failed = await xpxlc(['explain', LOANS, 'broken.csv', '-o', 'kept.ndjson'], { cwd });
    expect(failed.status).toBe(3);
    expect(readFileSync(join(cwd, 'kept.ndjson'), 'utf8')).toBe('as it was\n');
    const nowhere = await xpxlc(['explain', LOANS, 'people.csv', '-o', 'no/such/folder/out.csv'], { cwd });
    expect([nowhere.status, nowhere.stdout]).toEqual([3, '']);
    expect(nowhere.stderr).toMatch(/no\/such\/folder\/out\.csv: cannot be written/);
    expect(readdirSync(cwd).sort()).toEqual(['broken.csv', 'kept.ndjson', 'people.csv']);
    const done = await xpxlc(['explain', LOANS, 'people.csv', '-o', 'kept.ndjson'], { cwd });
    expect(done.status).toBe(0);
    expect(records(readFileSync(join(cwd, 'kept.ndjson'), 'utf8'))).toHaveLength(5);
  });

  it('remarks on a class that can never win, and explains all the same', async () => {
    const cwd = folder({
      'm.json': JSON.stringify({
        format: 'xpxlc-model',
        version: 1,
        kind: 'linear',
        classes: ['never', 'always'],
        features: [{ name: 'x', kind: 'real', lower: 0, upper: 1 }],
        weights: [[1]],
        intercept: [5],
      }),
    });
    const ran = await xpxlc(['explain', 'm.json', '--instance', 'x=0.5', '--format', 'ndjson'], { cwd });
    expect(ran.status).toBe(0);
    expect(ran.stderr).toMatch(/^xpxlc: note: .*never/);
    expect(sets(ran)).toEqual([[]]);
  });

  it('refuses what makes no sense with 2, and files that are wrong with 3', async () => {
    const cwd = folder({
      'people.csv': PEOPLE,
      'bad.json': '{"format":"xpxlc-model"}',
      'twice.csv': 'age,age\n1,2\n',
    });
    const cases: [string[], number, RegExp][] = [
      [['explain'], 2, /missing required argument 'model'/],
      [['explain', LOANS, 'people.csv', '--kind', 'why'], 2, /Allowed choices are axp, cxp, both/],
      [['explain', LOANS, 'people.csv', '--limit', '0'], 2, /a whole number from 1 up/],
      [['explain', LOANS, 'people.csv', '--rows', '5-2'], 2, /expected rows such as 0,5,10-20/],
      [
        ['explain', LOANS, 'people.csv', '--order', 'random', '--limit', 'all'],
        2,
        /--order: needs --limit N/,
      ],
      [['explain', LOANS, 'people.csv', '--seed', '3'], 2, /--seed: needs --order random/],
      [
        ['explain', LOANS, 'people.csv', '--order', 'random', '--skip', '1'],
        2,
        /--skip: needs --order search/,
      ],
      [['explain', LOANS, 'people.csv', '--skip', 'some'], 2, /expected a whole number/],
      [['explain', LOANS, 'people.csv', '--skip', '1', '--order', 'size'], 2, /--order search/],
      [
        ['explain', LOANS, 'people.csv', '--order', 'random', '--limit', '2', '--never', 'age'],
        2,
        /--never: needs --order size or search/,
      ],
      [['explain', LOANS, 'people.csv', '--kind', 'cxp', '--avoid', 'age'], 2, /--kind axp or both/],
      [['explain', LOANS, 'people.csv', '--report'], 2, /unknown option '--report'; now: xpxlc report; /],
      [['assess', LOANS, 'people.csv'], 2, /unknown command 'assess'; now: xpxlc check --grade\n/],
      [['explain', LOANS, 'people.csv', '--target', 'grant'], 2, /--target: .*--kind cxp or both/],
      [['explain', LOANS, 'people.csv', '--avoid', 'age', '--limit', 'all'], 2, /one explanation/],
      [
        ['explain', LOANS, 'people.csv', '--kind', 'cxp', '--target', 'perhaps'],
        2,
        /unknown class; expected one of 'refuse', 'grant'/,
      ],
      [['explain', LOANS, 'people.csv', '--never', 'hair'], 2, /unknown feature.*'hair'/],
      [['explain', LOANS, '--instance', 'hair=red'], 2, /not an instance/],
      [['explain', LOANS, '--instance', 'age=1,age=2'], 2, /a feature twice/],
      [
        ['explain', LOANS, 'people.csv', '--instance', 'age=1'],
        2,
        /--instance: cannot be combined with DATA/,
      ],
      [['explain', LOANS, 'people.csv', '--nonsense'], 2, /unknown option '--nonsense'/],
      [['explain', LOANS, '--instance', 'age=20'], 3, /income/],
      [['explain', 'bad.json', 'people.csv'], 3, /bad\.json/],
      [['explain', LOANS, 'twice.csv'], 3, /twice\.csv/],
      [['explain', LOANS, 'people.csv', '--where', 'hair >'], 3, /where|filter/i],
      [['explain', LOANS, 'people.csv', '--key', 'hair'], 3, /'hair'/],
      [['nonsense'], 2, /unknown command 'nonsense'/],
    ];
    const all = await Promise.all(cases.map(([args]) => xpxlc(args, { cwd })));
    for (const [x, [args, status, message]] of cases.entries()) {
      expect([args, all[x].status, all[x].stdout]).toEqual([args, status, '']);
      expect(all[x].stderr).toMatch(message);
      expect(all[x].stderr).not.toMatch(/\n {4}at /);
    }
    const debug = await xpxlc(['explain', 'no-such.json', '--instance', 'a=1', '--debug'], { cwd });
    expect([debug.status, /no such file[\s\S]*\n {4}at /.test(debug.stderr)]).toEqual([3, true]);
  });

  it('answers --version, --help and explain --help on stdout', async () => {
    const [version, help, own] = await Promise.all(
      [['--version'], ['--help'], ['explain', '--help']].map((args) => xpxlc(args)),
    );
    const { version: expected } = JSON.parse(
      readFileSync(repositoryFile('packages/xpxlc/package.json'), 'utf8'),
    );
    expect([version.status, version.stdout, version.stderr]).toEqual([0, `${expected}\n`, '']);
    for (const command of [
      'explain',
      'predict',
      'train',
      'convert',
      'inspect',
      'check',
      'verify',
      'completion',
    ])
      expect(help.stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    expect(help.stdout).toContain('Exit status: 0 done, 1 the answer is no, 2 wrong usage, 3 bad input');
    expect([help.status, own.status, help.stderr]).toEqual([0, 0, '']);
    expect(own.stdout).toContain('Examples:\n  $ xpxlc explain');
  });
});
