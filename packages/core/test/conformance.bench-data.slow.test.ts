// Do we give the answers of the conformance corpus? Synthetic cases with ties and treacherous rounding, and 27 datasets
// of the paper with every instance. The corpus lies outside the repository: without it everything here is skipped.

import { beforeAll, describe, expect, it } from 'vitest';
import { blockLists, explainBlock } from '../src/block/explain-block.ts';
import { categoricalNaiveBayes } from '../src/model/naive-bayes.ts';
import { literal } from '../src/output/literal.ts';
import { enumerate } from '../src/query/enumerate.ts';
import { necessary } from '../src/query/necessary.ts';
import { predict } from '../src/query/predict.ts';
import { relevant } from '../src/query/relevant.ts';
import { smallest } from '../src/query/smallest.ts';
import { tally } from '../src/query/tally.ts';
import type { Weighed } from '../src/weigh/problem.ts';
import {
  asBlock,
  asked,
  checkedSmallest,
  countSmallest,
  dropsOf,
  expectedAll,
  expectedOf,
  explained,
  marginOf,
  nearestDouble,
  tallied,
  weighed,
} from './bench-data/answers.ts';
import {
  corpusPath,
  hasCorpus,
  instanceOf,
  readDataset,
  readIndex,
  readSynthetic,
  type Synthetic,
  type TwoClassCase,
} from './bench-data/corpus.ts';
import { type Scores, signs, toAdditive, toLinear, toModels, toNaiveBayes } from './bench-data/models.ts';
import { plainSearch } from './bench-data/plain-search.ts';
import { reduce, weigh } from './engine.ts';
import { minus, over, read, show, times } from './oracle/fraction.ts';

/** More smallest explanations than this are not counted one by one. */
const MOST_SMALLEST = 200_000;
/** More explanations than this are not counted. */
const MOST_COUNTED = 2e7;
/** So many explanations per instance are compared with the plain search. */
const MOST_IN_ORDER = 5000;

if (!hasCorpus) {
  console.warn(`skipped: there is no conformance corpus at ${corpusPath}`);
  it.skip(`skipped: there is no conformance corpus at ${corpusPath}`);
}

describe.skipIf(!hasCorpus)('synthetic cases', () => {
  let synthetic: Synthetic;
  beforeAll(() => {
    synthetic = readSynthetic();
  });

  it('give the numbers and the explanation printed in the paper for its example, with its rounded weights', () => {
    const { expected_paper: printed, cases } = synthetic.paper_example;
    const rounded = cases.find(({ id }) => id === 'paper-rounded') as TwoClassCase;
    const classifier = reduce(toLinear(rounded.model));
    const { value, phi } = weighed(classifier, rounded.instance);
    const deltas = deltasOf(weigh(classifier, rounded.instance));
    expect({
      gamma: twoDecimals(value),
      deltas: deltas.map(twoDecimals),
      phi: twoDecimals(phi),
      smallest_explanation: smallest(weigh(classifier, rounded.instance)),
    }).toEqual({
      gamma: printed.gamma,
      deltas: printed.deltas,
      phi: printed.phi,
      smallest_explanation: printed.smallest_explanation,
    });
  });

  it('give the same explanations for the example from its probabilities, in its words', () => {
    const { features, classes, categories, probabilities, instance, expected_paper, cases } =
      synthetic.paper_example;
    const full = cases.find(({ id }) => id === 'paper-full') as TwoClassCase;
    const classifier = reduce(
      categoricalNaiveBayes({
        classes,
        features: features.map((name) => ({ name, values: categories })),
        prior: probabilities.prior,
        likelihood: probabilities.tables,
      }),
    );
    const problem = weigh(classifier, instance);
    const { axp, cxp, ...answers } = explained(problem, problem.classIndex);
    expect({ ...full.answer, ...answers }).toEqual(full.answer);
    expect([axp, cxp]).toEqual([expectedAll(full.answer).axp, expectedAll(full.answer).cxp]);
    expect(predict(classifier, instance).margin).toBeCloseTo(Number(full.answer.value), 12);
    expect(smallest(problem)?.map((i) => literal(problem, i).replaceAll(' ', ''))).toEqual(
      expected_paper.smallest_literals,
    );
  });

  it.each([
    ['one row of weights', toLinear],
    ['scores of two classes', toAdditive],
  ])('of two classes, built as %s, get every answer right, to the last digit', (name, build) => {
    const cases = [...synthetic.paper_example.cases, ...synthetic.two_class];
    expect(cases.length).toBeGreaterThan(150);
    for (const { id, family, model, instance, answer, tags } of cases) {
      const message = `${id} (${family}), ${name}`;
      const classifier = reduce(build(model), { neverWins: 'allow' });
      const problem = weigh(classifier, instance);
      const ours = {
        ...explained(problem, signs.indexOf(classifier.classes[problem.classIndex])),
        ...weighed(classifier, instance),
        deltas: deltasOf(problem),
      };
      expect(ours, message).toEqual({
        ...expectedAll(answer),
        value: toNumber(answer.value),
        value_exact: show(read(answer.value_exact)),
        deltas: answer.deltas.map(toNumber),
        phi: nearestDouble(read(answer.phi_exact)),
        phi_exact: show(read(answer.phi_exact)),
      });
      expect(asBlock(classifier, instance), message).toEqual({
        cls: problem.classIndex,
        status: 0,
        smallest: answer.smallest,
      });
      expect(predict(classifier, instance), message).toMatchObject({
        class: signs[answer.cls],
        tie: tags.tie,
      });
    }
  });

  it('of several classes get every answer right, built in every way that keeps the scores', () => {
    const built: Record<string, number> = {};
    for (const { id, family, model, instance, answer, tags } of synthetic.multi_class) {
      const { scores_exact, ...expected } = expectedAll(answer);
      for (const { name, model: own, scores } of toModels(model)) {
        const message = `${id} (${family}), ${name}`;
        built[name] = (built[name] ?? 0) + 1;
        const classifier = reduce(own, { neverWins: 'allow' });
        const problem = weigh(classifier, instance);
        expect(explained(problem, problem.classIndex), message).toEqual(expected);
        expect(asBlock(classifier, instance), message).toEqual({
          cls: answer.cls,
          status: 0,
          smallest: answer.smallest,
        });
        expect(predict(classifier, instance), message).toMatchObject({
          classIndex: answer.cls,
          tie: tags.tie,
        });
        expectMargins(problem, scores_exact, scores, message);
      }
    }
    // Powers of two never add up to 1 here, so naive Bayes takes none of them.
    expect(built).toEqual({
      additiveModel: 30,
      'additiveModel of base-2 logarithms': 10,
      categoricalNaiveBayes: 10,
    });
  });
});

for (const { dataset: name, features, rows, golden_rows, golden_capped } of readIndex()) {
  describe(`dataset ${name}`, () => {
    const dataset = readDataset(name);
    const classifier = reduce(toLinear(dataset.model), { neverWins: 'allow' });
    const golden = dataset.golden.map((answer) => ({
      ...answer,
      problem: weigh(classifier, instanceOf(dataset, answer.row)),
      place: `${name}, row ${answer.row}`,
    }));
    const counted = dataset.summaries.filter(({ count }) => count !== undefined);
    const [axps, cxps] = [golden.filter((row) => row.axps), golden.filter((row) => row.cxps)];

    it(`has ${rows} rows of ${features} features and ${golden_rows} golden rows, all of them read`, () => {
      expect({
        rows: dataset.rows,
        summaries: dataset.summaries.map(({ row }) => row),
        features: dataset.columns.length,
        golden: golden.length,
        capped: golden.filter(({ capped }) => capped).length,
      }).toEqual({
        rows,
        summaries: Array.from({ length: rows }, (_, r) => r),
        features,
        golden: golden_rows,
        capped: golden_capped,
      });
    });

    it(`gets class, value and threshold of ${golden_rows} golden rows right to the last digit`, () => {
      for (const answer of golden) {
        const { cls, value, value_exact, phi } = weighed(classifier, instanceOf(dataset, answer.row));
        const { margin } = predict(classifier, instanceOf(dataset, answer.row));
        const recorded = dataset.recordedClass[answer.row];
        expect({ recorded, cls, value, margin, value_exact, phi }, answer.place).toEqual({
          recorded: answer.recorded_class,
          cls: answer.cls,
          value: Number(answer.value),
          margin: Number(answer.margin),
          value_exact: answer.value_exact === undefined ? expect.any(String) : show(read(answer.value_exact)),
          phi: Number(answer.phi),
        });
      }
    });

    it(`finds the size of smallest explanations, their number up to ${MOST_SMALLEST}, and what none can do without`, () => {
      for (const { problem, place, ...answer } of golden) {
        const few = answer.smallest_count !== null && answer.smallest_count <= MOST_SMALLEST;
        expect(
          {
            smallest: checkedSmallest(problem, 'axp'),
            smallest_count: few ? countSmallest(problem, 'axp') : 'too many',
            necessary: necessary(problem),
          },
          place,
        ).toEqual({
          smallest: { size: answer.smallest, holds: true, minimal: true },
          smallest_count: few ? answer.smallest_count : 'too many',
          necessary: answer.necessary,
        });
      }
    });

    if (golden_capped < golden_rows) {
      const uncapped = golden_rows - golden_capped;
      it(`counts all explanations of ${uncapped} golden rows, by size and by feature, and finds who is in one`, () => {
        for (const { problem, place, ...answer } of golden) {
          if (answer.capped) continue;
          expect({ ...tallied(problem), relevant: relevant(problem) }, place).toEqual({
            count: answer.count,
            largest: answer.largest,
            hist: answer.hist,
            freq: answer.freq,
            relevant: answer.relevant,
          });
        }
      });
    }

    if (axps.length > 0 || cxps.length > 0) {
      it(`lists all explanations of ${axps.length} golden rows and all contrasts of ${cxps.length}, in either order`, () => {
        for (const { problem, place, axps: sets = [] } of axps)
          expect(asked(problem, 'axp'), `${place}, explanations`).toEqual(expectedOf(sets, features));
        for (const { problem, place, cxps: sets = [] } of cxps)
          expect(asked(problem, 'cxp'), `${place}, contrasts`).toEqual(expectedOf(sets, features));
      });
    }

    if (features <= 14) {
      it('counts the contrasts of every golden row', () => {
        for (const { problem, place, cxp_count } of golden)
          expect(tally(problem, { kind: 'cxp' }), place).toMatchObject({ count: cxp_count, complete: true });
      });
    }

    if (golden_capped > 0) {
      it(`finds more than a million explanations for ${golden_capped} golden rows`, () => {
        for (const { problem, place, capped, count_mitm } of golden) {
          if (!capped) continue;
          expect(tally(problem, { limit: 1e6 }), place).toMatchObject({ count: 1e6, complete: false });
          if (count_mitm !== undefined && count_mitm <= MOST_COUNTED)
            expect(tally(problem), place).toMatchObject({ count: count_mitm, complete: true });
        }
      });
    }

    it(`gets the class and a smallest explanation of all ${rows} rows, as one block`, () => {
      const answer = explainBlock(classifier, dataset);
      const { offsets, indices } = blockLists(answer);
      for (const { row, cls, smallest: size } of dataset.summaries) {
        const problem = weigh(classifier, instanceOf(dataset, row));
        const set = Array.from(indices.subarray(offsets[row], offsets[row + 1]));
        expect(
          {
            status: answer.status[row],
            cls: signs.indexOf(classifier.classes[answer.classes[row]]),
            size: answer.sizes[row],
            members: set.length,
            sufficient: isSufficient(problem, set),
          },
          `${name}, row ${row}`,
        ).toEqual({ status: 0, cls, size, members: size, sufficient: true });
      }
    });

    it(`counts the explanations of the ${counted.length} rows with at most 20000, and finds the largest`, () => {
      for (const { row, count, largest } of counted) {
        const found = tally(weigh(classifier, instanceOf(dataset, row)), { limit: 20_000 });
        expect(
          { count: found.count, complete: found.complete, largest: found.sizes.length - 1 },
          `${name}, row ${row}`,
        ).toEqual({ count, complete: true, largest });
      }
    });

    it(`lists in the order of the plain search, as far as the first ${MOST_IN_ORDER} answers for each golden row`, () => {
      for (const { problem, place } of golden) {
        for (const kind of ['axp', 'cxp'] as const) {
          const ours = Array.from(enumerate(problem, { kind, limit: MOST_IN_ORDER }), (set) =>
            set.features.join(' '),
          );
          const plain: string[] = [];
          for (const set of plainSearch(problem, kind)) {
            if (plain.length === MOST_IN_ORDER) break;
            plain.push(set.join(' '));
          }
          expect(ours, `${place}, ${kind}`).toEqual(plain);
        }
      }
    });

    it('gets the same classes and sizes from the probabilities the weights were made from', () => {
      const { status, classes, sizes } = explainBlock(
        reduce(toNaiveBayes(dataset.naiveBayes), { neverWins: 'allow' }),
        dataset,
      );
      const ours = dataset.summaries.map(({ row }) => ({
        row,
        status: status[row],
        cls: classes[row],
        smallest: sizes[row],
      }));
      expect(ours).toEqual(
        dataset.summaries.map(({ row, cls, smallest }) => ({ row, status: 0, cls, smallest })),
      );
    });
  });
}

describe.skipIf(!hasCorpus)('counting without a limit', () => {
  it('finds the 42,153,006 explanations of row 254 of spam_48', () => {
    const dataset = readDataset('spam_48');
    const classifier = reduce(toLinear(dataset.model));
    const { count, complete, sizes, frequency } = tally(weigh(classifier, instanceOf(dataset, 254)));
    expect({ count, complete }).toEqual({ count: 42_153_006, complete: true });
    const total = (numbers: readonly number[]): number => numbers.reduce((sum, x) => sum + x, 0);
    expect(total(sizes)).toBe(count);
    expect(total(frequency)).toBe(total(sizes.map((times, size) => times * size)));
  });
});

/** The drops against the only rival, as nearest doubles. */
function deltasOf({ rivals }: Weighed): (number | null)[] {
  return dropsOf(rivals[0]).map(nearestDouble);
}

/** Against every rival the margin of the corpus: exactly, or as far as logarithms of doubles allow. */
function expectMargins(problem: Weighed, scores: readonly string[], meaning: Scores, message: string): void {
  const own = read(scores[problem.classIndex]);
  for (const rival of problem.rivals) {
    const other = read(scores[rival.class]);
    const margin = marginOf(rival);
    if (meaning === 'equal') {
      expect(show(margin), message).toBe(show(minus(own, other)));
    } else if (meaning === 'base-2 logarithms') {
      expect(show(margin), message).toMatch(/^[0-9]+$/);
      expect(show(times(other, { num: 1n << BigInt(show(margin)), den: 1n })), message).toBe(show(own));
    } else {
      const ratio = nearestDouble(over(own, other)) ?? Number.NaN;
      expect(nearestDouble(margin), message).toBeCloseTo(Math.log(ratio), 12);
    }
  }
}

/** The definition on exact integers: what the set leaves free cannot take the margin away. */
function isSufficient({ rivals }: Weighed, set: readonly number[]): boolean {
  const [{ weights, winsTies }] = rivals;
  const free = weights.drops.reduce((sum, drop, i) => (set.includes(i) ? sum : sum + drop), 0n);
  return winsTies ? free <= weights.margin : free < weights.margin;
}

function toNumber(decimal: string | null): number | null {
  return decimal === null ? null : Number(decimal);
}

function twoDecimals(x: number | null): number {
  return Number((x as number).toFixed(2));
}
