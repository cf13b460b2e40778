import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { recordJsonSchema, recordSchemas } from '../../src/answer/record-schemas.ts';
import { folder, LOANS, PEOPLE, records, xpxlc } from '../cli/program.ts';

const published = (command: string) =>
  JSON.parse(readFileSync(new URL(`../../schema/xpxlc-${command}-1.schema.json`, import.meta.url), 'utf8'));

/** Five rows, one of them bad. */
const TABLE = `${PEOPLE}Flo,17,1,own,0,grant\n`;

const runs: Readonly<Record<string, readonly (readonly string[])[]>> = {
  explain: [
    ['--kind', 'both', '--limit', 'all', '--inflate', '--certificate', '--key', 'name'],
    ['--never', 'age,income'],
    [],
  ],
  precise: [['--precision', '0.9', '--key', 'name']],
  predict: [['--actual', 'decision'], []],
  count: [[], ['--kind', 'cxp']],
  features: [
    ['--per', 'row', '--protected', 'age'],
    ['--protected', 'age'],
    ['--per', 'class', '--group', 'name'],
  ],
  compare: [
    [LOANS, '--key', 'name'],
    [LOANS, '--per', 'table'],
  ],
  check: [['--explanations', 'given.csv', '--repair']],
  'check-grade': [
    ['--explanations', 'given.csv', '--key', 'name'],
    ['--explanations', 'given.ndjson', '--distribution', 'data'],
  ],
};

describe('the records of a command', () => {
  it.each(Object.keys(recordSchemas))('have a published schema that is the one in use: %s', (command) => {
    const { $id, ...rest } = published(command);
    expect($id).toBe(`xpxlc-${command}-1.schema.json`);
    expect(rest).toEqual(JSON.parse(JSON.stringify(recordJsonSchema(command))));
  });

  it.each(Object.entries(runs))('are as the schema says: %s', async (command, options) => {
    const validate = new Ajv2020({ strict: false }).compile(published(command));
    const cwd = folder({
      'people.csv': TABLE,
      'given.csv': 'row,feature\n0,age\n1,age,income,home,late payments\n5,age\n',
      'given.ndjson':
        '{"row":0,"tool":"a","rule":["age > 3"],"precision":0.9}\n{"row":1,"weights":{"age":1}}\n{"row":"x"}\n',
    });
    for (const chosen of options) {
      const { stdout } = await xpxlc(
        [...command.replace('-', ' --').split(' '), LOANS, ...chosen, 'people.csv', '--format', 'ndjson'],
        {
          cwd,
        },
      );
      const found = records(stdout);
      expect(found.length).toBeGreaterThan(0);
      for (const record of found)
        expect(validate(record), JSON.stringify([validate.errors, record])).toBe(true);
    }
    expect(validate({ row: 'one' })).toBe(false);
  });

  it('are as the schema says: verify', async () => {
    const validate = new Ajv2020({ strict: false }).compile(published('verify'));
    const cwd = folder({ 'people.csv': PEOPLE });
    await xpxlc(['explain', LOANS, 'people.csv', '--certificate', '-o', 'proofs.ndjson'], { cwd });
    const { stdout } = await xpxlc(['verify', 'proofs.ndjson', '--format', 'ndjson'], { cwd });
    expect(records(stdout)).toHaveLength(5);
    for (const record of records(stdout))
      expect(validate(record), JSON.stringify(validate.errors)).toBe(true);
  });
});
