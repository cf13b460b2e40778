// Boxes: some values of some features, whatever the others are. Is every instance of a box of one class? Features add up, so the worst
// instance takes the worst value of each feature on its own: exact sums, O(n) per rival.

import { align, type Ratio } from '../exact/ratio.ts';
import { shortDecimals } from '../exact/short-decimal.ts';
import type { Reduced } from '../reduce/classifier.ts';
import { lowest, lowestValue, type PairCurve } from '../reduce/curve.ts';
import type { Curve } from '../reduce/term.ts';
import { outermost, type Region } from './region.ts';

/** Regions by feature; a feature without one may have any value. */
export type Box = ReadonlyMap<number, Region>;

/** Does the class win everywhere in the box? */
export function isOfClass(classifier: Reduced, own: number, box: Box): boolean {
  return rivalsOf(classifier, own).every((k) => {
    const lead = leastLead(classifier, own, k, box);
    return lead !== undefined && wins(classifier, own, k, lead);
  });
}

/**
 * How far the class is ahead of a rival in the worst instance of the box, features of `without` not counted; undefined when it falls
 * behind without end.
 */
export function leastLead(
  classifier: Reduced,
  own: number,
  k: number,
  box: Box,
  without: ReadonlySet<number> = NONE,
): Ratio | undefined {
  const { bias, exponent } = classifier.pair(own, k);
  const parts: Ratio[] = [{ m: bias, e: exponent, d: 1n }];
  for (let i = 0; i < classifier.terms.length; i++) {
    if (without.has(i)) continue;
    const part = leastGain(classifier, own, k, i, box.get(i));
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return total(parts);
}

/**
 * Make the regions of these features wider, one after the other, as far as the class still wins everywhere. Numbers then end at one with
 * few decimals, on the way from the farthest one back to the given region.
 */
export function widenBox(classifier: Reduced, own: number, box: Box, features: Iterable<number>): Box {
  const wide = new Map(box);
  for (const i of features) {
    const region = wide.get(i);
    if (region !== undefined) wide.set(i, widest(classifier, own, wide, i, region));
  }
  return wide;
}

/** Whether a region has all values of its feature. */
export function isWhole({ terms }: Reduced, i: number, region: Region): boolean {
  const term = terms[i];
  if (term.kind === 'curve')
    return (
      region.kind === 'interval' && region.lower <= term.feature.lower && region.upper >= term.feature.upper
    );
  return (
    region.kind === 'options' &&
    term.reachable.every((reachable, v) => !reachable || region.options.includes(v))
  );
}

const NONE: ReadonlySet<number> = new Set();

function widest(classifier: Reduced, own: number, box: Box, i: number, region: Region): Region {
  const without = new Set([i]);
  const rest = rivalsOf(classifier, own).map((k) => ({
    k,
    lead: leastLead(classifier, own, k, box, without),
  }));
  const fits = (some: Region): boolean =>
    rest.every(({ k, lead }) => {
      const part = leastGain(classifier, own, k, i, some);
      return lead !== undefined && part !== undefined && wins(classifier, own, k, total([lead, part]));
    });
  const term = classifier.terms[i];
  if (region.kind === 'options' || term.kind === 'choice') {
    const reachable = term.kind === 'choice' ? term.reachable : [];
    return {
      kind: 'options',
      options: reachable.flatMap((ok, v) => (ok && fits({ kind: 'options', options: [v] }) ? [v] : [])),
    };
  }
  return widestInterval(term, region.lower, region.upper, (lower, upper) =>
    fits({ kind: 'interval', lower, upper }),
  );
}

function widestInterval(
  { feature }: Curve,
  lower: number,
  upper: number,
  fits: (lower: number, upper: number) => boolean,
): Region {
  const whole = feature.kind === 'integer';
  const top = outermost(upper, feature.upper, whole, (x) => fits(lower, x));
  const end = top === feature.upper ? top : readable(top, upper, -1);
  const bottom = outermost(lower, feature.lower, whole, (x) => fits(x, end));
  const start = bottom === feature.lower ? bottom : readable(bottom, lower, 1);
  return { kind: 'interval', lower: start, upper: end };
}

/** Between `far` and `near` a number with the fewest decimals, or one decimal more where that is on the far side of the middle. */
function readable(far: number, near: number, direction: 1 | -1): number {
  const middle = far + (near - far) / 2;
  let first: number | undefined;
  for (const x of shortDecimals(far, direction)) {
    if ((near - x) * direction < 0) continue;
    if (first !== undefined || (middle - x) * direction >= 0) return x + 0;
    first = x;
  }
  return first ?? near;
}

/** The least that feature i gives the class over rival k in the region (default: anywhere); undefined when there is no end to it. */
function leastGain(
  { terms, offset, pair }: Reduced,
  own: number,
  k: number,
  i: number,
  region: Region | undefined,
): Ratio | undefined {
  const { gain, worst, exponent, curves } = pair(own, k);
  const term = terms[i];
  if (term.kind === 'choice') {
    const options = region?.kind === 'options' ? region.options : [worst[i]];
    const m = options.reduce(
      (least, v) => {
        const value = gain[offset[i] + v];
        return value < least ? value : least;
      },
      gain[offset[i] + options[0]],
    );
    return { m, e: exponent, d: 1n };
  }
  const { curve, low } = curves.get(i) as { curve: PairCurve; low: Parameters<typeof lowestValue>[1] };
  const least = region?.kind === 'interval' ? lowest(curve, region.lower, region.upper) : low;
  return lowestValue(curve, least);
}

function rivalsOf({ classes }: Reduced, own: number): number[] {
  return classes.flatMap((_, k) => (k === own ? [] : [k]));
}

function wins({ tieRank }: Reduced, own: number, k: number, { m }: Ratio): boolean {
  return m > 0n || (m === 0n && tieRank[own] < tieRank[k]);
}

function total(parts: readonly Ratio[]): Ratio {
  const { integers, exponent, denominator } = align(parts);
  return { m: integers.reduce((a, b) => a + b, 0n), e: exponent, d: denominator };
}
