// What the other pictures show is what was asked.

import {
  counterfactual,
  enumerate,
  linearModel,
  type Problem,
  predictionOf,
  reduce,
  scorecard,
  smallest,
  weigh,
} from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCase } from '../../../core/test/arbitraries.ts';
import { roundsUntil, runs } from '../../../core/test/property.ts';
import {
  changeOf,
  contributionsOf,
  featureBarsOf,
  matrixOf,
  populationOf,
  rulesOf,
  sizesOf,
} from '../../src/view/index.ts';

const anyFinite = anyCase({ families: ['small integers', 'multiples of 1/8', 'one-digit decimals'] });

const setsOf = (problem: Problem, kind: 'axp' | 'cxp'): number[][] =>
  Array.from(enumerate(problem, { kind }), ({ features }) => [...features]);

describe('contributions', () => {
  it('add up to the lead over the strongest rival, the largest first', () => {
    fc.assert(
      fc.property(anyFinite, (one) => {
        const problem = one.weigh();
        const { base, parts, rest, sum, rival } = contributionsOf(problem, { most: Infinity });
        const prediction = predictionOf(problem);
        const known = parts.filter(({ text }) => text !== '?'); // others are beyond doubles
        expect(rival).toBe(prediction.rival);
        expect(sum.amount).toBe(Math.min(1e307, prediction.margin));
        const all = [base, ...parts, ...(rest === undefined ? [] : [rest])].map(({ amount }) => amount);
        const size = all.reduce((total, amount) => total + Math.abs(amount), Math.abs(sum.amount));
        const total = all.reduce((a, b) => a + b, 0);
        if (size < 1e300 && known.length === parts.length)
          expect(Math.abs(total - sum.amount)).toBeLessThanOrEqual(1e-12 * size);
        const sizes = known.map(({ amount }) => Math.abs(amount));
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
        expect(sizes).not.toContain(0);
      }),
      runs(300),
    );
  });

  it('say of nothing that it adds 0 where it adds something', () => {
    const model = linearModel({
      classes: ['no', 'yes'],
      features: [{ name: 'x', lower: -1, upper: 1 }],
      weights: [-5e-324],
    });
    const amounts = [0.1, 0, -0.1].map(
      (x) => contributionsOf(weigh(reduce(model), [x]), { most: 9 }).parts[0]?.text,
    );
    expect(amounts).toEqual(['+5e-324', undefined, '+5e-324']);
  });

  it('fold the small ones, and say what adds nothing', () => {
    const features = Array.from({ length: 40 }, (_, i) => ({ name: `w${i}`, values: ['no', 'yes'] }));
    const model = linearModel({
      classes: ['ham', 'spam'],
      features,
      weights: features.map((_, i) => [0, i]),
      intercept: -1,
    });
    const problem = weigh(
      reduce(model),
      features.map(() => 'yes'),
    );
    const { parts, rest, sum } = contributionsOf(problem);
    expect(parts).toHaveLength(20);
    expect(parts[0]).toEqual({ label: 'w39 = yes', amount: 39, text: '+39' });
    expect(rest).toEqual({ label: '… 20 more, together', amount: 190, text: '+190' });
    expect(sum).toEqual({ label: 'lead over ham', amount: 779, text: '+779' });
    expect(contributionsOf(problem, { most: 40 }).rest?.label).toBe('… 1 more that adds nothing');
  });
});

describe.each(['axp', 'cxp'] as const)('counts and sets of kind %s', (kind) => {
  it('agree with the list of all', () => {
    fc.assert(
      fc.property(anyCase({ maxFeatures: 5 }), (one) => {
        const problem = one.weigh();
        const sets = setsOf(problem, kind);
        const { total, sizes } = sizesOf(problem, { kind });
        expect(Number(total)).toBe(sets.length);
        const counted = sizes.map(({ size, count }) => [size, Number(count)]);
        expect(counted).toEqual(
          sizes.map(({ size }) => [size, sets.filter((set) => set.length === size).length]),
        );
        expect(counted.reduce((sum, [, count]) => sum + count, 0)).toBe(sets.length);
        const bars = featureBarsOf(problem, { kind, most: Infinity });
        const names = one.model.features.map(({ name }) => name);
        for (const { label, values } of bars.parts)
          expect(values[0] * sets.length).toBeCloseTo(
            sets.filter((set) => set.includes(names.indexOf(label))).length,
          );
        expect(bars.parts.map(({ label }) => label).toSorted()).toEqual(
          names.filter((_, i) => sets.some((set) => set.includes(i))).toSorted(),
        );
        const { features, sets: shown } = matrixOf(problem, sets, { kind, most: Infinity });
        const byName = (list: readonly string[]): string => list.toSorted().join();
        expect(shown.map((set) => byName(set.map((x) => features[x]))).toSorted()).toEqual(
          sets.map((set) => byName(set.map((i) => names[i]))).toSorted(),
        );
        expect(shown.map(({ length }) => length)).toEqual(
          shown.map(({ length }) => length).toSorted((a, b) => a - b),
        );
      }),
      runs(100),
    );
  });
});

describe('a change', () => {
  it('says from what to what, on a range that holds both', () => {
    let numbers = 0;
    for (const round of roundsUntil(300, () => numbers > 20))
      fc.assert(
        fc.property(anyCase(), (one) => {
          const problem = one.weigh();
          const set = smallest(problem, { kind: 'cxp' });
          const changed = set && counterfactual(problem, set);
          if (changed === undefined) return;
          const data = changeOf(problem, changed);
          expect([data.from, data.to, data.doubtful]).toEqual([
            problem.class,
            changed.class,
            changed.doubtful,
          ]);
          expect(structuredClone(data)).toEqual(data);
          data.parts.forEach(({ text, scale }, x) => {
            const i = changed.changed[x];
            const { name } = one.model.features[i];
            expect(text.startsWith(`${name}: `) && text.includes(' → ')).toBe(true);
            if (scale === undefined) return;
            numbers += 1;
            expect([scale.from, scale.to]).toEqual([problem.values[i], changed.instance[name]]);
            for (const value of [scale.from, scale.to])
              expect(scale.lower <= value && value <= scale.upper).toBe(true);
            expect(Number.isFinite(scale.lower) && Number.isFinite(scale.upper)).toBe(true);
          });
        }),
        round,
      );
  });
});

describe('many rows', () => {
  const share = (feature: string, necessary: number, relevant: number) => ({
    feature,
    necessary,
    relevant,
    smallest: 0,
    frequency: 0,
  });
  const sums = { rows: 200, failed: 0, incomplete: 0, undecided: 0, classes: {} };

  it('have the features first that every explanation uses', () => {
    const features = [share('a', 0, 0.5), share('b', 0.25, 0.5), share('c', 0, 0), share('d', 0.25, 1)];
    const { parts, remarks } = populationOf({ ...sums, features });
    expect(parts.map(({ label, text }) => [label, text])).toEqual([
      ['d', '25.0 % · 100.0 %'],
      ['b', '25.0 % · 50.0 %'],
      ['a', '0.0 % · 50.0 %'],
    ]);
    expect(remarks).toEqual(['… 1 more that no explanation uses']);
    expect(populationOf({ ...sums, features, undecided: 1 }, { most: 1 }).remarks).toEqual([
      '… 2 more, each less important',
      '… 1 more that no explanation uses',
      '“in some” could not be decided for 1 row, which do not count for it',
    ]);
  });

  it('have the rules first that cover most', () => {
    const rule = (words: string, rows: number) => ({ rule: words, class: 'grant', rows });
    const { rules, more } = rulesOf(
      [rule('IF a', 1), rule('IF b', 90), rule('IF c', 9)],
      200,
      ['refuse', 'grant'],
      { most: 2 },
    );
    expect(rules.map(({ label, text }) => [label, text])).toEqual([
      ['IF b', '90 rows · 45.0 %'],
      ['IF c', '9 rows · 4.5 %'],
    ]);
    expect(more).toBe(1);
  });
});

it('power stands beside frequency', () => {
  const card = scorecard({
    classes: ['refuse', 'grant'],
    features: ['a', 'b', 'c'].map((name) => ({ name, values: ['no', 'yes'] })),
    points: [
      [0, 4],
      [0, 2],
      [0, 1],
    ],
    cutoff: 4.5,
  });
  const problem = weigh(reduce(card), ['yes', 'yes', 'yes']);
  const { measures, parts } = featureBarsOf(problem, { measures: ['frequency', 'shapleyShubik'] });
  expect(measures).toEqual(['share of all explanations', 'Shapley–Shubik power']);
  expect(parts[0]).toEqual({ label: 'a', values: [1, 2 / 3], text: '100.0 % · 66.7 %' });
});
