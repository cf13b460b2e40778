// A contrast in words is a region, not a point: which values of the changed features give the class of the changed case?
import { whole } from '../exact/ratio.ts';
import { encodeInstance } from '../model/instance.ts';
import type { Problem } from '../model/prepared.ts';
import { widenAll } from '../move/region.ts';
import { toReduced } from '../reduce/classifier.ts';
import { exactMargin } from '../weigh/decide.ts';
import { toOptions } from '../weigh/float-scores.ts';
import { weighEncoded } from '../weigh/problem.ts';
import type { Counterfactual } from './counterfactual.ts';
import type { WideLiteral } from './inflate.ts';

/**
 * Around a counterfactual: for each changed feature the values that it may have, all at once and independently of each other, so that
 * the class is that of the changed case; the unchanged features stay as they are. Exact, and maximal: no category, no bin and no longer
 * interval (between doubles) can be added to any of them. With several changed features other regions may do as well: they are widened
 * in order of position.
 *
 * @example
 * ```ts
 * import { changeRegion, counterfactual, linearModel, reduce, weigh } from '@xpxlc/core';
 * const model = linearModel({ classes: ['refuse', 'grant'], features: [{ name: 'age', lower: 18, upper: 99 }], weights: [0.5], intercept: -25 });
 * const problem = weigh(reduce(model), { age: 60 });
 * const changed = counterfactual(problem, ['age']); // age = 50
 * changed && changeRegion(problem, changed); // => [{ feature: 0, region: { kind: 'interval', lower: 18, upper: 50 } }]
 * ```
 */
export function changeRegion(
  { classifier }: Pick<Problem, 'classifier'>,
  { instance, changed }: Pick<Counterfactual, 'instance' | 'changed'>,
): WideLiteral[] {
  const reduced = toReduced(classifier);
  const moved = weighEncoded(reduced, toOptions(reduced, encodeInstance(reduced.features, instance)));
  const margins = moved.rivals.map((rival) =>
    whole(exactMargin(moved.classifier, moved.encoded, moved.classIndex, rival.class)),
  );
  return widenAll(moved, changed, margins);
}
