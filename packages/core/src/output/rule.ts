// A whole explanation in the user's words.
import { type Features, pick } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import { toWeighed } from '../weigh/problem.ts';
import { given } from './given.ts';
import { type LiteralOptions, literal } from './literal.ts';

/**
 * An explanation as a rule; over a narrowed space with what it takes as given.
 *
 * @throws {InstanceError} when a feature is unknown.
 * @example
 * ```ts
 * import { linearModel, reduce, rule, smallest, weigh } from '@xpxlc/core';
 * const model = linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 1 }, { name: 'y', lower: 0, upper: 1 }], weights: [3, 1], intercept: -2 });
 * const problem = weigh(reduce(model), { x: 0.9, y: 0.5 });
 * rule(problem, smallest(problem)); // => 'IF x ≥ 0.9 THEN yes'
 * ```
 */
export function rule(problem: Problem, features: Features, options: LiteralOptions = {}): string {
  const literals = pick(toWeighed(problem).classifier, features).map((i) => literal(problem, i, options));
  const then = problem.class;
  const whole = literals.length === 0 ? `ALWAYS ${then}` : `IF ${literals.join(' AND ')} THEN ${then}`;
  const taken = given(problem, options);
  return taken.length === 0 ? whole : `${whole} GIVEN ${taken.join(' AND ')}`;
}
