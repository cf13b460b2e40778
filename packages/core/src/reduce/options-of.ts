// The options among which a feature's value counts: its categories or the bins of a number.
import { pick } from '../model/pick.ts';
import type { Classifier } from '../model/prepared.ts';
import type { Bins } from '../model/types.ts';
import { toReduced } from './classifier.ts';

/** All values of an option count the same. */
export interface Options {
  /** Per option: false for a bin that holds no number of the domain. */
  readonly reachable: readonly boolean[];
  /**
   * Bins of a number: bin j ends where bin j + 1 begins, at `cuts[j]` (`binOf` finds it). Absent for categories. Where missing is a
   * value of its own, it is the option after the last bin.
   */
  readonly bins?: Required<Bins>;
}

/**
 * The options of a feature; undefined where every number counts by itself.
 *
 * @throws {InstanceError} when the feature is unknown.
 * @example
 * ```ts
 * import { optionsOf, reduce, scorecard } from '@xpxlc/core';
 * const card = scorecard({ classes: ['no', 'yes'], features: [{ name: 'age', lower: 18, upper: 99 }], cutoff: 5, points: [{ cuts: [30, 50], values: [0, 5, 9] }] });
 * optionsOf(reduce(card), 'age'); // => { reachable: [true, true, true], bins: { cuts: [30, 50], closed: 'left' } }
 * ```
 */
export function optionsOf(classifier: Classifier, feature: string | number): Options | undefined {
  const reduced = toReduced(classifier);
  const [i] = pick(reduced, [feature]);
  const term = reduced.terms[i];
  if (term.kind === 'curve') return undefined;
  const { reachable, bins } = term;
  return bins === undefined ? { reachable } : { reachable, bins };
}
