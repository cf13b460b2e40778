// Every format, plain and compressed, written and read back; sources of all kinds; what is too much or damaged is refused.

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { matrix } from '../../../core/test/matrix.ts';
import { openTable } from '../../src/table/source.ts';
import { openWriter, type WriterColumn, type WriterRow } from '../../src/table/write.ts';
import { category, fileWith, readAll, real, testFolder } from './files.ts';

const folder = testFolder();
const columns: WriterColumn[] = [
  { name: 'text', type: 'text' },
  { name: 'number "x"', type: 'number' },
  { name: 'whole', type: 'integer' },
  { name: 'flag', type: 'boolean' },
  { name: 'list', type: 'json' },
];
const texts = ['plain', 'a,b\t;', 'quo"te', "it's", 'two\nlines', 'a\rb', ' ', '日本 𝒳', '{"a":1}'];
const rows: WriterRow[] = texts.map((text, r) => [text, r / 3, r * 1e9, r % 2 === 0, [r, text]]);
const FORMATS = [
  'csv',
  'tsv',
  'ndjson',
  'json',
  'parquet',
  'csv.gz',
  'tsv.gz',
  'ndjson.gz',
  'json.gz',
  'csv.zst',
  'tsv.zst',
  'ndjson.zst',
  'json.zst',
];

async function write(path: string, some: readonly WriterRow[], parts = 1): Promise<string> {
  const writer = await openWriter(path, { columns });
  const size = Math.ceil(some.length / parts);
  for (let from = 0; from < some.length; from += size) await writer.write(some.slice(from, from + size));
  await writer.close();
  return path;
}

describe.each(FORMATS)('a table in %s', (extension) => {
  it('is read back as it was written', async () => {
    const path = await write(join(folder, `table.${extension}`), rows, 3);
    const features = [
      category('text', ...texts),
      real('number "x"'),
      real('whole'),
      category('flag', 'false', 'true'),
    ];
    const { values, bad } = await readAll(path, features, { key: 'list' });
    expect(values).toEqual(rows.map((row, r) => [r, row[1], row[2], row[3] === true ? 1 : 0]));
    expect(bad).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp') || name.includes('.db'))).toEqual([]);
  });

  if (!extension.startsWith('tsv'))
    it('is known by its content under another name', async () => {
      const path = join(folder, `unknown-${extension.replace('.', '-')}`);
      const table = join(folder, `again.${extension}`);
      await write(table, rows);
      writeFileSync(path, readFileSync(table));
      expect((await readAll(path, [real('whole')])).values).toEqual(rows.map((row) => [row[2]]));
    });

  it('keeps missing values missing', async () => {
    const path = await write(join(folder, `missing.${extension}`), [
      rows[0],
      [null, null, null, null, null],
      rows[1],
    ]);
    const { bad, rowNumbers } = await readAll(path, [category('text', ...texts), real('whole')]);
    expect(rowNumbers).toEqual([0, 1, 2]);
    expect(bad).toMatchObject([{ row: 1, code: 'missing-value' }]);
  });

  it('is nowhere when given up, and the old one stays', async () => {
    const path = fileWith(folder, `old.${extension}`, 'old');
    const writer = await openWriter(path, { columns });
    await writer.write(rows);
    await writer.abort();
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp') || name.includes('.db'))).toEqual([]);
  });

  it('of many rows is read back whole', async () => {
    const many = Array.from(
      { length: 20_000 },
      (_, r): WriterRow => [texts[r % texts.length], r, r, true, null],
    );
    const path = await write(join(folder, `many.${extension}`), many, 7);
    const { values } = await readAll(path, [category('text', ...texts), real('whole')]);
    expect(values.every(([code, r], i) => r === i && code === i % texts.length)).toBe(true);
    expect(values).toHaveLength(20_000);
  });

  const knowsItsEnd = /gz|zst|parquet|json$/.test(extension) && extension !== 'ndjson';
  if (knowsItsEnd)
    it('cut off anywhere is refused, or complete where no row is missing', async () => {
      const whole = readFileSync(await write(join(folder, `cut.${extension}`), rows));
      for (const length of [whole.length - 1, whole.length - 4, whole.length - 9, whole.length >> 1, 20, 9]) {
        const path = fileWith(folder, `cut-off.${extension}`, whole.subarray(0, length));
        const outcome = await readAll(path, [real('whole')]).then(
          ({ values }) => values.length,
          (error) => error,
        );
        if (extension === 'json' && length >= whole.length - 1) expect(outcome).toBe(rows.length);
        else
          expect(outcome).toMatchObject({ name: 'FormatError', place: expect.stringContaining('cut-off') });
      }
    });
});

it('CSV of a single column keeps its missing cells', async () => {
  const path = join(folder, 'single.csv');
  const writer = await openWriter(path, { columns: [{ name: 'x', type: 'number' }] });
  await writer.write([[1], [null], [3]]);
  await writer.close();
  const { bad, rowNumbers } = await readAll(path, [real('x')]);
  expect(rowNumbers).toEqual([0, 1, 2]);
  expect(bad).toMatchObject([{ row: 1, code: 'missing-value' }]);
});

it('JSON says null for what it cannot say, and numbers of any size', async () => {
  const path = join(folder, 'odd.ndjson');
  const writer = await openWriter(path, { columns });
  await writer.write([['x', Number.NaN, 2n ** 60n, null, { a: undefined }]]);
  await writer.close();
  expect(readFileSync(path, 'utf8')).toBe(
    '{"text":"x","number \\"x\\"":null,"whole":1152921504606846976,"flag":null,"list":{}}\n',
  );
});

describe('a writer', () => {
  it('writes to a stream and leaves it open', async () => {
    const chunks: Buffer[] = [];
    const stream = new Writable({
      write(chunk, _, done) {
        chunks.push(chunk);
        done();
      },
    });
    const writer = await openWriter(stream, { columns: columns.slice(0, 1), format: 'tsv' });
    await writer.write([['a\tb'], ['c']]);
    await writer.close();
    expect(Buffer.concat(chunks).toString()).toBe('text\n"a\tb"\nc\n');
    expect(stream.writableEnded).toBe(false);
  });

  it('waits for a slow stream', async () => {
    const slow = new PassThrough({ highWaterMark: 10 });
    const writer = await openWriter(slow, { columns: columns.slice(0, 1), format: 'csv' });
    let read = 0;
    slow.once('readable', () => slow.on('data', (chunk) => (read += chunk.length)));
    const readWhenWritten: number[] = [];
    for (const letter of ['x', 'y', 'z']) {
      await writer.write([[letter.repeat(1e6)]]);
      readWhenWritten.push(read);
    }
    await writer.close();
    // What was written before has been taken.
    expect(readWhenWritten[1]).toBeGreaterThan(1e6);
    expect(readWhenWritten[2]).toBeGreaterThan(2e6);
  });

  it('says where it cannot write, and why', async () => {
    const missing = join(folder, 'no', 'such', 'folder.csv');
    const attempt = openWriter(missing, { columns }).then(async (writer) => {
      await writer.write(rows);
      await writer.close();
    });
    await expect(attempt).rejects.toMatchObject({
      name: 'FormatError',
      code: 'cannot-write',
      place: missing,
    });
    await expect(openWriter('-', { columns, format: 'parquet' })).rejects.toMatchObject({
      code: 'bad-option',
    });
  });

  it('leaves nothing when the process is told to end', async () => {
    const script = `
      const { openWriter } = await import(${JSON.stringify(fileURLToPath(new URL('../../src/table/write.ts', import.meta.url)))});
      const writer = await openWriter(${JSON.stringify(join(folder, 'ended.csv'))}, { columns: [{ name: 'x', type: 'number' }] });
      await writer.write(Array.from({ length: 200000 }, (_, r) => [r]));
      console.log('ready');
      setInterval(() => {}, 1000);`;
    const child = spawn(
      process.execPath,
      ['--conditions=source', '--import', 'tsx', '--input-type=module', '-e', script],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const left = () => readdirSync(folder).filter((name) => name.startsWith('ended'));
    try {
      await vi.waitFor(() => expect(left()).toHaveLength(2)); // the rows so far, and the claim
    } finally {
      child.kill('SIGTERM');
    }
    expect(await ended).toBe('SIGTERM');
    expect(left()).toEqual([]);
  });

  it('takes no value of another type for Parquet, and leaves nothing then', async () => {
    const path = join(folder, 'wrong.parquet');
    const writer = await openWriter(path, { columns });
    await expect(writer.write([['a', 'not a number', 1, true, null]])).rejects.toMatchObject({
      code: 'bad-value',
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('wrong'))).toEqual([]);
  });
});

describe('sources', () => {
  it('may be several files with their columns in different orders', async () => {
    fileWith(folder, 'part-1.csv', 'x,c\n1,a\n2,b\n');
    fileWith(folder, 'part-2.csv', 'c;extra;x\nb;;3\n');
    fileWith(folder, 'part-3.csv', 'x,c\n4\n5,a\n');
    const { values, bad, rowNumbers } = await readAll(join(folder, 'part-*.csv'), [
      category('c', 'a', 'b'),
      real('x'),
    ]);
    expect(rowNumbers).toEqual([0, 1, 2, 3, 4]);
    expect(values.filter((_, r) => r !== 3)).toEqual(matrix([0, 1], [1, 2], [1, 3], [0, 5]));
    expect(bad).toMatchObject([{ row: 3, code: 'ragged-row' }]);
    await expect(readAll(join(folder, 'part-*.csv'), [real('extra')])).rejects.toMatchObject({
      code: 'unknown-column',
      place: expect.stringContaining('part-1.csv'),
    });
  });

  it('may be a list; of Parquet and NDJSON files too', async () => {
    for (const extension of ['parquet', 'ndjson', 'json']) {
      const paths = [rows.slice(0, 4), rows.slice(4)].map((some, i) =>
        write(join(folder, `list-${i}.${extension}`), some),
      );
      expect((await readAll(await Promise.all(paths), [real('whole')])).values).toEqual(
        rows.map((row) => [row[2]]),
      );
    }
    await expect(
      readAll([join(folder, 'list-0.json'), join(folder, 'part-1.csv')], []),
    ).rejects.toMatchObject({ code: 'mixed-formats' });
  });

  it('may be a stream', async () => {
    const before = readdirSync('/tmp').filter((name) => name.startsWith('xpxlc-table')).length;
    expect(
      (await readAll(Readable.from([Buffer.from('x,y\n1,'), Buffer.from('2\n3,4\n')]), [real('y')])).values,
    ).toEqual([[2], [4]]);
    const broken = new Readable({ read: () => broken.destroy(new Error('gone')) });
    await expect(readAll(broken, [real('y')])).rejects.toMatchObject({
      name: 'FormatError',
      place: 'stream',
    });
    await expect(
      readAll(Readable.from([Buffer.alloc(100, 48)]), [], { limits: { bytes: 10 } }),
    ).rejects.toMatchObject({ name: 'LimitError' });
    expect(readdirSync('/tmp').filter((name) => name.startsWith('xpxlc-table')).length).toBe(before);
  });

  it('may be standard input', async () => {
    const script = `
      const { openTable } = await import(${JSON.stringify(fileURLToPath(new URL('../../src/table/source.ts', import.meta.url)))});
      const table = await openTable('-');
      console.log(JSON.stringify(await table.query('SELECT y FROM ' + table.relation)));
      table.close();`;
    const child = spawn(
      process.execPath,
      ['--conditions=source', '--import', 'tsx', '--input-type=module', '-e', script],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    child.stdin.end('x,y\n1,2\n3,"a,b"\n');
    let out = '';
    for await (const chunk of child.stdout) out += chunk;
    expect(JSON.parse(out)).toEqual([['2'], ['a,b']]);
  });

  it.each([
    ['a file that is not there', 'nothing.csv'],
    ['a pattern that matches nothing', 'nothing-*.csv'],
    ['a folder', '.'],
  ])('%s is refused', async (_, name) => {
    await expect(openTable(join(folder, name))).rejects.toMatchObject({ code: 'file-not-found' });
    await expect(openTable([])).rejects.toMatchObject({ code: 'file-not-found' });
  });
});

it('a JSON file of objects one after the other, over several lines each, is a table too', async () => {
  const path = fileWith(folder, 'pretty.json', '{\n  "x": 1\n}\n{\n  "x": 2\n}\n');
  expect((await readAll(path, [real('x')])).values).toEqual([[1], [2]]);
  const cut = fileWith(folder, 'pretty-cut.json', '{\n  "x": 1\n}\n{\n  "x":');
  await expect(readAll(cut, [real('x')])).rejects.toMatchObject({
    code: 'broken-json',
    place: expect.stringContaining('pretty-cut.json'),
  });
});

describe('NDJSON', () => {
  it('keeps lines that are not JSON, not objects or ambiguous in their place', async () => {
    const path = fileWith(
      folder,
      'bad.ndjson',
      '{"x":1}\n{"x":\n5\n{"x":2,"x":3}\n{"y":1}\n{"x":"7"}\n{"x":null}\n{"x":[1]}\n{"x":true}\n{"x":4}\n',
    );
    const { values, bad, rowNumbers } = await readAll(path, [real('x')]);
    expect(rowNumbers).toHaveLength(10);
    expect(values.map(([x]) => x)).toEqual([1, NaN, NaN, NaN, NaN, 7, NaN, NaN, 1, 4]);
    expect(bad.map(({ row, code, got }) => [row, code, got])).toEqual([
      [1, 'broken-json', 'something else'],
      [2, 'broken-json', 'another value'],
      [3, 'duplicate-key', 'a repeated key'],
      [4, 'missing-value', 'none'],
      [6, 'missing-value', 'none'],
      [7, 'not-finite', "'[1]'"],
    ]);
  });

  it('finds keys that appear late', async () => {
    const path = fileWith(folder, 'late.ndjson', `${'{"a":1}\n'.repeat(70_000)}{"a":1,"b":2}\n`);
    const { values, bad } = await readAll(path, [real('b')]);
    expect(values).toHaveLength(70_001);
    expect(values.at(-1)).toEqual([2]);
    expect(bad).toHaveLength(70_000);
  });

  it('compares categories with the text of numbers and truth values, without guessing', async () => {
    const path = fileWith(folder, 'typed.ndjson', '{"c":1}\n{"c":1.0}\n{"c":"1"}\n{"c":true}\n{"c":"01"}\n');
    expect((await readAll(path, [category('c', '1', 'true')])).values).toEqual([[0], [0], [0], [1], [255]]);
  });
});

describe('too much', () => {
  const LINE = 50_000_000;

  it.each(['csv', 'csv.gz', 'ndjson.gz', 'json.gz'])(
    'in one line of %s is refused',
    async (extension) => {
      const start = extension.startsWith('csv')
        ? 'x,y\n1,2\n'
        : extension.startsWith('ndjson')
          ? '{"x":1}\n{"x":"'
          : '[{"x":1},\n{"x":"';
      const end = extension.startsWith('json') ? '"}]' : '';
      const content = Buffer.concat([Buffer.from(start), Buffer.alloc(LINE, 48), Buffer.from(end)]);
      const path = fileWith(
        folder,
        `bomb.${extension}`,
        extension.endsWith('gz') ? gzipSync(content) : content,
      );
      await expect(readAll(path, [real('x')])).rejects.toMatchObject({
        name: 'LimitError',
        code: 'line-too-long',
      });
    },
    60_000,
  );

  it('in one line of zstd is refused', async () => {
    const writer = await openWriter(join(folder, 'bomb.csv.zst'), { columns: columns.slice(0, 1) });
    for (let i = 0; i < 5; i++) await writer.write([['0'.repeat(LINE / 5)]]);
    await writer.close();
    await expect(readAll(join(folder, 'bomb.csv.zst'), [real('text')])).rejects.toMatchObject({
      name: 'LimitError',
    });
  }, 60_000);

  it('unpacked is refused', async () => {
    const lines = Buffer.from(`x,y\n${'1,2\n'.repeat(1e6)}`);
    const path = fileWith(folder, 'bytes.csv.gz', gzipSync(lines));
    await expect(readAll(path, [real('x')], { limits: { bytes: 1e6 } })).rejects.toMatchObject({
      name: 'LimitError',
      code: 'input-too-large',
    });
    expect(existsSync(path)).toBe(true);
  });

  it('in columns is refused', async () => {
    const path = fileWith(
      folder,
      'columns.csv',
      `${Array.from({ length: 30 }, (_, i) => `c${i}`).join(',')}\n`,
    );
    await expect(readAll(path, [], { limits: { columns: 20 } })).rejects.toMatchObject({
      name: 'LimitError',
      code: 'too-many-columns',
    });
  });
});

it('zstd of several frames that is cut off in the last one is refused', async () => {
  const many = Array.from(
    { length: 200_000 },
    (_, r): WriterRow => [`text ${Math.sin(r)}`, r, r, true, null],
  );
  const whole = readFileSync(await write(join(folder, 'frames.csv.zst'), many, 10));
  for (const length of [whole.length - 1, whole.length - 1000, Math.floor(whole.length * 0.9)]) {
    const path = fileWith(folder, 'frames-cut.csv.zst', whole.subarray(0, length));
    await expect(readAll(path, [real('whole')])).rejects.toMatchObject({
      code: 'broken-compression',
      message: expect.stringContaining('is cut off'),
    });
  }
  const junk = fileWith(
    folder,
    'frames-junk.csv.zst',
    Buffer.concat([whole, Buffer.from('some other bytes')]),
  );
  await expect(readAll(junk, [real('whole')])).rejects.toMatchObject({ code: 'broken-compression' });
});

it('gzip with a wrong checksum is refused', async () => {
  const packed = gzipSync('x,y\n1,2\n');
  packed[packed.length - 6] ^= 1;
  await expect(readAll(fileWith(folder, 'sum.csv.gz', packed), [real('x')])).rejects.toMatchObject({
    code: 'broken-compression',
  });
});
