// Counting without listing gives the numbers of the conformance corpus: counts, sizes and frequencies of golden rows of every
// dataset. The corpus lies outside the repository: without it everything here is skipped.

import { describe, expect, it } from 'vitest';
import { count } from '../../src/query/count.ts';
import { enumerate } from '../../src/query/enumerate.ts';
import { explanationList } from '../../src/query/explanation-list.ts';
import type { Weighed } from '../../src/weigh/problem.ts';
import {
  corpusPath,
  hasCorpus,
  instanceOf,
  readDataset,
  readIndex,
  readSynthetic,
} from '../bench-data/corpus.ts';
import { toLinear } from '../bench-data/models.ts';
import { reduce, weigh } from '../engine.ts';

/** Rows of the summaries that are counted, evenly spread. */
const SUMMARIES = 250;

if (!hasCorpus) {
  console.warn(`skipped: there is no conformance corpus at ${corpusPath}`);
  it.skip(`skipped: there is no conformance corpus at ${corpusPath}`);
}

function numbered(problem: Weighed, detail: boolean) {
  const { count: all, sizes, frequency } = count(problem, detail ? { sizes: true, frequency: true } : {});
  const hist = Object.fromEntries(
    (sizes ?? []).flatMap((times, size) => (times > 0n ? [[String(size), Number(times)]] : [])),
  );
  return detail
    ? { count: Number(all), hist, freq: frequency?.map(Number), largest: (sizes?.length ?? 0) - 1 }
    : { count: Number(all) };
}

describe.skipIf(!hasCorpus)('synthetic cases', () => {
  it('of two classes are counted right, by size and by feature, whatever the rounding', () => {
    const { two_class, paper_example } = readSynthetic();
    for (const { id, model, instance, answer } of [...paper_example.cases, ...two_class]) {
      const problem = weigh(reduce(toLinear(model), { neverWins: 'allow' }), instance);
      const { count: all, hist, freq, largest } = answer;
      expect(numbered(problem, true), id).toEqual({ count: all, hist, freq, largest });
      expect(count(problem, { kind: 'cxp' }).count, id).toBe(BigInt(answer.cxps.length));
    }
  });
});

for (const { dataset: name, golden_rows } of readIndex()) {
  describe(`dataset ${name}`, () => {
    const dataset = readDataset(name);
    const classifier = reduce(toLinear(dataset.model), { neverWins: 'allow' });
    const problemOf = (row: number): Weighed => weigh(classifier, instanceOf(dataset, row));

    it(`has the counts of ${golden_rows} golden rows, their sizes and frequencies`, () => {
      for (const { row, count: listed, count_mitm, hist, freq, largest, cxp_count } of dataset.golden) {
        const place = `${name}, row ${row}`;
        const known = listed ?? count_mitm ?? null;
        if (known === null) continue;
        const detail = listed !== null;
        const expected = detail ? { count: known, hist, freq, largest } : { count: known };
        expect(numbered(problemOf(row), detail), place).toEqual(expected);
        if (cxp_count !== undefined)
          expect(count(problemOf(row), { kind: 'cxp' }).count, place).toBe(BigInt(cxp_count));
      }
    });

    it('has the counts of rows from everywhere', () => {
      const counted = dataset.summaries.filter((summary) => summary.count !== undefined);
      const step = Math.max(1, Math.floor(counted.length / SUMMARIES));
      for (let x = 0; x < counted.length; x += step) {
        const { row, count: all, smallest, largest } = counted[x];
        const { count: ours, sizes } = count(problemOf(row), { sizes: true });
        expect(
          { ours, smallest: sizes?.findIndex((times) => times > 0n), largest: (sizes?.length ?? 0) - 1 },
          `${name}, row ${row}`,
        ).toEqual({ ours: BigInt(all as number), smallest, largest });
      }
    });
  });
}

describe.skipIf(!hasCorpus)('instances with very many explanations', () => {
  const total = (numbers: readonly bigint[] = []): bigint => numbers.reduce((sum, x) => sum + x, 0n);

  it.each([
    ['spam_48', 254, 42_153_006n, true],
    ['promoters', 29, 25_080_055_929n, true],
    ['promoters', 11, 1_796_139_701_536n, false],
  ] as const)('of %s, row %d, have %d of them', (name, row, known, detail) => {
    const dataset = readDataset(name);
    const problem = weigh(reduce(toLinear(dataset.model)), instanceOf(dataset, row));
    expect(count(problem).count).toBe(known);
    if (!detail) return;
    const { count: all, sizes, frequency } = count(problem, { sizes: true, frequency: true });
    expect(all).toBe(known);
    expect(total(sizes)).toBe(known);
    expect(total(frequency)).toBe(total(sizes?.map((times, size) => times * BigInt(size))));
  });

  it('have places in the order of the enumeration', () => {
    const dataset = readDataset('spam_48');
    const problem = weigh(reduce(toLinear(dataset.model)), instanceOf(dataset, 254));
    const all = explanationList(problem);
    let place = 0n;
    for (const set of enumerate(problem, { limit: 20_000 })) {
      if (place % 101n === 0n) {
        expect(all.at(place)).toEqual(set.features);
        expect(all.placeOf(set)).toBe(place);
      }
      place += 1n;
    }
    const last = all.at(all.count - 1n) as number[];
    expect([...enumerate(problem, { after: last })]).toEqual([]);
    for (let k = 1n; k < 50n; k++) {
      const far = (all.count * k) / 50n;
      const [next] = enumerate(problem, { after: all.at(far) as number[], limit: 1 });
      expect(all.placeOf(next)).toBe(far + 1n);
    }
  });
});
