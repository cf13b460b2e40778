// A contrast in the user's words: `age < 50`, `job in {clerk, nurse}`: what would have to be so for another decision.

import { checkOption } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import type { Region } from '../move/region.ts';
import { changeRegion } from '../query/change-region.ts';
import type { Counterfactual } from '../query/counterfactual.ts';
import type { WideLiteral } from '../query/inflate.ts';
import { forReaders, type LiteralOptions, regionText } from './literal.ts';

/** The changed value is a round number, so the end of its region may be as round. */
const FEWEST_DIGITS = 1;
/** A range that is a smaller part of its domain reads as the changed value alone: `x = 0`, not `x ≤ 2e-16`. */
const SLIVER = 2 ** -20;

/**
 * What would have to be so for the class of a counterfactual, one literal per changed feature. True as they stand, all together: every
 * case that satisfies them and agrees with the instance otherwise has that class. The ends of ranges are exact where that takes few
 * digits, and otherwise rounded towards the changed value; ends of bins are rounded with `digits: 'few'` only.
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
  { digits = 'all', ranges = 'signs' }: LiteralOptions = {},
): string[] {
  checkOption(digits, ['all', 'few', 'cut'], 'digits');
  checkOption(ranges, ['signs', 'words'], 'ranges');
  return regions.map(({ feature: i, region }) => {
    if (region.kind === 'options' && digits === 'all') return regionText(problem, i, region, { ranges });
    const value = changed.instance[problem.classifier.features[i].name];
    const inside =
      typeof value === 'number' && (digits !== 'cut' || region.kind !== 'options') ? value : undefined;
    return regionText(problem, i, toRead(problem, i, region, inside), {
      end: forReaders(inside, FEWEST_DIGITS),
      ranges,
    });
  });
}

/** The region, or only the value in it where more would tell readers nothing. */
function toRead(
  { classifier: { features } }: Pick<Problem, 'classifier'>,
  i: number,
  region: Region,
  value: number | undefined,
): Region {
  const feature = features[i];
  if (region.kind !== 'interval' || value === undefined || feature.kind === 'categorical') return region;
  const isSliver = region.upper - region.lower < SLIVER * (feature.upper - feature.lower);
  return isSliver ? { kind: 'interval', lower: value, upper: value } : region;
}
