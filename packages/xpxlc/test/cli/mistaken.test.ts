// A model where a table should be, a table where a model should be, and nothing selected: the program says what happened.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openWriter } from '../../src/index.ts';
import { folder, LOANS, MAIL, PEOPLE, STATIONS, xpxlc } from './program.ts';

describe('mistaken files', () => {
  it('a model and a table in the wrong order are told apart, whatever their formats', async () => {
    const lines = '{"age":52,"income":61.5}\n{"age":23,"income":18}\n';
    const cwd = folder({
      'people.csv': PEOPLE,
      'people.ndjson': lines,
      'people.json': `[${lines.trim().replace('\n', ',\n')}]`,
    });
    const writer = await openWriter(`${cwd}/people.parquet`, { columns: [{ name: 'age', type: 'integer' }] });
    await writer.write([[52]]);
    await writer.close();
    for (const table of ['people.csv', 'people.ndjson', 'people.json', 'people.parquet'])
      for (const model of [LOANS, MAIL[0]]) {
        const ran = await xpxlc(['explain', table, model], { cwd });
        expect([ran.status, ran.stdout, ran.stderr]).toEqual([
          2,
          '',
          `xpxlc: ${table}: this is a table, and '${model}' is a model; the model comes first, then the data: '${model}' '${table}'\n`,
        ]);
      }
  });

  it('a table alone is no model, and a model is no table', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    for (const args of [
      ['explain', 'people.csv'],
      ['predict', 'people.csv', 'people.csv'],
      ['inspect', 'people.csv'],
    ]) {
      const ran = await xpxlc(args, { cwd });
      expect([ran.status, ran.stderr]).toEqual([
        3,
        'xpxlc: people.csv: this is a table, not a model; the model comes first, then the data\n',
      ]);
    }
    for (const args of [
      ['explain', LOANS, STATIONS],
      ['count', LOANS, 'people.csv', STATIONS],
      ['train', STATIONS],
    ]) {
      const ran = await xpxlc(args, { cwd });
      expect([ran.status, ran.stderr]).toEqual([3, `xpxlc: ${STATIONS}: this is a model, not a table\n`]);
    }
  });

  it('a model that is broken is told what is wrong with it', async () => {
    const cwd = folder({
      'people.csv': PEOPLE,
      'broken.json': readFileSync(LOANS, 'utf8').replace('"kind"', '"knid"'),
      'card.csv': 'Variable,Bin,Points\nage,"[-inf, 30)",1\nage,"[40, inf)",2\n',
    });
    for (const [file, message] of [
      ['broken.json', /broken\.json: .*kind/],
      ['card.csv', /card\.csv: (?!this is)/],
      ['none.json', /none\.json: no such file/],
    ] as const)
      expect((await xpxlc(['explain', file, 'people.csv'], { cwd })).stderr).toMatch(message);
  });
});

describe('no rows', () => {
  it.each(['explain', 'predict', 'count', 'features'])('%s says why there is no answer', async (command) => {
    const cwd = folder({ 'people.csv': PEOPLE, 'none.csv': PEOPLE.split('\n')[0] });
    for (const [args, note] of [
      [['none.csv'], 'the table has no rows'],
      [['people.csv', '--rows', '5-9'], 'no row is selected by --rows; rows are counted from 0'],
      [['people.csv', '--where', 'age > 99'], 'no row is selected by --where'],
      [
        ['people.csv', '--where', 'age > 99', '--rows', '0'],
        'no row is selected by --rows and --where; rows are counted from 0',
      ],
    ] as const) {
      const ran = await xpxlc([command, LOANS, ...args, '--format', 'ndjson'], { cwd });
      expect([ran.status, ran.stderr]).toEqual([0, `xpxlc: note: ${note}\n`]);
    }
    expect((await xpxlc([command, LOANS, 'people.csv', '--rows', '4'], { cwd })).stderr).toBe('');
  });
});
