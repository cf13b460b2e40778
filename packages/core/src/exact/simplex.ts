// Exact linear programming, small and plain: is there a point in a box where a few linear functions are all
// non-negative (some strictly positive)? Rational arithmetic and Bland's rule, so it always ends with the truth.
import { gcd } from './ratio.ts';

/** n/d in lowest terms, d > 0. */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

/** `constant + Σ slopes·x ≥ 0`, or `> 0`. */
export interface Inequality {
  readonly constant: Rational;
  readonly slopes: readonly Rational[];
  readonly strict: boolean;
}

/** Bounds of a variable; undefined for none on that side. */
export interface Bounds {
  readonly lower: Rational | undefined;
  readonly upper: Rational | undefined;
}

export const NIL: Rational = { n: 0n, d: 1n };
const ONE: Rational = { n: 1n, d: 1n };

/**
 * A point that satisfies all inequalities within the bounds, or undefined if there is none. Among them one with as much
 * room as possible: the smallest of all left-hand sides is as large as can be, up to what moving every variable by one can
 * cost: then rounding to whole numbers does no harm.
 */
export function solve(
  inequalities: readonly Inequality[],
  bounds: readonly Bounds[],
): Rational[] | undefined {
  // First all at once by a common slack; where that is exactly 0, only the strict ones need to be positive.
  const room = maximise(inequalities, bounds, () => true);
  if (sign(room.slack) > 0) return room.point;
  if (sign(room.slack) < 0) return undefined;
  const strictly = maximise(inequalities, bounds, ({ strict }) => strict);
  return sign(strictly.slack) > 0 ? strictly.point : undefined;
}

/**
 * The smallest and the largest value that variable `x` has where all inequalities hold, strict ones perhaps with equality; undefined if
 * they hold nowhere. The variable must have both bounds.
 */
export function extent(
  inequalities: readonly Inequality[],
  bounds: readonly Bounds[],
  x: number,
): [least: Rational, most: Rational] | undefined {
  const ends = [-1n, 1n].map((direction) => {
    const { slack, point } = maximise(inequalities, bounds, () => false, { variable: x, direction });
    return sign(slack) < 0 ? undefined : point[x];
  });
  const [least, most] = ends;
  return least === undefined || most === undefined ? undefined : [least, most];
}

/**
 * Maximise t ≤ most such that every inequality that `counts` has value at least t, and the others at least min(t, 0).
 *
 * Variables are y ≥ 0 with x = lower + y, or x = upper − y, or x = y⁺ − y⁻; t = u + v with u = min(t, 0), felt by all rows, and
 * 0 ≤ v ≤ most, felt by those that count. u is maximised first, v (or, where asked, a variable in a direction) only without giving up
 * any of u.
 */
function maximise(
  inequalities: readonly Inequality[],
  bounds: readonly Bounds[],
  counts: (row: Inequality) => boolean,
  along?: { readonly variable: number; readonly direction: bigint },
): { slack: Rational; point: Rational[] } {
  const columns: { variable: number; sign: Rational }[] = [];
  const origin = bounds.map(({ lower, upper }) => lower ?? upper ?? NIL);
  const rows: { coefficients: Rational[]; rhs: Rational }[] = [];
  bounds.forEach(({ lower, upper }, variable) => {
    if (lower !== undefined || upper === undefined) columns.push({ variable, sign: ONE });
    if (lower === undefined) columns.push({ variable, sign: { n: -1n, d: 1n } });
  });
  const width = columns.length + 2; // … and u, v
  const [u, v] = [width - 2, width - 1];
  const unit = (column: number): Rational[] =>
    Array.from({ length: width }, (_, j) => (j === column ? ONE : NIL));
  const values = inequalities.map(({ constant, slopes }) =>
    slopes.reduce((sum, slope, i) => plus(sum, times(slope, origin[i])), constant),
  );
  inequalities.forEach((row, r) => {
    const coefficients = columns.map(({ variable, sign: s }) => negate(times(s, row.slopes[variable])));
    rows.push({ coefficients: [...coefficients, ONE, counts(row) ? ONE : NIL], rhs: values[r] });
  });
  columns.forEach(({ variable }, j) => {
    const { lower, upper } = bounds[variable];
    if (lower !== undefined && upper !== undefined)
      rows.push({ coefficients: unit(j), rhs: plus(upper, negate(lower)) });
  });
  rows.push({ coefficients: unit(u), rhs: NIL }, { coefficients: unit(v), rhs: mostRoom(inequalities) });
  const second =
    along === undefined
      ? unit(v)
      : [
          ...columns.map(({ variable, sign: s }) =>
            variable === along.variable ? times(s, { n: along.direction, d: 1n }) : NIL,
          ),
          NIL,
          NIL,
        ];
  const solution = simplex(rows, [unit(u), second], width);
  const point = [...origin];
  columns.forEach(({ variable, sign: s }, j) => {
    point[variable] = plus(point[variable], times(s, solution[j]));
  });
  return { slack: plus(solution[u], solution[v]), point };
}

/** 1 and the largest sum of absolute slopes. */
function mostRoom(inequalities: readonly Inequality[]): Rational {
  return inequalities.reduce((most, { slopes }) => {
    const sum = slopes.reduce((total, slope) => plus(total, larger(slope, negate(slope))), ONE);
    return larger(sum, most);
  }, ONE);
}

function larger(a: Rational, b: Rational): Rational {
  return sign(plus(a, negate(b))) > 0 ? a : b;
}

/**
 * Maximise the objectives one after the other over Ax ≤ b, x ≥ 0; the values of x, then those of the slacks.
 *
 * The first objective is one variable, exempt from x ≥ 0, with coefficient 1 in every row with negative b. It enters first, in the
 * row with the least b, after which no other right-hand side is negative; and it never leaves, as nothing enters that lowers it.
 */
function simplex(
  rows: readonly { coefficients: Rational[]; rhs: Rational }[],
  objectives: readonly Rational[][],
  width: number,
): Rational[] {
  const height = rows.length;
  const table = rows.map(({ coefficients, rhs }, r) => [
    ...coefficients,
    ...Array.from({ length: height }, (_, s) => (r === s ? ONE : NIL)),
    rhs,
  ]);
  const last = width + height;
  // Stryker disable next-line ObjectLiteral,ArrowFunction: slacks in the basis are only looked at to choose among equals, see below
  const basis = Array.from({ length: height }, (_, r) => width + r);
  // Reduced costs, one row per objective; a column is of use while no earlier objective loses by it.
  const costs = objectives.map((objective) => [
    ...objective,
    ...Array.from({ length: height + 1 }, () => NIL),
  ]);
  const better = (): number | undefined =>
    Array.from({ length: last }, (_, j) => j).find((j) => {
      const first = costs.map((row) => sign(row[j])).find((s) => s !== 0);
      return first === 1;
    });
  let entering: number | undefined = objectives[0].findIndex((x) => sign(x) !== 0);
  for (; entering !== undefined; entering = better()) {
    const column = entering;
    let leaving = -1; // some row is found: both objectives are bounded by rows of their own
    for (let r = 0; r < height; r++) {
      if (sign(table[r][column]) <= 0) continue;
      if (leaving < 0) leaving = r;
      else {
        const difference = sign(
          plus(
            over(table[r][last], table[r][column]),
            negate(over(table[leaving][last], table[leaving][column])),
          ),
        );
        // Stryker disable next-line ArithmeticOperator: of equals any leads to the answer; this choice proves that the search ends (Bland)
        if ((difference || basis[r] - basis[leaving]) < 0) leaving = r;
      }
    }
    const pivot = table[leaving][column];
    table[leaving] = table[leaving].map((x) => over(x, pivot));
    const clear = (row: Rational[]): Rational[] => {
      const factor = row[column];
      // Stryker disable next-line ConditionalExpression: subtracting nothing changes nothing, it only takes longer
      return sign(factor) === 0 ? row : row.map((x, j) => plus(x, negate(times(factor, table[leaving][j]))));
    };
    for (let r = 0; r < height; r++) if (r !== leaving) table[r] = clear(table[r]);
    for (let o = 0; o < costs.length; o++) costs[o] = clear(costs[o]);
    basis[leaving] = column;
  }
  const solution = Array.from({ length: last }, () => NIL);
  basis.forEach((column, r) => {
    solution[column] = table[r][last];
  });
  return solution;
}

/** Exact operations, in lowest terms. */
export function plus(a: Rational, b: Rational): Rational {
  return lowest(a.n * b.d + b.n * a.d, a.d * b.d);
}

export function times(a: Rational, b: Rational): Rational {
  return lowest(a.n * b.n, a.d * b.d);
}

export function negate(a: Rational): Rational {
  return { n: -a.n, d: a.d };
}

export function sign(a: Rational): number {
  return a.n > 0n ? 1 : a.n < 0n ? -1 : 0;
}

/** a / b for b > 0. */
function over(a: Rational, b: Rational): Rational {
  return lowest(a.n * b.d, a.d * b.n);
}

function lowest(n: bigint, d: bigint): Rational {
  const common = gcd(n, d);
  return { n: n / common, d: d / common };
}
