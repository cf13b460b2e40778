// What is exported can be read again, and no spreadsheet takes a text for a formula.
import { linearModel, reduce } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answerRows,
  encode,
  exportRows,
  readTable,
  select,
  type Table,
  textAt,
} from '../../src/table/index.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const cells = (table: Table): (string | null)[][] =>
  Array.from({ length: table.rows }, (_, r) => table.columns.map((column) => textAt(column, r)));

async function example() {
  const classifier = reduce(
    linearModel({
      classes: ['no', 'yes'],
      features: [{ name: 'x', lower: 0, upper: 9 }],
      weights: [1],
      intercept: -2.5,
    }),
  );
  const table = await readTable(utf8('x,note,class\n1,=A1+1,a\n4.0,"two\nlines",b\n12,-5,c\n'), 't.csv');
  const encoded = encode(table, classifier);
  return { table, encoded, answers: await answerRows(classifier, encoded) };
}

describe('exported rows', () => {
  it('are those chosen, with their answers and problems', async () => {
    const { table, encoded, answers } = await example();
    const rows = select(table, answers, { sort: { column: 0, descending: true } });
    const text = [...exportRows(table, answers, rows, { format: 'csv', problems: encoded.problems })].join(
      '',
    );
    expect(text).toBe(
      '\ufeffx,note,class,class_2,margin,size,problem\n' +
        '12,-5,c,,,,"row 2 (line 5), feature \'x\': out of bounds; expected 0 to 9, got 12"\n' +
        '4.0,"two\nlines",b,yes,1.5,1,\n' +
        "1,'=A1+1,a,no,1.5,1,\n",
    );
    const lines = [...exportRows(table, answers, rows.subarray(1), { format: 'ndjson' })].join('');
    expect(lines).toBe(
      '{"x":"4.0","note":"two\\nlines","class":"b","class_2":"yes","margin":1.5,"size":1}\n' +
        '{"x":1,"note":"=A1+1","class":"a","class_2":"no","margin":1.5,"size":1}\n',
    );
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
          expect(cells(await readTable(utf8(again), `t.${format}`, { delimiter: ',' }))).toEqual(rows);
        },
      ),
    );
  });
});
