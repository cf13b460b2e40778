// Whatever a table holds, reading gives it back cell by cell; what is broken is said, with its place; what is too much is refused.

import { gzipSync } from 'node:zlib';
import { FormatError, LimitError, XpxlcError } from '@xpxlc/core';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../core/test/property.ts';
import { readTable, type Table, textAt } from '../../src/table/index.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function cells(table: Table): (string | null)[][] {
  return Array.from({ length: table.rows }, (_, r) => table.columns.map((column) => textAt(column, r)));
}

const TEXT = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom(
    '',
    '"',
    '""',
    'a"b',
    '\n',
    '\r\n',
    'x\ny',
    ',',
    ';',
    '\t',
    '|',
    ' ',
    '\u2028',
    '\ufeff',
    'ß',
    '😀',
  ),
);
const NUMBER = fc.oneof(
  fc.double().map(String),
  fc.integer().map(String),
  fc.tuple(fc.integer({ min: -99999, max: 99999 }), fc.nat(8)).map(([x, d]) => (x / 100).toFixed(d)),
  fc.constantFrom(
    '-0',
    '-0.0',
    '0.0',
    '007',
    '1e3',
    '1E3',
    '+1',
    '.5',
    '5.',
    '1_000',
    '0x1',
    '12345678901234567890',
    '0.1234567890123456789',
    ' 1',
    '',
  ),
);
/** Columns of one kind each, or of all kinds. */
const TABLE = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc
      .tuple(...Array.from({ length: width }, () => fc.constantFrom(TEXT, NUMBER, fc.oneof(TEXT, NUMBER))))
      .chain((kinds) => fc.array(fc.tuple(...kinds), { maxLength: 60 })),
  );

describe('CSV', () => {
  it('gives back what was written, in every dialect', async () => {
    await fc.assert(
      fc.asyncProperty(
        TABLE,
        fc.constantFrom(',', '\t', ';', '|'),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        fc.boolean(),
        async (rows, delimiter, record_delimiter, quoted, bom) => {
          const names = (rows[0] ?? ['']).map((_, j) => `name ${j}`);
          // A lone empty cell is written as "": blank lines are no rows.
          const text = stringify([names, ...rows], {
            delimiter,
            record_delimiter,
            quoted,
            bom,
            quoted_match: /[\r\n"]|^$|^\ufeff/,
          });
          const table = await readTable(utf8(text), 'random.csv', { delimiter });
          expect(table.columns.map(({ name }) => name)).toEqual(names);
          expect(cells(table)).toEqual(rows);
          expect(table.problems).toEqual([]);
        },
      ),
      runs(200),
    );
  });

  it('is split as csv-parse splits it, at any piece of the file', async () => {
    const word = fc.constantFrom('a', '1.5', '"q"', '"x\ny"', '"a""b"', 'm"n', '', 'long '.repeat(40));
    const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(','));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom('\n', '\r\n'),
        async (block, times, end) => {
          const text = `a,b,c${end}${`${block.join(end)}${end}`.repeat(times)}`;
          const expected = parse(text, {
            relax_column_count: true,
            relax_quotes: true,
            skip_empty_lines: true,
            from: 2,
          }) as string[][];
          const table = await readTable(utf8(text), 'pieces.csv', { delimiter: ',' });
          expect(table.rows).toBe(expected.length);
          expect(cells(table)).toEqual(expected.map((row) => [0, 1, 2].map((j) => row[j] ?? null)));
          expect(table.problems.map(({ row }) => row)).toEqual(
            expected.flatMap((row, r) => (row.length === 3 ? [] : [r])),
          );
        },
      ),
      runs(40),
    );
  });

  it('tells the first rows before the last are read', async () => {
    const text = `x,y\n${'1,a\n'.repeat(200_000)}`;
    const seen: { rows: number; share: number; first: number | undefined }[] = [];
    const table = await readTable(utf8(text), 't.csv', {
      onProgress: ({ rows, share, table: first }) => seen.push({ rows, share, first: first?.rows }),
    });
    expect(table.rows).toBe(200_000);
    expect(seen[0].first).toBeGreaterThan(100);
    expect(seen[0].first).toBeLessThan(50_000);
    expect(seen.slice(1).every(({ first }) => first === undefined)).toBe(true);
    expect(seen.at(-1)).toEqual({ rows: 200_000, share: 1, first: undefined });
  });

  it('ends after the rows that are wanted', async () => {
    const table = await readTable(utf8(`x\n${'1\n'.repeat(100)}`), 't.csv', { maxRows: 7 });
    expect([table.rows, table.truncated]).toEqual([7, true]);
    const all = await readTable(utf8('x\n1\n2\n'), 't.csv', { maxRows: 2 });
    expect([all.rows, all.truncated]).toEqual([2, undefined]);
  });

  it('stops when nobody wants it any more', async () => {
    const stop = new AbortController();
    const work = readTable(utf8(`x\n${'1\n'.repeat(900_000)}`), 't.csv', {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await expect(work).rejects.toThrow('abort');
  });
});

describe('columns', () => {
  it('are numbers where nearly all cells are, and texts otherwise', async () => {
    const rows = Array.from(
      { length: 100 },
      (_, r) => `${r / 8},${r === 50 ? 'n/a' : r},id-${r},,${r % 2 ? 'x' : r}`,
    );
    const table = await readTable(utf8(`a,b,c,d,e\n${rows.join('\n')}\n`), 't.csv');
    expect(table.columns.map(({ kind }) => kind)).toEqual(['number', 'number', 'text', 'text', 'text']);
    expect(cells(table)).toEqual(rows.map((row) => row.split(',')));
  });
});

describe('JSON', () => {
  it('gives back values of every kind', async () => {
    const rows = [
      { a: 1, b: 'x', c: true, d: null, e: { f: [1, 2] } },
      { a: -0.5, b: '', c: false, d: 1e300, e: 'y' },
    ];
    const expected = [
      ['1', 'x', 'true', null, '{"f":[1,2]}'],
      ['-0.5', '', 'false', '1e+300', 'y'],
    ];
    const ndjson = rows.map((row) => JSON.stringify(row)).join('\n');
    expect(cells(await readTable(utf8(ndjson), 't.jsonl'))).toEqual(expected);
    expect(cells(await readTable(utf8(JSON.stringify(rows, null, 1)), 't.json'))).toEqual(expected);
  });

  it('has no line end but \\n in NDJSON, and keys that are names of objects are names', async () => {
    const text = '{"a":"x\u2028y","__proto__":"p","constructor":"c"}\n{"a":"\\n"}\n';
    const table = await readTable(utf8(text), 't.ndjson');
    expect(table.columns.map(({ name }) => name)).toEqual(['a', '__proto__', 'constructor']);
    expect(cells(table)).toEqual([
      ['x\u2028y', 'p', 'c'],
      ['\n', null, null],
    ]);
  });

  it('notices a key that appears twice, and only then', async () => {
    const lines = ['{"a":1,"b":{"a":2}}', '{"a":1,"a":2}', '{"a":"x\\":","b":1}', '{"a":1, "\\u0061":2}'];
    const { problems } = await readTable(utf8(lines.join('\n')), 't.ndjson');
    expect(problems.map(({ row, code }) => [row, code])).toEqual([
      [1, 'duplicate-key'],
      [3, 'duplicate-key'],
    ]);
  });
});

describe('what cannot be read', () => {
  const failure = async (content: Uint8Array, name: string, limits = {}): Promise<XpxlcError> =>
    readTable(content, name, { limits }).then(
      () => expect.fail('read'),
      (thrown) => thrown as XpxlcError,
    );

  it('is told with its place', async () => {
    const quote = await failure(utf8('a,b\n1,2\n"x\ny",2\n"z"w,3\n'), 'q.csv');
    expect(quote).toBeInstanceOf(FormatError);
    expect([quote.code, quote.place]).toEqual(['broken-quoting', 'q.csv, line 5']);
    const latin = await failure(Uint8Array.of(...utf8('a\nok\n'), 0xe9, 10), 'l.csv');
    expect([latin.code, latin.place]).toEqual(['not-utf8', 'l.csv, line 3']);
    const json = await failure(utf8('[{"a":1},\n{"a":}]'), 'j.json');
    expect(json.code).toBe('broken-json');
    const excel = await failure(Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0), 'book.xlsx');
    expect(excel.code).toBe('unknown-format');
    expect(excel.message).toContain('save the sheet as CSV');
    expect((await failure(utf8('PAR1 nonsense PAR1'), 'p.parquet')).code).toBe('broken-parquet');
  });

  it('is refused where it is too much, gzip bombs before they are unpacked', async () => {
    const bomb = new Uint8Array(gzipSync(new Uint8Array(1 << 24)));
    const refused: [Uint8Array, string, object, string][] = [
      [bomb, 'bomb.csv.gz', { unpackedBytes: 1 << 20 }, 'input-too-large'],
      [utf8('a,b\n1,2\n'), 't.csv', { bytes: 4 }, 'input-too-large'],
      [utf8('a,b\n1,2\n3,4\n'), 't.csv', { cells: 3 }, 'too-many-cells'],
      [utf8('a,b,c\n'), 't.csv', { columns: 2 }, 'too-many-columns'],
      [utf8('{"a":1,"b":1,"c":1}'), 't.ndjson', { columns: 2 }, 'too-many-columns'],
      [utf8(`a\n"${'x'.repeat(200_000)}`), 't.csv', { rowLength: 1000 }, 'line-too-long'],
      [utf8(`{"a":"${'x'.repeat(200_000)}"}`), 't.ndjson', { rowLength: 1000 }, 'line-too-long'],
    ];
    for (const [content, name, limits, code] of refused) {
      const thrown = await failure(content, name, limits);
      expect(thrown).toBeInstanceOf(LimitError);
      expect(thrown.code).toBe(code);
    }
  });

  it('is an answer or one of our errors, whatever the bytes', async () => {
    const name = fc.constantFrom('t.csv', 't.tsv', 't.ndjson', 't.json', 't', 't.parquet', 't.csv.gz');
    const seeds = ['a,b\n"x",1\n', '{"a":1}\n{"b":2}\n', '[{"a":1}]', 'PAR1abcdPAR1'].map(utf8);
    const damaged = fc
      .tuple(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(12), fc.nat(255)), { maxLength: 3 }))
      .map(([seed, changes]) => {
        const bytes = seed.slice();
        for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
        return bytes;
      });
    const bytes = fc.oneof(fc.uint8Array({ maxLength: 40 }), damaged);
    await fc.assert(
      fc.asyncProperty(bytes, name, async (content, file) => {
        const read = await readTable(content, file).catch((thrown: unknown) => thrown);
        expect(read instanceof XpxlcError || (read as Table).rows >= 0).toBe(true);
      }),
      runs(500),
    );
  });
});
