// Does a protected feature (sex, age, postcode …) play a part in the reasons for this decision?
import { type Features, pick } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import { toWeighed } from '../weigh/problem.ts';
import { minimal } from './minimal.ts';
import { necessary } from './necessary.ts';
import { type RelevantOptions, relevant } from './relevant.ts';

/** What {@link audit} answers. */
export interface Audit {
  /** In how many explanations some protected feature occurs. */
  readonly verdict: 'none' | 'some' | 'all';
  /** An explanation without any of them, if there is one. */
  readonly avoiding: readonly number[] | undefined;
  /** Each protected feature by itself. */
  readonly features: readonly { readonly feature: number; readonly verdict: 'none' | 'some' | 'all' }[];
}

/**
 * Audit the explanations of one prediction for protected features.
 *
 * @throws {InstanceError} when a feature is unknown. @throws {LimitError} as {@link relevant}.
 * @example
 * ```ts
 * import { audit, linearModel, reduce, weigh } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const model = linearModel({ classes: ['refuse', 'grant'], features: ['income', 'assets', 'male'].map(yesNo), weights: [[0, 2], [0, 2], [0, 1]], intercept: -2.5 });
 * const answer = audit(weigh(reduce(model), ['yes', 'yes', 'yes']), ['male']);
 * answer.verdict; // => 'some'
 * answer.avoiding; // => [0, 1]
 * ```
 */
export function audit(problem: Problem, protectedFeatures: Features, options: RelevantOptions = {}): Audit {
  const chosen = pick(toWeighed(problem).classifier, protectedFeatures);
  const always = new Set(necessary(problem));
  const ever = new Set(relevant(problem, options));
  const features = chosen.map(
    (feature) =>
      ({ feature, verdict: always.has(feature) ? 'all' : ever.has(feature) ? 'some' : 'none' }) as const,
  );
  const without = minimal(problem, { never: chosen });
  const used = features.some(({ verdict }) => verdict !== 'none');
  return {
    verdict: without.possible ? (used ? 'some' : 'none') : 'all',
    avoiding: without.possible ? without.features : undefined,
    features,
  };
}
