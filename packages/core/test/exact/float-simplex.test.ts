import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FloatProgram, FloatSimplex } from '../../src/exact/float-simplex.ts';
import { holds, runs } from '../property.ts';

const program = fc
  .record({ count: fc.integer({ min: 1, max: 6 }), rows: fc.integer({ min: 1, max: 4 }) })
  .chain(({ count, rows }) =>
    fc.record({
      shares: fc.array(fc.integer({ min: -4, max: 8 }), { minLength: rows * count, maxLength: rows * count }),
      needs: fc.array(fc.integer({ min: -3, max: 9 }), { minLength: rows, maxLength: rows }),
      most: fc.array(fc.constantFrom(1, 1, 2, Number.POSITIVE_INFINITY), {
        minLength: count,
        maxLength: count,
      }),
      fixed: fc.array(fc.constantFrom(-1, -1, -1, 0, 1), { minLength: count, maxLength: count }),
    }),
  );

type Recipe = typeof program extends fc.Arbitrary<infer T> ? T : never;

function toProgram({ shares, needs, most }: Recipe): FloatProgram {
  return {
    shares: Float64Array.from(shares),
    needs: Float64Array.from(needs),
    most: Float64Array.from(most),
    cost: 1,
  };
}

/** Solved, and solved again after items were fixed in a copy. */
function solved(recipe: Recipe) {
  const [count, rows] = [recipe.most.length, recipe.needs.length];
  const first = new FloatSimplex(count, rows);
  first.start(toProgram(recipe));
  const before = first.solve();
  const simplex = new FloatSimplex(count, rows);
  simplex.copy(first);
  recipe.fixed.forEach((value, i) => {
    if (value >= 0) simplex.fix(i, value as 0 | 1);
  });
  return { first, before, simplex, outcome: simplex.solve() };
}

/** The largest and the least value of an item. */
function boundsOf({ most, fixed }: Recipe, i: number): [number, number] {
  return fixed[i] < 0 ? [0, most[i]] : [fixed[i], fixed[i]];
}

describe('a linear program in doubles', () => {
  it('has a solution that meets all needs at a cost that its multipliers prove, or multipliers that prove that there is none', () => {
    let ended = 0;
    let impossible = 0;
    let tight = 0;
    holds(1000, program, (recipe) => {
      const { shares, needs, most } = recipe;
      const { simplex, outcome } = solved(recipe);
      if (outcome === 'stuck') return;
      ended += 1;
      const count = most.length;
      const mixture = most.map((_, i) =>
        needs.reduce((sum, _, r) => sum + simplex.multipliers[r] * shares[r * count + i], 0),
      );
      const need = needs.reduce((sum, x, r) => sum + simplex.multipliers[r] * x, 0);
      expect(Math.min(...simplex.multipliers)).toBeGreaterThanOrEqual(0);
      /** Σ of the larger of two slopes times their ends; 0 · ∞ is 0 here. */
      const extreme = (slopes: number[]): number =>
        slopes.reduce((sum, slope, i) => {
          const [least, largest] = boundsOf(recipe, i);
          const small = Math.abs(slope) < 1e-9 ? 0 : slope;
          return sum + (small === 0 ? 0 : small > 0 ? small * largest : small * least);
        }, 0);
      if (outcome === 'impossible') {
        impossible += 1;
        expect(extreme(mixture)).toBeLessThan(need);
        return;
      }
      const { solution } = simplex;
      solution.forEach((x, i) => {
        const [least, largest] = boundsOf(recipe, i);
        expect(x).toBeGreaterThan(least - 1e-6);
        expect(x).toBeLessThan(largest + 1e-6);
      });
      needs.forEach((x, r) => {
        expect(most.reduce((sum, _, i) => sum + shares[r * count + i] * solution[i], 0)).toBeGreaterThan(
          x - 1e-6,
        );
      });
      const cost = solution.reduce((a, b) => a + b, 0);
      const proved = need - extreme(mixture.map((w) => w - 1));
      expect(proved).toBeLessThan(cost + 1e-6);
      if (proved > cost - 1e-6) tight += 1;
    });
    expect(ended).toBeGreaterThan((runs(1000).numRuns as number) * 0.9);
    expect(tight).toBeGreaterThan((ended - impossible) * 0.95);
    expect(impossible).toBeGreaterThan((runs(1000).numRuns as number) / 20);
  });

  it('fixed in a copy stays as it was', () => {
    const recipe = {
      shares: [1, 1, 1, 2, 1, 0],
      needs: [2, 2],
      most: [1, 1, 1],
      fixed: [0, -1, -1],
    } as Recipe;
    const { first, before, simplex, outcome } = solved(recipe);
    expect([before, outcome]).toEqual(['solved', 'impossible']);
    expect(first.solve()).toBe('solved');
    expect([...first.solution]).toEqual([1, 0, 1].map(() => expect.any(Number)));
    expect(first.solution[0] + first.solution[1] + first.solution[2]).toBeCloseTo(2, 9);
    expect([first.fixed(0), simplex.fixed(0), simplex.fixed(1)]).toEqual([-1, 0, -1]);
  });
});
