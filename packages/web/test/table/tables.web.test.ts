// Tables in a browser as in Node: every format read, unpacked, encoded, answered, listed and written, without a file system.
import { linearModel, reduce } from '@xpxlc/core';
import { parquetWriteBuffer } from 'hyparquet-writer';
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

async function gzip(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function cells(table: Table): (string | null)[][] {
  return Array.from({ length: table.rows }, (_, r) => table.columns.map((column) => textAt(column, r)));
}

const ROWS: readonly (readonly [string, string, number])[] = [
  ['plain', 'a', 1],
  ['with "quotes", and\na line end', 'b', 2.5],
  ['ünïcödé 😀', 'a', -3],
];
const CSV = `note,kind,x\nplain,a,1\n"with ""quotes"", and\na line end",b,2.5\nünïcödé 😀,a,-3\n`;

describe('tables', () => {
  it('are the same from every format', async () => {
    const objects = ROWS.map(([note, kind, x]) => ({ note, kind, x }));
    const parquet = parquetWriteBuffer({
      columnData: [
        { name: 'note', data: ROWS.map(([note]) => note), type: 'STRING' },
        { name: 'kind', data: ROWS.map(([, kind]) => kind), type: 'STRING' },
        { name: 'x', data: ROWS.map(([, , x]) => x), type: 'DOUBLE' },
      ],
    });
    const files: readonly (readonly [string, Uint8Array])[] = [
      ['t.csv', utf8(CSV)],
      ['t.csv.gz', await gzip(CSV)],
      ['t.ndjson', utf8(objects.map((row) => JSON.stringify(row)).join('\n'))],
      ['t.json', utf8(JSON.stringify(objects))],
      ['t.parquet', new Uint8Array(parquet)],
    ];
    const expected = ROWS.map(([note, kind, x]) => [note, kind, String(x)]);
    for (const [name, bytes] of files) expect(cells(await readTable(bytes, name)), name).toEqual(expected);
  });

  it('refuse gzip that is damaged, or unpacks to too much', async () => {
    const packed = await gzip('a\n'.repeat(100_000));
    await expect(readTable(packed.subarray(0, 60), 't.csv.gz')).rejects.toMatchObject({
      code: 'broken-compression',
    });
    await expect(readTable(packed, 't.csv.gz', { limits: { unpackedBytes: 1000 } })).rejects.toMatchObject({
      code: 'input-too-large',
    });
  });

  it('are answered, listed and written', async () => {
    const classifier = reduce(
      linearModel({
        classes: ['no', 'yes'],
        features: [
          { name: 'kind', values: ['a', 'b'] },
          { name: 'x', lower: -2, upper: 5 },
        ],
        weights: [[-1, 1], 0.5],
      }),
    );
    const table = await readTable(utf8(CSV), 't.csv');
    const encoded = encode(table, classifier);
    const answers = await answerRows(classifier, encoded);
    expect(encoded.problems.map(({ row, code }) => [row, code])).toEqual([[2, 'out-of-bounds']]);
    const rows = select(table, answers, { sort: { column: 'margin', descending: true } });
    expect(Array.from(rows)).toEqual([1, 0, 2]);
    const lines = [...exportRows(table, answers, rows.subarray(1), { format: 'csv' })].join('').split('\n');
    expect(lines).toEqual([
      '\ufeffrow_number,note,kind,x,class,margin,size',
      '1,plain,a,1,no,0.5,2',
      '3,ünïcödé 😀,a,-3,,,',
      '',
    ]);
  });
});
