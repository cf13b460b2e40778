// One smallest explanation, or one smallest contrast.

import { Meter } from '../model/budget.ts';
import type { Problem } from '../model/prepared.ts';
import { unproved } from '../search/smallest-demands.ts';
import { defaultSteps, smallestSet } from '../search/smallest-set.ts';
import { smallestTowards } from '../search/towards.ts';
import { toAsked } from './question.ts';
import type { SmallestOptions } from './smallest-known.ts';

/**
 * A smallest explanation: features in increasing order. Of equally small ones that with the heaviest drops (two
 * classes). An empty list means the class never changes; undefined means there is no contrast (never for explanations).
 *
 * With more than two classes an explanation is searched for, within a budget ({@link SmallestOptions}); `smallestKnown` gives the best set
 * found where there is no proof.
 *
 * @throws {LimitError} `too-many-steps` or `aborted` when the budget did not suffice for the proof.
 * @throws {InstanceError} when a class or an option is unknown, or `target` is given for an explanation.
 * @example
 * ```ts
 * import { linearModel, reduce, smallest, weigh } from '@xpxlc/core';
 * const model = linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 1 }, { name: 'y', lower: 0, upper: 1 }], weights: [3, 1], intercept: -2 });
 * const problem = weigh(reduce(model), { x: 1, y: 0.5 });
 * smallest(problem); // => [0]
 * smallest(problem, { kind: 'cxp' }); // => [0]
 * ```
 */
export function smallest(problem: Problem, options?: SmallestOptions & { readonly kind?: 'axp' }): number[];
export function smallest(problem: Problem, options: SmallestOptions): number[] | undefined;
export function smallest(problem: Problem, options: SmallestOptions = {}): number[] | undefined {
  const { problem: weighed, kind, target } = toAsked(problem, options);
  const { budget } = options;
  if (target === undefined) return smallestSet(weighed, kind, budget);
  const meter = new Meter(budget, defaultSteps(weighed));
  const known = smallestTowards(weighed, target, meter);
  if (known?.complete === false) throw unproved(known, meter);
  return known?.features;
}
