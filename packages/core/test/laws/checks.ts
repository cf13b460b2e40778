// Checking a set, changing an instance, widening literals: against the definitions.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NumericFeature } from '../../src/model/types.ts';
import { check } from '../../src/query/check.ts';
import { type Counterfactual, counterfactual } from '../../src/query/counterfactual.ts';
import { inflate } from '../../src/query/inflate.ts';
import { predict } from '../../src/query/predict.ts';
import { anyCase, type Case, runs } from '../arbitraries.ts';
import { towards } from '../oracle/doubles.ts';
import { Oracle } from '../oracle/oracle.ts';
import { keepsClass, type Literal, regionHas, widerRegions } from '../oracle/region.ts';
import { within } from './sets.ts';

/** Families with which no witness can hide between two doubles or beyond the largest. */
const TAME = ['small integers', 'multiples of 1/8', 'zeros and repeats'];

export function checkLaws(times = 250): void {
  const cases = anyCase({ maxFeatures: 6 });
  const some = fc.uniqueArray(fc.nat(5));
  const kinds = fc.constantFrom('axp' as const, 'cxp' as const);

  describe('checking a set', () => {
    it('says by the definition whether it holds, is minimal, and what is redundant', () => {
      fc.assert(
        fc.property(cases, some, kinds, (c, list, kind) => {
          const set = known(c, list);
          const has = (some: readonly number[]): boolean =>
            kind === 'axp' ? c.oracle.sufficient(some) : c.oracle.contrast(some);
          const answer = check(c.weigh(), set, { kind });
          const spare = set.filter((left) => has(set.filter((i) => i !== left)));
          expect(answer.holds).toBe(has(set));
          expect(answer.redundant).toEqual(answer.holds ? spare : []);
          expect(answer.minimal).toBe(answer.holds && spare.length === 0);
        }),
        runs(times),
      );
    });

    it('repairs it to a minimal explanation, inside the set when the set holds', () => {
      fc.assert(
        fc.property(cases, some, kinds, (c, list, kind) => {
          const set = known(c, list);
          const answer = check(c.weigh(), set, { kind });
          const truth = kind === 'axp' ? c.oracle.axps() : c.oracle.cxps();
          if (truth.length === 0) {
            expect(answer.repaired).toBeUndefined();
          } else {
            expect(truth).toContainEqual(answer.repaired);
            if (answer.holds) expect(within(answer.repaired ?? [], set)).toBe(true);
          }
        }),
        runs(times),
      );
    });

    it('shows a counterexample that agrees with the set and has another class, only when it is not sufficient', () => {
      fc.assert(
        fc.property(cases, some, (c, list) => {
          const set = known(c, list);
          const { counterexample, holds } = check(c.weigh(), set);
          if (holds) expect(counterexample).toBeUndefined();
          if (counterexample !== undefined) {
            expectOtherClass(c, counterexample);
            expect(counterexample.changed.some((i) => set.includes(i))).toBe(false);
          }
        }),
        runs(times),
      );
    });

    it('always has a counterexample where numbers are tame', () => {
      fc.assert(
        fc.property(
          anyCase({ maxFeatures: 6, families: TAME, finite: true }),
          some,
          kinds,
          (c, list, kind) => {
            const { counterexample, holds } = check(c.weigh(), known(c, list), { kind });
            expect(counterexample !== undefined).toBe(holds === (kind === 'cxp'));
          },
        ),
        runs(times),
      );
    });
  });

  describe('a counterfactual', () => {
    it('changes only the given features, stays in the domain and has the class it says', () => {
      fc.assert(
        fc.property(cases, some, fc.constantFrom('least' as const, 'worst' as const), (c, list, movement) => {
          const set = known(c, list);
          const answer = counterfactual(c.weigh(), set, { movement });
          if (answer === undefined) return;
          expectOtherClass(c, answer);
          expect(within(answer.changed, set)).toBe(true);
          expect(c.oracle.contrast(set)).toBe(true);
        }),
        runs(2 * times),
      );
    });

    it('exists for every contrast where numbers are tame', () => {
      fc.assert(
        fc.property(anyCase({ maxFeatures: 6, families: TAME, finite: true }), some, (c, list) => {
          const set = known(c, list);
          expect(counterfactual(c.weigh(), set) !== undefined).toBe(c.oracle.contrast(set));
        }),
        runs(times),
      );
    });

    it('moves the last number no farther than needed: whatever is nearer, on either side, has the old class', () => {
      fc.assert(
        fc.property(
          anyCase({ maxFeatures: 5, families: TAME }),
          some,
          fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 8 }),
          (c, list, shares) => {
            const set = known(c, list).toSorted((a, b) => a - b);
            const answer = counterfactual(c.weigh(), set);
            // Of those taken back before it, some need not have moved once it is back.
            const last = set.findLast((i) => c.model.features[i].kind !== 'categorical');
            if (answer === undefined || last === undefined || !answer.changed.includes(last)) return;
            const feature = c.model.features[last] as NumericFeature;
            const moved = answer.instance[feature.name] as number | null;
            const home = c.instance[last];
            if (moved === null || Number.isNaN(home)) return; // nothing is nearer to a missing value than anything else
            const back = feature.kind === 'integer' ? moved + Math.sign(home - moved) : towards(moved, home);
            const distance = Math.abs(moved - home);
            const offsets = shares.flatMap((share) => [share * distance, -share * distance]);
            for (const offset of [back - home, 1, -1, ...offsets]) {
              const x = feature.kind === 'integer' ? Math.trunc(home + offset) : home + offset;
              if (Math.abs(x - home) >= distance || x < feature.lower || x > feature.upper) continue;
              const nearer = { ...answer.instance, [feature.name]: x };
              expect(predict(c.classifier, nearer).index).toBe(c.oracle.class);
            }
          },
        ),
        runs(2 * times),
      );
    });
  });

  describe('inflating an explanation', () => {
    it('gives literals that hold of the instance and together keep the class', () => {
      fc.assert(
        fc.property(cases, fc.nat(), some, (c, which, order) => {
          const axps = c.oracle.axps();
          const set = axps[which % axps.length];
          const wide = inflate(c.weigh(), set, { order: known(c, order) });
          expect(wide.map((literal) => literal.feature)).toEqual(set);
          for (const literal of wide)
            expect(regionHas(c.additive, literal, c.instance[literal.feature])).toBe(true);
          expect(keepsClass(c.oracle, wide)).toBe(true);
        }),
        runs(times),
      );
    });

    it('leaves nothing to add: one category, bin or number more, and another class can win', () => {
      fc.assert(
        fc.property(cases, fc.nat(), (c, which) => {
          const axps = c.oracle.axps();
          const wide = inflate(c.weigh(), axps[which % axps.length]);
          wide.forEach((literal, x) => {
            for (const region of widerRegions(c.additive, literal)) {
              const grown = wide.map((other, y): Literal => (y === x ? { ...other, region } : other));
              expect(keepsClass(c.oracle, grown)).toBe(false);
            }
          });
        }),
        runs(times),
      );
    });
  });
}

function known({ instance }: Case, list: readonly number[]): number[] {
  return list.filter((i) => i < instance.length).sort((a, b) => a - b);
}

/** The instance differs where it says, and exact fractions give the class it says, not the predicted one. */
function expectOtherClass(c: Case, { instance, class: name, changed }: Counterfactual): void {
  const { features } = c.model;
  const values = features.map((feature) => {
    const value = instance[feature.name] ?? Number.NaN;
    return feature.kind === 'categorical' ? feature.values.indexOf(value as string) : (value as number);
  });
  expect(changed).toEqual(c.oracle.all.filter((i) => !Object.is(values[i], c.instance[i])));
  const truth = new Oracle(c.additive, values).class;
  expect(name).toBe(`c${truth}`);
  expect(truth).not.toBe(c.oracle.class);
  expect(predict(c.classifier, instance).class).toBe(name);
}
