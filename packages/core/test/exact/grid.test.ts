import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GRID_BITS, toGrid } from '../../src/exact/grid.ts';
import { subsets } from '../oracle/oracle.ts';
import { atLeast, holds } from '../property.ts';

const weight = fc.oneof(
  fc.bigInt({ min: 0n, max: 30n }),
  fc.bigInt({ min: 0n, max: 2n ** 70n }),
  fc.constantFrom(2n ** 60n, 2n ** 60n + 1n, 2n ** 60n - 1n, 3n * 2n ** 55n),
);
const weights = fc.array(weight, { minLength: 1, maxLength: 7 });
const bits = fc.constantFrom(3, 5, 8, 20, GRID_BITS);

/** A threshold right at, below or above the sum of some of the weights: where rounding could mislead. */
function nearSomeSum(list: readonly bigint[], pattern: number, off: number): bigint {
  const sum = list.reduce((total, w, i) => ((pattern >> i) & 1 ? total + w : total), 0n) + BigInt(off);
  const total = list.reduce((a, b) => a + b, 0n);
  return sum < 0n ? 0n : sum >= total ? (total > 0n ? total - 1n : 0n) : sum;
}

describe('weights on a grid', () => {
  it('decide every sum rightly wherever they claim to be certain', () => {
    const certain = { more: 0, less: 0, exact: 0 };
    holds(
      600,
      weights,
      fc.nat(127),
      fc.integer({ min: -2, max: 2 }),
      bits,
      (list, pattern, off, resolution) => {
        const threshold = nearSomeSum(list, pattern, off);
        const grid = toGrid(list, threshold, { bits: resolution });
        for (const chosen of subsets([...list.keys()])) {
          const exact = chosen.reduce((sum, i) => sum + list[i], 0n) > threshold;
          const difference = chosen.reduce((sum, i) => sum + grid.weights[i], 0) - grid.threshold;
          if (difference >= Math.max(grid.window, 1)) {
            expect(exact).toBe(true);
            certain.more += 1;
          }
          if (difference <= -grid.window) {
            expect(exact).toBe(false);
            certain.less += 1;
          }
          if (grid.window === 0) {
            expect(exact).toBe(difference > 0);
            certain.exact += 1;
          }
        }
      },
    );
    for (const times of Object.values(certain)) expect(times).toBeGreaterThan(atLeast(600));
  });

  it('decide rightly too when the sums hold fewer weights than there are', () => {
    const certain = { more: 0, less: 0 };
    holds(
      600,
      weights,
      fc.nat(127),
      fc.integer({ min: -2, max: 2 }),
      bits,
      (list, pattern, off, resolution) => {
        const count = Math.min(2, list.length);
        const heaviest = [...list].sort((a, b) => (a > b ? -1 : 1)).slice(0, count);
        const largest = heaviest.reduce((a, b) => a + b, 0n);
        const near = nearSomeSum(list, pattern, off);
        const threshold = near > largest ? largest : near;
        const grid = toGrid(list, threshold, { bits: resolution, sums: { count, largest } });
        for (const chosen of subsets([...list.keys()]).filter((set) => set.length <= count)) {
          const exact = chosen.reduce((sum, i) => sum + list[i], 0n) > threshold;
          const difference = chosen.reduce((sum, i) => sum + grid.weights[i], 0) - grid.threshold;
          if (difference >= Math.max(grid.window, 1)) {
            expect(exact).toBe(true);
            certain.more += 1;
          }
          if (difference <= -grid.window) {
            expect(exact).toBe(false);
            certain.less += 1;
          }
        }
      },
    );
    for (const times of Object.values(certain)) expect(times).toBeGreaterThan(atLeast(600));
  });

  it('have sums that are whole and exact as doubles', () => {
    holds(300, weights, fc.nat(127), bits, (list, pattern, resolution) => {
      const grid = toGrid(list, nearSomeSum(list, pattern, 0), { bits: resolution });
      const total = grid.weights.reduce((a, b) => a + b, 0);
      expect(grid.weights.every(Number.isSafeInteger)).toBe(true);
      expect(total).toBeLessThanOrEqual(2 ** resolution + list.length);
      expect(total).toBeLessThan(2 ** 52);
    });
  });

  it('lose nothing when all weights are multiples of one number and fit', () => {
    const card = toGrid([15n * 10n ** 40n, 30n * 10n ** 40n, 5n * 10n ** 40n], 20n * 10n ** 40n);
    expect(card).toEqual({
      weights: Float64Array.of(3, 6, 1),
      threshold: 4,
      window: 0,
      quantum: 5n * 10n ** 40n,
    });
  });

  it('round a threshold between two sums down, which changes no comparison', () => {
    expect(toGrid([6n, 9n], 8n)).toEqual({
      weights: Float64Array.of(2, 3),
      threshold: 2,
      window: 0,
      quantum: 3n,
    });
  });

  it('accept no weights, and nothing but zeros', () => {
    expect(toGrid([], 0n)).toEqual({ weights: new Float64Array(0), threshold: 0, window: 0, quantum: 1n });
    expect(toGrid([0n, 0n], 0n)).toEqual({
      weights: Float64Array.of(0, 0),
      threshold: 0,
      window: 0,
      quantum: 1n,
    });
  });

  it('have a window of half the numbers that were rounded, and one', () => {
    const primes = [2n ** 80n + 13n, 2n ** 79n + 9n, 2n ** 78n + 7n];
    expect(toGrid(primes, 2n ** 80n).window).toBe(3);
    expect(toGrid(primes.slice(0, 2), 2n ** 80n).window).toBe(2);
    expect(toGrid([...primes, 1n], 2n ** 80n).window).toBe(3);
  });
});
