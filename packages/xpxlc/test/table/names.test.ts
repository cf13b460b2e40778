// Names and texts of users and files never become SQL, whatever they are.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, it } from 'vitest';
import { openTable } from '../../src/table/source.ts';
import { category, fileWith, readAll, real, testFolder } from './files.ts';

const folder = testFolder();
const EVIL = [
  '"; DROP TABLE xpxlc_rows; --',
  "'; DROP TABLE x; --",
  'a"b',
  "'",
  '"',
  '__proto__',
  'constructor',
  'line\nbreak',
  '日本',
  'cell_0',
  'CELL_shape',
  'xpxlc_raw',
  '/* comment',
  '$1',
  '?',
  '*',
  '~1/..',
  'a,b;c\td|e',
  ' spaces ',
  '𝒳',
];

describe('any text', () => {
  it('can be the name of a column', async () => {
    const path = fileWith(folder, 'header.csv', stringify([EVIL, EVIL.map((_, i) => i)]));
    expect(
      (
        await readAll(
          path,
          EVIL.map((name) => real(name)),
          { delimiter: ',' },
        )
      ).values,
    ).toEqual([EVIL.map((_, i) => i)]);
    const table = await openTable(path, { delimiter: ',' });
    expect(table.columns.map(({ name }) => name)).toEqual(EVIL);
    const query = `SELECT ${table.columns.map(({ sql }) => sql).join(', ')} FROM ${table.relation}`;
    expect(await table.query(query)).toEqual([EVIL.map((_, i) => String(i))]);
    table.close();
  });

  it('can be the key of a JSON object', async () => {
    const object = Object.fromEntries(EVIL.map((name, i) => [name, i]));
    Object.defineProperty(object, '__proto__', { value: EVIL.indexOf('__proto__'), enumerable: true });
    for (const lines of [[object], [object, 5]]) {
      const path = fileWith(folder, 'keys.ndjson', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      const { values, bad } = await readAll(
        path,
        EVIL.map((name) => real(name)),
      );
      expect(values[0]).toEqual(EVIL.map((_, i) => i));
      expect(bad).toHaveLength(lines.length - 1);
    }
  });

  it('can be a category', async () => {
    const path = fileWith(
      folder,
      'categories.csv',
      stringify([['c', 'x'], ...EVIL.map((text) => [text, 1])]),
    );
    expect((await readAll(path, [category('c', ...EVIL)])).values).toEqual(EVIL.map((_, i) => [i]));
    const { bad } = await readAll(path, [category('c', 'other')]);
    expect(bad.map(({ got }) => got)).toEqual(EVIL.map((text) => `'${text}'`));
  });

  it('with NUL is a name like any other, and ends no statement early', async () => {
    const path = fileWith(folder, 'nul.csv', 'c\0d,x\na\0b,1\nab,1\n');
    expect((await readAll(path, [category('c\0d', 'a\0b', 'ab')])).values).toEqual([[0], [1]]);
    await expect(readAll(path, [real('x')], { where: 'x = 1 \0' })).rejects.toMatchObject({
      code: 'bad-filter',
    });
  });

  it('can be the name of a file, and is no pattern when there is such a file', async () => {
    for (const name of [
      "it's.csv",
      'a"b.csv',
      'x[1]*.csv',
      'x1y.csv',
      'q?.csv',
      '日本.csv',
      ';--.csv',
      ' .csv',
    ]) {
      const path = fileWith(folder, name, `x,y\n${name.length},1\n`);
      expect((await readAll(path, [real('x')])).values).toEqual([[name.length]]);
    }
    mkdirSync(join(folder, 'year=2020'));
    const path = fileWith(folder, 'year=2020/data.csv', 'x,y\n1,2\n');
    const table = await openTable(path);
    expect(table.columns.map(({ name }) => name)).toEqual(['x', 'y']);
    table.close();
  });
});

describe('a filter', () => {
  const path = fileWith(folder, 'filter.csv', 'x,Colour,key\n1,red,a\n2,blue,b\nmany,red,c\n10,red,d\n');
  const secret = fileWith(folder, 'secret.csv', 'x\n1\n');
  const features = [real('x'), category('Colour', 'red', 'blue')];

  it.each([
    ['x > 1.5', [1, 3]],
    ["colour = 'red' AND x < 5", [0]],
    ["key IN ('a', 'd') -- a comment", [0, 3]],
    ['"Colour" LIKE \'b%\'', [1]],
    ['x IS NULL', [2]],
    ['true', [0, 1, 2, 3]],
    ['NULL', []],
  ])('%s keeps rows %j', async (where, wanted) => {
    expect((await readAll(path, features, { where })).rowNumbers).toEqual(wanted);
  });

  it.each([
    'x >',
    'x > 1; DROP VIEW xpxlc_raw',
    'true) UNION SELECT (true',
    '1) --',
    'true) OR (true) ORDER BY (x',
    'nothing = 3',
    'Colour = 3',
    'sum(x) > 3',
    'row_number() OVER () = 1',
    'x > (SELECT 1)',
    `EXISTS (SELECT * FROM read_csv('${secret}'))`,
    'x = ?',
    'x = $1',
    'COLUMNS(*) > 1',
    '',
  ])('%s is refused', async (where) => {
    await expect(readAll(path, features, { where })).rejects.toMatchObject({
      name: 'FormatError',
      code: 'bad-filter',
    });
  });

  it('cannot be got round: the table is confined to its own files and can change nothing', async () => {
    const table = await openTable(path);
    for (const sql of [
      `SELECT * FROM read_csv('${secret}')`,
      `SELECT * FROM '${secret}'`,
      "SELECT * FROM read_text('/etc/passwd')",
      "SELECT * FROM glob('/*')",
      `COPY (SELECT 1) TO '${join(folder, 'out.csv')}'`,
      `ATTACH '${join(folder, 'out.db')}'`,
      'SET enable_external_access = true',
      'SET threads = 1',
      'INSTALL httpfs',
      'LOAD httpfs',
      "SELECT * FROM read_csv('https://example.org/x.csv')",
    ])
      await expect(table.query(sql)).rejects.toMatchObject({ name: 'FormatError' });
    table.close();
  });
});
