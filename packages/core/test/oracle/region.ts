// Literals that allow several values, by the definition: what they contain, whether they keep the class, and what it
// takes to make one wider.
import type { Feature } from '../../src/model/types.ts';
import type { Region } from '../../src/move/region.ts';
import { towards } from './doubles.ts';
import { exactly, type Fraction, minus, order, sum } from './fraction.ts';
import { type Additive, corners, inDomain, lowestGap, type Oracle, valueAt } from './oracle.ts';

export interface Literal {
  readonly feature: number;
  readonly region: Region;
}

/** Which option a value is: the category, or how many of all the classes' cuts it has passed. */
function optionOf({ features, shapes }: Additive, i: number, x: Fraction): number {
  if (features[i].kind === 'categorical') return Number(x.num / x.den);
  const cuts = new Set(shapes[i].flatMap((shape) => (shape.kind === 'steps' ? shape.cuts : [])));
  if (x.den === 0n) return cuts.size + 1; // missing: after the last bin
  const right = shapes[i].some((shape) => shape.kind === 'steps' && shape.closed === 'right');
  return [...cuts].filter((cut) => order(x, exactly(cut)) >= (right ? 1 : 0)).length;
}

/** Does the literal allow this value? */
export function regionHas(additive: Additive, { feature, region }: Literal, value: number): boolean {
  if (region.kind === 'interval') return region.lower <= value && value <= region.upper;
  return region.options.includes(optionOf(additive, feature, exactly(value)));
}

/** The least lead over a rival that the literal allows; undefined when there is none. */
function lowestIn(
  additive: Additive,
  { feature: i, region }: Literal,
  c: number,
  k: number,
): Fraction | undefined {
  const { features, shapes } = additive;
  if (region.kind === 'interval') {
    const narrowed = { ...features[i], lower: region.lower, upper: region.upper } as Feature;
    return lowestGap({ ...additive, features: features.with(i, narrowed) }, i, c, k);
  }
  const gaps = corners(features[i], shapes[i])
    .filter((x) => inDomain(features[i], x) && region.options.includes(optionOf(additive, i, x)))
    .map((x) => minus(valueAt(shapes[i][c], x), valueAt(shapes[i][k], x)));
  return gaps.reduce((least, gap) => (order(gap, least) < 0 ? gap : least));
}

/** Does the class stay whatever values the literals allow, and whatever the features without one do? */
export function keepsClass(
  { additive, class: c, rivals, all }: Oracle,
  literals: readonly Literal[],
): boolean {
  const { bias, tieRank } = additive;
  return rivals.every((k) => {
    const gaps = all.map((i) => {
      const literal = literals.find(({ feature }) => feature === i);
      return literal === undefined ? lowestGap(additive, i, c, k) : lowestIn(additive, literal, c, k);
    });
    if (gaps.includes(undefined)) return false;
    const lead = sum([...bias[c].map(exactly), ...bias[k].map((b) => exactly(-b)), ...(gaps as Fraction[])]);
    return lead.num > 0n || (lead.num === 0n && tieRank[c] < tieRank[k]);
  });
}

/** All ways to make a literal wider by one category, one bin, or one double (one whole number) at one end. */
export function widerRegions(additive: Additive, { feature: i, region }: Literal): Region[] {
  const feature = additive.features[i];
  if (region.kind === 'options') {
    const possible = corners(feature, additive.shapes[i]).filter((x) => inDomain(feature, x));
    const missing = new Set(
      possible.map((x) => optionOf(additive, i, x)).filter((v) => !region.options.includes(v)),
    );
    return [...missing].map((v) => ({ kind: 'options', options: [...region.options, v] }));
  }
  if (feature.kind === 'categorical') return [];
  const { lower, upper } = region;
  const step = (x: number, goal: number): number =>
    feature.kind === 'integer' ? x + Math.sign(goal - x) : towards(x, goal);
  const grown: Region[] = [];
  if (lower > feature.lower) grown.push({ kind: 'interval', lower: step(lower, feature.lower), upper });
  if (upper < feature.upper) grown.push({ kind: 'interval', lower, upper: step(upper, feature.upper) });
  // Beyond these no instance can be stated.
  const last = feature.kind === 'integer' ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE;
  return grown.filter((wide) => wide.kind === 'interval' && wide.lower >= -last && wide.upper <= last);
}
