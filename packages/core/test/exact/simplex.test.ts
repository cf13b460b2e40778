import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bounds, type Inequality, type Rational, solve } from '../../src/exact/simplex.ts';
import { type Fraction as Exact, minus, order, over, plus, show, sum, times } from '../oracle/fraction.ts';
import { holds } from '../property.ts';

const small = fc
  .tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: 1, max: 3 }))
  .map(([n, d]) => toLowest(n, d));
const variables = 3;
const inequality: fc.Arbitrary<Inequality> = fc.record({
  constant: small,
  slopes: fc.array(small, { minLength: variables, maxLength: variables }),
  strict: fc.boolean(),
});
const bounds: fc.Arbitrary<Bounds> = fc
  .tuple(fc.option(fc.integer({ min: -3, max: 3 })), fc.nat(3), fc.boolean())
  .map(([lower, width, open]) => ({
    lower: lower === null ? undefined : toLowest(lower, 1),
    upper: open ? undefined : toLowest((lower ?? 0) + width, 1),
  }));

describe('exact linear programming', () => {
  it('finds a point exactly when there is one, and the point satisfies everything', () => {
    holds(
      600,
      fc.array(inequality, { minLength: 1, maxLength: 3 }),
      fc.array(bounds, { minLength: variables, maxLength: variables }),
      (rows, box) => {
        const point = solve(rows, box);
        const system = [...rows.map(toRow), ...box.flatMap(toDemands)];
        expect(point !== undefined).toBe(isFeasible(system));
        if (point !== undefined) {
          const values = point.map(({ n, d }) => ({ num: n, den: d }));
          for (const row of system) expect(meets(row, values)).toBe(true);
        }
      },
    );
  });

  it('has room between what must be strictly positive, even where something else is tight', () => {
    // x = 0 is forced from both sides; y > 0 is free.
    const rows: Inequality[] = [
      { constant: toLowest(0, 1), slopes: [toLowest(1, 1), toLowest(0, 1)], strict: false },
      { constant: toLowest(0, 1), slopes: [toLowest(-1, 1), toLowest(0, 1)], strict: false },
      { constant: toLowest(0, 1), slopes: [toLowest(0, 1), toLowest(1, 1)], strict: true },
    ];
    const free: Bounds = { lower: undefined, upper: undefined };
    const point = solve(rows, [free, free]);
    expect(point?.[0]).toEqual({ n: 0n, d: 1n });
    expect((point?.[1].n ?? 0n) > 0n).toBe(true);
    expect(solve([{ ...rows[0], strict: true }, rows[1]], [free, free])).toBeUndefined();
  });
});

describe('the point that linear programming finds', () => {
  const free: Bounds = { lower: undefined, upper: undefined };
  const row = (constant: number, ...slopes: number[]): Inequality => ({
    constant: toLowest(constant, 1),
    slopes: slopes.map((slope) => toLowest(slope, 1)),
    strict: false,
  });
  const least = (rows: readonly Inequality[], point: readonly Rational[] = []): string => {
    const values = rows
      .map(toRow)
      .map(({ constant, slopes }) =>
        sum([constant, ...slopes.map((slope, x) => times(slope, { num: point[x].n, den: point[x].d }))]),
      );
    return show(values.reduce((a, b) => (order(a, b) <= 0 ? a : b)));
  };

  it('stays one step of every variable, and 1, away from what it must not cross', () => {
    for (const slopes of [[3, -2], [-2, 3], [5], [-5], [0, 1]]) {
      const rows = [row(0, ...slopes)];
      const room = slopes.reduce((total, slope) => total + Math.abs(slope), 1);
      expect(
        least(
          rows,
          solve(
            rows,
            slopes.map(() => free),
          ),
        ),
      ).toBe(String(room));
    }
  });

  it('stays away as far as the steepest of several demands, in whichever order', () => {
    const rows = [row(-1, 1, 0), row(2, -4, 3), row(0, 1, 1)];
    expect(least(rows, solve(rows, [free, free]))).toBe('8');
    expect(least(rows, solve(rows.toReversed(), [free, free]))).toBe('8');
  });

  it('has the most room there is where that is less', () => {
    const rows = [row(0, 1), row(3, -1)];
    expect(solve(rows, [free])).toEqual([{ n: 3n, d: 2n }]);
    expect(solve([...rows, row(-1, 1)], [free])).toEqual([{ n: 2n, d: 1n }]);
  });

  it('is any that is left where there is no room at all', () => {
    expect(solve([row(-2, 1), row(2, -1)], [free])).toEqual([{ n: 2n, d: 1n }]);
    expect(solve([row(-2, 1), { ...row(2, -1), strict: true }], [free])).toBeUndefined();
  });
});

// The other way: Fourier and Motzkin's elimination, one variable after the other, over `constant + Σ slopes·x ≥ 0`.

interface Row {
  readonly constant: Exact;
  readonly slopes: readonly Exact[];
  readonly strict: boolean;
}

function isFeasible(system: readonly Row[]): boolean {
  let rows = system;
  for (let x = 0; x < variables; x++) {
    const side = (sign: number): Row[] => rows.filter((row) => Math.sign(Number(row.slopes[x].num)) === sign);
    const combined = side(1).flatMap((lower) =>
      side(-1).map((upper): Row => {
        // Scaled so that x cancels: both factors are positive.
        const factor = over(lower.slopes[x], minus({ num: 0n, den: 1n }, upper.slopes[x]));
        return {
          constant: plus(lower.constant, times(factor, upper.constant)),
          slopes: lower.slopes.map((slope, y) => plus(slope, times(factor, upper.slopes[y]))),
          strict: lower.strict || upper.strict,
        };
      }),
    );
    rows = [...side(0), ...combined];
  }
  return rows.every(({ constant, strict }) => (strict ? constant.num > 0n : constant.num >= 0n));
}

function meets({ constant, slopes, strict }: Row, point: readonly Exact[]): boolean {
  const value = sum([constant, ...slopes.map((slope, x) => times(slope, point[x]))]);
  return strict ? value.num > 0n : order(value, { num: 0n, den: 1n }) >= 0;
}

function toRow({ constant, slopes, strict }: Inequality): Row {
  const exact = ({ n, d }: Rational): Exact => ({ num: n, den: d });
  return { constant: exact(constant), slopes: slopes.map(exact), strict };
}

function toDemands({ lower, upper }: Bounds, variable: number): Row[] {
  const slopes = (sign: bigint): Exact[] =>
    Array.from({ length: variables }, (_, x) => ({ num: x === variable ? sign : 0n, den: 1n }));
  const rows: Row[] = [];
  if (lower !== undefined)
    rows.push({ constant: { num: -lower.n, den: lower.d }, slopes: slopes(1n), strict: false });
  if (upper !== undefined)
    rows.push({ constant: { num: upper.n, den: upper.d }, slopes: slopes(-1n), strict: false });
  return rows;
}

function toLowest(n: number, d: number): Rational {
  const common = gcd(Math.abs(n), d);
  return { n: BigInt(n / common), d: BigInt(d / common) };
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
