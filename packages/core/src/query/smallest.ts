// One smallest explanation, or one smallest contrast.
import { type Features, pick } from '../model/pick.ts';
import { smallestSet } from '../search/smallest-set.ts';
import { checkTarget, chooseTarget, searchTowards } from '../search/towards.ts';
import { checkKind, type Kind } from '../weigh/cover.ts';
import type { Problem } from '../weigh/problem.ts';

/** Options of {@link smallest}. */
export interface SmallestOptions {
  /** `'axp'` (default) or `'cxp'`. */
  readonly kind?: Kind;
  /** Features that cannot change (contrasts only). */
  readonly fixed?: Features;
  /** Contrasts only: a set whose change can make this class win (by name or position). */
  readonly target?: string | number;
  /**
   * More than two classes: give up after this many steps of the search. Default: never.
   */
  readonly maxSteps?: number;
}

/**
 * A smallest explanation: features in increasing order. Of equally small ones that with the heaviest drops (two
 * classes). An empty list means the class never changes; undefined means there is no contrast (never for explanations).
 *
 * @throws {LimitError} when `maxSteps` did not suffice.
 * @throws {InstanceError} when a feature or an option is unknown, or a target is given for an explanation.
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
export function smallest(
  problem: Problem,
  { kind = 'axp', fixed = [], target, maxSteps }: SmallestOptions = {},
): number[] | undefined {
  checkKind(kind);
  checkTarget(kind, target);
  const chosen = pick(problem.classifier, fixed);
  const immutable = new Set(kind === 'cxp' ? chosen : []);
  const goal = target === undefined ? undefined : chooseTarget(problem, target);
  if (goal !== undefined)
    return searchTowards(problem, goal, immutable, { bySize: true }).next().value ?? undefined;
  return smallestSet(problem, kind, immutable, maxSteps);
}
