// Proportions: as integers, which are exact, and as doubles that are certainly not too large or too small.
import { at, type Dyadic, fromDouble } from '../exact/dyadic.ts';
import { down, exponential, up } from '../exact/exponential.ts';
import { divide, toDouble } from '../exact/ratio.ts';

/** How a whole is shared out. */
export interface Shares {
  /** Integers in this proportion; null where the shares are no fractions (they come from logarithms). */
  readonly weights: readonly bigint[] | null;
  /** Their sum. */
  readonly total: bigint;
  /** Per share: doubles not above and not below it. */
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Integers from 0 up, not all 0. */
export function ofIntegers(weights: readonly bigint[]): Shares {
  const total = weights.reduce((a, b) => a + b, 0n);
  const near = weights.map((w) => toDouble(divide({ m: w, e: 0 }, { m: total, e: 0 })));
  return {
    weights,
    total,
    low: Float64Array.from(near, down),
    // However small, what has a weight occurs.
    high: Float64Array.from(near, (share, v) =>
      weights[v] === 0n ? 0 : up(Math.max(share, Number.MIN_VALUE)),
    ),
  };
}

/** Numbers from 0 up, not all 0. */
export function ofNumbers(numbers: readonly Dyadic[]): Shares {
  let unit = Number.POSITIVE_INFINITY;
  for (const { m, e } of numbers) if (m !== 0n) unit = Math.min(unit, e);
  return ofIntegers(numbers.map((x) => (x.m === 0n ? 0n : at(x, unit))));
}

/** Doubles from 0 up, not all 0. */
export function ofDoubles(numbers: readonly number[]): Shares {
  return ofNumbers(Array.from(numbers, fromDouble));
}

/** Given by their logarithms. */
export function ofLogarithms(logarithms: readonly number[]): Shares {
  const bounds = logarithms.map(exponential);
  const sum = (end: 0 | 1): number => bounds.reduce((total, both) => total + both[end], 0);
  // Each of these sums and quotients is off by less than two units in the last place for each addend.
  const slack = (logarithms.length + 2) * 2 ** -51;
  return {
    weights: null,
    total: 0n,
    low: Float64Array.from(bounds, ([low]) => down((low / sum(1)) * (1 - slack))),
    high: Float64Array.from(bounds, ([, high]) => (high / sum(0)) * (1 + slack)),
  };
}
