// How often rules hold on the public models: exact fractions, two ways, lie within bounds, however coarse; explanations always hold.
// The corpus lies outside the repository: without it everything here is skipped.
import { describe, expect, it } from 'vitest';
import { chanceBounds, exactChance, LIMITS } from '../../src/chance/odds.ts';
import { Meter } from '../../src/model/budget.ts';
import { precise } from '../../src/query/precise.ts';
import { precision, toBounds, toHeld } from '../../src/query/precision.ts';
import { smallest } from '../../src/query/smallest.ts';
import { corpusPath, hasCorpus, instanceOf, readDataset, readIndex } from '../bench-data/corpus.ts';
import { toLinear } from '../bench-data/models.ts';
import { reduce, weigh } from '../engine.ts';
import { exactly, order } from '../oracle/fraction.ts';

/** Rows of each set, evenly spread. */
const ROWS = 6;

if (!hasCorpus) {
  console.warn(`skipped: there is no conformance corpus at ${corpusPath}`);
  it.skip(`skipped: there is no conformance corpus at ${corpusPath}`);
}

describe.skipIf(!hasCorpus)('rules two features short of an explanation', () => {
  for (const { dataset } of hasCorpus ? readIndex() : []) {
    it(`of ${dataset} hold as often as bounds say`, () => {
      const set = readDataset(dataset);
      const classifier = reduce(toLinear(set.model));
      // The marginals of the table itself.
      const marginals = classifier.features.map((feature, i) => {
        const weights = new Array<number>(feature.kind === 'categorical' ? feature.values.length : 0).fill(0);
        for (const v of set.columns[i]) weights[v] += 1;
        return weights;
      });
      for (let r = 0; r < ROWS; r++) {
        const row = Math.floor((r * set.rows) / ROWS);
        const problem = weigh(classifier, instanceOf(set, row));
        const explanation = smallest(problem) as number[];
        expect(precision(problem, explanation).exact).toMatchObject({ numerator: 1n, denominator: 1n });
        const rule = explanation.slice(2);
        for (const distribution of ['uniform' as const, { marginals }]) {
          const question = toHeld(problem, rule, distribution);
          const bounds = [2 ** 6, 2 ** 10, 2 ** 14].map((cells) =>
            toBounds(chanceBounds(question, 0, new Meter(), { ...LIMITS, quick: 0, cells: [cells, cells] })),
          );
          const [low, high] = [Math.max(...bounds.map((b) => b.low)), Math.min(...bounds.map((b) => b.high))];
          expect(low).toBeLessThanOrEqual(high);
          expect(bounds[2].high - bounds[2].low).toBeLessThan(0.005);
          const known = exactChance(question, new Meter());
          if (known === undefined) continue;
          const truth = { num: known.numerator, den: known.denominator };
          expect(order(exactly(low), truth)).toBeLessThanOrEqual(0);
          expect(order(exactly(high), truth)).toBeGreaterThanOrEqual(0);
          // Big integers say the same.
          const slowly = exactChance(question, new Meter(), { ...LIMITS, listed: 0, listedExactly: 2 ** 12 });
          if (slowly !== undefined) expect(slowly).toEqual(known);
        }
      }
      const problem = weigh(classifier, instanceOf(set, 0));
      const found = precise(problem, { precision: 0.9, budget: { steps: 2 ** 20 } });
      expect(found.precision.low).toBeGreaterThanOrEqual(0.9);
      expect(found.features.length).toBeLessThanOrEqual(found.explanation.length);
      expect(found.atLeast).toBeLessThanOrEqual(found.features.length);
    });
  }
});
