// Features that are in every explanation: those whose freedom alone lets some rival win (δ_i ≥ Γ up to ties).
import type { Problem } from '../model/prepared.ts';
import { dropOf, overtakes } from '../weigh/sufficiency.ts';
import { toAsked } from './question.ts';
import { featuresWhere, quickTally } from './tally.ts';

/**
 * The features no explanation can do without, in increasing order: each of them alone is a contrast. O(n) per rival.
 *
 * @example
 * ```ts
 * import { linearModel, necessary, reduce, weigh } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const model = linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 4], [0, 2], [0, 1]], intercept: -4.5 });
 * necessary(weigh(reduce(model), ['yes', 'yes', 'yes'])); // => [0]
 * ```
 */
export function necessary(problem: Problem): number[] {
  const asked = toAsked(problem);
  const quick = quickTally(asked, Number.POSITIVE_INFINITY);
  if (quick !== undefined) return featuresWhere(quick.frequency, (times) => times === quick.count);
  const { classifier, rivals } = asked.problem;
  const alone = (i: number): boolean => rivals.some((rival) => overtakes(rival, dropOf(rival, i)));
  return classifier.features.map((_, i) => i).filter(alone);
}
