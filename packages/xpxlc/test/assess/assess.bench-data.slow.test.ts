// Assessments against the conformance corpus: rules made from its golden explanations, hits from its golden frequencies. The corpus lies outside the
// repository: without it everything here is skipped.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { reduce, weigh } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { corpusPath, type Golden, hasCorpus, readIndex } from '../../../core/test/bench-data/corpus.ts';
import type { RuleAssessment, WeightsAssessment } from '../../src/answer/record-fields.ts';
import { assessor } from '../../src/assess/assessor.ts';
import { loadModel } from '../../src/import/load-model.ts';
import { folder, records, xpxlc } from '../cli/program.ts';

if (!hasCorpus) {
  console.warn(`skipped: there is no conformance corpus at ${corpusPath}`);
  it.skip(`skipped: there is no conformance corpus at ${corpusPath}`);
}

const path = (dataset: string, name: string): string => `${corpusPath}${dataset}/${name}`;
const goldenOf = (dataset: string): Golden[] =>
  (records(readFileSync(path(dataset, 'golden.ndjson'), 'utf8')) as Golden[]).filter(({ capped }) => !capped);
const rowsOf = (dataset: string): number[][] =>
  gunzipSync(readFileSync(path(dataset, 'instances.csv.gz')))
    .toString()
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',').slice(0, -1).map(Number));

/** The features that fewer than k are more frequent than, of those that occur. */
const common = (freq: readonly number[], k: number): number[] =>
  [...freq.keys()].filter((i) => freq[i] > 0 && freq.filter((times) => times > freq[i]).length < k);

describe.each(hasCorpus ? readIndex() : [])('$dataset', ({ dataset }) => {
  it('has rules that are as good as its golden answers say', async () => {
    const { model } = await loadModel(path(dataset, 'model.xlc'), { xmap: path(dataset, 'model.xmap') });
    const classifier = reduce(model, { neverWins: 'allow' });
    const rows = rowsOf(dataset);
    const name = (i: number): string => classifier.features[i].name;
    for (const { row, freq = [], axps = [] } of goldenOf(dataset).slice(0, 30)) {
      const ask = assessor(weigh(classifier, rows[row]));
      for (const axp of axps.slice(0, 3)) {
        const whole = ask({ kind: 'rule', row, place: '', features: axp }) as RuleAssessment;
        expect(whole).toMatchObject({ sufficient: true, minimal: true, distance: 0 });
        expect(whole.precision).toMatchObject({ low: 1, high: 1 });
        expect(whole.hits).toBe(axp.filter((i) => common(freq, axp.length).includes(i)).length);
        if (axp.length === 0) continue;
        const short = ask({ kind: 'rule', row, place: '', features: axp.slice(1) }) as RuleAssessment;
        expect([short.sufficient, short.minimal]).toEqual([false, false]);
        expect(short.precision?.low).toBeLessThan(1);
        expect(short.common).toEqual(common(freq, axp.length - 1).map(name));
        expect(short.coverage?.low).toBeGreaterThanOrEqual(whole.coverage?.low as number);
      }
      // Frequencies agree with themselves.
      const own = ask({ kind: 'weights', row, place: '', weights: freq }) as WeightsAssessment;
      expect(own.features).toEqual(common(freq, 5).map(name));
      expect(own.hits).toBe(common(freq, 5).length);
      const { frequency } = own.agreement;
      expect([frequency?.kendall ?? 1, frequency?.spearman ?? 1, frequency?.rbo]).toEqual([1, 1, 1]);
    }
  }, 120_000);
});

describe.skipIf(!hasCorpus)('xpxlc assess', () => {
  it('says the same of the rules of a whole file', async () => {
    const golden = goldenOf('adult');
    const given = golden.map(({ row, freq = [] }) => ({ row, features: common(freq, 3) }));
    const cwd = folder({ 'given.ndjson': given.map((one) => JSON.stringify(one)).join('\n') });
    const ran = await xpxlc(
      [
        'check',
        '--grade',
        path('adult', 'model.xlc'),
        path('adult', 'instances.csv.gz'),
        '--xmap',
        path('adult', 'model.xmap'),
        '--values',
        'index',
        '--explanations',
        'given.ndjson',
        '--format',
        'ndjson',
      ],
      { cwd },
    );
    expect(ran.status).toBe(0);
    const found = records(ran.stdout);
    expect(found).toHaveLength(golden.length);
    const byRow = new Map(golden.map((one) => [one.row, one]));
    for (const { row, size, hits } of found) {
      const { freq = [] } = byRow.get(row) as Golden;
      const set = common(freq, 3);
      expect([size, hits]).toEqual([
        set.length,
        set.filter((i) => common(freq, set.length).includes(i)).length,
      ]);
    }
  });
});
