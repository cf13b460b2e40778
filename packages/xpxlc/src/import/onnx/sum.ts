// A column of the graph as an exact function of the raw input: a constant, plus slope · x for numbers, plus a contribution
// per category. Coefficients are sums and products of the file's own floats, without rounding.

import { LimitError } from '@xpxlc/core';
import { add, bitLength, type Dyadic, fromDouble, multiply, trimmed, ZERO } from '@xpxlc/core/exact';

/** `slope · x`; where the graph replaces missing values, by what. */
export interface Line {
  readonly slope: Dyadic;
  readonly missing: number | undefined;
}

/** A contribution per category; `otherwise` for all that are not listed. */
export interface Table {
  readonly entries: ReadonlyMap<string, Dyadic>;
  readonly otherwise: Dyadic;
}

/** Lines and tables by the number of the raw column. */
export interface Sum {
  readonly constant: Dyadic;
  readonly lines: ReadonlyMap<number, Line>;
  readonly tables: ReadonlyMap<number, Table>;
}

export const ONE: Dyadic = { m: 1n, e: 0 };
export const MINUS_ONE: Dyadic = { m: -1n, e: 0 };

/** More bits than any product of a model's own factors has: a file that multiplies on and on is stopped. */
const MOST_BITS = 1 << 14;
/** A quotient is no dyadic number; so many bits of it leave the nearest double as it is but for one case in 2^200. */
const QUOTIENT_BITS = 256;

export function constantSum(constant: Dyadic): Sum {
  return { constant, lines: new Map(), tables: new Map() };
}

export function lineSum(input: number, missing?: number): Sum {
  return { constant: ZERO, lines: new Map([[input, { slope: ONE, missing }]]), tables: new Map() };
}

export function tableSum(input: number, table: Table): Sum {
  return { constant: ZERO, lines: new Map(), tables: new Map([[input, table]]) };
}

/** Does nothing in the row change it? */
export function isConstant({ lines, tables }: Sum): boolean {
  return lines.size === 0 && tables.size === 0;
}

/** The work done for a file, so that a small one cannot ask for hours. */
export class Budget {
  #left = 4_000_000;

  spend(steps: number, place: string): void {
    this.#left -= steps;
    if (this.#left >= 0) return;
    throw new LimitError('the graph is too large', {
      code: 'too-large',
      place,
      expected: 'a few million terms',
      got: 'more',
    });
  }
}

/**
 * Σ factor · sum, without rounding.
 *
 * @returns undefined when a missing value is replaced by different numbers.
 */
export function combine(
  parts: Iterable<readonly [factor: Dyadic, sum: Sum]>,
  budget: Budget,
  place: string,
): Sum | undefined {
  let constant = ZERO;
  const lines = new Map<number, Line>();
  const tables = new Map<number, { entries: Map<string, Dyadic>; otherwise: Dyadic }>();
  for (const [factor, sum] of parts) {
    budget.spend(1 + sum.lines.size, place);
    constant = add(constant, product(factor, sum.constant, place));
    for (const [input, { slope, missing }] of sum.lines) {
      const before = lines.get(input);
      if (before !== undefined && before.missing !== missing) return undefined;
      lines.set(input, { slope: add(before?.slope ?? ZERO, product(factor, slope, place)), missing });
    }
    for (const [input, table] of sum.tables) {
      budget.spend(1 + table.entries.size, place);
      const before = tables.get(input) ?? { entries: new Map<string, Dyadic>(), otherwise: ZERO };
      const otherwise = product(factor, table.otherwise, place);
      if (otherwise.m !== 0n) {
        budget.spend(before.entries.size, place);
        for (const [key, value] of before.entries)
          if (!table.entries.has(key)) before.entries.set(key, add(value, otherwise));
      }
      for (const [key, value] of table.entries)
        before.entries.set(
          key,
          add(before.entries.get(key) ?? before.otherwise, product(factor, value, place)),
        );
      tables.set(input, { entries: before.entries, otherwise: add(before.otherwise, otherwise) });
    }
  }
  return { constant, lines, tables };
}

/** Are the two the same but for their sign? */
export function areOpposite(a: Sum, b: Sum, budget: Budget, place: string): boolean {
  const sum = combine(
    [
      [ONE, a],
      [ONE, b],
    ],
    budget,
    place,
  );
  if (sum === undefined || sum.constant.m !== 0n) return false;
  const zero = ({ m }: Dyadic): boolean => m === 0n;
  return (
    [...sum.lines.values()].every(({ slope }) => zero(slope)) &&
    [...sum.tables.values()].every((t) => zero(t.otherwise) && [...t.entries.values()].every(zero))
  );
}

/** `1 / x` to 256 bits; exact for powers of two. */
export function reciprocal(x: number): Dyadic {
  const { m, e } = fromDouble(x);
  return { m: (1n << BigInt(QUOTIENT_BITS + 53)) / m, e: -e - QUOTIENT_BITS - 53 };
}

function product(a: Dyadic, b: Dyadic, place: string): Dyadic {
  if (a.m === 0n || b.m === 0n) return ZERO;
  // Powers of two go to the exponent: numbers stay short.
  const short = trimmed(multiply(a, b));
  if (Math.abs(short.e) < MOST_BITS && bitLength(short.m) <= MOST_BITS) return short;
  throw new LimitError('the product of too many numbers', {
    code: 'too-large',
    place,
    expected: `at most ${MOST_BITS} bits`,
    got: 'more',
  });
}
