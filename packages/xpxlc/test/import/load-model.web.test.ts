// The door without a file system: runs in Node and in a browser.
import { predict, reduce, smallest, weigh } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { loadModel } from '../../src/import/load-model.ts';
import { writeModelFile } from '../../src/schema/write-model-file.ts';

const cnbc = '2\n0.75\n0.25\n1\n2\n0.9 0.1\n0.2 0.8\n';
const xmap = '2\n0 ham\n1 spam\n1\n0\n1\n0 has link\n2\n0 no\n1 yes\n';
const xlc = '2\n-1.5\n1\n0.1\n1\n2 0.5 -0.5\n';

async function gzip(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream as unknown as ReadableStream).arrayBuffer());
}

describe('loading a model without a file system', () => {
  it('reads text, bytes, a Blob and gzip alike', async () => {
    const { model } = await loadModel({ text: cnbc });
    const bytes = new TextEncoder().encode(cnbc);
    expect(model.kind).toBe('categorical-naive-bayes');
    for (const source of [bytes, bytes.buffer, new Blob([cnbc]), await gzip(cnbc)])
      expect((await loadModel(source)).model).toEqual(model);
  });

  it('finds names in an XMAP file and bounds in a bounds file', async () => {
    const named = await loadModel({ text: cnbc }, { xmap: { text: xmap } });
    expect(named.model.classes).toEqual(['ham', 'spam']);
    expect(named.model.features[0].name).toBe('has link');
    const bounded = await loadModel({ text: xlc }, { bounds: { file: { text: 'v0,0,30,integer' } } });
    expect(bounded.model.features[0]).toEqual({ kind: 'integer', name: 'v0', lower: 0, upper: 30 });
    const free = await loadModel({ text: xlc }, { bounds: 'unbounded' });
    expect(free.model.features[0]).toMatchObject({ lower: -Infinity, upper: Infinity });
    const given = await loadModel({ text: xlc }, { bounds: [{ name: 'v0', lower: 1, upper: 2 }] });
    expect(given.model.features[0]).toMatchObject({ lower: 1, upper: 2 });
  });

  it('tells the formats apart by their content', async () => {
    const { model } = await loadModel({ text: cnbc }, { xmap: { text: xmap } });
    const file = writeModelFile(model, { title: 'mail', notes: { rows: 5 } });
    expect(await loadModel({ text: file })).toMatchObject({
      model,
      format: 'xpxlc-model',
      title: 'mail',
      notes: { rows: 5 },
    });
    expect((await loadModel({ text: xlc }, { bounds: 'unbounded' })).format).toBe('xlc');
    expect((await loadModel({ text: '2\n0.5\n-1\n1.25\n' })).format).toBe('blc');
  });

  it('fingerprints the content, unless a model file states its own origin', async () => {
    const { origin, model } = await loadModel({ text: cnbc });
    expect(origin).toEqual({
      format: 'cnbc',
      sha256: 'e764848bf3d7476b527a44c41ac7396a182b223f6e46e7a1cb01154787b68102',
    });
    const own = { tool: 'mine', version: '3' };
    expect((await loadModel({ text: writeModelFile(model, { origin: own }) })).origin).toEqual(own);
  });

  it('gives models that explain', async () => {
    const { model } = await loadModel({ text: cnbc }, { xmap: { text: xmap } });
    const classifier = reduce(model);
    expect(predict(classifier, { 'has link': 'no' }).class).toBe('ham');
    expect(smallest(weigh(classifier, { 'has link': 'no' }))).toEqual([0]);
  });

  it.each([
    ['an XMAP file', xmap, 'not-a-model', 'line 1, column 1'],
    ['an instance file', '1\n0\n1\n', 'not-a-model', 'line 1, column 1'],
    ['something else', 'hello', 'unknown-format', 'line 1, column 1'],
    ['nothing', '', 'unknown-format', 'line 1, column 1'],
    ['JSON of another kind', '{"a": 1}', 'bad-model-file', '$.kind'],
    ['broken JSON', '{"a": }', 'bad-json', 'line 1, column 7'],
    ['numbers without bounds', xlc, 'missing-bounds', 'line 3, column 1'],
  ])('refuses %s', async (_, text, code, place) => {
    await expect(loadModel({ text })).rejects.toMatchObject({ code, place });
  });

  it('reads as the format it is told, and then says where it is wrong', async () => {
    await expect(loadModel({ text: '2\n0.5\nx\n' }, { format: 'cnbc' })).rejects.toMatchObject({
      place: 'line 3, column 1',
    });
  });

  it('refuses what is no UTF-8 text, naming the line', async () => {
    const latin = new Uint8Array([...new TextEncoder().encode('2\n0.5\n'), 0xe9, 0x0a]);
    await expect(loadModel(latin)).rejects.toMatchObject({ code: 'not-text', place: 'line 3' });
    const replaced = new Uint8Array([...new TextEncoder().encode('\ufffd\n\n\n'), 0xff]);
    await expect(loadModel(replaced)).rejects.toMatchObject({ code: 'not-text', place: 'line 4' });
    await expect(loadModel(new Uint8Array([0xff, 0xfe, 0x32, 0]))).rejects.toMatchObject({ got: 'UTF-16' });
  });

  it('is not fooled by a small file that unpacks to a large one, nor by a broken one', async () => {
    const bomb = await gzip(' '.repeat(5_000_000));
    expect(bomb.length).toBeLessThan(10_000);
    await expect(loadModel(bomb, { maxBytes: 1_000_000 })).rejects.toMatchObject({
      name: 'LimitError',
      code: 'too-large',
    });
    await expect(loadModel(bomb.slice(0, 100))).rejects.toMatchObject({ code: 'bad-gzip' });
    await expect(loadModel({ text: cnbc }, { maxBytes: 10 })).rejects.toMatchObject({ code: 'too-large' });
    await expect(loadModel(new Blob([cnbc]), { maxBytes: 10 })).rejects.toMatchObject({ code: 'too-large' });
  });

  it('refuses what is no source at all', async () => {
    await expect(loadModel(7 as never)).rejects.toMatchObject({ code: 'bad-source', got: '7' });
  });
});
