// Assessments against brute force: every instance of the space, every set, every coalition.

import { count, linearModel, type Problem, reduce, weigh } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { law } from '../../../core/test/property.ts';
import { toProbabilityRecord } from '../../src/answer/probability-record.ts';
import type { RuleAssessment, WeightsAssessment } from '../../src/answer/record-fields.ts';
import { assessor } from '../../src/assess/assessor.ts';
import { kendallTauB } from '../../src/assess/kendall-tau-b.ts';
import { rankBiasedOverlap } from '../../src/assess/rank-biased-overlap.ts';
import { spearmanRho } from '../../src/assess/spearman-rho.ts';
import { summarizeAssessments } from '../../src/assess/summarize-assessments.ts';
import { assessSummaryText } from '../../src/assess/summary-text.ts';

/** A model of small whole numbers, so that everything can be said exactly and sums often tie. */
interface Small {
  readonly tables: readonly (readonly number[])[];
  readonly bias: number;
  readonly row: readonly number[];
}

const small: fc.Arbitrary<Small> = fc
  .array(fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 5,
  })
  .chain((tables) =>
    fc.record({
      tables: fc.constant(tables),
      bias: fc.integer({ min: -5, max: 5 }),
      row: fc.tuple(...tables.map((table) => fc.nat({ max: table.length - 1 }))),
    }),
  );

const toProblem = ({ tables, bias, row }: Small): Problem =>
  weigh(
    reduce(
      linearModel({
        classes: ['no', 'yes'],
        features: tables.map((table, i) => ({
          name: `f${i}`,
          values: table.map(String).map((v, j) => `${j}:${v}`),
        })),
        weights: tables,
        intercept: bias,
      }),
      { neverWins: 'allow' },
    ),
    row,
  );

/** Equal scores go to the class listed first. */
const isYes = ({ tables, bias }: Small, row: readonly number[]): boolean =>
  tables.reduce((sum, table, i) => sum + table[row[i]], bias) > 0;

function instances({ tables }: Small): number[][] {
  return tables.reduce<number[][]>(
    (all, table) => all.flatMap((start) => table.map((_, value) => [...start, value])),
    [[]],
  );
}

function subsets(n: number): number[][] {
  return Array.from({ length: 2 ** n }, (_, mask) =>
    Array.from({ length: n }, (_, i) => i).filter((i) => mask & (1 << i)),
  );
}

/** How many of the instances that agree with the row on the set have its class, and how many agree. */
function agreeing(one: Small, set: readonly number[]): [number, number] {
  const all = instances(one).filter((other) => set.every((i) => other[i] === one.row[i]));
  return [all.filter((other) => isYes(one, other) === isYes(one, one.row)).length, all.length];
}

const sufficient = (one: Small, set: readonly number[]): boolean => {
  const [same, all] = agreeing(one, set);
  return same === all;
};

function explanationsOf(one: Small): number[][] {
  const winning = subsets(one.tables.length).filter((set) => sufficient(one, set));
  return winning.filter(
    (set) =>
      !set.some((i) =>
        sufficient(
          one,
          set.filter((j) => j !== i),
        ),
      ),
  );
}

function frequencyOf(one: Small): number[] {
  const all = explanationsOf(one);
  return one.tables.map((_, i) => all.filter((set) => set.includes(i)).length);
}

const names = (set: readonly number[]): string[] => set.map((i) => `f${i}`);
const setOf = (one: Small, mask: number): number[] =>
  one.tables.flatMap((_, i) => (mask & (1 << i) ? [i] : []));

describe('a rule', () => {
  law(
    'is sufficient, minimal, holds as often and hits as many as brute force says',
    200,
    small,
    fc.nat({ max: 31 }),
    (one, mask) => {
      const set = setOf(one, mask);
      const found = assessor(toProblem(one))({
        kind: 'rule',
        row: 7,
        place: '',
        features: set,
      }) as RuleAssessment;
      const [same, all] = agreeing(one, set);
      const [whole] = [instances(one).length];
      const frequency = frequencyOf(one);
      // Common: in some explanation, and fewer than |E| features are in more.
      const common = [...frequency.keys()].filter(
        (i) => frequency[i] > 0 && frequency.filter((times) => times > frequency[i]).length < set.length,
      );
      expect(found).toMatchObject({
        row: 7,
        kind: 'rule',
        class: isYes(one, one.row) ? 'yes' : 'no',
        features: names(set),
        size: set.length,
        sufficient: same === all,
        minimal: explanationsOf(one).some((other) => String(other) === String(set)),
        precision: { low: same / all, high: same / all },
        coverage: { low: all / whole, high: all / whole },
        hits: set.filter((i) => common.includes(i)).length,
        common: names(common),
      });
      expect(fractionOf(found.precision?.exact)).toBe(same / all);
      // What is left out alone leaves the rest sufficient, and only that.
      const spare =
        same === all
          ? set.filter((i) =>
              sufficient(
                one,
                set.filter((j) => j !== i),
              ),
            )
          : [];
      expect(found.redundant).toEqual(names(spare));
      expect(found.counterexample === undefined).toBe(same === all);
      const repaired = found.repaired.features.map((name) => Number(name.slice(1)));
      expect(explanationsOf(one).map(String)).toContain(String(repaired));
      expect(found.distance).toBe(
        [...set, ...repaired].filter((i) => set.includes(i) !== repaired.includes(i)).length,
      );
      if (found.minimal) expect([repaired, found.distance]).toEqual([set, 0]);
    },
  );

  law(
    'holds as often as a table of these values says',
    100,
    small,
    fc.nat({ max: 31 }),
    fc.infiniteStream(fc.nat({ max: 3 })),
    (one, mask, stream) => {
      const marginals = one.tables.map((table) =>
        table.map((_, v) => (stream.next().value as number) + (v === 0 ? 1 : 0)),
      );
      const set = setOf(one, mask);
      const weight = (row: readonly number[]): number =>
        row.reduce((product, value, i) => (set.includes(i) ? product : product * marginals[i][value]), 1);
      const fitting = instances(one).filter((row) => set.every((i) => row[i] === one.row[i]));
      const total = fitting.reduce((sum, row) => sum + weight(row), 0);
      const kept = fitting
        .filter((row) => isYes(one, row) === isYes(one, one.row))
        .reduce((sum, row) => sum + weight(row), 0);
      const ask = assessor(toProblem(one), { distribution: { marginals } });
      const found = ask({ kind: 'rule', row: 0, place: '', features: set }) as RuleAssessment;
      expect(found.precision?.low).toBe(kept / total);
    },
  );
});

describe('weights', () => {
  law(
    'hit and agree as brute force says; both indices of power order features alike',
    200,
    small,
    fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 5, maxLength: 5 }),
    fc.integer({ min: 1, max: 6 }),
    (one, given, top) => {
      const weights = given.slice(0, one.tables.length);
      const ask = assessor(toProblem(one), { top });
      const found = ask({ kind: 'weights', row: 0, place: '', tool: 't', weights }) as WeightsAssessment;
      const frequency = frequencyOf(one);
      const first = (values: readonly number[]): number[] =>
        [...values.keys()].filter(
          (i) => values[i] > 0 && values.filter((value) => value > values[i]).length < top,
        );
      const magnitudes = weights.map(Math.abs);
      expect(found).toMatchObject({
        tool: 't',
        features: names(first(magnitudes)),
        common: names(first(frequency)),
        hits: first(magnitudes).filter((i) => first(frequency).includes(i)).length,
      });
      const measures = (values: readonly number[]) => ({
        kendall: kendallTauB(magnitudes, values),
        spearman: spearmanRho(magnitudes, values),
        rbo: rankBiasedOverlap(magnitudes, values),
      });
      expect(found.agreement.frequency).toEqual(measures(frequency));
      expect(found.agreement.power).toEqual(measures(banzhaf(one)));
      expect(found.agreement.power).toEqual(measures(shapleyShubik(one)));
    },
  );
});

describe('an assessor', () => {
  it('says null where counting or a distribution is out of reach, and goes on', () => {
    const n = 60;
    const problem = weigh(
      reduce(
        linearModel({
          classes: ['no', 'yes'],
          features: Array.from({ length: n }, (_, i) => ({ name: `f${i}`, values: ['a', 'b'] })),
          weights: Array.from({ length: n }, (_, i) => [0, Math.sqrt(i + 2)]),
          intercept: -100,
        }),
      ),
      Array<number>(n).fill(1),
    );
    const ask = assessor(problem, { budget: { steps: 10 } });
    expect(() => count(problem, { frequency: true, budget: { steps: 10 } })).toThrow();
    const rule = ask({ kind: 'rule', row: 0, place: '', features: [0] }) as RuleAssessment;
    expect([rule.hits, rule.common, rule.sufficient]).toEqual([null, null, false]);
    const weights = ask({
      kind: 'weights',
      row: 0,
      place: '',
      weights: Array(n).fill(1),
    }) as WeightsAssessment;
    expect(weights.agreement).toEqual({ frequency: null, power: null });
    expect(summarizeAssessments([rule, weights])).toMatchObject({
      explanations: 2,
      tools: [{ tool: null, rules: { hits: { unknown: 1, counts: [] } }, weights: { hits: { unknown: 1 } } }],
    });
    const endless = reduce(
      linearModel({ classes: ['no', 'yes'], features: [{ name: 'x' }], weights: [1], intercept: 0 }),
    );
    const none = assessor(weigh(endless, [3]))({ kind: 'rule', row: 0, place: '', features: [] });
    expect(none).toMatchObject({ precision: null, coverage: null, sufficient: false });
    const text = assessSummaryText(summarizeAssessments([none as RuleAssessment, weights]));
    expect(text).toContain('precision: not known');
    expect(text).toContain('agreement with the power of features: not known');
  });
});

describe('a probability', () => {
  it('is written with its fraction where that is short or asked for, and with the estimate where bounds are all there is', () => {
    const long = { numerator: 1n, denominator: 3n ** 99n, value: 0.5 };
    expect(toProbabilityRecord({ low: 0.5, high: 0.5, exact: long })).toEqual({ low: 0.5, high: 0.5 });
    expect(toProbabilityRecord({ low: 0.5, high: 0.5, exact: long }, true).exact).toBe(`1/${3n ** 99n}`);
    const nearly = { numerator: 10n ** 20n, denominator: 10n ** 20n + 1n, value: 1 };
    expect(toProbabilityRecord({ low: 1, high: 1, exact: nearly })).toEqual({ low: 1, high: 1 });
    const estimate = { value: 0.4, low: 0.3, high: 0.5, confidence: 0.99, samples: 4096 };
    expect(toProbabilityRecord({ low: 0.1, high: 0.9, exact: null, estimate })).toEqual({
      low: 0.1,
      high: 0.9,
      estimate,
    });
  });
});

describe('a summary', () => {
  const rule = (more: Partial<RuleAssessment>): RuleAssessment => ({
    row: 0,
    kind: 'rule',
    class: 'yes',
    features: ['a', 'b'],
    size: 2,
    sufficient: false,
    minimal: false,
    redundant: [],
    precision: { low: 0.5, high: 0.75 },
    coverage: { low: 0.25, high: 0.25 },
    hits: 1,
    common: ['a', 'c'],
    repaired: { features: ['a', 'c'], literals: [] },
    distance: 2,
    ...more,
  });

  it('adds up rules by tool: shares, means beside claims, hits', () => {
    const found = summarizeAssessments([
      rule({ tool: 'x', claimed: { precision: 0.95 } }),
      rule({ tool: 'y' }),
      rule({
        tool: 'x',
        sufficient: true,
        precision: { low: 1, high: 1 },
        claimed: { precision: 0.95, coverage: 0.5 },
        hits: 2,
      }),
      rule({ tool: 'x', sufficient: true, minimal: true, precision: null, hits: 0, distance: 0 }),
      rule({ tool: 'x', features: [], size: 0, hits: 0 }),
      { error: { code: 'c', message: 'm' } },
    ]);
    expect([found.explanations, found.failed, found.tools.map(({ tool }) => tool)]).toEqual([
      5,
      1,
      ['x', 'y'],
    ]);
    expect(found.tools[0].rules).toEqual({
      count: 4,
      notSufficient: 2,
      redundant: 1,
      minimal: 1,
      meanSize: 1.5,
      meanDistance: 1.5,
      precision: {
        known: 3,
        mean: { low: 2 / 3, high: 2.5 / 3 },
        least: { low: 0.5, high: 0.75 },
        claimed: { count: 2, mean: 0.95, exact: { low: 0.75, high: 0.875 }, below: 1 },
      },
      coverage: {
        known: 4,
        mean: { low: 0.25, high: 0.25 },
        least: { low: 0.25, high: 0.25 },
        claimed: { count: 1, mean: 0.5, exact: { low: 0.25, high: 0.25 }, below: 1 },
      },
      histogram: { exact: [0, 2, 0, 0, 0, 0, 0, 1], claimed: [0, 0, 0, 0, 0, 0, 2, 0] },
      hits: { counts: [2, 1, 1], shares: [1, 0, 0, 1, 0, 1], zero: 1, full: 2, meanShare: 0.5, unknown: 0 },
    });
    const text = assessSummaryText(found);
    expect(text).toContain('5 explanations assessed, 1 could not be assessed\n\n4 rules of x\n');
    expect(text).toContain('precision: mean 66.7 to 83.3 %, least 50.0 to 75.0 %, not known of 1\n');
    expect(text).toContain(
      'claimed: mean 95.0 %, exactly 75.0 to 87.5 %; 1 of 2 hold less often than claimed\n',
    );
  });

  it('has quartiles as numpy has them', () => {
    const weights = (kendall: number | null): WeightsAssessment => ({
      row: 0,
      kind: 'weights',
      class: 'yes',
      features: ['a'],
      top: 5,
      hits: 1,
      common: ['a'],
      agreement: { frequency: { kendall, spearman: null, rbo: 1 }, power: null },
    });
    const { tools } = summarizeAssessments([0.5, -1, null, 1, 0.25].map(weights));
    // numpy.percentile([-1, .25, .5, 1], [0, 25, 50, 75, 100])
    expect(tools[0].weights?.agreement.frequency.kendall).toEqual({
      known: 4,
      least: -1,
      lower: -0.0625,
      median: 0.375,
      upper: 0.625,
      most: 1,
    });
    expect(tools[0].weights?.agreement.power).toEqual({ kendall: null, spearman: null, rbo: null });
    expect(tools[0].weights?.agreement.frequency.rbo).toMatchObject({ known: 5, lower: 1 });
  });
});

function fractionOf(text: string | undefined): number {
  const [above, below = '1'] = (text ?? '').split('/');
  return Number(above) / Number(below);
}

/** Coalitions of the others that the feature makes sufficient. */
function banzhaf(one: Small): number[] {
  return one.tables.map(
    (_, i) =>
      subsets(one.tables.length).filter(
        (set) => !set.includes(i) && !sufficient(one, set) && sufficient(one, [...set, i]),
      ).length,
  );
}

/** Orders of the features in which it is the first that makes those before it and itself sufficient, by sizes of coalitions. */
function shapleyShubik(one: Small): number[] {
  const n = one.tables.length;
  const factorial = (k: number): number => (k < 2 ? 1 : k * factorial(k - 1));
  return one.tables.map((_, i) =>
    subsets(n)
      .filter((set) => !set.includes(i) && !sufficient(one, set) && sufficient(one, [...set, i]))
      .reduce((sum, set) => sum + factorial(set.length) * factorial(n - set.length - 1), 0),
  );
}
