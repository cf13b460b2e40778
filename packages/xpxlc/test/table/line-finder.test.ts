// Lines of rows, against files whose rows were put there line by line.

import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../core/test/property.ts';
import { LineFinder } from '../../src/table/line-finder.ts';
import { fileWith, readAll, testFolder } from './files.ts';

const folder = testFolder();
const cell = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    'a "b"',
    'two\nlines',
    'a\r\nb',
    '\n',
    '"',
    '""\n""',
    'x"y',
    'é,',
    ';',
    '||',
    '\r',
  ),
  fc.string({ maxLength: 6 }),
);

describe('the line of a row', () => {
  it('is that of its first character, whatever is quoted, and blank lines are none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.tuple(cell, cell), fc.integer({ min: 0, max: 2 })), {
          minLength: 1,
          maxLength: 12,
        }),
        fc.constantFrom(',', ';', '||', '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.boolean(),
        async (rows, delimiter, end, bom, packed) => {
          let text = `${bom ? '\ufeff' : ''}k${delimiter}v${delimiter}n${end}`;
          const lines = rows.map(([cells, blanks]) => {
            text += end.repeat(blanks);
            const line = text.split(/\r\n|\r|\n/).length;
            const written = cells.map((value) => `"${value.replaceAll('"', '""')}"`);
            text += `${[...written, 'no number'].join(delimiter)}${end}`;
            return line;
          });
          const name = packed ? 'lines.csv.gz' : 'lines.csv';
          const path = fileWith(folder, name, packed ? gzipSync(text) : text);
          const { bad } = await readAll(path, [{ kind: 'real', name: 'n', lower: 0, upper: 1 }], {
            delimiter,
          });
          expect(bad.map(({ row, line }) => [row, line])).toEqual(lines.map((line, row) => [row, line]));
          expect(bad[0].place).toBe(`row 0 (line ${lines[0]}), feature 'n'`);
        },
      ),
      runs(80),
    );
  }, 120_000);

  it('is told with the file where there are several, also for lines of JSON', async () => {
    const real = { kind: 'real', name: 'n', lower: 0, upper: 1 } as const;
    const a = fileWith(folder, 'a.csv', 'n\n1\nx\n');
    const b = fileWith(folder, 'b.csv', 'n\n\n"y"\n0\nz');
    const csv = await readAll([a, b], [real]);
    expect(csv.bad.map(({ place }) => place)).toEqual([
      `row 1 (${a}, line 3), feature 'n'`,
      `row 2 (${b}, line 3), feature 'n'`,
      `row 4 (${b}, line 5), feature 'n'`,
    ]);
    const lines = fileWith(folder, 'a.ndjson', '{"n":1}\n\n{"n":"x\\ny"}\n{"n":0}\r\n{"n":2}');
    const json = await readAll(lines, [real]);
    expect(json.bad.map(({ place }) => place)).toEqual([
      "row 1 (line 3), feature 'n'",
      "row 3 (line 5), feature 'n'",
    ]);
    const list = fileWith(folder, 'a.json', '[{"n":1},\n{"n":"x"}]');
    expect((await readAll(list, [real])).bad.map(({ place }) => place)).toEqual(["row 1, feature 'n'"]);
  });

  it('is not known beyond the end, and of a row that was passed', async () => {
    const path = fileWith(folder, 'short.csv', 'n\n1\n2\n');
    const finder = new LineFinder([
      { path, place: path, compression: 'none', delimiter: ',', quote: '"', header: true },
    ]);
    expect([(await finder.at(1))?.line, await finder.at(0), await finder.at(2)]).toEqual([
      3,
      undefined,
      undefined,
    ]);
    await finder.close();
  });
});
