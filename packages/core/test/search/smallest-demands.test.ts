import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearModel } from '../../src/model/linear.ts';
import { reachTarget } from '../../src/move/reach-target.ts';
import { anyWitness } from '../../src/query/counterfactual.ts';
import { smallest } from '../../src/query/smallest.ts';
import { smallestDemands, smallestOf } from '../../src/search/smallest-demands.ts';
import { smallestSet } from '../../src/search/smallest-set.ts';
import { toDemands } from '../../src/weigh/demands.ts';
import { whyInDoubles } from '../../src/weigh/float-demands.ts';
import type { Weighed } from '../../src/weigh/problem.ts';
import { isSufficient } from '../../src/weigh/sufficiency.ts';
import { toTarget } from '../../src/weigh/target.ts';
import { anyCase } from '../arbitraries.ts';
import { reduce, weigh } from '../engine.ts';
import { inexact, sequence } from '../problems.ts';
import { atLeast, until } from '../property.ts';

/** Ten classes and 30 numbers from 0 to 16, with weights of three digits or of many. */
function pictures(seed: number, digits: number): Weighed {
  const classes = Array.from({ length: 10 }, (_, k) => `c${k}`);
  const features = Array.from({ length: 30 }, (_, i) => ({ name: `x${i}`, lower: 0, upper: 16 }));
  const rows = classes.map((_, k) => ({
    weights: sequence(seed * 100 + k, 30, 1999).map((w, i) => (i % 7 === 3 ? 0 : (w - 999) / digits)),
    intercept: k / 8,
  }));
  const values = sequence(seed, 30, 17);
  return weigh(reduce(linearModel({ classes, features, rows }), { neverWins: 'allow' }), values);
}

describe('a smallest set of several demands', () => {
  it('in doubles is sufficient and as small as on grids, coarse or fine', () => {
    let compared = 0;
    const cases = fc.oneof(
      anyCase({ classes: 3 }),
      anyCase({ classes: 4, maxFeatures: 8 }),
      anyCase({ classes: 5 }),
    );
    until(() => compared > atLeast(400)).holds(400, cases, (c) => {
      const problem = c.weigh();
      const demands = whyInDoubles(problem);
      const exact = smallestDemands(toDemands(problem, 'axp'));
      expect(smallestDemands(toDemands(problem, 'axp', 5))).toHaveLength(exact.length);
      if (demands === undefined) return;
      compared += 1;
      const found = smallestOf(demands);
      expect(found).toHaveLength(exact.length);
      expect(isSufficient(problem, new Set(found))).toBe(true);
    });
  });

  it('is as small as the smallest of all sets, also where the relaxation alone does not tell', () => {
    const n = 11;
    for (let seed = 1; seed <= 40; seed++) {
      const rows = [1, 2, 3, 4].map((r) => sequence(40 * r + seed, n, 12).map((w) => w * (w % 3)));
      // From a third to most of each row's sum, and half more: no set is in doubt.
      const list = rows.map((weights, r) => ({
        weights: Float64Array.from(weights),
        threshold: Math.floor((weights.reduce((a, b) => a + b, 0) * (r + 2)) / 7) + 0.5,
        doubt: 0.25,
        exactly: (): boolean => {
          throw new Error('in doubt');
        },
      }));
      const suffices = (set: readonly number[]): boolean =>
        list.every(({ weights, threshold }) => set.reduce((sum, i) => sum + weights[i], 0) > threshold);
      let least = n;
      for (let mask = 0; mask < 1 << n; mask++) {
        const set = Array.from({ length: n }, (_, i) => i).filter((i) => (mask >> i) & 1);
        if (set.length < least && suffices(set)) least = set.length;
      }
      const found = smallestOf({ forced: [], features: Array.from({ length: n }, (_, i) => i), list });
      expect(suffices(found)).toBe(true);
      expect(found).toHaveLength(least);
    }
  });

  it('in doubles are asked only for sets that are really in doubt', () => {
    // Exactly 3 of 4 equal weights reach each threshold, which must be exceeded.
    let asked = 0;
    const demand = (threshold: number, doubt: number) => ({
      weights: Float64Array.of(1, 1, 1, 1),
      threshold,
      doubt,
      exactly: (ranks: readonly number[]) => {
        asked += 1;
        return ranks.length > 3;
      },
    });
    const features = [7, 5, 3, 1];
    expect(smallestOf({ forced: [9], features, list: [demand(3, 0.25), demand(1.5, 0.25)] })).toEqual([
      1, 3, 5, 7, 9,
    ]);
    expect(asked).toBeGreaterThan(0);
    asked = 0;
    expect(smallestOf({ forced: [], features, list: [demand(2.5, 0.25)] })).toHaveLength(3);
    expect(asked).toBe(0);
    expect(smallestOf({ forced: [4, 2], features, list: [] })).toEqual([2, 4]);
  });
});

describe('ten classes and many numbers', () => {
  it('need no exact integers for a smallest explanation, a smallest contrast and its counterfactual', () => {
    for (let seed = 1; seed <= 8; seed++) {
      const problem = pictures(seed, 777);
      const why = smallestSet(inexact(problem), 'axp') as number[];
      expect(isSufficient(problem, new Set(why))).toBe(true);
      expect(why).toHaveLength(smallestDemands(toDemands(problem, 'axp')).length);
      const contrast = smallestSet(inexact(problem), 'cxp') as number[];
      const other = anyWitness(inexact(problem), contrast, 'least');
      expect(other?.certain).toBe(true);
      expect(other?.class).not.toBe(problem.classIndex);
    }
  });

  it('have a smallest contrast towards every class, of which exactly no part leads there', () => {
    const problem = pictures(2, 1000);
    for (let t = 0; t < 10; t++) {
      if (t === problem.classIndex) continue;
      const target = toTarget(problem, t);
      const found = smallest(problem, { kind: 'cxp', target: t }) as number[];
      const reaches = (set: readonly number[]) =>
        reachTarget(problem, target, set, { whether: true }) !== undefined;
      expect(reaches(found)).toBe(true);
      for (const left of found) expect(reaches(found.filter((i) => i !== left))).toBe(false);
    }
  });

  it('have no contrast towards a class where all that helps is fixed', () => {
    const { classifier, values, classIndex } = pictures(2, 1000);
    const only = { features: { [classifier.features[3].name]: 'free' }, others: 'fixed' } as const;
    const problem = weigh(classifier, Array.from(values), { within: only });
    expect(smallest(problem, { kind: 'cxp', target: (classIndex + 1) % 10 })).toBeUndefined();
  });
});
