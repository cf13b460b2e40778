// Values and names that are written otherwise than in the model: understood where there is one meaning, and otherwise told what may be meant.
import { linearModel } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { writeModelFile } from '../../src/index.ts';
import { folder, LOANS, PEOPLE, records, xpxlc } from './program.ts';

const MODEL = writeModelFile(
  linearModel({
    classes: ['0', '1'],
    features: [
      { name: 'flag', values: ['False', 'True'] },
      { name: 'code', values: ['18', '17'] },
      { name: 'on', kind: 'integer', lower: 0, upper: 1 },
    ],
    weights: [[0, 4], [0, 2], 1],
    intercept: -3.5,
  }),
);

describe('the same value', () => {
  it('is the same in every format and in a case on the command line', async () => {
    const cwd = folder({
      'model.json': MODEL,
      'a.csv': 'flag,code,on\ntrue,17.0,True\nTrue,17,1\n1,17.00,1.0\n',
      'a.ndjson':
        '{"flag":true,"code":17,"on":true}\n{"flag":1,"code":17.0,"on":1}\n{"flag":"TRUE","code":"17","on":"true"}\n',
    });
    for (const data of [['a.csv'], ['a.ndjson']]) {
      const ran = await xpxlc(['predict', 'model.json', ...data, '--format', 'ndjson'], { cwd });
      expect([ran.stderr, records(ran.stdout).map(({ margin }) => margin)]).toEqual([
        '',
        ['3.5', '3.5', '3.5'],
      ]);
    }
    for (const [given, input] of [
      ['flag=true,code=17.0,on=True', ''],
      ['flag=1,code=17,on=1', ''],
      ['-', '{"flag":true,"code":17,"on":true}'],
      ['-', '["1.0","17.0",1]'],
    ]) {
      const ran = await xpxlc(['predict', 'model.json', '--instance', given, '--format', 'ndjson'], {
        cwd,
        input,
      });
      expect([ran.stderr, records(ran.stdout)[0]?.margin]).toEqual(['', '3.5']);
    }
    // With positions a number is one.
    const at = await xpxlc(
      ['predict', 'model.json', '--instance', '-', '--values', 'index', '--format', 'ndjson'],
      {
        cwd,
        input: '[1,1,1]',
      },
    );
    expect(records(at.stdout)[0].margin).toBe('3.5');
  });

  it('is meant by options that name a class or a category', async () => {
    const cwd = folder({ 'model.json': MODEL, 'a.csv': 'flag,code,on,class\n1,17,1,True\n0,18,0,0.0\n' });
    const contrast = await xpxlc(
      [
        'explain',
        'model.json',
        'a.csv',
        '--kind',
        'cxp',
        '--target',
        'false',
        '--rows',
        '0',
        '--within',
        'code: 17.0, on: fixed',
      ],
      { cwd },
    );
    expect([contrast.status, contrast.stdout]).toEqual([0, expect.stringContaining('BUT 0 if flag = False')]);
    const right = await xpxlc(['predict', 'model.json', 'a.csv', '--actual', 'class'], { cwd });
    expect([right.status, right.stdout]).toEqual([0, expect.stringContaining('accuracy 100')]);
  });
});

describe('a name that is not there', () => {
  it('says which one may be meant', async () => {
    const cwd = folder({
      'people.csv': PEOPLE,
      'upper.csv': PEOPLE.replace('income', 'Income'),
      'case.csv': PEOPLE.replace('rent', 'Rent'),
    });
    for (const [args, message] of [
      [['explain', LOANS, 'upper.csv'], "column 'income' not found; did you mean 'Income'?"],
      [['explain', LOANS, 'people.csv', '--avoid', 'Income'], "got 'Income' (did you mean 'income'?)"],
      [
        ['explain', LOANS, 'people.csv', '--kind', 'cxp', '--target', 'Grant'],
        "--target: unknown class; expected one of 'refuse', 'grant', got 'Grant' (did you mean 'grant'?)",
      ],
      [['explain', LOANS, 'people.csv', '--within', 'Age: fixed'], "got 'Age' (did you mean 'age'?)"],
      [['explain', LOANS, 'people.csv', '--predicted', 'Refuse'], "got 'Refuse' (did you mean 'refuse'?)"],
      [
        ['explain', LOANS, '--instance', 'Age=23,income=18,home=rent,late payments=4'],
        "(did you mean 'age'?)",
      ],
      [
        ['explain', LOANS, '--instance', 'age=23,income=18,home=Rent,late payments=4'],
        "got 'Rent' (did you mean 'rent'?)",
      ],
    ] as const) {
      const ran = await xpxlc(args, { cwd });
      expect(ran.stderr).toContain(message);
      expect(ran.stdout).toBe('');
    }
    const cell = await xpxlc(['explain', LOANS, 'case.csv', '--rows', '1'], { cwd });
    expect(cell.stdout).toMatch(
      /^row 1: error: line 3, feature 'home': unknown category; .* got 'Rent' \(did you mean 'rent'\?\)\n/,
    );
  });
});
