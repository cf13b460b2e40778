// Random tables against a reader written for this test alone; random damage to real files: answers or our errors, nothing else.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { XpxlcError } from '@xpxlc/core';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../core/test/property.ts';
import { openWriter } from '../../src/table/write.ts';
import { category, fileWith, readAll, real, testFolder } from './files.ts';

const folder = testFolder();
const LABELS = ['a', 'b b', 'c"c', 'd,d', 'e\ne', "f'f", 'ü', 'NA', '1', ';', ' '];
const colour = category('colour', ...LABELS.slice(0, 8));
const x = real('x', -10, 10);

/** A cell of each column: good, unknown, missing; numbers good, too large, no numbers, missing. */
const cell = fc.tuple(
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...LABELS) }, { weight: 1, arbitrary: fc.constant('') }),
  fc.oneof(
    { weight: 5, arbitrary: fc.double({ min: -10, max: 10, noNaN: true }).map(String) },
    { weight: 1, arbitrary: fc.constantFrom('', '11', 'abc', '-1e5', '1_0', 'NaN', '0x1', '7,5') },
  ),
);
/** Well-formed rows, and now and then one with too few or too many cells. */
const rows = fc.array(
  fc.tuple(
    cell,
    fc.oneof({ weight: 30, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(-1, 1, 5) }),
  ),
  { maxLength: 40 },
);

/** What a row should come to, from the definition. */
function naive(
  [colourText, number]: readonly string[],
  surplus: number,
): [number, number, string | undefined] {
  if (surplus !== 0) return [255, Number.NaN, 'ragged-row'];
  const code = colour.values.indexOf(colourText);
  const value = /^-?[\d.]+(e[-+]?\d+)?$/i.test(number) ? Number(number) : Number.NaN;
  const trouble =
    code < 0
      ? colourText === ''
        ? 'missing-value'
        : 'unknown-category'
      : number === ''
        ? 'missing-value'
        : Number.isNaN(value)
          ? 'not-finite'
          : Math.abs(value) > 10
            ? 'out-of-bounds'
            : undefined;
  return [code < 0 ? 255 : code, value + 0, trouble];
}

describe('a random table', () => {
  it('comes out as a naive reader has it, whatever the dialect', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom(',', '\t', ';', '|'),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.integer({ min: 1, max: 50 }),
        async (table, delimiter, record_delimiter, quoted, blockRows) => {
          const cells = table.map(([[a, b], surplus], r) =>
            [`k${r}`, a, b, 'z', ...Array(Math.max(0, surplus)).fill('w')].slice(0, 4 + surplus),
          );
          const options = { delimiter, record_delimiter, quoted, quoted_match: /[\r\n]/, bom: quoted };
          const path = fileWith(
            folder,
            'random.csv',
            stringify([['key', 'colour', 'x', 'z'], ...cells], options),
          );
          const read = await readAll(path, [colour, x], { key: 'key', blockRows });
          const wanted = table.map(([row, surplus]) => naive(row, surplus));
          expect(read.rowNumbers).toEqual(table.map((_, r) => r));
          expect(read.keys).toEqual(table.map((_, r) => `k${r}`));
          expect(read.values.map(([code, value]) => [code, value + 0])).toEqual(
            wanted.map(([code, value]) => [code, value]),
          );
          expect(read.bad.map(({ row, index, code }) => [row, index, code])).toEqual(
            wanted.flatMap(([, , code], r) => (code === undefined ? [] : [[r, r % blockRows, code]])),
          );
        },
      ),
      runs(300),
    );
  }, 300_000);

  it('comes out the same from CSV, NDJSON, JSON and Parquet', async () => {
    const columns = [
      { name: 'key', type: 'text' },
      { name: 'colour', type: 'text' },
      { name: 'x', type: 'number' },
    ] as const;
    const sound = fc.array(
      fc.tuple(fc.string(), fc.constantFrom(...LABELS, null), fc.option(fc.double({ noNaN: true }))),
      { minLength: 1, maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(
        sound,
        fc.constantFrom('csv', 'tsv.gz', 'ndjson', 'json', 'parquet', 'csv.zst'),
        async (table, extension) => {
          const path = join(folder, `same.${extension}`);
          const writer = await openWriter(path, { columns });
          await writer.write(table);
          await writer.close();
          const { values, bad, keys } = await readAll(path, [colour, real('x')], { key: 'key' });
          expect(keys).toEqual(table.map(([key]) => key));
          const wanted = table.map(([, label, value]) => [
            label === null ? -1 : colour.values.indexOf(label),
            value,
          ]);
          expect(
            values.map(([code, value]) => [
              code === 255 ? -1 : code,
              Number.isFinite(value) ? value + 0 : null,
            ]),
          ).toEqual(
            wanted.map(([code, value]) => [
              code,
              value === null || !Number.isFinite(value) ? null : value + 0,
            ]),
          );
          expect(new Set(bad.map(({ row }) => row))).toEqual(
            new Set(
              wanted.flatMap(([code, value], r) =>
                code === -1 || value === null || !Number.isFinite(value) ? [r] : [],
              ),
            ),
          );
        },
      ),
      runs(100),
    );
  }, 300_000);
});

describe('a damaged file', () => {
  /** Bytes changed, cut out, repeated or put in, at random places. */
  const damage = fc.array(
    fc.record({
      kind: fc.constantFrom('flip', 'cut', 'repeat', 'insert', 'truncate'),
      at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
      text: fc.constantFrom(
        '"',
        ',',
        '\n',
        '\r',
        '{',
        '}',
        '[',
        ']',
        '\0',
        '\ufeff',
        '\\',
        ':',
        '1e999',
        'null',
      ),
    }),
    { minLength: 1, maxLength: 4 },
  );

  function apply(
    content: Buffer,
    steps: readonly { kind: string; at: number; bytes: Uint8Array; text: string }[],
  ): Buffer {
    return steps.reduce((bytes, { kind, at, bytes: random, text }) => {
      const from = Math.floor(at * bytes.length);
      const [head, tail] = [bytes.subarray(0, from), bytes.subarray(from)];
      switch (kind) {
        case 'flip':
          return Buffer.concat([head, random, tail.subarray(random.length)]);
        case 'cut':
          return Buffer.concat([head, tail.subarray(random[0])]);
        case 'repeat':
          return Buffer.concat([head, tail, tail]);
        case 'insert':
          return Buffer.concat([head, Buffer.from(text), tail]);
        default:
          return head;
      }
    }, content);
  }

  it.each([
    ['csv', 300],
    ['csv.gz', 100],
    ['csv.zst', 100],
    ['ndjson', 300],
    ['json', 200],
    ['parquet', 300],
  ] as const)(
    'in %s yields rows in order or one of our errors with a place',
    async (extension, times) => {
      const path = join(folder, `sound.${extension}`);
      const writer = await openWriter(path, {
        columns: [
          { name: 'key', type: 'text' },
          { name: 'colour', type: 'text' },
          { name: 'x', type: 'number' },
        ],
      });
      await writer.write(Array.from({ length: 60 }, (_, r) => [`k${r}`, LABELS[r % LABELS.length], r / 7]));
      await writer.close();
      const sound = readFileSync(path);
      await fc.assert(
        fc.asyncProperty(damage, async (steps) => {
          const damaged = fileWith(folder, `damaged.${extension}`, apply(sound, steps));
          const outcome = await readAll(damaged, [colour, x], { key: 'key' }).catch(
            (error: unknown) => error,
          );
          if (outcome instanceof XpxlcError) expect(outcome.place).toContain('damaged');
          else {
            const { rowNumbers, values } = outcome as Awaited<ReturnType<typeof readAll>>;
            expect(rowNumbers).toEqual(values.map((_, r) => r));
          }
        }),
        runs(times),
      );
    },
    300_000,
  );

  it('compressed, with its last bytes gone, is never read as a shorter table', async () => {
    const text = `key,colour,x\n${Array.from({ length: 3000 }, (_, r) => `k${r},a,${r % 10}\n`).join('')}`;
    const packed = gzipSync(text);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: packed.length - 3 }), async (length) => {
        const path = fileWith(folder, 'short.csv.gz', packed.subarray(0, length));
        await expect(readAll(path, [x])).rejects.toBeInstanceOf(XpxlcError);
      }),
      runs(30),
    );
  }, 120_000);
});
