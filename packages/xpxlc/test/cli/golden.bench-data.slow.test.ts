// The program against the conformance corpus, as a user would run it: every instance of every dataset, and the full answers for
// those that have them. The corpus lies outside the repository: without it everything here is skipped.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { corpusPath, type Golden, hasCorpus, readIndex } from '../../../core/test/bench-data/corpus.ts';
import { records, xpxlc } from './program.ts';

if (!hasCorpus) {
  console.warn(`skipped: there is no conformance corpus at ${corpusPath}`);
  it.skip(`skipped: there is no conformance corpus at ${corpusPath}`);
}

const text = (path: string): string => {
  const bytes = readFileSync(`${corpusPath}${path}`);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
};

/** Rows as `--rows` takes them. */
const list = (some: readonly Golden[]): string => some.map(({ row }) => row).join(',');
const byRow = <T extends { readonly row: number }>(some: readonly T[]): T[] =>
  some.toSorted((a, b) => a.row - b.row);
const sorted = (sets: readonly (readonly number[])[]): string[] => sets.map(String).sort();

describe.each(readIndex())('$dataset', ({ dataset }) => {
  const files = ['model.xlc', 'instances.csv.gz'].map((name) => `${corpusPath}${dataset}/${name}`);
  const options = ['--xmap', `${corpusPath}${dataset}/model.xmap`, '--values', 'index', '--format', 'ndjson'];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into them
  const ask = async (command: string, ...more: string[]): Promise<any[]> => {
    const ran = await xpxlc([command, ...files, ...options, ...more]);
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    return records(ran.stdout);
  };
  const golden = byRow(records(text(`${dataset}/golden.ndjson`)) as Golden[]);
  const model = text(`${dataset}/model.xmap`).split(/\r?\n/);
  const names = text(`${dataset}/instances.csv.gz`).split(/\r?\n/, 1)[0].split(',').slice(0, -1);
  const classes = [0, 1].map((k) => model[1 + k].replace(/^\d+ /, ''));

  it('explains every row with a smallest explanation, of the right class and size', async () => {
    const [, ...lines] = text(`${dataset}/all_rows.csv.gz`).trim().split('\n');
    const found = await ask('explain');
    expect(found.map(({ row, class: name, explanations }) => [row, name, explanations[0].size])).toEqual(
      lines.map((line) => {
        const [row, cls, , smallest] = line.trim().split(',').map(Number);
        return [row, classes[cls], smallest];
      }),
    );
  }, 120_000);

  it('predicts, lists, counts and weighs as the golden answers say', async () => {
    const predicted = await ask('predict', '--rows', list(golden));
    expect(predicted.map(({ row, class: name, margin }) => [row, name, margin])).toEqual(
      golden.map(({ row, cls, margin }) => [row, classes[cls], String(Number(margin))]),
    );

    const listed = golden.filter(({ axps }) => axps !== undefined);
    if (listed.length > 0) {
      const all = await ask('explain', '--limit', 'all', '--rows', list(listed));
      all.forEach(({ explanations, complete }, x) => {
        expect(complete).toBe(true);
        expect(sorted(explanations.map(({ indices }: { indices: number[] }) => indices))).toEqual(
          sorted(listed[x].axps as number[][]),
        );
      });
    }
    const contrasted = golden.filter(({ cxps }) => cxps !== undefined);
    if (contrasted.length > 0) {
      const all = await ask('explain', '--limit', 'all', '--kind', 'cxp', '--rows', list(contrasted));
      all.forEach(({ explanations }, x) => {
        expect(sorted(explanations.map(({ indices }: { indices: number[] }) => indices))).toEqual(
          sorted(contrasted[x].cxps as number[][]),
        );
      });
    }

    // Beyond a million the corpus has a number where another way of counting could be afforded.
    const many = golden.filter(({ count_mitm }) => count_mitm !== undefined);
    if (many.length > 0)
      expect((await ask('count', '--rows', list(many))).map(({ count }) => count)).toEqual(
        many.map(({ count_mitm }) => String(count_mitm)),
      );

    const countable = golden.filter(({ count }) => count !== null);
    if (countable.length > 0) {
      const counted = await ask('count', '--rows', list(countable));
      counted.forEach((record, x) => {
        const { count, hist = {}, freq = [], smallest, largest } = countable[x];
        expect(record).toMatchObject({ complete: true, count: String(count), smallest, largest });
        expect(record.sizes).toEqual(
          Object.fromEntries(Object.entries(hist).map(([size, number]) => [size, String(number)])),
        );
        expect(names.map((name) => record.frequency[name])).toEqual(freq.map(String));
      });
      const weighed = await ask('features', '--per', 'row', '--rows', list(countable));
      weighed.forEach((record, x) => {
        const indices = (some: readonly string[]): number[] => some.map((name) => names.indexOf(name));
        expect(indices(record.necessary)).toEqual(countable[x].necessary);
        expect(indices(record.relevant)).toEqual(countable[x].relevant);
      });
    }
  }, 120_000);
});
