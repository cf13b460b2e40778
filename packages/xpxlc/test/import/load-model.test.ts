import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { XpxlcError } from '@xpxlc/core';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { roundsUntil } from '../../../core/test/property.ts';
import { loadModel } from '../../src/import/load-model.ts';
import { writeModelFile } from '../../src/schema/write-model-file.ts';
import { anyModel } from '../arbitrary-models.ts';
import { mutated } from '../mutations.ts';

const folder = mkdtempSync(join(tmpdir(), 'xpxlc-load-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const cnbc = '2\n0.5\n0.5\n1\n2\n0.9 0.1\n0.2 0.8\n';

describe('loading a model from a file', () => {
  it('takes a path or a file URL, plain or gzipped, and keeps the name', async () => {
    const plain = file('mail model.cnbc', cnbc);
    const { origin, model } = await loadModel(plain);
    expect(origin).toMatchObject({ source: 'mail model.cnbc', format: 'cnbc' });
    expect((await loadModel(pathToFileURL(plain))).model).toEqual(model);
    expect((await loadModel(file('mail.cnbc.gz', gzipSync(cnbc)))).model).toEqual(model);
  });

  it('lets the name decide between an instance and a BLC file', async () => {
    expect((await loadModel(file('whole.blc', '2\n3\n1\n1\n'))).format).toBe('blc');
    await expect(loadModel(file('whole.inst', '2\n0\n1\n1\n'))).rejects.toMatchObject({
      code: 'not-a-model',
    });
  });

  it('does not take the beginning of one format for the whole of another', async () => {
    await expect(loadModel(file('cut.cnbc', '2\n0.5\n0.25\n1\n'))).rejects.toMatchObject({
      code: 'count-too-large',
      place: 'line 4, column 1',
    });
  });

  it('finds the names of a BLC file', async () => {
    const xmap = file('two.xmap', '2\n0 no\n1 yes\n2\n0\n2\n0 a b\n2\n0 off\n1 on\n1 c\n2\n0 off\n1 on\n');
    const { model } = await loadModel(file('two.blc', '2\n-0.5\n1\n1\n'), { xmap });
    expect(model.classes).toEqual(['no', 'yes']);
    expect(model.features[0]).toMatchObject({ name: 'a b', values: ['off', 'on'] });
  });

  it('names the file in every message, and the place in it', async () => {
    const broken = file('broken.cnbc', '2\n0.5\n0.5\n1\n2\n0.9 0.1\n0.2 zero\n');
    await expect(loadModel(broken)).rejects.toMatchObject({
      place: 'line 7, column 5',
      message: expect.stringContaining(`${broken}: line 7, column 5`),
    });
    const xmap = file('broken.xmap', 'nonsense');
    await expect(loadModel(file('fine.cnbc', cnbc), { xmap })).rejects.toMatchObject({
      message: expect.stringContaining(`${xmap}: line 1, column 1`),
    });
  });

  it('says when there is no such file, or it cannot be read', async () => {
    const missing = join(folder, 'missing.json');
    await expect(loadModel(missing)).rejects.toMatchObject({ code: 'no-such-file', place: missing });
    await expect(loadModel(folder)).rejects.toMatchObject({ code: 'unreadable', place: folder });
    await expect(loadModel(file('large.cnbc', cnbc), { maxBytes: 5 })).rejects.toMatchObject({
      code: 'too-large',
    });
  });

  it('only ever throws our own errors, each with a place, whatever the content', async () => {
    const texts = fc.oneof(
      anyModel.map((model) => writeModelFile(model)),
      fc.constantFrom(cnbc, '2\n-1.5\n1\n0.1\n1\n2 0.5 -0.5\n', '2\n0.5\n-1\n1.25\n'),
    );
    const bytes = texts
      .chain(mutated)
      .map((text) => Buffer.from(text))
      .chain((buffer) =>
        fc
          .record({ at: fc.nat(buffer.length), byte: fc.nat(255), zip: fc.boolean() })
          .map(({ at, byte, zip }) => {
            const packed = zip ? gzipSync(buffer) : Buffer.from(buffer);
            if (at < packed.length) packed[at] = byte;
            return packed;
          }),
      );
    const seen = { read: 0, refused: 0 };
    // Both ways out are taken.
    for (const round of roundsUntil(400, () => Math.min(seen.read, seen.refused) > 0))
      await fc.assert(
        fc.asyncProperty(bytes, async (content) => {
          try {
            expect((await loadModel(new Uint8Array(content))).model.classes.length).toBeGreaterThan(1);
            seen.read += 1;
          } catch (error) {
            if (!(error instanceof XpxlcError)) throw error;
            expect(error.place).toMatch(/^\$|^line \d+|^byte \d+/);
            seen.refused += 1;
          }
        }),
        round,
      );
  });
});
