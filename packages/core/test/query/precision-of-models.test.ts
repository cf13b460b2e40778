// How often a set keeps the class when features vary as a naive Bayes model says.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InstanceError } from '../../src/errors.ts';
import {
  bernoulliNaiveBayes,
  categoricalNaiveBayes,
  gaussianNaiveBayes,
} from '../../src/model/naive-bayes.ts';
import { coverage } from '../../src/query/coverage.ts';
import { precision } from '../../src/query/precision.ts';
import { reduce, weigh } from '../engine.ts';
import { expectAround } from '../expect-around.ts';
import { matrix } from '../matrix.ts';
import { chanceOf, type Product, shareOf } from '../oracle/chance.ts';
import { exactly, type Fraction, NOTHING, order, plus, times } from '../oracle/fraction.ts';
import { atLeast, until } from '../property.ts';

describe('a naive Bayes model', () => {
  const probability = fc.integer({ min: 0, max: 8 });
  const row = (length: number) =>
    fc
      .array(probability, { minLength: length, maxLength: length })
      .map((parts) => (parts.some((x) => x > 0) ? parts : parts.map(() => 1)))
      .map((parts) => {
        const sum = parts.reduce((a, b) => a + b, 0);
        return parts.map((x) => x / sum);
      });
  const models = fc
    .record({
      classes: fc.constantFrom(2, 3),
      sizes: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }),
    })
    .chain(({ classes, sizes }) =>
      fc.record({
        prior: row(classes).map((p) => p.map((x) => (x + 1) / (classes + 1))),
        likelihood: fc.tuple(
          ...sizes.map((d) => fc.array(row(d), { minLength: classes, maxLength: classes })),
        ),
        instance: fc.tuple(...sizes.map((d) => fc.nat(d - 1))),
        held: fc.subarray(sizes.map((_, i) => i)),
      }),
    );

  it('varies as it says, given what is held: exactly from probabilities, within bounds from their logarithms', () => {
    let compared = 0;
    until(() => compared >= atLeast(150)).holds(150, models, ({ prior, likelihood, instance, held }) => {
      const make = (scale: 'probability' | 'log') => {
        const of = (p: number): number => (scale === 'log' ? Math.log(p) : p);
        return reduce(
          categoricalNaiveBayes({
            classes: prior.map((_, k) => `c${k}`),
            features: likelihood.map((table, i) => ({
              name: `f${i}`,
              values: table[0].map((_, v) => `v${v}`),
            })),
            scale,
            prior: prior.map(of),
            likelihood: likelihood.map((table) => table.map((values) => values.map(of))),
          }),
          { neverWins: 'allow' },
        );
      };
      const classifier = make('probability');
      const problem = weigh(classifier, instance);
      const mixture: Product[] = prior.map((weight, k) => ({
        weight: exactly(weight),
        features: likelihood.map((table) => table[k].map((p, value) => ({ value, weight: exactly(p) }))),
      }));
      const additive = {
        tieRank: classifier.tieRank,
        bias: classifier.bias,
        features: classifier.features,
        shapes: likelihood.map((_, i) =>
          prior.map((_, k) => ({
            kind: 'table' as const,
            values: Array.from(
              classifier.table[k].subarray(
                classifier.offset[i],
                classifier.offset[i] + likelihood[i][0].length,
              ),
            ),
          })),
        ),
      };
      const truth = chanceOf(additive, mixture, instance, held);
      if (truth === undefined) {
        expect(() => precision(problem, held, 'model')).toThrow(InstanceError);
        return;
      }
      const { exact } = precision(problem, held, 'model');
      expect(order({ num: exact?.numerator as bigint, den: exact?.denominator as bigint }, truth)).toBe(0);
      const rough = precision(problem, held, 'model', { exact: false, width: 0 });
      expect(order(exactly(rough.low), truth)).toBeLessThanOrEqual(0);
      expect(order(exactly(rough.high), truth)).toBeGreaterThanOrEqual(0);
      expect(rough.high - rough.low).toBeLessThan(1e-9);
      const covered = mixture.reduce<Fraction>((sum, { weight, features }) => {
        const own = held.reduce((mass, i) => times(mass, shareOf(features[i], instance[i])), weight);
        return plus(sum, own);
      }, NOTHING);
      const all = mixture.reduce<Fraction>((sum, { weight }) => plus(sum, weight), NOTHING);
      const share = coverage(problem, held, 'model').exact;
      expect(
        order(times({ num: share?.numerator as bigint, den: share?.denominator as bigint }, all), covered),
      ).toBe(0);
      // From logarithms: the same, as near as rounding, where the scores are the same doubles.
      const other = make('log');
      const logs = weigh(other, instance);
      const near = precision(logs, held, 'model', { width: 0 });
      // Only what is certain needs no shares.
      expect(near.exact?.value ?? 1).toBe(1);
      expect(near.high - near.low).toBeLessThan(1e-9);
      if (other.table.some((values, k) => values.some((x, v) => x !== classifier.table[k][v]))) return;
      compared += 1;
      const value = Number((truth.num * 10n ** 18n) / truth.den) / 1e18;
      expect(Math.abs(near.low - value)).toBeLessThan(1e-9);
    });
  });

  it('of presence and absence varies as it says, too', () => {
    const spec = { classes: ['ham', 'spam'], features: ['a', 'b', 'c'], prior: [0.75, 0.25] };
    const likelihood = matrix([0.25, 0.5], [0.125, 0.75], [0.5, 0.5]);
    const problem = weigh(reduce(bernoulliNaiveBayes({ ...spec, likelihood })), [1, 1, 0]);
    expect(problem.class).toBe('spam');
    const { exact, low } = precision(problem, ['b'], 'model');
    const logs = weigh(
      reduce(
        bernoulliNaiveBayes({
          ...spec,
          scale: 'log',
          prior: spec.prior.map(Math.log),
          likelihood: likelihood.map((row) => row.map(Math.log)),
        }),
      ),
      [1, 1, 0],
    );
    expectAround(precision(logs, ['b'], 'model'), low, 1e-12);
    // By hand: whether a is there decides, and how often it is follows from what b says of the class.
    const [ham, spam] = [0.75 * 0.125, 0.25 * 0.75];
    const wins = (a: boolean): boolean => spam * (a ? 0.5 : 0.5) > ham * (a ? 0.25 : 0.75);
    const chance = [true, false].reduce(
      (sum, a) => sum + (wins(a) ? (ham * (a ? 0.25 : 0.75) + spam * 0.5) / (ham + spam) : 0),
      0,
    );
    expect(exact?.value).toBeCloseTo(chance, 12);
  });

  it('of normal distributions varies along its curves', () => {
    const model = gaussianNaiveBayes({
      classes: ['low', 'high'],
      features: [{ name: 'x' }, { name: 'y' }],
      prior: [0.5, 0.5],
      mean: matrix([0, 0], [2, 0]),
      variance: matrix([1, 1], [1, 1]),
    });
    const problem = weigh(reduce(model), [3, 0]);
    // 'high' from x = 1 on: half of each class's other half, ½·(1 − Φ(1)) + ½·Φ(1).
    expectAround(precision(problem, [], 'model'), 0.5);
    expectAround(precision(problem, ['x'], 'model'), 1, 1e-9);
    // Where y is held nothing changes: it says nothing about the class.
    expectAround(precision(problem, ['y'], 'model'), 0.5);
    // x ≥ 3 is what the rule asks for: ½·(1 − Φ(3)) + ½·(1 − Φ(1)).
    expectAround(coverage(problem, ['x'], 'model'), (0.0013498980316301 + 0.1586552539314571) / 2, 1e-9);
  });
});
