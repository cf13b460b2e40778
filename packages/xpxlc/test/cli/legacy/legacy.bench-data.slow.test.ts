// Does the successor print what the original printed? Every recorded run of the conformance corpus, which lies outside the
// repository: without it everything here is skipped.
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import {
  corpusPath,
  hasCorpus,
  instanceOf,
  readDataset,
  readIndex,
  readRuns,
  readSynthetic,
} from '../../../../core/test/bench-data/corpus.ts';
import { writeInst } from '../../../src/import/paper/inst.ts';
import { run } from './world.ts';

if (!hasCorpus) {
  console.warn(`skipped: there is no conformance corpus at ${corpusPath}`);
  it.skip(`skipped: there is no conformance corpus at ${corpusPath}`);
}

const text = (path: string): string => readFileSync(`${corpusPath}${path}`, 'utf8');
let compared = 0;

describe.each(readIndex())('$dataset', ({ dataset }) => {
  it('prints byte for byte what the original printed', async () => {
    const data = readDataset(dataset);
    for (const { row, args, exit, stdout, xpl = '' } of readRuns(dataset)) {
      const result = await run(args, {
        'model.xlc': text(`${dataset}/model.xlc`),
        'model.xmap': text(`${dataset}/model.xmap`),
        INSTANCE: writeInst({ values: instanceOf(data, row), class: data.recordedClass[row] }),
        XPL: xpl,
      });
      expect(result.stdout).toBe(stdout);
      // Where the original gave up on names with blanks, these lines were cut at blanks: they are wrong input here too.
      expect(result.status === 0).toBe(exit === 0);
      expect(result.stderr === '').toBe(exit === 0);
      compared += 1;
    }
  });
});

describe.runIf(hasCorpus)('the synthetic cases', () => {
  it('have all their explanations listed, each once, and confirmed', async () => {
    for (const { id, model, instance, answer } of readSynthetic().two_class) {
      const xlc = [
        model.reals.length + model.cats.length,
        model.w0,
        model.reals.length,
        ...model.reals.map(({ w }) => w),
        model.cats.length,
        ...model.cats.map((row) => [row.length, ...row].join(' ')),
      ];
      const files = {
        xlc: xlc.join('\n'),
        inst: writeInst({ values: instance }),
        bounds: model.reals.map(({ lo, hi }, i) => `v${i},${lo},${hi}\n`).join(''),
      };
      const args = ['-f', 'xlc', '-i', 'inst', ...(model.reals.length > 0 ? ['--bounds', 'bounds'] : [])];
      const listed = await run(['-wts', ...args], files);
      const sets = listed.stdout
        .slice(0, listed.stdout.indexOf('\n\n'))
        .split('\n')
        .map((line) => Array.from(line.matchAll(/v(\d+)=/g), ([, i]) => Number(i)).sort((a, b) => a - b));
      expect([id, sets.map(String).sort()]).toEqual([id, answer.axps.map(String).sort()]);
      expect(listed.stdout).toContain(`Number of explanations:   ${answer.count}\n`);
      // Counting without listing says the same.
      expect(listed.stdout.endsWith((await run(['-ts', ...args], files)).stdout)).toBe(true);
      const checked = await run(['-c', 'xpl', ...args], { ...files, xpl: listed.stdout });
      expect(checked.stdout.match(/Confirmed/g)).toHaveLength(answer.count);
    }
  });
});

describe.runIf(hasCorpus)('the corpus', () => {
  afterAll(() => {
    console.info(`${compared} recorded runs compared`);
  });

  it('has 102 recorded runs, and all were compared', () => {
    expect(compared).toBe(102);
  });
});
