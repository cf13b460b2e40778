// How often a set keeps the class, against every point of the space.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chanceBounds, exactChance, LIMITS, type Limits } from '../../src/chance/odds.ts';
import { Meter } from '../../src/model/budget.ts';
import type { Distribution, Marginal } from '../../src/model/distribution.ts';
import { coverage } from '../../src/query/coverage.ts';
import { precise } from '../../src/query/precise.ts';
import { precision, toHeld } from '../../src/query/precision.ts';
import { isSufficient } from '../../src/weigh/sufficiency.ts';
import { anyCase, type Case, neighbours } from '../arbitraries.ts';
import { chanceOf, type Product } from '../oracle/chance.ts';
import { exactly, type Fraction, NOTHING, order, times } from '../oracle/fraction.ts';
import { inDomain } from '../oracle/oracle.ts';
import { atLeast, holds, until } from '../property.ts';

/** Some values of each feature with weights, and the same as the oracle sees it. */
interface Drawn {
  readonly case: Case;
  readonly distribution: Distribution;
  readonly product: Product;
  readonly held: readonly number[];
}

const weight: fc.Arbitrary<number> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(0.1, 1e-300, 0.30000000000000004, 14113, 2 ** 53) },
);

function withMarginals(options: Parameters<typeof anyCase>[0]): fc.Arbitrary<Drawn> {
  return anyCase(options).chain((c) =>
    fc
      .record({
        points: fc.array(fc.oneof(neighbours(c), neighbours(c, c.model.features)), {
          minLength: 1,
          maxLength: 3,
        }),
        weights: fc.array(weight, { minLength: 40, maxLength: 40 }),
        held: fc.subarray(c.instance.map((_, i) => i)),
      })
      .map(({ points, weights, held }) => {
        const features = c.model.features.map((feature, i) => {
          const own = (j: number): number => weights[(7 * i + j) % weights.length];
          const listed =
            feature.kind === 'categorical'
              ? feature.values.map((_, v) => ({ value: v, weight: own(v) }))
              : [...new Set(points.map((point) => point[i] + 0))].map((value, j) => ({
                  value,
                  weight: own(j),
                }));
          // Something must occur.
          return listed.every((entry) => entry.weight === 0)
            ? listed.map((entry) => ({ ...entry, weight: 1 }))
            : listed;
        });
        const marginals = features.map((listed, i): Marginal => {
          const weights = listed.map((entry) => entry.weight);
          return c.model.features[i].kind === 'categorical'
            ? weights
            : { values: listed.map(({ value }) => value), weights };
        });
        const product: Product = {
          weight: exactly(1),
          features: features.map((listed, i) =>
            listed
              .filter(({ value }) => inDomain(c.additive.features[i], exactly(value)))
              .map(({ value, weight: w }) => ({ value, weight: exactly(w) })),
          ),
        };
        return { case: c, distribution: { marginals }, product, held };
      })
      // Something must be left of what occurs.
      .filter(({ product }) =>
        product.features.every((listed) => listed.some(({ weight: w }) => w.num > 0n)),
      ),
  );
}

const forced: Readonly<Record<string, Partial<Limits>>> = {
  'as they come': {},
  'in big integers': { listed: 0, quick: 0 },
  'in few cells': { quick: 0, cells: [4, 16], branches: 0 },
  'in many cells': { quick: 0, cells: [1024, 2 ** 14], branches: 0 },
  'in few branches': { quick: 0, cells: [1, 1], branches: 12 },
  'in branches': { quick: 0, cells: [1, 1], branches: 10_000 },
};

export function chanceLaws(times_ = 150): void {
  describe('how often a set keeps the class', () => {
    for (const [name, limits] of Object.entries(forced)) {
      it(`is what all points say, ${name}`, () => {
        let seen = 0;
        until(() => seen >= atLeast(times_)).holds(
          times_,
          withMarginals({ maxFeatures: 4 }),
          fc.constantFrom(0, 0.001, 0.3),
          (drawn, width) => {
            const { case: c, distribution, product, held } = drawn;
            const truth = chanceOf(c.additive, [product], c.instance, held) as Fraction;
            const question = toHeld(c.weigh(), held, distribution);
            const known = exactChance(question, new Meter(), { ...LIMITS, ...limits });
            if (known !== undefined) {
              seen += 1;
              expect(order({ num: known.numerator, den: known.denominator }, truth)).toBe(0);
            }
            const { kept, lost } = chanceBounds(question, width, new Meter(), { ...LIMITS, ...limits });
            contains([kept, 1 - lost], truth);
          },
        );
      });

      it(`is never said wrongly when a signal ends it, ${name}`, () => {
        let ended = 0;
        until(() => ended > 0).holds(
          times_,
          withMarginals({ maxFeatures: 4 }),
          fc.nat(40),
          (drawn, looks) => {
            const { case: c, distribution, product, held } = drawn;
            const truth = chanceOf(c.additive, [product], c.instance, held) as Fraction;
            const question = toHeld(c.weigh(), held, distribution);
            const from = { left: looks };
            const signal = {
              get aborted() {
                from.left -= 1;
                return from.left < 0;
              },
            };
            const known = exactChance(question, new Meter({ signal }), { ...LIMITS, ...limits });
            if (known !== undefined)
              expect(order({ num: known.numerator, den: known.denominator }, truth)).toBe(0);
            from.left = looks;
            const { kept, lost } = chanceBounds(question, 0, new Meter({ signal }), { ...LIMITS, ...limits });
            if (from.left < 0) ended += 1;
            contains([kept, 1 - lost], truth);
          },
        );
      });
    }

    it('is certain for sufficient sets, and only for them where every value may occur', () => {
      holds(
        times_,
        anyCase({ maxFeatures: 5, finite: true }).chain((c) =>
          fc.tuple(fc.constant(c), fc.subarray(c.instance.map((_, i) => i))),
        ),
        ([c, held]) => {
          const problem = c.weigh();
          const { exact, low, high } = precision(problem, held);
          expect(low).toBe(high);
          const missing = c.additive.features.some((f) => f.kind !== 'categorical' && f.missing === true);
          if (missing) return;
          expect(exact?.numerator === exact?.denominator).toBe(isSufficient(problem, new Set(held)));
        },
      );
    });

    it('a rule covers as much as its values have', () => {
      holds(
        times_,
        withMarginals({ maxFeatures: 4, tables: true }),
        ({ case: c, distribution, product, held }) => {
          const truth = held.reduce((chance, i) => {
            const all = product.features[i].reduce(
              (sum, entry) => sum + entry.weight.num * (D / entry.weight.den),
              0n,
            );
            const own = product.features[i].find(({ value }) => value === c.instance[i])?.weight ?? NOTHING;
            return times(chance, { num: own.num * (D / own.den), den: all });
          }, exactly(1));
          const { exact, low } = coverage(c.weigh(), held, distribution);
          expect(exact).not.toBeNull();
          expect(order({ num: exact?.numerator ?? 0n, den: exact?.denominator ?? 1n }, truth)).toBe(0);
          expect(low).toBe(exact?.value);
        },
      );
    });

    it('a precise set is precise enough, and none with fewer features is', () => {
      holds(
        times_ / 3,
        withMarginals({ maxFeatures: 4 }),
        fc.constantFrom(0, 0.3, 0.5, 0.75, 0.95, 1),
        ({ case: c, distribution, product }, goal) => {
          const found = precise(c.weigh(), { precision: goal, distribution });
          const of = (set: readonly number[]): boolean =>
            order(chanceOf(c.additive, [product], c.instance, set) as Fraction, exactly(goal)) >= 0;
          expect(of(found.features)).toBe(true);
          expect(found.smallest).toBe(true);
          expect(found.atLeast).toBe(found.features.length);
          for (const set of allSets(c.instance.length))
            if (set.length < found.features.length) expect(of(set)).toBe(false);
        },
      );
    });
  });
}

/** All weights above are multiples of its inverse. */
const D = 2n ** 1074n;

function allSets(n: number): number[][] {
  return Array.from({ length: 1 << n }, (_, mask) =>
    Array.from({ length: n }, (_, i) => i).filter((i) => (mask >> i) & 1),
  );
}

function contains([low, high]: readonly [number, number], truth: Fraction): void {
  expect(order(exactly(low), truth)).toBeLessThanOrEqual(0);
  // One more rounding: the difference from 1.
  expect(order(exactly(Math.min(1, high * (1 + 2 ** -52))), truth)).toBeGreaterThanOrEqual(0);
}
