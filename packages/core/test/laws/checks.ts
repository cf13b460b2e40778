// Checking a set, changing an instance, widening literals: against the definitions.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NumericFeature, Shape } from '../../src/model/types.ts';
import { changeLiterals } from '../../src/output/change.ts';
import { changeRegion } from '../../src/query/change-region.ts';
import { check } from '../../src/query/check.ts';
import { type Counterfactual, counterfactual } from '../../src/query/counterfactual.ts';
import { inflate } from '../../src/query/inflate.ts';
import { predict } from '../../src/query/predict.ts';
import { suffices } from '../../src/query/suffices.ts';
import { anyCase, type Case } from '../arbitraries.ts';
import { towards } from '../oracle/doubles.ts';
import { Oracle } from '../oracle/oracle.ts';
import { plainClass } from '../oracle/plain.ts';
import { keepsClass, type Literal, regionHas, widerRegions } from '../oracle/region.ts';
import type { Space } from '../oracle/space.ts';
import { atLeast, holds, law, until } from '../property.ts';
import { expectInside } from './inside.ts';
import { within } from './sets.ts';

/** Families with which no witness can hide between two doubles or beyond the largest. */
const TAME = ['small integers', 'multiples of 1/8', 'zeros and repeats'];

export function checkLaws(times = 250): void {
  const cases = anyCase({ maxFeatures: 6 });
  const some = fc.uniqueArray(fc.nat(5));
  const kinds = fc.constantFrom('axp' as const, 'cxp' as const);

  describe('checking a set', () => {
    it('says by the definition whether it holds, is minimal, and what is redundant', () => {
      holds(times, cases, some, kinds, (c, list, kind) => {
        const set = known(c, list);
        const has = (some: readonly number[]): boolean =>
          kind === 'axp' ? c.oracle.sufficient(some) : c.oracle.contrast(some);
        const answer = check(c.weigh(), set, { kind });
        const spare = set.filter((left) => has(set.filter((i) => i !== left)));
        expect(answer.holds).toBe(has(set));
        if (kind === 'axp') expect(suffices(c.weigh(), set)).toBe(answer.holds);
        expect(answer.redundant).toEqual(answer.holds ? spare : []);
        expect(answer.minimal).toBe(answer.holds && spare.length === 0);
      });
    });

    it('repairs it to a minimal explanation, inside the set when the set holds', () => {
      holds(times, cases, some, kinds, (c, list, kind) => {
        const set = known(c, list);
        const answer = check(c.weigh(), set, { kind });
        const truth = kind === 'axp' ? c.oracle.axps() : c.oracle.cxps();
        if (truth.length === 0) {
          expect(answer.repaired).toBeUndefined();
        } else {
          expect(truth).toContainEqual(answer.repaired);
          if (answer.holds) expect(within(answer.repaired ?? [], set)).toBe(true);
        }
      });
    });

    it('shows a counterexample that agrees with the set and has another class, only when it is not sufficient', () => {
      let shown = 0;
      until(() => shown > atLeast(times)).holds(times, cases, some, (c, list) => {
        const set = known(c, list);
        const { counterexample, holds } = check(c.weigh(), set);
        if (holds) expect(counterexample).toBeUndefined();
        if (counterexample === undefined) return;
        expectOtherClass(c, counterexample);
        expect(counterexample.changed.some((i) => set.includes(i))).toBe(false);
        shown += 1;
      });
    });

    it('always has a counterexample where numbers are tame', () => {
      holds(
        times,
        anyCase({ maxFeatures: 6, families: TAME, finite: true }),
        some,
        kinds,
        (c, list, kind) => {
          const { counterexample, holds } = check(c.weigh(), known(c, list), { kind });
          expect(counterexample !== undefined).toBe(holds === (kind === 'cxp'));
        },
      );
    });
  });

  describe('a counterfactual', () => {
    it('changes only the given features, stays in the domain and has the class it says', () => {
      let found = 0;
      until(() => found > atLeast(times)).holds(
        2 * times,
        cases,
        some,
        fc.constantFrom('least' as const, 'nearest' as const, 'worst' as const),
        (c, list, movement) => {
          const set = known(c, list);
          const answer = counterfactual(c.weigh(), set, { movement });
          if (answer === undefined) return;
          expectOtherClass(c, answer);
          expect(within(answer.changed, set)).toBe(true);
          expect(c.oracle.contrast(set)).toBe(true);
          found += 1;
        },
      );
    });

    it('is found wherever some instance of doubles shows one, at the ends of endless domains, too', () => {
      let found = 0;
      until(() => found > atLeast(times)).holds(
        4 * times,
        cases,
        some,
        fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
        (c, list, choices) => {
          const set = known(c, list);
          const point = c.instance.map((x, i) =>
            set.includes(i) ? anywhere(c.additive.features[i], x, choices[i]) : x,
          );
          if (new Oracle(c.additive, point).class === c.oracle.class) return;
          found += 1;
          for (const movement of ['least', 'nearest', 'worst'] as const)
            expect(counterfactual(c.weigh(), set, { movement })).toBeDefined();
        },
      );
    });

    it('exists for every contrast where numbers are tame', () => {
      holds(times, anyCase({ maxFeatures: 6, families: TAME, finite: true }), some, (c, list) => {
        const set = known(c, list);
        expect(counterfactual(c.weigh(), set) !== undefined).toBe(c.oracle.contrast(set));
      });
    });

    it('moves the last number no farther than needed: whatever is nearer, on either side, has the old class', () => {
      let compared = 0;
      until(() => compared > atLeast(times)).holds(
        2 * times,
        anyCase({ maxFeatures: 5, families: TAME }),
        some,
        fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 8 }),
        (c, list, shares) => {
          const set = known(c, list).toSorted((a, b) => a - b);
          const answer = counterfactual(c.weigh(), set, { movement: 'nearest' });
          // Of those taken back before it, some need not have moved once it is back.
          const last = set.findLast((i) => c.model.features[i].kind !== 'categorical');
          if (answer === undefined || last === undefined || !answer.changed.includes(last)) return;
          const feature = c.additive.features[last] as NumericFeature;
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
            expect(predict(c.classifier, nearer).classIndex).toBe(c.oracle.class);
            compared += 1;
          }
        },
      );
    });
  });

  describe('a counterfactual with the least movement', () => {
    law('exists whenever there is one at all', times, cases, some, (c, list) => {
      const set = known(c, list);
      const answer = counterfactual(c.weigh(), set);
      expect(answer !== undefined).toBe(
        counterfactual(c.weigh(), set, { movement: 'nearest' }) !== undefined,
      );
      expect(answer !== undefined).toBe(counterfactual(c.weigh(), set, { movement: 'worst' }) !== undefined);
    });

    it('holds in plain doubles, added up in whatever order, unless it is called doubtful', () => {
      let sure = 0;
      until(() => sure > atLeast(times)).holds(4 * times, cases, some, fc.nat(), (c, list, seed) => {
        const answer = counterfactual(c.weigh(), known(c, list));
        if (answer === undefined || answer.doubtful) return;
        expect(`c${plainClass(c.additive, valuesOf(c, answer), seed)}`).toBe(answer.class);
        sure += 1;
      });
    });

    it('is doubtful only where the worst values are, too', () => {
      let sure = 0;
      until(() => sure > atLeast(times)).holds(
        2 * times,
        anyCase({ maxFeatures: 6, classes: 2, bounded: true }),
        some,
        (c, list) => {
          const set = known(c, list);
          const worst = counterfactual(c.weigh(), set, { movement: 'worst' });
          if (worst?.doubtful !== false) return;
          expect(counterfactual(c.weigh(), set)?.doubtful).toBe(false);
          sure += 1;
        },
      );
    });

    it('goes hardly farther than the nearest one, and to a number with few digits', () => {
      const numbers = anyCase({ maxFeatures: 4, classes: 2, bounded: true, families: TAME });
      let compared = 0;
      until(() => compared > atLeast(times) / 4).holds(4 * times, numbers, fc.nat(3), (c, i) => {
        const feature = c.additive.features[i];
        if (feature === undefined || feature.kind !== 'real' || feature.only === 'missing') return;
        // Doubt grows with all numbers, and must be far smaller than a thousandth.
        if (c.model.features.some((f) => f.kind !== 'categorical' && Math.max(-f.lower, f.upper) > 1e6))
          return;
        const [least, nearest] = (['least', 'nearest'] as const).map((movement) =>
          counterfactual(c.weigh(), [i], { movement }),
        );
        const [x, y] = [least, nearest].map((answer) => answer?.instance[feature.name] as number | null);
        if (least === undefined || least.doubtful || x === null || y === null) return;
        // Beyond a doubtful bin lies the next one, however far.
        if (nearest?.doubtful === true && c.additive.shapes[i].some(({ kind }) => kind === 'steps')) return;
        const home = c.instance[i];
        if (Number.isNaN(home)) return;
        const size = Math.min(feature.upper - feature.lower, Math.max(Math.abs(home), Math.abs(y)));
        const room = Math.max(0.1 * Math.abs(y - home), 0.001 * size) + doubtAround(c, i, [x, y]);
        // Nor is there anything beyond the end of the domain; what is certain may lie on the other side, however far.
        const toEnd = Math.min(Math.abs(y - feature.lower), Math.abs(y - feature.upper));
        if (nearest?.doubtful === true && toEnd < room) return;
        expect(Math.abs(x - home)).toBeLessThanOrEqual(Math.abs(y - home) + room);
        // Of a parabola both sides may be as near.
        if (Math.sign(x - home) === Math.sign(y - home)) expect(Math.abs(x - y)).toBeLessThanOrEqual(room);
        // Few digits where there is room for them.
        const wide = roomAround(c, i, x, least);
        if (size > 1e-6 && wide > 2 * room) expect(String(x).length).toBeLessThanOrEqual(16);
        compared += 1;
      });
    });
  });

  describe('the region around a counterfactual', () => {
    it('holds the changed case, keeps its class throughout, and cannot be made larger', () => {
      let wide = 0;
      until(() => wide > atLeast(times)).holds(times, cases, some, (c, list) => {
        const answer = counterfactual(c.weigh(), known(c, list));
        if (answer === undefined) return;
        const values = valuesOf(c, answer);
        const oracle = new Oracle(c.additive, values);
        const regions = changeRegion(c.weigh(), answer);
        expect(regions.map(({ feature }) => feature)).toEqual(answer.changed);
        const unchanged = c.oracle.all
          .filter((i) => !answer.changed.includes(i))
          .map((feature): Literal => ({ feature, region: only(c, feature, values[feature]) }));
        expect(keepsClass(oracle, [...regions, ...unchanged])).toBe(true);
        regions.forEach((literal, x) => {
          expect(regionHas(c.additive, literal, values[literal.feature])).toBe(true);
          for (const region of widerRegions(c.additive, literal)) {
            const grown = regions.map((other, y): Literal => (y === x ? { ...other, region } : other));
            expect(keepsClass(oracle, [...grown, ...unchanged])).toBe(false);
            wide += 1;
          }
        });
      });
    });

    it('is told in words that are true', () => {
      let told = 0;
      until(() => told > atLeast(times)).holds(2 * times, anyCase({ maxFeatures: 3 }), some, (c, list) => {
        const answer = counterfactual(c.weigh(), known(c, list));
        if (answer === undefined) return;
        const values = valuesOf(c, answer);
        const ends = changeLiterals(c.weigh(), answer).flatMap((text, x) =>
          numbersNextTo(text).map((number) => ({ feature: answer.changed[x], number })),
        );
        for (const { feature, number } of ends) {
          if (c.model.features[feature].kind === 'categorical') continue;
          expect(new Oracle(c.additive, values.with(feature, number)).class).toBe(
            new Oracle(c.additive, values).class,
          );
          told += 1;
        }
      });
    });
  });

  describe('inflating an explanation', () => {
    it('gives literals that hold of the instance and together keep the class', () => {
      holds(times, cases, fc.nat(), some, (c, which, order) => {
        const axps = c.oracle.axps();
        const set = axps[which % axps.length];
        const wide = inflate(c.weigh(), set, { order: known(c, order) });
        expect(wide.map((literal) => literal.feature)).toEqual(set);
        for (const literal of wide)
          expect(regionHas(c.additive, literal, c.instance[literal.feature])).toBe(true);
        expect(keepsClass(c.oracle, wide)).toBe(true);
      });
    });

    it('leaves nothing to add: one category, bin or number more, and another class can win', () => {
      let grownBy = 0;
      until(() => grownBy > atLeast(times)).holds(times, cases, fc.nat(), (c, which) => {
        const axps = c.oracle.axps();
        const wide = inflate(c.weigh(), axps[which % axps.length]);
        wide.forEach((literal, x) => {
          for (const region of widerRegions(c.additive, literal)) {
            const grown = wide.map((other, y): Literal => (y === x ? { ...other, region } : other));
            expect(keepsClass(c.oracle, grown)).toBe(false);
            grownBy += 1;
          }
        });
      });
    });
  });
}

function known({ instance }: Case, list: readonly number[]): number[] {
  return list.filter((i) => i < instance.length).sort((a, b) => a - b);
}

/** A value of the feature: the instance's, an end of the domain or of doubles, or a round number. */
function anywhere(feature: Space, own: number, choice: number): number {
  if (feature.only === 'missing') return own;
  if (feature.only !== undefined) return feature.only[choice % feature.only.length];
  if (feature.kind === 'categorical') return choice % feature.values.length;
  const most = feature.kind === 'integer' ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE;
  const values = [feature.lower, feature.upper, 0, 1, -1, 3, -3, 1000, -1000, own].map((x) =>
    Math.min(Math.max(x, feature.lower, -most), feature.upper, most),
  );
  return values[choice % values.length];
}

/** The one value (or the bin) that a feature has. */
function only({ additive }: Case, feature: number, value: number): Literal['region'] {
  if (additive.features[feature].kind === 'categorical') return { kind: 'options', options: [value] };
  const steps = additive.shapes[feature].some((shape) => shape.kind === 'steps');
  if (!steps) return { kind: 'interval', lower: value, upper: value };
  const options = Array.from({ length: 50 }, (_, option) => option);
  const bin = options.find((option) =>
    regionHas(additive, { feature, region: { kind: 'options', options: [option] } }, value),
  ) as number;
  return { kind: 'options', options: [bin] };
}

/** The outermost numbers that a literal like `x ≥ 3`, `3 < x ≤ 5` or `x = 3` allows; those of bins are left to other tests. */
function numbersNextTo(text: string): number[] {
  const number = '(-?[0-9.]+(?:e[-+]?[0-9]+)?)';
  const next = (x: string, sign: string, up: boolean): number =>
    sign === '≤' || sign === '≥' || sign === '='
      ? Number(x)
      : towards(Number(x), up ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY);
  const between = new RegExp(`^${number} ([<≤]) f[0-9]+ ([<≤]) ${number}$`).exec(text);
  if (between) return [next(between[1], between[2], true), next(between[4], between[3], false)];
  const oneSided = new RegExp(`^f[0-9]+ ([<≤>≥=]) ${number}$`).exec(text);
  return oneSided ? [next(oneSided[2], oneSided[1], '>≥'.includes(oneSided[1]))] : [];
}

/** A changed instance as numbers. */
function valuesOf(c: Case, { instance }: Counterfactual): number[] {
  return c.model.features.map((feature) => {
    const value = instance[feature.name] ?? Number.NaN;
    return feature.kind === 'categorical' ? feature.values.indexOf(value as string) : (value as number);
  });
}

/** The instance differs where it says, and exact fractions give the class it says, not the predicted one. */
function expectOtherClass(c: Case, answer: Counterfactual): void {
  const { instance, class: name, changed, doubtful } = answer;
  const values = valuesOf(c, answer);
  const fromNumbers = predict(c.classifier, instance);
  expect(changed).toEqual(c.oracle.all.filter((i) => !Object.is(values[i], c.instance[i])));
  const truth = new Oracle(c.additive, values).class;
  expect(name).toBe(`c${truth}`);
  expect(truth).not.toBe(c.oracle.class);
  expectInside(c, values);
  expect([fromNumbers.class, fromNumbers.doubtful]).toEqual([name, doubtful]);
}

/**
 * How far doubt may reach along a feature: at the vertex of a parabola as far as the square root of a rounding error of all that is
 * added up.
 */
function doubtAround({ additive, instance }: Case, feature: number, values: readonly number[]): number {
  const { shapes, bias } = additive;
  const added = (value: number): number =>
    bias.flat().reduce((sum, x) => sum + Math.abs(x), 0) +
    shapes
      .flatMap((of, i) => of.map((shape) => sizeAt(shape, i === feature ? value : instance[i])))
      .reduce((sum, x) => sum + x, 0);
  const [a, b] = shapes[feature].map((shape) => (shape.kind === 'quadratic' ? shape.quadratic : 0));
  const bent = a === b ? 1 : Math.min(1, Math.abs(a - b));
  return 1e-6 + 8 * Math.sqrt((2 ** -50 * Math.max(...values.map(added))) / bent);
}

/** How large the numbers are that a shape adds up. */
function sizeAt(shape: Shape, x: number): number {
  if (shape.kind === 'linear') return Math.abs(shape.weight * x);
  if (shape.kind !== 'quadratic') return Math.max(...shape.values.map(Math.abs));
  const moved = x - (shape.center ?? 0);
  return [shape.quadratic * moved * moved, (shape.linear ?? 0) * moved, shape.constant ?? 0]
    .map(Math.abs)
    .reduce((sum, part) => sum + part, 0);
}

/** How wide the numbers around a changed one are that do as well, or the bin that it is in. */
function roomAround(c: Case, feature: number, x: number, answer: Counterfactual): number {
  const [region] = changeRegion(c.weigh(), answer).map((literal) => literal.region);
  if (region.kind === 'interval') return region.upper - region.lower;
  const { lower, upper } = c.additive.features[feature] as NumericFeature;
  const cuts = c.additive.shapes[feature].flatMap((shape) => (shape.kind === 'steps' ? shape.cuts : []));
  const ends = [lower, ...cuts.filter((cut) => lower < cut && cut < upper), upper].sort((a, b) => a - b);
  const widths = ends.slice(1).flatMap((end, j) => (ends[j] <= x && x <= end ? [end - ends[j]] : []));
  return Math.min(...widths);
}
