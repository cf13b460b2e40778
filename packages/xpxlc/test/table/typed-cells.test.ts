// The same value is the same category and the same number in every format, however a program writes it.

import { join } from 'node:path';
import { type CategoricalFeature, type Feature, findName } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../core/test/property.ts';
import { SPELLINGS } from '../../../core/test/spellings.ts';
import { openWriter, type WriterColumn } from '../../src/table/write.ts';
import { fileWith, readAll, testFolder } from './files.ts';

const folder = testFolder();

function category(names: readonly string[], other?: string): CategoricalFeature {
  return { kind: 'categorical', name: 'x', values: names, ...(other === undefined ? {} : { other }) };
}

/** The codes of a column, −1 for those that are unknown. */
async function codesIn(path: string, features: readonly Feature[]): Promise<number[]> {
  const { values, bad } = await readAll(path, features);
  const unknown = new Set(bad.map(({ index }) => index));
  return values.map(([code], r) => (unknown.has(r) ? -1 : code));
}

/** Further columns: so many that DuckDB is not asked for other spellings. */
const WIDE = Array.from(
  { length: 450 },
  (_, i): Feature => ({ kind: 'categorical', name: `w${i}`, values: ['0', '1'] }),
);

const CELL = fc.oneof(
  fc.boolean(),
  fc.integer({ min: -2, max: 20 }),
  fc.integer({ min: -4, max: 40 }).map((x) => x / 2),
);
const NAMES = fc.uniqueArray(
  fc.constantFrom(
    'True',
    'true',
    'False',
    'FALSE',
    '0',
    '1',
    '1.0',
    '0.0',
    '2',
    '2.0',
    '17',
    '17.5',
    '-1',
    '-1.0',
    'x',
    '00',
  ),
  { minLength: 1, maxLength: 6 },
);

async function written(
  extension: string,
  type: WriterColumn['type'],
  cells: readonly unknown[],
): Promise<string> {
  const path = join(folder, `typed.${extension}`);
  const writer = await openWriter(path, { columns: [{ name: 'x', type }] });
  await writer.write(cells.map((cell) => [cell]));
  await writer.close();
  return path;
}

describe('a text', () => {
  it.each(SPELLINGS)(
    'means one of $names as the core has it, in CSV and NDJSON, in few columns and in many',
    async ({ names, means }) => {
      const texts = Object.keys(means);
      const wanted = Object.values(means);
      const wide = WIDE.map(({ name }) => name);
      const ones = wide.map((_, i) => (i % 2 === 0 ? 'True' : '1.0'));
      const csv = fileWith(folder, 'a.csv', `x\n${texts.map((text) => `"${text}"\n`).join('')}`);
      const lines = fileWith(
        folder,
        'a.ndjson',
        texts.map((text) => `${JSON.stringify({ x: text })}\n`).join(''),
      );
      const many = fileWith(
        folder,
        'b.csv',
        `x,${wide.join()}\n${texts.map((text) => `"${text}",${ones.join()}\n`).join('')}`,
      );
      expect(await codesIn(csv, [category(names)])).toEqual(wanted);
      expect(await codesIn(lines, [category(names)])).toEqual(wanted);
      expect(await codesIn(many, [category(names), ...WIDE])).toEqual(wanted);
      const read = await readAll(many, [category(names), ...WIDE]);
      for (const [r, [, ...rest]] of read.values.entries())
        if (wanted[r] >= 0) expect(new Set(rest)).toEqual(new Set([1]));
      // What stands for unknown categories stands for those alone.
      const open = [...names, 'other'];
      expect(await codesIn(csv, [category(open, 'other')])).toEqual(
        wanted.map((code) => (code < 0 ? names.length : code)),
      );
    },
  );

  it('may be a class, and the category of missing cells', async () => {
    const path = fileWith(folder, 'c.csv', 'x,class\ntrue,1.0\n,False\n');
    const { values, labels } = await readAll(path, [category(['0', '1'])], {
      target: 'class',
      classes: ['False', 'True'],
      missing: 'false',
    });
    expect([values, labels]).toEqual([
      [[1], [0]],
      [1, 0],
    ]);
  });
});

describe('a typed cell', () => {
  it('is the category that its value names, in NDJSON and Parquet as in the text of CSV', async () => {
    await fc.assert(
      fc.asyncProperty(NAMES, fc.array(CELL, { minLength: 1, maxLength: 8 }), async (names, cells) => {
        // What JavaScript writes is the plainest way: true, 17, 17.5.
        const wanted = cells.map((cell) => findName(names, String(cell)));
        for (const extension of ['csv', 'ndjson', 'json'])
          expect(await codesIn(await written(extension, 'json', cells), [category(names)])).toEqual(wanted);
        for (const [type, fits] of [
          ['boolean', (cell: unknown) => typeof cell === 'boolean'],
          ['integer', (cell: unknown) => Number.isInteger(cell)],
          ['number', (cell: unknown) => typeof cell === 'number'],
        ] as const) {
          const some = cells.filter(fits);
          if (some.length === 0) continue;
          // A column of doubles has 1.0: a name of that very spelling goes first.
          const texts = some.map((cell) =>
            type === 'number' && Number.isInteger(cell) ? `${cell}.0` : String(cell),
          );
          expect(await codesIn(await written('parquet', type, some), [category(names)])).toEqual(
            texts.map((text) => findName(names, text)),
          );
        }
      }),
      runs(60),
    );
  }, 300_000);

  it('is 1 or 0 for a number, where it is a truth value', async () => {
    const x: Feature = { kind: 'integer', name: 'x', lower: 0, upper: 1 };
    const wide = [x, ...WIDE];
    const csv = fileWith(folder, 'n.csv', 'x\nTrue\nfalse\nTRUE\n1.0\n0\nyes\n');
    const lines = fileWith(
      folder,
      'n.ndjson',
      '{"x":true}\n{"x":false}\n{"x":"True"}\n{"x":1}\n{"x":0.0}\n{"x":"t"}\n',
    );
    const parquet = await written('parquet', 'boolean', [true, false, true]);
    for (const path of [csv, lines]) {
      const { values, bad } = await readAll(path, [x]);
      expect([values.slice(0, 5), bad.map(({ row, code }) => [row, code])]).toEqual([
        [[1], [0], [1], [1], [0]],
        [[5, 'not-finite']],
      ]);
    }
    expect((await readAll(parquet, [x])).values).toEqual([[1], [0], [1]]);
    const many = fileWith(
      folder,
      'm.csv',
      `x,${WIDE.map(({ name }) => name).join()}\nTrue,${WIDE.map(() => 'false').join()}\n`,
    );
    const { values, bad } = await readAll(many, wide);
    expect([values[0].slice(0, 3), bad]).toEqual([[1, 0, 0], []]);
    const outside = await readAll(csv, [{ kind: 'integer', name: 'x', lower: 18, upper: 99 }]);
    expect(outside.bad.map(({ code }) => code)).toEqual([...Array(5).fill('out-of-bounds'), 'not-finite']);
  });
});
