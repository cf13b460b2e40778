// What is exported can be read again, and no spreadsheet takes a text for a formula.
import { linearModel, reduce } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answerRows,
  encode,
  exportRows,
  readTable,
  reasonsOf,
  select,
  type Table,
  textAt,
} from '../../src/table/index.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const cells = (table: Table): (string | null)[][] =>
  Array.from({ length: table.rows }, (_, r) => table.columns.map((column) => textAt(column, r)));

const classifier = reduce(
  linearModel({
    classes: ['no', 'yes'],
    features: [{ name: 'x', lower: 0, upper: 9 }],
    weights: [1],
    intercept: -2.5,
  }),
);

async function example() {
  const table = await readTable(utf8('x,note,class\n1,=A1+1,a\n4.0,"two\nlines",b\n12,-5,c\n'), 't.csv');
  const encoded = encode(table, classifier);
  return { table, encoded, answers: await answerRows(classifier, encoded) };
}

describe('exported rows', () => {
  it('are those chosen, with their answers and problems', async () => {
    const { table, encoded, answers } = await example();
    const rows = select(table, answers, { sort: { column: 0, descending: true } });
    const reasons = reasonsOf(classifier, encoded, answers);
    const options = { problems: encoded.problems, reasons };
    const text = [...exportRows(table, answers, rows, { ...options, format: 'csv' })].join('');
    expect(text).toBe(
      '\ufeffrow_number,x,note,class,class_2,margin,size,reason,problem\n' +
        '3,12,-5,c,,,,,"line 5, feature \'x\': out of bounds; expected 0 to 9, got 12"\n' +
        '2,4.0,"two\nlines",b,yes,1.5,1,x ≥ 4,\n' +
        "1,1,'=A1+1,a,no,1.5,1,x ≤ 1,\n",
    );
    const lines = [...exportRows(table, answers, rows.subarray(1), { ...options, format: 'ndjson' })].join(
      '',
    );
    expect(lines).toBe(
      '{"row_number":2,"x":4,"note":"two\\nlines","class":"b","class_2":"yes","margin":1.5,"size":1,"reason":"x ≥ 4","problem":null}\n' +
        '{"row_number":1,"x":1,"note":"=A1+1","class":"a","class_2":"no","margin":1.5,"size":1,"reason":"x ≤ 1","problem":null}\n',
    );
  });

  it('have a reason that is the whole class, where nothing needs to be kept', async () => {
    const always = reduce(
      linearModel({
        classes: ['no', 'yes'],
        features: [{ name: 'x', lower: 0, upper: 9 }],
        weights: [1],
        intercept: 1,
      }),
      { neverWins: 'allow' },
    );
    const table = await readTable(utf8('x\n3\n'), 't.csv');
    const encoded = encode(table, always);
    const answers = await answerRows(always, encoded);
    expect(reasonsOf(always, encoded, answers)(0)).toBe('always yes');
  });

  it('have numbers that are numbers: negative ones in CSV, and all of them in JSON', async () => {
    const source = [
      'x,weight,small,id,long,text,formula',
      '1,-12.9,1e-05,007,12345678901234567890,a,-1+2',
      '2,72.60,2.5e-07,008,12345678901234567891,1,+cmd',
      '3,,-3E+20,010,12345678901234567892,2,-5',
    ];
    const table = await readTable(utf8(`${source.join('\n')}\n`), 't.csv');
    const all = select(table, undefined, {});
    const csv = [...exportRows(table, undefined, all, { format: 'csv' })].join('').split('\n');
    expect(csv[1]).toBe("1,1,-12.9,1e-05,007,12345678901234567890,a,'-1+2");
    expect(csv[2]).toBe("2,2,72.60,2.5e-07,008,12345678901234567891,1,'+cmd");
    const lines = [...exportRows(table, undefined, all, { format: 'ndjson' })].join('').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        row_number: 1,
        x: 1,
        weight: -12.9,
        small: 1e-5,
        id: '007',
        long: '12345678901234567890',
        text: 'a',
        formula: '-1+2',
      },
      {
        row_number: 2,
        x: 2,
        weight: 72.6,
        small: 2.5e-7,
        id: '008',
        long: '12345678901234567891',
        text: '1',
        formula: '+cmd',
      },
      {
        row_number: 3,
        x: 3,
        weight: null,
        small: -3e20,
        id: '010',
        long: '12345678901234567892',
        text: '2',
        formula: '-5',
      },
    ]);
  });

  it('can be read again as they were', async () => {
    const text = fc.constantFrom('', 'a', '"', 'x\ny', ',', 'ü', '12.50', '1', '\u2028', 'r\rs');
    await fc.assert(
      fc.asyncProperty(
        fc
          .integer({ min: 1, max: 3 })
          .chain((width) =>
            fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 20 }),
          ),
        fc.constantFrom('csv' as const, 'ndjson' as const),
        async (rows, format) => {
          const names = rows[0].map((_, j) => `n${j}`);
          const lines = rows.map((row) =>
            JSON.stringify(Object.fromEntries(row.map((cell, j) => [names[j], cell]))),
          );
          const table = await readTable(utf8(lines.join('\n')), 't.ndjson');
          const all = select(table, undefined, {});
          const again = [...exportRows(table, undefined, all, { format })].join('');
          const read = cells(await readTable(utf8(again), `t.${format}`, { delimiter: ',' }));
          expect(read.map(([place]) => place)).toEqual(rows.map((_, r) => String(r + 1)));
          // JSON knows one way to write a number, and none to write an empty one.
          const known = (cell: string | null): string => (cell === '12.50' ? '12.5' : (cell ?? ''));
          const same = format === 'csv' ? (cell: string | null) => cell : known;
          expect(read.map(([, ...own]) => own.map(same))).toEqual(rows.map((row) => row.map(same)));
        },
      ),
    );
  });
});
