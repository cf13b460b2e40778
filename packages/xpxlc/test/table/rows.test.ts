// Which rows come out, under which numbers, with which keys; what is said of bad cells; cells that are positions.

import { describe, expect, it } from 'vitest';
import { matrix } from '../../../core/test/matrix.ts';
import { encodeRows } from '../../src/table/encode.ts';
import { openTable } from '../../src/table/source.ts';
import { category, fileWith, readAll, real, testFolder } from './files.ts';

const folder = testFolder();
const colour = category('colour', 'red', 'green', 'blue');

describe('bad cells', () => {
  it('say row, feature, what was expected and got, in the words of the core', async () => {
    const path = fileWith(
      folder,
      'bad.csv',
      'colour,x\nred,1\npink,1\n,1\nRED,1\nred,\nred,many\nred,7\nred,nan\n',
    );
    const { bad, values, rowNumbers } = await readAll(path, [colour, real('x', 0, 5)]);
    expect(rowNumbers).toHaveLength(8);
    expect(values[0]).toEqual([0, 1]);
    expect(bad.map(({ message }) => message)).toEqual([
      "row 1 (line 3), feature 'colour': unknown category; expected one of 'red', 'green', 'blue', got 'pink'",
      "row 2 (line 4), feature 'colour': missing value; expected a value, got none",
      "row 3 (line 5), feature 'colour': unknown category; expected one of 'red', 'green', 'blue', got 'RED' (did you mean 'red'?)",
      "row 4 (line 6), feature 'x': missing value; expected a value, got none",
      "row 5 (line 7), feature 'x': not a finite number; expected a finite number, got 'many'",
      "row 6 (line 8), feature 'x': out of bounds; expected 0 to 5, got 7 (--beyond-bounds extend answers such rows)",
      "row 7 (line 9), feature 'x': not a finite number; expected a finite number, got NaN (if it means \"missing\", add --null 'NaN')",
    ]);
  });

  it('may be called missing by other texts; a category of that name is no missing value', async () => {
    const path = fileWith(folder, 'null.csv', 'colour,x\nNA,1\n?,2\n,3\n');
    const { bad, values } = await readAll(path, [category('colour', 'NA', '')], { nullText: ['NA', '?'] });
    expect(values).toEqual([[0], [255], [1]]);
    expect(bad).toMatchObject([{ row: 1, code: 'missing-value' }]);
  });

  it('are matched exactly: no trimming, no case folding, no numbers that look alike', async () => {
    const path = fileWith(folder, 'exact.csv', 'n,x\n1,a\n1.0,a\n01,a\n 1,a\n');
    const { values } = await readAll(path, [category('n', '1', '1.0')]);
    expect(values).toEqual([[0], [1], [255], [255]]);
  });
});

describe('cells that are positions', () => {
  it('are whole numbers below the number of categories', async () => {
    const path = fileWith(folder, 'index.csv', 'colour,x\n0,1\n2,1\n2.0,1\n3,1\n-1,1\n1.5,1\nred,1\n,1\n');
    const { values, bad } = await readAll(path, [colour], { values: 'index' });
    expect(values.map(([code]) => code)).toEqual([0, 2, 2, 255, 255, 255, 255, 255]);
    expect(bad.map(({ code, expected, got }) => [code, expected, got])).toEqual([
      ['unknown-category', '0 to 2', "'3'"],
      ['unknown-category', '0 to 2', "'-1'"],
      ['unknown-category', '0 to 2', "'1.5'"],
      ['unknown-category', '0 to 2', "'red'"],
      ['missing-value', 'a value', 'none'],
    ]);
  });
});

describe('the number of a row', () => {
  const lines = Array.from({ length: 10_000 }, (_, r) => `${r % 3 === 0 ? 'red' : 'blue'},${r},k${r}`);
  const path = fileWith(folder, 'many.csv', `colour,x,key\n${lines.join('\n')}\n`);

  it('is counted before the filter', async () => {
    const { rowNumbers, keys, values } = await readAll(path, [colour, real('x')], {
      where: "colour = 'red' AND x >= 9000",
      key: 'key',
    });
    const wanted = Array.from({ length: 10_000 }, (_, r) => r).filter((r) => r % 3 === 0 && r >= 9000);
    expect(rowNumbers).toEqual(wanted);
    expect(keys).toEqual(wanted.map((r) => `k${r}`));
    expect(values).toEqual(wanted.map((r) => [0, r]));
  });

  it('can be asked for by ranges', async () => {
    const rows = [
      { from: 5, to: 7 },
      { from: 4094, to: 4098 },
    ];
    const { rowNumbers, values } = await readAll(path, [real('x')], { rows, blockRows: 3 });
    expect(rowNumbers).toEqual([5, 6, 4094, 4095, 4096, 4097]);
    expect(values.map(([x]) => x)).toEqual(rowNumbers);
    expect((await readAll(path, [real('x')], { rows: [] })).rowNumbers).toEqual([]);
    await expect(readAll(path, [real('x')], { rows: [rows[1], rows[0]] })).rejects.toMatchObject({
      code: 'bad-option',
    });
  });

  it.each([1, 7, 2048, 5000, 65_536])('does not depend on blocks of %i rows', async (blockRows) => {
    const { rowNumbers, values, blocks } = await readAll(path, [real('x')], {
      blockRows,
      rows: [{ from: 0, to: 5000 }],
    });
    expect(rowNumbers).toEqual(values.map(([x]) => x));
    expect(blocks).toBe(Math.ceil(5000 / blockRows));
  });

  it('goes on being right when reading stops early', async () => {
    const table = await openTable(path);
    for (let again = 0; again < 2; again++) {
      for await (const { rowNumbers } of encodeRows(table, [real('x')], { blockRows: 10 })) {
        expect(Array.from(rowNumbers)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        break;
      }
    }
    table.close();
  });
});

it.each([
  ['3,5', 'a decimal comma: write 3.5'],
  ['1.234,5', 'a decimal comma: write 1234.5'],
  ['1,234', 'a comma in a number: write 1234, or 1.234'],
  ...['N/A', 'NA', 'n/a', '#N/A', 'null', 'None', '?', '-'].map((text) => [
    text,
    `if it means "missing", add --null '${text}'`,
  ]),
])('a cell %s in a column of numbers is told what may help', async (text, hint) => {
  const path = fileWith(folder, 'hint.csv', `x;y\n${text};1\n`);
  const { bad } = await readAll(path, [real('x', 0, 5)]);
  expect(bad[0].message).toBe(
    `row 0 (line 2), feature 'x': not a finite number; expected a finite number, got '${text}' (${hint})`,
  );
});

describe('the target', () => {
  it('comes as positions of classes; an unknown one makes the row bad', async () => {
    const path = fileWith(folder, 'target.csv', 'colour,class\nred,yes\nred,no\nred,maybe\nred,\n');
    const { labels, bad } = await readAll(path, [colour], { target: 'class', classes: ['no', 'yes'] });
    expect(labels).toEqual([1, 0, 255, 255]);
    expect(bad.map(({ message }) => message)).toEqual([
      "row 2 (line 4), column 'class': unknown class; expected one of 'no', 'yes', got 'maybe'",
      "row 3 (line 5), column 'class': missing value; expected a value, got none",
    ]);
    await expect(readAll(path, [colour], { target: 'class' })).rejects.toMatchObject({ code: 'bad-option' });
  });
});

it('a column may be key, target and feature at once', async () => {
  const path = fileWith(folder, 'thrice.csv', 'colour,x\nred,1\nblue\n');
  const options = { key: 'colour', target: 'colour', classes: ['blue', 'red'], where: "colour = 'red'" };
  const { values, keys, labels, bad } = await readAll(path, [colour, colour], options);
  expect([values, keys, labels]).toEqual([matrix([0, 0], [255, 255]), ['red', 'blue'], [1, 255]]);
  expect(bad).toMatchObject([{ row: 1, code: 'ragged-row' }]);
});

it('rows without features are counted, and ragged ones told', async () => {
  const path = fileWith(folder, 'featureless.csv', 'colour,x\nred,1\nblue\n');
  const { rowNumbers, keys, bad } = await readAll(path, [], { key: 'colour' });
  expect([rowNumbers, keys]).toEqual([
    [0, 1],
    ['red', 'blue'],
  ]);
  expect(bad).toMatchObject([{ row: 1, message: 'row 1 (line 3): too few cells; expected 2, got 1' }]);
});

describe('columns that are not there', () => {
  const path = fileWith(folder, 'columns.csv', 'age,Name,income,income\n1,a,2,2\n');

  it('are all named at once, with the nearest names', async () => {
    await expect(readAll(path, [real('Age'), real('nme'), real('zzz')])).rejects.toMatchObject({
      code: 'unknown-column',
      message: expect.stringContaining(
        "column 'Age' not found; did you mean 'age'?, column 'nme' not found; did you mean 'Name'?, column 'zzz' not found",
      ),
    });
  });

  it('are refused as keys and targets too', async () => {
    await expect(readAll(path, [real('age')], { key: 'id' })).rejects.toMatchObject({
      code: 'unknown-column',
    });
  });

  it('are refused when there are two of them, but only if asked for', async () => {
    await expect(readAll(path, [real('income')])).rejects.toMatchObject({ code: 'duplicate-column' });
    expect((await readAll(path, [real('age')])).values).toEqual([[1]]);
  });

  it('differ in case and are told apart', async () => {
    const both = fileWith(folder, 'case.csv', 'a,A,"",a_2\n1,2,3,4\n');
    expect((await readAll(both, [real('A'), real('a'), real(''), real('a_2')])).values).toEqual([
      [2, 1, 3, 4],
    ]);
    const table = await openTable(both);
    expect(new Set(table.columns.map(({ sql }) => sql.toLowerCase())).size).toBe(4);
    expect(
      await table.query(`SELECT ${table.columns.map(({ sql }) => sql).join(', ')} FROM ${table.relation}`),
    ).toEqual([['1', '2', '3', '4']]);
    table.close();
  });
});

describe('many', () => {
  it('categories: more than 255 and more than 65,535', async () => {
    for (const count of [255, 256, 65_535, 65_536, 70_000]) {
      const many = category('c', ...Array.from({ length: count }, (_, v) => `v${v}`));
      const path = fileWith(folder, 'cats.csv', `c,x\nv0,1\nv${count - 1},1\nv${count},1\n`);
      const { values, bad } = await readAll(path, [many]);
      expect(values.slice(0, 2)).toEqual([[0], [count - 1]]);
      expect(values[2][0]).toBeGreaterThanOrEqual(count);
      expect(bad).toHaveLength(1);
    }
  });

  it('columns: 2,000 of them, with bad cells and ragged rows', async () => {
    const features = Array.from({ length: 2000 }, (_, i) =>
      i % 2 === 0 ? category(`f${i}`, 'a', 'b') : real(`f${i}`),
    );
    const row = features.map((_, i) => (i % 2 === 0 ? 'b' : String(i)));
    const wrong = row.with(1998, 'c');
    const path = fileWith(
      folder,
      'wide.csv',
      [features.map(({ name }) => name), row, wrong, row.slice(1), row]
        .map((cells) => `${cells.join(',')}\n`)
        .join(''),
    );
    const { values, bad } = await readAll(path, features);
    expect(values[3]).toEqual(features.map((_, i) => (i % 2 === 0 ? 1 : i)));
    expect(bad).toMatchObject([
      { row: 1, feature: 'f1998', got: "'c'" },
      { row: 2, code: 'ragged-row' },
    ]);
  }, 60_000);
});
