// `xpxlc check`, as a user runs it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, LOANS, MAIL, PEOPLE, type Ran, records, xpxlc } from './program.ts';

const MAIL_ROWS = 'has link,sender,all capitals\nno,a friend,no\nyes,unknown,yes\n';

describe('xpxlc check', () => {
  it('finds all explanations of xpxlc explain minimal, whatever their format', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    for (const file of ['e.ndjson', 'e.json', 'e.csv', 'e.ndjson.gz']) {
      const explained = await xpxlc(
        ['explain', LOANS, 'people.csv', '--kind', 'both', '--limit', 'all', '-o', file],
        {
          cwd,
        },
      );
      expect(explained.status).toBe(0);
    }
    const all = await Promise.all(
      ['e.ndjson', 'e.json', 'e.csv', 'e.ndjson.gz'].map((file) =>
        xpxlc(['check', LOANS, 'people.csv', '--explanations', file, '--format', 'ndjson'], { cwd }),
      ),
    );
    for (const { status, stdout } of all) {
      expect(status).toBe(0);
      expect(stdout).toBe(all[0].stdout);
    }
    const found = records(all[0].stdout);
    expect(found.length).toBeGreaterThan(15);
    expect(found.every(({ holds, minimal }) => holds && minimal)).toBe(true);
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['axp', 'cxp']));
    expect(all[0].stderr).toBe(
      `xpxlc: explanations: ${found.length} minimal, 0 with redundant features, 0 wrong\n`,
    );
  });

  it('says what is wrong with explanations of other tools, shows a counterexample, and repairs them', async () => {
    const cwd = folder({
      'people.csv': PEOPLE,
      // Row 1 is explained by income and late payments; lines may be of any length and in any order.
      'theirs.csv': '2,income\n1,income,late payments\n1,age,income,late payments\n\n1,3,1\n2\n',
    });
    const ran = await xpxlc(
      [
        'check',
        LOANS,
        'people.csv',
        '--explanations',
        'theirs.csv',
        '--key',
        'name',
        '--repair',
        '--format',
        'ndjson',
      ],
      { cwd },
    );
    expect(ran.status).toBe(1);
    expect(ran.stderr).toBe('xpxlc: explanations: 2 minimal, 1 with redundant features, 2 wrong\n');
    const found = records(ran.stdout);
    expect(
      found.map(({ row, id, features, holds, minimal, redundant }) => [
        row,
        id,
        features,
        holds,
        minimal,
        redundant,
      ]),
    ).toEqual([
      [1, 'Bo', ['income', 'late payments'], true, true, []],
      [1, 'Bo', ['age', 'income', 'late payments'], true, false, ['age', 'late payments']],
      [1, 'Bo', ['late payments', 'income'], true, true, []],
      [2, 'Cy', ['income'], false, false, []],
      [2, 'Cy', [], false, false, []],
    ]);
    expect(found[1].repaired.features).toHaveLength(2);
    expect(found[3].repaired).toEqual({
      features: ['income', 'home', 'late payments'],
      literals: ['income in [20, 40) k€', 'home = rent', 'late payments in [1, 3)'],
    });
    // The counterexample is another class, and agrees in what is held.
    const { changes, class: other } = found[3].counterexample;
    expect(other).toBe('grant');
    expect(Object.keys(changes)).not.toContain('income');
    const cy = { age: 41, income: 35, home: 'rent', 'late payments': 1 };
    const moved = await xpxlc(['predict', LOANS, '--instance', '-', '--format', 'ndjson'], {
      input: JSON.stringify({ ...cy, ...changes }),
    });
    expect(records(moved.stdout)[0].class).toBe('grant');
    const text = await xpxlc(['check', LOANS, 'people.csv', '--explanations', 'theirs.csv', '--repair'], {
      cwd,
    });
    expect(text.stdout).toContain('row 1: {income, late payments} is a minimal explanation of refuse\n');
    expect(text.stdout).toContain(
      'is sufficient for refuse, but not minimal: any one of age, late payments can be left out\n  repaired: {',
    );
    expect(text.stdout).toMatch(
      /row 2: \{income\} is NOT sufficient for refuse\n {2}BUT grant if .*\n {2}repaired: \{income, home, late payments\}\n/,
    );
  });

  it('checks contrasts', async () => {
    const cwd = folder({ 'people.csv': PEOPLE, 'c.csv': 'row,feature\n2,home\n2,age\n2,home,age\n' });
    const ran = await xpxlc(
      [
        'check',
        LOANS,
        'people.csv',
        '--explanations',
        'c.csv',
        '--kind',
        'cxp',
        '--repair',
        '--format',
        'json',
      ],
      { cwd },
    );
    expect(ran.status).toBe(1);
    const [home, age, both] = JSON.parse(ran.stdout);
    expect(home).toMatchObject({
      kind: 'cxp',
      holds: true,
      minimal: true,
      counterexample: { class: 'grant', changes: { home: 'own' } },
    });
    expect(age).toMatchObject({ holds: false, minimal: false });
    expect(both).toMatchObject({
      holds: true,
      minimal: false,
      redundant: ['age'],
      repaired: { features: ['home'] },
    });
    const text = await xpxlc(['check', LOANS, 'people.csv', '--explanations', 'c.csv', '--kind', 'cxp'], {
      cwd,
    });
    expect(text.stdout).toContain(
      'row 2: {home} is a minimal contrast of refuse\n  BUT grant if home = own\n',
    );
    expect(text.stdout).toContain('row 2: {age} is NOT a contrast for refuse\n');
  });

  it('reads XXPL for a row or a case, and notices values that the row does not have', async () => {
    const cwd = folder({
      'rows.csv': MAIL_ROWS,
      'good.xxpl': "Expl: sender='a friend' 'all capitals'=no\n",
      'other.xxpl': "Expl: sender=unknown 'all capitals'=no\n",
    });
    const ask = (...args: string[]): Promise<Ran> =>
      xpxlc(['check', ...MAIL, '--format', 'ndjson', ...args], { cwd });
    const [good, row, instance, other] = await Promise.all([
      ask('rows.csv', '--explanations', 'good.xxpl'),
      ask('rows.csv', '--explanations', 'good.xxpl', '--rows', '1'),
      ask('--instance', 'has link=yes,sender=a friend,all capitals=no', '--explanations', 'good.xxpl'),
      ask('rows.csv', '--explanations', 'other.xxpl'),
    ]);
    expect([good.status, row.status, instance.status, other.status]).toEqual([0, 3, 0, 3]);
    expect(records(good.stdout)).toMatchObject([
      { row: 0, class: 'ham', features: ['sender', 'all capitals'], minimal: true },
    ]);
    expect(records(row.stdout)[0].error).toMatchObject({
      code: 'other-value',
      place: "feature 'sender'",
      expected: "'unknown'",
    });
    expect(records(other.stdout)[0].error.message).toContain('other.xxpl, line 1');
  });

  it('reads explanations or the table from standard input, and lists in a cell', async () => {
    const cwd = folder({
      'people.csv': PEOPLE,
      'e.csv': 'features,row,by\nincome; late payments,1,me\n"[""age"",""income""]",1,me\n[],0,me\n,3,me\n',
    });
    const list = await xpxlc(['check', LOANS, '--explanations', 'e.csv', '--format', 'csv'], {
      cwd,
      input: PEOPLE,
    });
    expect(list.status).toBe(1);
    expect(list.stdout.split('\n')[0]).toBe(
      'row,id,class,kind,size,features,holds,minimal,redundant,counterexample,error',
    );
    expect(
      list.stdout
        .split('\n')
        .slice(1, 4)
        .map((line) => line.split(',')[0]),
    ).toEqual(['0', '1', '1']);
    const stdin = await xpxlc(['check', LOANS, 'people.csv', '--explanations', '-'], {
      cwd,
      input: '{"row":1,"features":["income","late payments"]}\n{"row":1,"error":{"code":"x"}}\n',
    });
    expect([stdin.status, stdin.stdout]).toEqual([
      0,
      'row 1: {income, late payments} is a minimal explanation of refuse\n',
    ]);
  });

  it('keeps what cannot be checked as records with an error, and ends with 3', async () => {
    const cwd = folder({
      'people.csv': `${PEOPLE}Flo,x,1,own,0,grant\n`,
      'e.csv': '1,income,late payments\n5,age\n9,age\n1,hair\n1,age,age\n1,17\n',
    });
    const ran = await xpxlc(['check', LOANS, 'people.csv', '--explanations', 'e.csv', '--format', 'ndjson'], {
      cwd,
    });
    expect(ran.status).toBe(3);
    expect(ran.stderr).toContain('1 minimal, 0 with redundant features, 0 wrong, 5 could not be checked');
    expect(records(ran.stdout).map(({ row, error }) => [row, error?.code])).toEqual([
      [1, undefined],
      [1, 'unknown-feature'],
      [1, 'repeated-feature'],
      [1, 'unknown-feature'],
      [5, 'not-finite'],
      [9, 'no-such-row'],
    ]);
    expect(records(ran.stdout)[1].error.message).toMatch(/^e\.csv, line 4: unknown feature/);
  });

  it('of contrasts asks whether what may change can do it, and lead to the class that must win', async () => {
    const yesNo = ['no', 'yes'];
    // c wins with a alone, t with b alone or with both.
    const model = {
      format: 'xpxlc-model',
      version: 1,
      kind: 'additive',
      classes: ['own', 'c', 't'],
      features: ['a', 'b', 'd'].map((name) => ({ name, kind: 'categorical', values: yesNo })),
      tieOrder: ['own', 'c', 't'],
      bias: [1, 0, 0],
      shapes: [
        [0, 2, 0],
        [0, 0, 3],
        [0, 0, 0],
      ].map((worth) => worth.map((value) => ({ kind: 'table', values: [0, value] }))),
    };
    const cwd = folder({
      'model.json': JSON.stringify(model),
      'rows.csv': 'a,b,d\nno,no,no\n',
      'e.csv': '0,a\n0,b\n0,a,b\n0,d\n',
    });
    const ask = async (...options: string[]): Promise<unknown[]> => {
      const ran = await xpxlc(
        [
          'check',
          'model.json',
          'rows.csv',
          '--explanations',
          'e.csv',
          '--kind',
          'cxp',
          '--repair',
          ...options,
        ],
        { cwd },
      );
      return ran.stdout === '' ? [ran.status, ran.stderr] : [ran.stdout];
    };
    expect(await ask('--target', 'x')).toEqual([2, expect.stringContaining('--target: unknown class')]);
    const text = async (...options: string[]): Promise<string> => String((await ask(...options))[0]);
    expect(await text()).toContain('{a} is a minimal contrast of own');
    const towards = await text('--target', 't');
    expect(towards).toContain('{a} is NOT a contrast for own');
    expect(towards).toContain('{b} is a minimal contrast of own\n  BUT t if b = yes');
    expect(towards).toContain('{a, b} is a contrast for own, but not minimal: a can be left out');
    expect(towards).toContain('{d} is NOT a contrast for own\n  repaired: {b}');
    const fixed = await text('--within', 'b: fixed');
    expect(fixed).toContain('{b} is NOT a contrast for own, given that b = no\n  repaired: {a}');
    expect(fixed).toContain(
      '{a, b} is a contrast for own, given that b = no, but not minimal: b can be left out',
    );
    expect(await text('--within', 'b: fixed', '--target', 't')).not.toContain('{b} is a');
  });

  it('looks up scattered rows of a long table', async () => {
    const lines = PEOPLE.split('\n').slice(1, 6);
    const cwd = folder({
      'long.csv': `${PEOPLE.split('\n')[0]}\n${Array(600).fill(lines.join('\n')).join('\n')}\n`,
    });
    const rows = Array.from({ length: 600 }, (_, x) => 5 * x + 1);
    writeFileSync(
      join(cwd, 'e.csv'),
      rows
        .map((row) => `${row},income,late payments`)
        .reverse()
        .join('\n'),
    );
    const ran = await xpxlc(['check', LOANS, 'long.csv', '--explanations', 'e.csv', '--format', 'ndjson'], {
      cwd,
    });
    expect(ran.status).toBe(0);
    expect(records(ran.stdout).map(({ row }) => row)).toEqual(rows);
  });

  it('refuses what makes no sense with 2, and files that are wrong with 3', async () => {
    const cwd = folder({
      'people.csv': PEOPLE,
      'e.csv': '1,age\n',
      'empty.csv': '',
      'text.csv': 'age,home\n',
      'quote.csv': '1,"age\n',
      'bad.ndjson': '{"row":1,"features":["age"]}\n{"row":\n',
      'row.json': '[{"row":-1,"features":[]}]',
      'kind.json': '{"row":1,"explanations":[{"kind":"why","features":[]}]}',
      'list.json': '{"row":1,"explanations":[{"features":"age"}]}',
      'none.json': '{"row":1,"class":"grant"}',
      'cell.csv': 'row,features\n1,[age\n',
    });
    const ask = (file: string): string[] => ['check', LOANS, 'people.csv', '--explanations', file];
    const cases: [string[], number, RegExp][] = [
      [['check', LOANS, 'people.csv'], 2, /required option '--explanations <file>'/],
      [[...ask('e.csv'), '--instance', 'age=1'], 2, /--instance: cannot be combined with DATA/],
      [
        ['check', LOANS, '--explanations', 'e.csv', '--instance', 'age=1', '--rows', '1'],
        2,
        /--rows: cannot be combined with --instance/,
      ],
      [['check', LOANS, '--explanations', '-'], 2, /cannot both come from standard input/],
      [[...ask('e.csv'), '--kind', 'both'], 2, /Allowed choices are axp, cxp/],
      [[...ask('e.csv'), '--rows', '-1'], 2, /rows such as 0,5,10-20/],
      [ask('no-such.csv'), 3, /no such file/],
      [ask('empty.csv'), 3, /no explanations/],
      [ask('text.csv'), 3, /text\.csv, line 1: no row/],
      [ask('quote.csv'), 3, /broken quoting/],
      [ask('bad.ndjson'), 3, /bad\.ndjson, line 2: not JSON/],
      [ask('row.json'), 3, /counted from 0, got -1/],
      [ask('kind.json'), 3, /axp or cxp, got 'why'/],
      [ask('list.json'), 3, /a list of names, got 'age'/],
      [ask('none.json'), 3, /'explanations' or 'features'/],
      [ask('cell.csv'), 3, /not a list/],
    ];
    const all = await Promise.all(cases.map(([args]) => xpxlc(args, { cwd })));
    for (const [x, [args, status, message]] of cases.entries()) {
      expect([args, all[x].status, all[x].stdout]).toEqual([args, status, '']);
      expect(all[x].stderr).toMatch(message);
    }
  });
});
