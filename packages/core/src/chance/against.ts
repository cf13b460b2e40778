// One rival under a distribution: what each value that may occur adds to the lead over it, on a grid of doubles whose sums are exact.
import { add, bitLength, ceilAt, type Dyadic, floorAt, fromDouble, subtract, ZERO } from '../exact/dyadic.ts';
import { GRID_BITS } from '../exact/grid.ts';
import type { Pair, Reduced } from '../reduce/classifier.ts';
import { type PairCurve, valueAt } from '../reduce/curve.ts';
import type { Encoded } from '../weigh/float-scores.ts';
import type { FeatureSpread, Spread } from './spread.ts';
import { rangeOf, type Stretch, toStretch } from './stretch.ts';

/** A class against one rival: the class is kept iff the amounts of the free features add up to more than a threshold. */
export interface Against {
  readonly parts: readonly Part[];
  /** Were amounts rounded to the grid, to the nearest step? */
  readonly rounded: boolean;
  /** The threshold of an instance whose features outside of `free` are held. */
  threshold(encoded: Encoded, free: readonly number[]): Threshold;
  /** The amount of an instance's own value, in steps of the grid: between these. It may lie outside of those that occur. */
  own(encoded: Encoded, i: number): readonly [least: number, most: number];
}

/** What one feature adds, above the least it can. */
export type Part = Points | Stretch;

/** Finitely many amounts, the different ones, in increasing order. */
export interface Points {
  readonly kind: 'points';
  /** In steps of the grid. */
  readonly amounts: Float64Array;
  /** Per option or number: which amount it has; −1 where it never occurs. */
  readonly of: Int32Array;
  /** The same as exact integers, in units of their own (see {@link Threshold}). */
  readonly exact: readonly bigint[];
  /** Per component and amount: the certain share of it. */
  readonly low: readonly Float64Array[];
  /** Per component and amount: integers in proportion to the shares, and their sum; null where there are none. */
  readonly weights: readonly (readonly bigint[])[] | null;
  readonly totals: readonly bigint[];
  /** The weights as doubles, where there is one component and they are small. */
  readonly counts: Float64Array | null;
}

/** The largest amount of a part, in steps of the grid. */
export function largestOf(part: Part): number {
  return part.kind === 'stretch' ? part.length : (part.amounts[part.amounts.length - 1] ?? 0);
}

/** What the sum of the amounts must exceed. */
export interface Threshold {
  /** On the grid; certain for sums that miss it by `window` or more, and for all where that is 0. */
  readonly grid: number;
  readonly window: number;
  /** In the units of {@link Points.exact}: the sum must be more. */
  readonly exact: bigint;
}

const cache = new WeakMap<Spread, Map<string, Against>>();

/** Class c against rival k, prepared once. */
export function against(classifier: Reduced, spread: Spread, c: number, k: number): Against {
  const known = cache.get(spread) ?? new Map<string, Against>();
  cache.set(spread, known);
  const key = `${c} ${k}`;
  const made = known.get(key) ?? make(classifier, spread, c, k);
  known.set(key, made);
  return made;
}

/** The values of one feature that may occur: what they add to the lead, from the least on. */
interface Gains {
  readonly base: Dyadic;
  readonly top: Dyadic;
  /** Per option or number; undefined along a line. */
  readonly gains: readonly Dyadic[] | undefined;
}

function make(classifier: Reduced, spread: Spread, c: number, k: number): Against {
  const pair = classifier.pair(c, k);
  const gains = spread.features.map((feature, i) => gainsOf(classifier, pair, feature, i));
  let largest = ZERO;
  let unit = pair.bias === 0n ? Number.POSITIVE_INFINITY : pair.exponent;
  for (const { base, top, gains: all } of gains) {
    largest = add(largest, subtract(top, base));
    for (const { m, e } of all ?? [base, top]) if (m !== 0n) unit = Math.min(unit, e);
  }
  if (unit === Number.POSITIVE_INFINITY) unit = 0;
  // The step of the grid: the largest sum has no more than GRID_BITS bits. Along a line a whole unit would be too coarse.
  const finest = largest.m === 0n ? unit : bitLength(largest.m) + largest.e - GRID_BITS;
  if (gains.some(({ gains: all }) => all === undefined)) unit = Math.min(unit, finest);
  const step = Math.max(unit, finest);
  let rounded = false;
  const parts = spread.features.map((feature, i): Part => {
    const { base, gains: all } = gains[i];
    if (feature.kind === 'line')
      return toStretch(pair.curves.get(i)?.curve as PairCurve, feature.line, gains[i], step);
    const points = toPoints(feature, all as readonly Dyadic[], base, unit, step);
    rounded ||= points.exact.some((m) => m !== 0n && (m >> BigInt(step - unit)) << BigInt(step - unit) !== m);
    return points;
  });
  const winsTies = classifier.tieRank[c] < classifier.tieRank[k];
  return {
    parts,
    rounded,
    threshold: (encoded, free) => {
      const isFree = new Uint8Array(parts.length);
      for (const i of free) isFree[i] = 1;
      // Minus the lead that is there whatever the free features do.
      let lead: Dyadic = { m: pair.bias, e: pair.exponent };
      for (let i = 0; i < parts.length; i++)
        lead = add(lead, isFree[i] === 1 ? gains[i].base : gainAt(classifier, pair, encoded, i));
      return toThreshold({ m: -lead.m, e: lead.e }, winsTies, { unit, step, rounded, count: free.length });
    },
    own: (encoded, i) => {
      const amount = subtract(gainAt(classifier, pair, encoded, i), gains[i].base);
      return [Number(floorAt(amount, step)), Number(ceilAt(amount, step))];
    },
  };
}

type Finite = Exclude<FeatureSpread, { kind: 'line' }>;

function toThreshold(
  sum: Dyadic,
  winsTies: boolean,
  { unit, step, rounded, count }: { unit: number; step: number; rounded: boolean; count: number },
): Threshold {
  // "At least" among integers is "more than one less".
  const more = (e: number): bigint => (winsTies ? ceilAt(sum, e) - 1n : floorAt(sum, e));
  if (!rounded) return { grid: Number(more(step)), window: 0, exact: more(unit) };
  // As in exact/grid.ts: each of count + 1 numbers is off by half a step at most.
  return { grid: Number(floorAt(sum, step)), window: Math.floor((count + 1) / 2) + 2, exact: more(unit) };
}

/** What the instance's own value adds to the lead. */
export function gainAt(
  { offset }: Reduced,
  { gain, exponent, curves }: Pair,
  { options, values }: Encoded,
  i: number,
): Dyadic {
  if (options[i] >= 0) return { m: gain[offset[i] + options[i]], e: exponent };
  return valueAt(curves.get(i)?.curve as PairCurve, fromDouble(values[i]));
}

function gainsOf(
  { offset, terms }: Reduced,
  { gain, exponent, curves }: Pair,
  feature: FeatureSpread,
  i: number,
): Gains {
  const curve = curves.get(i)?.curve as PairCurve;
  if (feature.kind === 'line') {
    const [base, top] = rangeOf(curve, feature.line.lower, feature.line.upper);
    return { base, top, gains: undefined };
  }
  const term = terms[i];
  const gains =
    feature.kind === 'numbers'
      ? feature.numbers.map((x) => valueAt(curve, fromDouble(x)))
      : (term.kind === 'choice' ? term.reachable : []).map((_, v) => ({
          m: gain[offset[i] + v],
          e: exponent,
        }));
  // Values that never occur do not count.
  const occurs = gains.filter((_, v) => feature.shares.some((shares) => shares.high[v] > 0));
  return {
    base: occurs.reduce((a, b) => (subtract(a, b).m <= 0n ? a : b)),
    top: occurs.reduce((a, b) => (subtract(a, b).m >= 0n ? a : b)),
    gains,
  };
}

/** Amounts that are equal become one. */
function toPoints(
  feature: Finite,
  gains: readonly Dyadic[],
  base: Dyadic,
  unit: number,
  step: number,
): Points {
  const byAmount = new Map<bigint, number[]>();
  gains.forEach((gain, v) => {
    if (feature.shares.every((shares) => shares.high[v] === 0)) return;
    const { m, e } = subtract(gain, base);
    const amount = m === 0n ? 0n : m << BigInt(e - unit);
    const same = byAmount.get(amount);
    if (same === undefined) byAmount.set(amount, [v]);
    else same.push(v);
  });
  const exact = [...byAmount.keys()].sort((a, b) => (a < b ? -1 : 1));
  const groups = exact.map((amount) => byAmount.get(amount) as number[]);
  const exactly = feature.shares.every(({ weights }) => weights !== null);
  const weights = exactly
    ? feature.shares.map((shares) =>
        groups.map((group) => group.reduce((sum, v) => sum + (shares.weights as readonly bigint[])[v], 0n)),
      )
    : null;
  const of = new Int32Array(gains.length).fill(-1);
  groups.forEach((group, j) => {
    for (const v of group) of[v] = j;
  });
  const shift = BigInt(step - unit);
  const half = shift > 0n ? 1n << (shift - 1n) : 0n;
  return {
    kind: 'points',
    amounts: Float64Array.from(exact, (m) => Number((m + half) >> shift)),
    of,
    exact,
    low: feature.shares.map(({ low }) =>
      Float64Array.from(
        groups,
        (group) => group.reduce((sum, v) => sum + low[v], 0) * (1 - group.length * 2 ** -52),
      ),
    ),
    weights,
    totals: feature.shares.map(({ total }) => total),
    counts: weights !== null && weights.length === 1 ? small(weights[0]) : null,
  };
}

/** As doubles, unless one is beyond the whole numbers among them. */
function small(weights: readonly bigint[]): Float64Array | null {
  return weights.every((w) => w <= 2n ** 53n) ? Float64Array.from(weights, Number) : null;
}
