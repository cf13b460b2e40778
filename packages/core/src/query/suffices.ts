// Is a set of features sufficient? What `check` says first, without what it says besides.
import { type Features, pick } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import { toWeighed } from '../weigh/problem.ts';
import { overtakesWith } from '../weigh/sufficiency.ts';

/**
 * Does holding the values of these features fix the class, whatever the others are? O(n) per rival, in doubles where they prove it.
 *
 * @throws {InstanceError} when a feature is unknown.
 * @example
 * ```ts
 * import { linearModel, reduce, suffices, weigh } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const model = linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 2], [0, 2], [0, 1]], intercept: -2.5 });
 * const problem = weigh(reduce(model), ['yes', 'yes', 'yes']);
 * [suffices(problem, ['a', 'c']), suffices(problem, ['c'])]; // => [true, false]
 * ```
 */
export function suffices(problem: Problem, features: Features): boolean {
  const weighed = toWeighed(problem);
  const held = new Set(pick(weighed.classifier, features));
  const free = weighed.classifier.features.map((_, i) => i).filter((i) => !held.has(i));
  return !weighed.rivals.some((rival) => overtakesWith(weighed, rival, free));
}
