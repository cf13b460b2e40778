// The smallest explanation or contrast that a budget allows to find, and how much smaller another one could be.
import { type Budget, Meter } from '../model/budget.ts';
import type { Problem } from '../model/prepared.ts';
import type { KnownSmallest } from '../search/smallest-demands.ts';
import { defaultSteps, knownSmallest } from '../search/smallest-set.ts';
import { smallestTowards } from '../search/towards.ts';
import { type TargetedQuestion, toAsked } from './question.ts';

/** Options of {@link smallestKnown} and {@link smallest}. */
export interface SmallestOptions extends TargetedQuestion {
  /**
   * What the search may cost, of use with more than two classes. A step is a branch, which is a linear program over the features and the rivals.
   * Default: 2²⁶ divided by features × rivals, at least 256, which takes some seconds; `{ steps: Infinity }` goes on until the proof.
   */
  readonly budget?: Budget;
}

/**
 * A smallest explanation, as far as the budget goes: the best set found, whether it is proved to be smallest, and the least size that
 * any other could have. For two classes, and for contrasts without a target, there is no search, and the answer is always proved.
 *
 * @returns undefined when there is no contrast (never for explanations).
 * @throws {InstanceError} when a class or an option is unknown, or `target` is given for an explanation.
 * @example
 * ```ts
 * import { linearModel, reduce, smallestKnown, weigh } from '@xpxlc/core';
 * const features = ['a', 'b', 'c', 'd'].map((name) => ({ name, values: ['no', 'yes'] }));
 * const rows = [[3, 1, 3, 1], [0, 2, 2, 0], [2, 0, 0, 2]].map((ups) => ({ weights: ups.map((up) => [0, up]) }));
 * const problem = weigh(reduce(linearModel({ classes: ['x', 'y', 'z'], features, rows })), ['yes', 'yes', 'yes', 'yes']);
 * smallestKnown(problem); // => { features: [0], complete: true, atLeast: 1 }
 * smallestKnown(problem, { budget: { steps: 0 } }).complete; // => false
 * ```
 */
export function smallestKnown(
  problem: Problem,
  options?: SmallestOptions & { readonly kind?: 'axp' },
): KnownSmallest;
export function smallestKnown(problem: Problem, options: SmallestOptions): KnownSmallest | undefined;
export function smallestKnown(problem: Problem, options: SmallestOptions = {}): KnownSmallest | undefined {
  const { problem: weighed, kind, target } = toAsked(problem, options);
  const { budget } = options;
  return target === undefined
    ? knownSmallest(weighed, kind, budget)
    : smallestTowards(weighed, target, new Meter(budget, defaultSteps(weighed)));
}
