// CSV as it comes: delimiters, quotes, line ends, encodings; ragged rows stay in place, broken quoting is refused.

import { explainBlock, linearModel, reduce } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { matrix } from '../../../core/test/matrix.ts';
import { encodeRows } from '../../src/table/encode.ts';
import { openTable } from '../../src/table/source.ts';
import { manyStates } from '../batch/runs.ts';
import { category, fileWith, integer, readAll, real, testFolder } from './files.ts';

const folder = testFolder();
const city = category('city', 'Lisbon', 'Porto', 'São Paulo; SP');
const age = real('age', 0, 120);

describe('a CSV file', () => {
  it('is read by column name, with other columns among them and in any order', async () => {
    const path = fileWith(folder, 'order.csv', 'x,age,y,city\n1,30,2,Porto\n1,31.5,2,Lisbon\n');
    expect((await readAll(path, [city, age])).values).toEqual(matrix([1, 30], [0, 31.5]));
  });

  it.each([
    ['comma', ','],
    ['tab', '\t'],
    ['semicolon', ';'],
    ['bar', '|'],
  ])('may be delimited by %s without being told so', async (_, d) => {
    const path = fileWith(folder, 'delimiter.csv', `city${d}age\n"São Paulo; SP"${d}4\nPorto${d}5\n`);
    expect((await readAll(path, [city, age])).values).toEqual(matrix([2, 4], [1, 5]));
  });

  it('prefers the delimiter that yields the expected names', async () => {
    const path = fileWith(folder, 'expected.csv', 'a,b,c,city;age\n1,2,3,Porto;5\n');
    const { values } = await readAll(path, [age], { expected: ['age'] });
    expect(values).toEqual([[5]]);
  });

  it('may have a delimiter and a quote of its own, or no quotes at all', async () => {
    const own = fileWith(folder, 'own.csv', "city~age\n'Por~to'~5\n");
    expect(
      (await readAll(own, [category('city', 'Por~to'), age], { delimiter: '~', quote: "'" })).values,
    ).toEqual([[0, 5]]);
    const none = fileWith(folder, 'none.csv', 'city,age\n"Porto,5\n');
    expect((await readAll(none, [category('city', '"Porto'), age], { quote: '' })).values).toEqual([[0, 5]]);
  });

  it.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['a lone CR', '\r'],
  ])('may end its lines with %s, with or without a byte-order mark and a last line end', async (_, end) => {
    for (const mark of ['', '\ufeff'])
      for (const last of ['', end]) {
        const path = fileWith(folder, 'ends.csv', `${mark}city,age${end}Porto,5${end}Lisbon,6${last}`);
        const { values, bad } = await readAll(path, [city, age]);
        expect([values, bad]).toEqual([matrix([1, 5], [0, 6]), []]);
      }
  });

  it('may have line ends, delimiters and quotes inside quotes', async () => {
    const odd = 'a\nb,"c"';
    const path = fileWith(folder, 'quoted.csv', `city,age\n"a\nb,""c""",5\n`);
    expect((await readAll(path, [category('city', odd), age])).values).toEqual([[0, 5]]);
  });

  it('may lack a header: names are given or counted', async () => {
    const path = fileWith(folder, 'bare.csv', 'Porto,5\nLisbon,6\n');
    expect((await readAll(path, [city, age], { header: ['city', 'age'] })).values).toHaveLength(2);
    expect((await readAll(path, [real('column2')], { header: false })).values).toEqual([[5], [6]]);
    await expect(readAll(path, [city], { header: ['city'] })).rejects.toMatchObject({ code: 'wrong-length' });
  });

  it('with a header alone has no rows', async () => {
    expect((await readAll(fileWith(folder, 'head.csv', 'city,age\n'), [city, age])).values).toEqual([]);
    expect((await readAll(fileWith(folder, 'head2.csv', 'city,age'), [city, age])).values).toEqual([]);
  });

  it('does not count blank lines as rows', async () => {
    const path = fileWith(folder, 'blank.csv', 'city,age\n\nPorto,5\n\n\nLisbon,6\n\n');
    expect((await readAll(path, [city, age])).rowNumbers).toEqual([0, 1]);
    const ragged = fileWith(folder, 'blank-ragged.csv', 'city,age\n\nPorto,5\n\n\nLisbon\n\nLisbon,6\n');
    expect((await readAll(ragged, [city, age])).rowNumbers).toEqual([0, 1, 2]);
  });

  it.each([
    ['nothing', '', 'empty-file'],
    ['white space', '\n \n\n', 'empty-file'],
    ['a byte-order mark', '\ufeff', 'empty-file'],
    ['UTF-16', Buffer.from('\ufeffa,b\n', 'utf16le'), 'not-utf8'],
  ])('of %s is refused', async (_, content, code) => {
    await expect(readAll(fileWith(folder, 'refused.csv', content), [age])).rejects.toMatchObject({
      name: 'FormatError',
      code,
    });
  });

  it('in Latin-1 is refused with the line', async () => {
    const path = fileWith(folder, 'latin.csv', Buffer.from('city,age\nPorto,5\nSão Paulo,6\n', 'latin1'));
    await expect(readAll(path, [city, age])).rejects.toMatchObject({
      code: 'not-utf8',
      place: `${path}, line 3`,
    });
  });

  it.each([
    ['closed too early', 'city,age\nPorto,5\n"Por"to,6\nPorto,7\n'],
    ['never closed', 'city,age\nPorto,5\n"Porto,6\nPorto,7\n'],
  ])('with a quote that is %s is refused with the line', async (_, content) => {
    const path = fileWith(folder, 'quote.csv', content);
    await expect(readAll(path, [city, age])).rejects.toMatchObject({
      code: 'broken-quoting',
      place: `${path}, line 3`,
    });
  });

  it('with broken quoting is refused even where a ragged row comes first', async () => {
    const path = fileWith(folder, 'both.csv', 'city,age\nPorto\nPorto,5,6,7\n"Por"to,6\nPorto,7\n');
    await expect(readAll(path, [city, age])).rejects.toMatchObject({ code: 'broken-quoting' });
  });

  it('with mixed line ends is refused', async () => {
    const path = fileWith(folder, 'mixed.csv', 'city,age\r\nPorto,5\nPorto,6\r\n');
    await expect(readAll(path, [city, age])).rejects.toMatchObject({
      name: 'FormatError',
      code: 'broken-csv',
    });
  });
});

/** Rows that are right, much text and, with many features, much output: DuckDB works some megabytes ahead. */
const late = (rows: number) => {
  const filler = 'z'.repeat(400);
  return `city,age,z\n${Array.from({ length: rows }, (_, r) => `Porto,${r},${filler}\n`).join('')}`;
};
const wide = [city, ...Array.from({ length: 20 }, () => real('age'))];

describe('what stops reading in the middle is never taken for the end', () => {
  const filter = { where: "CAST(CASE WHEN length(z) > 1 THEN '1' ELSE z END AS INTEGER) = 1" };
  it.each([
    ['bytes that are not UTF-8', 60_000, 'S\xe3o,2,3\nPorto,60001,z\n', {}, 'not-utf8'],
    ['bytes that are not UTF-8, in a large file', 170_000, 'S\xe3o,2,3\nPorto,60001,z\n', {}, 'not-utf8'],
    ['a quote closed too early', 60_000, '"Por"to,2,3\nPorto,60001,z\n', {}, 'broken-quoting'],
    ['a filter that fails', 60_000, 'Porto,60000,q\n', filter, 'bad-filter', 'Conversion'],
  ])('%s', async (_, rows, end, options, code, words = '') => {
    const path = fileWith(
      folder,
      'stop.csv',
      Buffer.concat([Buffer.from(late(rows)), Buffer.from(end, 'latin1')]),
    );
    await expect(readAll(path, wide, options)).rejects.toMatchObject({
      name: 'FormatError',
      code,
      message: expect.stringContaining(words),
    });
  });
});

describe('ragged rows', () => {
  it('keep their place and say how many cells they have', async () => {
    const path = fileWith(
      folder,
      'ragged.csv',
      `city,age,z\nPorto,5,\nPorto,6\nPorto\nPorto,7,,\nPorto,8,9${',x'.repeat(40)}\nLisbon,9,\n`,
    );
    const { values, bad, rowNumbers } = await readAll(path, [city, age]);
    expect(rowNumbers).toEqual([0, 1, 2, 3, 4, 5]);
    expect(values[5]).toEqual([0, 9]);
    expect(bad.map(({ index, row, message }) => [index, row, message])).toEqual([
      [1, 1, 'row 1 (line 3): too few cells; expected 3, got 2'],
      [2, 2, 'row 2 (line 4): too few cells; expected 3, got 1'],
      [3, 3, 'row 3 (line 5): too many cells; expected 3, got 4'],
      [4, 4, 'row 4 (line 6): too many cells; expected 3, got 19 or more'],
    ]);
    expect(values[1]).toEqual([255, Number.NaN]);
  });

  it('come late: nothing is lost or doubled when reading starts again', async () => {
    const lines = Array.from({ length: 30_000 }, (_, r) =>
      r === 25_000 ? '"x\ny"' : r === 29_999 ? 'Porto,1,2,3,4' : `${r % 7 === 0 ? 'Nowhere' : 'Porto'},${r}`,
    );
    const path = fileWith(folder, 'late.csv', `city,age\n${lines.join('\n')}\n`);
    const { values, bad, rowNumbers } = await readAll(path, [city, real('age')], { blockRows: 1000 });
    expect(rowNumbers).toEqual(Array.from({ length: 30_000 }, (_, r) => r));
    const broken = new Set([25_000, 29_999]);
    expect(values.every(([, x], r) => broken.has(r) || x === r)).toBe(true);
    expect(bad.map(({ row }) => row)).toEqual(rowNumbers.filter((r) => r % 7 === 0 || broken.has(r)));
    expect(bad.filter(({ row }) => broken.has(row)).map(({ code }) => code)).toEqual([
      'ragged-row',
      'ragged-row',
    ]);
    expect(bad[1]).toMatchObject({ row: 7, code: 'unknown-category', got: "'Nowhere'" });
  });

  it.each([
    ['a large file', 170_000],
    ['a file that is tried first', 60_000],
  ])('come late in %s and nothing is lost or doubled', async (_, count) => {
    const path = fileWith(folder, 'later.csv', `${late(count)}Porto,1\nPorto,${count + 1},z\n`);
    const table = await openTable(path, { threads: 2 });
    let row = 0;
    for await (const block of encodeRows(table, wide)) {
      for (let r = 0; r < block.rows; r++, row++)
        if (block.rowNumbers[r] !== row || (row !== count && block.columns[20][r] !== row))
          expect.fail(`row ${row} is ${block.rowNumbers[r]}: ${block.columns[20][r]}`);
      const last = row > count ? [`row ${count} (line ${count + 2}): too few cells; expected 3, got 2`] : [];
      expect(block.bad.map(({ message }) => message)).toEqual(last);
    }
    table.close();
    expect(row).toBe(count + 2);
  });

  it('are in place in a large file however long they are', async () => {
    const path = fileWith(
      folder,
      'long.csv',
      `${late(170_000)}Porto,1,z${',x'.repeat(100)}\nPorto,170001,z\n`,
    );
    const { bad, values } = await readAll(path, [city, real('age')]);
    expect(bad.map(({ message }) => message)).toEqual([
      'row 170000 (line 170002): too many cells; expected 3, got 19 or more',
    ]);
    expect(values.at(-1)).toEqual([1, 170_001]);
  });

  it('in a file with line ends inside quotes do not hide a quote that is never closed', async () => {
    const path = fileWith(
      folder,
      'hidden.csv',
      'city,age\nPorto,5\nPorto\n"a\nb",6\nPorto,7\nPorto,"8\nPorto,9\n',
    );
    await expect(readAll(path, [city, age])).rejects.toMatchObject({
      code: 'broken-quoting',
      place: expect.stringMatching(/hidden\.csv, line \d/),
    });
  });

  it('are NULL in the relation', async () => {
    const table = await openTable(fileWith(folder, 'relation.csv', 'a,b\n1,\n2\n3,4,5\n6,7\n'));
    expect(await table.query(`SELECT * FROM ${table.relation}`)).toEqual([
      ['1', null],
      [null, null],
      [null, null],
      ['6', '7'],
    ]);
    table.close();
  });
});

it('goes straight to explainBlock, which takes the same rows for bad', async () => {
  const model = linearModel({
    classes: ['no', 'yes'],
    features: [
      { name: 'city', values: ['Lisbon', 'Porto'] },
      { name: 'age', kind: 'integer', lower: 0, upper: 120 },
    ],
    weights: [[0, 2], 0.1],
    intercept: -4,
  });
  const table = await openTable(
    fileWith(
      folder,
      'explain.csv',
      'city,age\nPorto,50\nRome,5\nLisbon,1.5\nLisbon,500\nLisbon\nLisbon,5.0\n',
    ),
  );
  for await (const block of encodeRows(table, model.features)) {
    const answer = explainBlock(reduce(model), block);
    expect(Array.from(answer.status, (status) => status !== 0)).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(block.bad.map(({ code }) => code)).toEqual([
      'unknown-category',
      'not-integer',
      'out-of-bounds',
      'ragged-row',
    ]);
    expect(Array.from(answer.classes)).toEqual([1, 0, 0, 0, 0, 0]);
  }
  table.close();
});

it('reads numbers as they are, to the last bit', async () => {
  const texts = [
    '0.1',
    '1e-320',
    '4.9e-324',
    '9007199254740993',
    '-0',
    '1E5',
    ' 7 ',
    '+3',
    '.5',
    '1.7976931348623157e308',
    '123456789.123456789',
  ];
  const path = fileWith(folder, 'exact.csv', `x,y\n${texts.map((text) => `${text},1`).join('\n')}\n`);
  expect((await readAll(path, [real('x')])).values.map(([x]) => x + 0)).toEqual(
    texts.map((text) => Number(text) + 0),
  );
});

it('takes no guess for a number', async () => {
  const texts = ['1_000', '0x10', '1,5', 't', '1e', '１', 'inf', 'NaN', '1e400', '--1', '1 2', '12abc'];
  const path = fileWith(folder, 'guess.csv', `x;y\n${texts.map((text) => `${text};1`).join('\n')}\n`);
  const { bad, values } = await readAll(path, [real('x')]);
  expect(bad.map(({ code }) => code)).toEqual(texts.map(() => 'not-finite'));
  expect(values.every(([x]) => !Number.isFinite(x))).toBe(true);
});

it('takes whole numbers in any notation and nothing else for an integer', async () => {
  const path = fileWith(folder, 'whole.csv', 'n,y\n3,1\n3.0,1\n3e0,1\n3.5,1\n9007199254740993,1\n-1,1\n');
  const { values, bad } = await readAll(path, [integer('n', 0, 10)]);
  expect(values.slice(0, 3)).toEqual([[3], [3], [3]]);
  expect(bad.map(({ row, code, got }) => [row, code, got])).toEqual([
    [3, 'not-integer', '3.5'],
    [4, 'not-integer', '9007199254740992'],
    [5, 'out-of-bounds', '-1'],
  ]);
});

describe('a filter that takes too long', () => {
  // Some seconds within one step, which the engine does not leave when it is told to.
  const pattern = '(a|b)*a(a|b){20}a[^ab]';
  const text = manyStates(20_000);
  const rows = Array.from({ length: 20 }, (_, i) => `Porto,${i},${text}`);

  it('is given up, and said to be too slow', async () => {
    const path = fileWith(folder, 'slow.csv', `city,age,text\n${rows.join('\n')}\n`);
    const where = new Array(8).fill(`NOT regexp_matches(text, '${pattern}')`).join(' AND ');
    await expect(
      readAll(path, [city, age], { where, limits: { filterSeconds: 0.05 } }),
    ).rejects.toMatchObject({
      name: 'LimitError',
      code: 'filter-too-slow',
      place: 'filter',
      got: '0 rows so far',
    });
    // The same filter, given time.
    const { values } = await readAll(path, [city, age], { where });
    expect(values).toHaveLength(20);
  });
});
