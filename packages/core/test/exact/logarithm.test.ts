// Nearest doubles of logarithms, against 200 digits found another way.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logOdds, normalConstant } from '../../src/exact/logarithm.ts';
import { nearestDouble } from '../oracle/doubles.ts';
import * as oracle from '../oracle/logarithm.ts';
import { holds } from '../property.ts';

/** A double and its neighbours, by so many units in its last place. */
function near(x: number): fc.Arbitrary<number> {
  return fc.integer({ min: -40, max: 40 }).map((k) => x * (1 + k * 2 ** -52));
}

describe('the constant of a normal density', () => {
  const variance = fc.oneof(
    fc.double({ min: 2.9e-309, max: Number.MAX_VALUE, noNaN: true }),
    fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
    fc.integer({ min: -1020, max: 1023 }).map((e) => 2 ** e),
    // Where the two logarithms cancel.
    near(1 / (2 * Math.PI)),
    near(1),
  );

  it('is the nearest double, for variances of any size and where its logarithms cancel', () => {
    holds(1000, variance, (v) => {
      expect(normalConstant(v)).toBe(nearestDouble(oracle.normalConstant(v)));
    });
  });

  it('is right at the ends and at the variance that comes nearest to 1/2π', () => {
    expect(normalConstant(1)).toBe(-0.9189385332046728);
    for (const v of [2.9e-309, Number.MAX_VALUE, 1 / (2 * Math.PI)])
      expect(normalConstant(v)).toBe(nearestDouble(oracle.normalConstant(v)));
    // A sum of rounded logarithms gives 0 or 2^-53 here.
    expect(Math.abs(normalConstant(1 / (2 * Math.PI)))).toBeLessThan(2 ** -54);
  });
});

describe('the logarithm of odds', () => {
  it('is the nearest double, also next to 0, ½ and 1', () => {
    const small = fc.integer({ min: 1, max: 9 }).map((m) => m * 5e-324);
    const p = fc.oneof(
      fc.double({ min: 5e-324, max: 1 - 2 ** -53, noNaN: true }),
      near(0.5),
      near(0.75),
      small,
    );
    holds(600, p, (x) => {
      expect(logOdds(x)).toBe(nearestDouble(oracle.logOdds(x)));
      if (1 - (1 - x) === x && x < 1) expect(logOdds(1 - x)).toBe(0 - logOdds(x));
    });
    expect(logOdds(0.5)).toBe(0);
    expect(logOdds(1 - 2 ** -53)).toBeCloseTo(53 * Math.LN2, 12);
  });
});
