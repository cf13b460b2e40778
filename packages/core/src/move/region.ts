// Which values of a feature are as good as the instance's, or cost at most a given allowance: the widest set of
// categories or bins, the widest interval of a number. Costs are against every rival at once, exactly.
import { fromDouble } from '../exact/dyadic.ts';
import { atPlace, placeOf } from '../exact/neighbour.ts';
import { minus, type Ratio } from '../exact/ratio.ts';
import { dropFrom, isPlain, lowest, type PairCurve } from '../reduce/curve.ts';
import type { Curve } from '../reduce/term.ts';
import type { Weighed } from '../weigh/problem.ts';

/** Values of a feature: positions of categories or bins, or a closed interval of numbers. */
export type Region =
  | { readonly kind: 'options'; readonly options: readonly number[] }
  | { readonly kind: 'interval'; readonly lower: number; readonly upper: number };

/** Per rival: how much of the margin may be spent, the whole of it only where `inclusive`; 0 only there. */
export interface Allowance {
  readonly amount: Ratio;
  readonly inclusive: boolean;
}

/** A region, and what its worst value costs against each rival. */
export interface Widened {
  readonly region: Region;
  readonly costs: readonly Ratio[];
}

const NOTHING: Ratio = { m: 0n, e: 0, d: 1n };

/**
 * The widest region of feature i around the instance's value that costs no more than allowed: all categories or bins
 * that do; of a number the longest interval, each end as far out as a double can be.
 */
export function widen(problem: Weighed, i: number, allowances: readonly Allowance[]): Widened {
  const { classifier, encoded, rivals } = problem;
  const term = classifier.terms[i];
  if (term.kind === 'choice') {
    const start = classifier.offset[i];
    const here = encoded.options[i];
    const costOf = (v: number): Ratio[] =>
      rivals.map((rival) => {
        const { gain, exponent } = classifier.pair(problem.classIndex, rival.class);
        return { m: gain[start + here] - gain[start + v], e: exponent, d: 1n };
      });
    const fine = term.reachable.flatMap((reachable, v) => {
      const costs = reachable ? costOf(v) : [];
      return reachable && affordable(costs, allowances) ? [{ v, costs }] : [];
    });
    return {
      region: { kind: 'options', options: fine.map(({ v }) => v) },
      costs: rivals.map((_, r) => largest(fine.map(({ costs }) => costs[r]))),
    };
  }
  const curves = rivals.map(
    (rival) => classifier.pair(problem.classIndex, rival.class).curves.get(i)?.curve as PairCurve,
  );
  const here = encoded.values[i];
  const costOf = (lower: number, upper: number): (Ratio | undefined)[] =>
    curves.map((curve) => dropFrom(curve, fromDouble(here), lowest(curve, lower, upper)));
  const fits = (lower: number, upper: number): boolean => affordable(costOf(lower, upper), allowances);
  const integer = term.feature.kind === 'integer';
  const upper = outermost(here, term.feature.upper, integer, (x) => fits(here, x));
  const lower = outermost(here, term.feature.lower, integer, (x) => fits(x, here));
  return {
    region: { kind: 'interval', lower, upper },
    costs: costOf(lower, upper).map((cost) => cost ?? NOTHING),
  };
}

/**
 * Widen several features, one after the other in this order, against the rivals of the predicted class. Each takes all it can of what
 * is left of the margins, which only shrinks, so afterwards none of them can be widened any more.
 */
export function widenAll(
  problem: Weighed,
  features: Iterable<number>,
  margins: readonly Ratio[],
): { readonly feature: number; readonly region: Region }[] {
  let left = margins;
  return Array.from(features, (feature) => {
    const allowances = left.map((amount, r) => ({ amount, inclusive: problem.rivals[r].winsTies }));
    const { region, costs } = widen(problem, feature, allowances);
    left = left.map((amount, r) => minus(amount, costs[r]));
    return { feature, region };
  });
}

/** The region of values that cost nothing: what a literal says. For bins, the bin alone. */
export function ownRegion(problem: Weighed, i: number): Region {
  const here = problem.encoded.options[i];
  if (here >= 0) return { kind: 'options', options: [here] };
  const sides = sidesOf(problem, i);
  if (sides !== undefined) return sides;
  const free = problem.rivals.map(() => ({ amount: NOTHING, inclusive: true }));
  return widen(problem, i, free).region;
}

/** Where all differences are straight lines: any move down one of them costs something. Undefined for curves that are bent. */
function sidesOf({ classifier, classIndex: own, rivals, encoded }: Weighed, i: number): Region | undefined {
  const { feature, coefficients } = classifier.terms[i] as Curve;
  const x = encoded.values[i];
  let { lower, upper } = feature;
  for (const rival of rivals) {
    const [a, b] = [coefficients[own], coefficients[rival.class]];
    if (!isPlain(a) || !isPlain(b)) return undefined;
    if (a.linear > b.linear) lower = x;
    if (a.linear < b.linear) upper = x;
  }
  return { kind: 'interval', lower, upper };
}

function affordable(costs: readonly (Ratio | undefined)[], allowances: readonly Allowance[]): boolean {
  return costs.every((cost, r) => {
    if (cost === undefined) return false;
    const { m } = minus(allowances[r].amount, cost);
    return m > 0n || (m === 0n && allowances[r].inclusive);
  });
}

/** The number farthest from `here` towards `bound` that is fine; all nearer ones are then. */
export function outermost(
  here: number,
  bound: number,
  integer: boolean,
  fine: (x: number) => boolean,
): number {
  if (fine(bound)) return bound;
  const toPlace = (x: number): bigint => (integer ? BigInt(x) : placeOf(x));
  const toValue = (place: bigint): number => (integer ? Number(place) : atPlace(place));
  const largest = integer ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE;
  let good = toPlace(here);
  let bad = toPlace(Math.min(Math.max(bound, -largest), largest));
  if (!Number.isFinite(bound) && fine(toValue(bad))) return toValue(bad);
  while (good - bad > 1n || bad - good > 1n) {
    const middle = (good + bad) / 2n;
    if (fine(toValue(middle))) good = middle;
    else bad = middle;
  }
  return toValue(good);
}

function largest(costs: readonly Ratio[]): Ratio {
  return costs.reduce((a, b) => (minus(b, a).m > 0n ? b : a), NOTHING);
}
