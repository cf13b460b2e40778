// The page reads and encodes tables as the command line does: the same codes and numbers, the same bad rows in the same words, the same errors.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Feature, InternalError, reduce, XpxlcError } from '@xpxlc/core';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { type BasicType, parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import type { BadRow } from 'xpxlc/cells';
import { loadModel } from 'xpxlc/import';
import { corpusPath, hasCorpus } from '../../../core/test/bench-data/corpus.ts';
import { runs } from '../../../core/test/property.ts';
import { fileWith, readAll, testFolder } from '../../../xpxlc/test/table/files.ts';
import { answerRows, encode, readTable } from '../../src/table/index.ts';

const folder = testFolder();

const colour: Feature = {
  kind: 'categorical',
  name: 'colour',
  values: ['red', 'green', 'd,d', 'e\ne', 'q"q', 'ü', '7'],
};
const flag: Feature = { kind: 'categorical', name: 'flag', values: ['false', 'true'] };
const soft: Feature = {
  kind: 'categorical',
  name: 'soft',
  values: ['', 'a', 'none'],
  missing: 'none',
  other: 'a',
};
const loose: Feature = { kind: 'categorical', name: 'loose', values: ['', 'b'] };
const x: Feature = { kind: 'real', name: 'x', lower: -10, upper: 1000 };
const n: Feature = { kind: 'integer', name: 'n', lower: 0, upper: 100 };
const filled: Feature = { kind: 'real', name: 'filled', lower: 0, upper: 9, missing: 4.5 };
const own: Feature = { kind: 'real', name: 'own', lower: 0, upper: 9, missing: true };

interface Outcome {
  readonly values?: readonly (readonly number[])[];
  readonly bad?: readonly Omit<BadRow, 'index'>[];
  readonly code?: string;
}

async function outcome(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof XpxlcError)) throw thrown;
    if (thrown instanceof InternalError) throw thrown;
    return { code: thrown.code };
  }
}

/** What the command line makes of a file. Pages say nothing of its options. */
function byCommandLine(
  name: string,
  content: string | Uint8Array,
  features: readonly Feature[],
): Promise<Outcome> {
  return outcome(async () => {
    const { values, bad } = await readAll(fileWith(folder, name, content), features, {
      expected: features.map((feature) => feature.name),
    });
    const wanted = bad.map(({ index: _, message, ...rest }) => ({
      ...rest,
      message: message.replace(/ \([^()]*--[^()]*\)$/, ''),
    }));
    return {
      values: hideBad(
        values,
        bad.map(({ index }) => index),
      ),
      bad: wanted,
    };
  });
}

function byPage(name: string, content: string | Uint8Array, features: readonly Feature[]): Promise<Outcome> {
  return outcome(async () => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const table = await readTable(bytes, name, { expected: features.map((feature) => feature.name) });
    const { rows, columns, problems, bad } = encode(table, { features });
    const values = Array.from({ length: rows }, (_, r) => columns.map((column) => column[r]));
    expect(problems.map(({ row }) => row)).toEqual([...bad.keys()].filter((row) => bad[row] === 1));
    return {
      values: hideBad(
        values,
        problems.map(({ row }) => row),
      ),
      bad: problems,
    };
  });
}

/** What stands in a bad row does not matter. */
function hideBad(values: readonly (readonly number[])[], bad: readonly number[]): number[][] {
  const hidden = new Set(bad);
  return values.map((row, r) => (hidden.has(r) ? [] : row.map((value) => value + 0)));
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Each with the features that are looked for. */
const NASTY: readonly (readonly [string, string, string | Uint8Array, readonly Feature[]])[] = [
  [
    'ragged rows and blank lines',
    'a.csv',
    'id,colour,x\n1,red,2\n\n2,green\n3,red,4,5,6\n4,green,5\n',
    [colour, x],
  ],
  [
    'quotes, line ends and doubled quotes',
    'b.csv',
    'colour,x\r\n"d,d",1\r\n"e\ne",2\r\n"q""q",3\r\nred,4\r\n"ü","5"\r\n',
    [colour, x],
  ],
  ['a quote within a cell', 'c.csv', 'colour,x\nq"q,1\nred,2\n', [colour, x]],
  ['ragged rows among quotes', 'd.csv', 'colour,x\n"e\ne",2\n"red"\n"e\ne",2,3\n', [colour, x]],
  ['a byte-order mark and semicolons', 'e.csv', '\ufeffcolour;x\nred;1\ngreen;2.5\n', [colour, x]],
  ['a pipe where commas would give as many names', 'f.csv', 'a|b,colour|x\n1|red|3\n', [x]],
  ['tabs', 'g.tsv', 'colour\tx\nd,d\t1\n', [colour, x]],
  [
    'spellings of numbers',
    'h.csv',
    `x\n${['1', '1.0', '+5', '.5', '5.', '1e2', '1E-3', ' 7 ', '007', '-0', '1_0', '0x1', 'NaN', 'inf', '-Infinity', 'abc', '7,5', '1e400', '1e-400', 'true', 'FALSE', '999', '1001', '0.1000000000000000055'].map((t) => `"${t}"`).join('\n')}\n`,
    [x],
  ],
  ['whole numbers', 'i.csv', 'n\n1\n1.0\n1.5\n1e1\n101\n-1\ntrue\n', [n]],
  ['missing cells', 'j.csv', 'id,colour,x\n1,,2\n2,red,\n3,,\n', [colour, x]],
  [
    'what missing cells count as',
    'k.csv',
    'soft,filled,own,loose\n,,,\na,1,2,b\nzz,x,nan,b\n"",9,abc,b\nnone,10,,b\nb,2,NaN,c\n',
    [soft, filled, own, loose],
  ],
  [
    'truth values and sevens',
    'l.csv',
    'flag,colour\nTrue,7\n1,7.0\n0.0,07\nFALSE,red\nyes,7.00\n',
    [flag, colour],
  ],
  [
    'texts that mean missing, and decimal commas',
    'm.csv',
    'colour,x\nNA,1\nred,n/a\nred,"1,5"\nred,"1,234"\nRed,1\n',
    [colour, x],
  ],
  [
    'NDJSON with all kinds of lines',
    'n.ndjson',
    '{"colour":"red","x":1}\n{"x":2.50,"colour":"green","more":[1,{"a":2}]}\nnot json\n[1,2]\n\n{"colour":"red","colour":"green","x":3}\n{"colour":null,"x":1}\n{"x":1e2,"colour":7}\n{"colour":"red"}\n{"colour":"red","x":"5"}\n{"colour":"red","x":true}\n',
    [colour, x],
  ],
  ['a column that comes late', 'o.ndjson', '{"colour":"red"}\n{"colour":"green","x":1}\n', [colour, x]],
  ['a JSON array', 'p.json', '[{"colour":"red","x":1},\n {"colour":"blue","x":-0.0}]', [colour, x]],
  ['an array with something else in it', 'q.json', '[{"colour":"red","x":1}, 5]', [colour, x]],
  [
    'JSON objects without an array',
    'r.json',
    '{"colour":"red","x":1}\n{"colour":"green","x":2}',
    [colour, x],
  ],
  ['JSON told by its content', 's.data', '{"colour":"red","x":1}\n', [colour, x]],
  ['gzip', 't.csv.gz', gzipSync('colour,x\nred,1\nblue,2\n'), [colour, x]],
  ['names that are missing', 'u.csv', 'color,X\nred,1\n', [colour, x]],
  ['a name twice', 'v.csv', 'colour,colour,x\nred,red,1\n', [colour, x]],
  ['a name twice that is not asked for', 'w.csv', 'a,a,x\nred,red,1\n', [x]],
  ['an unclosed quote', 'x.csv', 'colour,x\n"red,1\ngreen,2\n', [colour, x]],
  ['a quote closed too early', 'y.csv', 'colour,x\n"red"d,1\ngreen,2\n', [colour, x]],
  ['nothing', 'z.csv', '', [x]],
  ['blank lines only', 'za.csv', '\n\n', [x]],
  ['a header only', 'zb.csv', 'colour,x\n', [colour, x]],
  ['Latin-1', 'zc.csv', Uint8Array.of(...utf8('colour,x\ngr'), 0xfc, ...utf8('n,1\n')), [colour, x]],
  ['UTF-16', 'zd.csv', Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x0a, 0), [x]],
  ['cut-off gzip', 'ze.csv.gz', gzipSync('colour,x\nred,1\nblue,2\n').subarray(0, 25), [colour, x]],
  ['an array that is not closed', 'zf.json', '[{"colour":"red","x":1}', [colour, x]],
  ['no Parquet', 'zg.parquet', 'colour,x\nred,1\n', [colour, x]],
  ['one column with an empty cell', 'zh.csv', 'x\n1\n""\n\n3\n', [x]],
  ['carriage returns alone', 'zi.csv', 'colour,x\rred,1\rgreen,2\r', [colour, x]],
];

describe('a nasty table', () => {
  it.each(NASTY)('is read alike: %s', async (_, name, content, features) => {
    const expected = await byCommandLine(name, content, features);
    expect(await byPage(name, content, features)).toEqual(expected);
  });
});

/** Categories that a cell may name, in a number of ways. */
const LABEL = fc.constantFrom(
  'red',
  'green',
  'd,d',
  'e\ne',
  'q"q',
  'ü',
  '7',
  '7.0',
  '07',
  'Red',
  '',
  ' ',
  'NA',
  '#',
  'blue',
);
const NUMBER = fc.oneof(
  fc.double({ min: -20, max: 1100, noNaN: true }).map(String),
  fc.integer({ min: -20, max: 1100 }).map(String),
  fc.integer({ min: -2000, max: 9999 }).map((cents) => (cents / 100).toFixed(2)),
  fc.constantFrom(
    '',
    'abc',
    '1e2',
    '+5',
    ' 6',
    '007',
    'true',
    'FALSE',
    'inf',
    '-inf',
    'Infinity',
    '5.',
    '.5',
    '.',
    '1e400',
    '1e-400',
    '-0',
    '1E2',
    '1e',
    'e5',
    '1.2.3',
    '1 000',
    '\t4',
    '4\n',
    '\u00a04',
    '\u0663',
    '123456789012345678901234567890',
    '0.1234567890123456789',
    '1e0005',
    '1d',
    '5f',
    '- 1',
    '00',
    't',
    'T',

    '1,5',
    '0x1',
    '12345678901234567890',
  ),
);
const RAGGED = fc.oneof(
  { weight: 20, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 1, 3) },
);
const ROWS = fc.array(fc.record({ colour: LABEL, x: NUMBER, n: NUMBER, surplus: RAGGED }), {
  minLength: 1,
  maxLength: 60,
});

describe('a random table', () => {
  it('is read alike from CSV of any dialect', async () => {
    await fc.assert(
      fc.asyncProperty(
        ROWS,
        fc.constantFrom(',', '\t', ';', '|'),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        async (rows, delimiter, record_delimiter, quoted) => {
          const cells = rows.map(({ colour, x, n, surplus }, r) =>
            [`k${r}`, colour, x, n, ...Array(Math.max(0, surplus)).fill('w')].slice(0, 4 + surplus),
          );
          const text = stringify([['key', 'colour', 'x', 'n'], ...cells], {
            delimiter,
            record_delimiter,
            quoted,
            quoted_match: /[\r\n]/,
            bom: quoted,
          });
          const features = [colour, x, n];
          const expected = await byCommandLine('random.csv', text, features);
          expect(await byPage('random.csv', text, features)).toEqual(expected);
        },
      ),
      runs(30),
    );
  });

  it('is read alike from NDJSON', async () => {
    const value = (text: string, as: number): unknown =>
      as === 0 ? text : as === 1 && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text === '' ? null : text;
    await fc.assert(
      fc.asyncProperty(ROWS, fc.array(fc.nat(2), { minLength: 3, maxLength: 3 }), async (rows, as) => {
        const lines = rows.map(({ colour, x, n, surplus }, r) =>
          surplus < 0
            ? '{"colour":'
            : JSON.stringify({
                r,
                colour: value(colour, as[0]),
                x: value(x, as[1]),
                ...(surplus === 1 ? {} : { n: value(n, as[2]) }),
              }),
        );
        lines.push('{"colour":"red","x":1,"n":1}');
        const features = [colour, x, n];
        const expected = await byCommandLine('random.ndjson', `${lines.join('\n')}\n`, features);
        expect(await byPage('random.ndjson', `${lines.join('\n')}\n`, features)).toEqual(expected);
      }),
      runs(30),
    );
  });

  it('is read alike from Parquet', async () => {
    const whole = fc.option(fc.integer({ min: -5, max: 120 }));
    const real = fc.option(fc.integer({ min: -90, max: 4100 }).map((quarters) => quarters / 4));
    const row = fc.record({ colour: fc.option(LABEL), flag: fc.option(fc.boolean()), x: real, n: whole });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 60 }),
        fc.constantFrom('UNCOMPRESSED' as const, 'SNAPPY' as const),
        async (rows, codec) => {
          const column = (name: 'colour' | 'flag' | 'x' | 'n', type: BasicType) => ({
            name,
            type,
            data: rows.map((r) => r[name]),
          });
          const bytes = new Uint8Array(
            parquetWriteBuffer({
              columnData: [
                column('colour', 'STRING'),
                column('flag', 'BOOLEAN'),
                column('x', 'DOUBLE'),
                column('n', 'INT32'),
              ],
              codec,
              rowGroupSize: 25,
            }),
          );
          const features = [colour, flag, x, n];
          const expected = await byCommandLine('random.parquet', bytes, features);
          expect(await byPage('random.parquet', bytes, features)).toEqual(expected);
        },
      ),
      runs(20),
    );
  });
});

describe.skipIf(!hasCorpus)('the conformance corpus (../shared/bench, skipped where it is absent)', () => {
  const sets = ['adult', 'titanic', 'car', 'german', 'compas', 'lupus'].filter((name) =>
    existsSync(join(corpusPath, name)),
  );
  it.each(sets)('%s: the same codes, and the classes and sizes of the corpus', async (name) => {
    const read = (file: string) => new Uint8Array(readFileSync(join(corpusPath, name, file)));
    const { model } = await loadModel(read('model.xlc'), { xmap: read('model.xmap'), bounds: 'unbounded' });
    const { features } = model;
    const packed = read(`${name}.csv.gz`);
    const expected = await byCommandLine(`${name}.csv.gz`, packed, features);
    expect(await byPage(`${name}.csv.gz`, packed, features)).toEqual(expected);
    expect(expected.values?.length).toBeGreaterThan(0);
    const classifier = reduce(model);
    const table = await readTable(packed, `${name}.csv.gz`);
    const answers = await answerRows(classifier, encode(table, classifier));
    const golden = gunzipSync(read('all_rows.csv.gz')).toString().trim().split('\n').slice(1);
    const sizes = golden.map((line) => Number(line.split(',')[3]));
    expect(Array.from(answers.size)).toEqual(sizes);
  });
});
