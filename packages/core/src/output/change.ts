// A contrast in the user's words: `age < 50`, `job in {clerk, nurse}`: what would have to be so for another decision.

import { above, below } from '../exact/neighbour.ts';
import { shortDecimals } from '../exact/short-decimal.ts';
import type { Problem } from '../model/prepared.ts';
import type { NumericFeature } from '../model/types.ts';
import { changeRegion } from '../query/change-region.ts';
import type { Counterfactual } from '../query/counterfactual.ts';
import type { WideLiteral } from '../query/inflate.ts';
import { regionText } from './literal.ts';

/** The exact end of a region is shown if it has no more significant digits than this, or no more than the changed value. */
const FEW_DIGITS = 6;

/**
 * What would have to be so for the class of a counterfactual, one literal per changed feature. True as they stand, all together: every
 * case that satisfies them and agrees with the instance otherwise has that class. The ends of ranges are exact where that takes few
 * digits, and otherwise rounded towards the changed value.
 *
 * @param regions - from `changeRegion`, where that is known already.
 * @example
 * ```ts
 * import { changeLiterals, counterfactual, linearModel, reduce, weigh } from '@xpxlc/core';
 * const model = linearModel({ classes: ['refuse', 'grant'], tieOrder: ['grant', 'refuse'], features: [{ name: 'age', lower: 18, upper: 99, unit: 'years' }], weights: [0.5], intercept: -25 });
 * const problem = weigh(reduce(model), { age: 60 });
 * const changed = counterfactual(problem, ['age']);
 * changed && changeLiterals(problem, changed); // => ['age < 50 years']
 * ```
 */
export function changeLiterals(
  problem: Pick<Problem, 'classifier'>,
  changed: Pick<Counterfactual, 'instance' | 'changed'>,
  regions: readonly WideLiteral[] = changeRegion(problem, changed),
): string[] {
  return regions.map(({ feature: i, region }) => {
    const feature = problem.classifier.features[i];
    if (feature.kind === 'categorical' || region.kind === 'options') return regionText(problem, i, region);
    return rangeText(feature, region.lower, region.upper, changed.instance[feature.name] as number);
  });
}

/** From one end or between two, each shown as shortly as is true. */
function rangeText(feature: NumericFeature, lower: number, upper: number, value: number): string {
  const { name, unit = '' } = feature;
  const withUnit = (x: number): string => (unit === '' ? String(x) : `${x} ${unit}`);
  const low = lower > feature.lower ? shortEnd(feature, lower, value, -1) : undefined;
  const high = upper < feature.upper ? shortEnd(feature, upper, value, 1) : undefined;
  if (low === undefined && high === undefined) return `${name} is anything`;
  if (low === undefined) return `${name} ${high?.open ? '<' : '≤'} ${withUnit(high?.end as number)}`;
  if (high === undefined) return `${name} ${low.open ? '>' : '≥'} ${withUnit(low.end)}`;
  if (low.end === high.end) return `${name} = ${withUnit(low.end)}`;
  return `${low.end} ${low.open ? '<' : '≤'} ${name} ${high.open ? '<' : '≤'} ${withUnit(high.end)}`;
}

/** The last double of a range in a direction as a number with few digits: itself, the first one outside, or one before it. */
function shortEnd(
  { kind }: NumericFeature,
  last: number,
  value: number,
  direction: 1 | -1,
): { end: number; open: boolean } {
  const few = Math.max(FEW_DIGITS, digitsOf(value));
  if (digitsOf(last) <= few || kind === 'integer') return { end: last, open: false };
  const outside = direction > 0 ? above(last) : below(last);
  if (Number.isFinite(outside) && digitsOf(outside) <= few) return { end: outside, open: true };
  for (const x of shortDecimals(last, direction > 0 ? -1 : 1))
    if ((x - value) * direction >= 0) return { end: x, open: false };
  return { end: value, open: false };
}

/** Significant digits of the shortest decimal, zeros at its end not counted. */
function digitsOf(x: number): number {
  return String(x)
    .replace(/e.*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '').length;
}
