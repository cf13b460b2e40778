// Power indices against their definitions over all coalitions.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Account } from '../../src/count/account.ts';
import { type Fraction, fraction } from '../../src/count/fraction.ts';
import { LimitError } from '../../src/errors.ts';
import { linearModel } from '../../src/model/linear.ts';
import { type PowerIndices, powerIndices, powerOf } from '../../src/query/power-indices.ts';
import { reduce } from '../../src/reduce/reduce.ts';
import { type Kind, toCover } from '../../src/weigh/cover.ts';
import { weigh } from '../../src/weigh/problem.ts';
import { anyCase, type Case } from '../arbitraries.ts';
import { expectError } from '../expect-error.ts';
import { subsets } from '../oracle/oracle.ts';
import { coverProblem, rowsProblem, sequence } from '../problems.ts';
import { holds } from '../property.ts';

const kinds = fc.constantFrom<Kind>('axp', 'cxp');

function factorial(n: number): bigint {
  return n < 2 ? 1n : BigInt(n) * factorial(n - 1);
}

function sum(parts: readonly Fraction[]): Fraction {
  return parts.reduce(
    (a, b) =>
      fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator),
    fraction(0n, 1n),
  );
}

/** From the definitions: every coalition of all features, dummies included. */
function byDefinition({ oracle }: Case, kind: Kind): PowerIndices {
  const { all } = oracle;
  const n = all.length;
  const wins = (set: readonly number[]): boolean =>
    kind === 'axp' ? oracle.sufficient(set) : oracle.contrast(set);
  const swings = all.map((i) =>
    subsets(all.filter((j) => j !== i)).filter((set) => !wins(set) && wins([...set, i])),
  );
  const total = swings.reduce((a, sets) => a + sets.length, 0);
  const minimal = kind === 'axp' ? oracle.axps() : oracle.cxps();
  const members = minimal.reduce((a, set) => a + set.length, 0);
  const having = (i: number): number[][] => minimal.filter((set) => set.includes(i));
  return {
    shapleyShubik: swings.map((sets) =>
      sum(sets.map(({ length: s }) => fraction(factorial(s) * factorial(n - 1 - s), factorial(n)))),
    ),
    banzhaf: swings.map((sets) => fraction(BigInt(sets.length), 2n ** BigInt(n - 1))),
    banzhafNormalized: swings.map((sets) => fraction(BigInt(sets.length), BigInt(total))),
    deeganPackel: all.map((i) =>
      sum(having(i).map((set) => fraction(1n, BigInt(set.length) * BigInt(minimal.length)))),
    ),
    hollerPackel: all.map((i) => fraction(BigInt(having(i).length), BigInt(members))),
  };
}

describe('power indices', () => {
  it('are what their definitions say of all coalitions', () => {
    holds(300, anyCase({ classes: 2, maxFeatures: 6 }), kinds, (c, kind) => {
      expect(powerIndices(c.weigh(), { kind })).toEqual(byDefinition(c, kind));
    });
  });

  it('are the same on any grid', () => {
    const all = ['shapleyShubik', 'banzhaf', 'deeganPackel', 'hollerPackel'] as const;
    holds(150, anyCase({ classes: 2, maxFeatures: 6 }), kinds, (c, kind) => {
      const cover = toCover(c.weigh().rivals[0], kind);
      const coarse = powerOf(cover, c.instance.length, all, new Account(), { float: 5, pair: 7 });
      expect(coarse).toEqual(byDefinition(c, kind));
    });
  });

  it('add up to one, beyond 2^53 coalitions too', () => {
    const weights = sequence(71, 70, 12).map((w) => w + 1);
    const power = powerIndices(coverProblem(weights, 230));
    const one = { numerator: 1n, denominator: 1n, value: 1 };
    expect(sum(power.shapleyShubik ?? [])).toEqual(one);
    expect(sum(power.banzhafNormalized ?? [])).toEqual(one);
    expect(sum(power.deeganPackel ?? [])).toEqual(one);
    expect(sum(power.hollerPackel ?? [])).toEqual(one);
    // Equal weights have equal power, heavier ones not less.
    const order = weights.map((_, i) => i).sort((i, j) => weights[i] - weights[j]);
    for (let k = 1; k < order.length; k++) {
      const [a, b] = [order[k - 1], order[k]];
      const [lighter, heavier] = [power.shapleyShubik?.[a], power.shapleyShubik?.[b]] as Fraction[];
      if (weights[a] === weights[b]) expect(heavier).toEqual(lighter);
      else expect(heavier.value).toBeGreaterThanOrEqual(lighter.value);
    }
  });

  it('of the United Nations Security Council before 1966 are those of the books', () => {
    // Five permanent members with a veto (7 votes each), six others (1 vote each), quota 37.
    const council = coverProblem([7, 7, 7, 7, 7, 1, 1, 1, 1, 1, 1], 36);
    const { shapleyShubik, banzhafNormalized } = powerIndices(council, {
      indices: ['shapleyShubik', 'banzhaf'],
    });
    expect(shapleyShubik?.[0]).toEqual(fraction(76n, 385n));
    expect(shapleyShubik?.[10]).toEqual(fraction(1n, 462n));
    // 57 swings of a permanent member, 5 of another.
    expect(banzhafNormalized?.[0]).toEqual(fraction(57n, 5n * 57n + 6n * 5n));
    expect(banzhafNormalized?.[10]).toEqual(fraction(5n, 5n * 57n + 6n * 5n));
  });

  it('of features that every explanation needs, and of those that none does, are 1 and 0', () => {
    const features = [{ name: 'x' }, ...['y', 'z'].map((name) => ({ name, lower: 0, upper: 1 }))];
    const model = linearModel({ classes: ['no', 'yes'], features, weights: [1, 1, 1], intercept: -0.5 });
    const { shapleyShubik, deeganPackel } = powerIndices(weigh(reduce(model), [1, 1, 1]));
    expect(shapleyShubik).toEqual([fraction(1n, 1n), fraction(0n, 1n), fraction(0n, 1n)]);
    expect(deeganPackel).toEqual([fraction(1n, 1n), fraction(0n, 1n), fraction(0n, 1n)]);
  });

  it('are computed as far as asked', () => {
    const problem = coverProblem([4, 2, 1], 4.5);
    expect(Object.keys(powerIndices(problem, { indices: ['banzhaf'] }))).toEqual([
      'banzhaf',
      'banzhafNormalized',
    ]);
    expect(Object.keys(powerIndices(problem, { indices: ['hollerPackel'] }))).toEqual(['hollerPackel']);
  });

  it('are refused beyond the budget, for several rivals and for unknown features', () => {
    const row = sequence(72, 12, 50).map((w) => w + 1);
    const half = row.reduce((a, b) => a + b, 0) / 2;
    expect(() => powerIndices(coverProblem(row, half), { budget: { steps: 1000 } })).toThrow(LimitError);
    expectError(() => powerIndices(rowsProblem([row, row.toReversed()], [half, half])), LimitError, {
      code: 'several-rivals',
      expected: 'a question that one rival class decides',
      got: '2 rivals',
    });
  });
});
