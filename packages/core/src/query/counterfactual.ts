// What the case would have to look like for another decision: a contrast turned into a concrete instance.

import { decodeInstance } from '../model/instance.ts';
import { type Features, pick } from '../model/pick.ts';
import type { Value } from '../model/types.ts';
import { toOptions } from '../weigh/decide.ts';
import type { Problem } from '../weigh/problem.ts';
import { takeBack } from '../weigh/take-back.ts';
import { reachTarget } from '../weigh/target.ts';
import { type Witness, winner, witness } from '../weigh/witness.ts';
import { overtakes, reach } from './answer.ts';
import { chooseTarget } from './towards.ts';

/** A changed instance and its class. */
export interface Counterfactual {
  readonly instance: { readonly [feature: string]: Value };
  readonly class: string;
  /** Features whose value differs from the instance's, in increasing order. */
  readonly changed: readonly number[];
}

/** Options of {@link counterfactual}. */
export interface CounterfactualOptions {
  /**
   * `'worst'` moves everything to where it hurts the predicted class most. `'least'` (default) then takes numbers back,
   * one after the other in order of position, to the value nearest to the instance's with which the class still changes
   * (towards a chosen class among more than two: to one from which a step back would lose it).
   */
  readonly movement?: 'least' | 'worst';
  /** Make this class win (by name or position). With more than two classes `'worst'` then means: by as much as can be. */
  readonly target?: string | number;
}

/**
 * Change only the given features so that the class changes. Undefined when that is impossible (the features are no
 * contrast), or possible only at a number that is not a double.
 *
 * @throws {InstanceError} when a feature is unknown.
 * @example
 * ```ts
 * import { counterfactual, linearModel, reduce, weigh } from '@xpxlc/core';
 * const model = linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 1 }, { name: 'y', lower: 0, upper: 1 }], weights: [2, 1], intercept: -1.5 });
 * counterfactual(weigh(reduce(model), { x: 1, y: 0.5 }), ['x']); // => { instance: { x: 0.5, y: 0.5 }, class: 'no', changed: [0] }
 * ```
 */
export function counterfactual(
  problem: Problem,
  features: Features,
  { movement = 'least', target }: CounterfactualOptions = {},
): Counterfactual | undefined {
  const moving = pick(problem.classifier, features);
  const goal = target === undefined ? undefined : chooseTarget(problem, target);
  if (goal !== undefined) {
    const values = reachTarget(problem, goal, moving);
    if (!(values instanceof Float64Array)) return undefined;
    if (movement === 'least') takeBack(problem, moving, values, () => winner(problem, values) === goal.class);
    return toCounterfactual(problem, { encoded: toOptions(problem.classifier, values), class: goal.class });
  }
  const members = new Set(moving);
  for (const rival of problem.rivals) {
    if (
      !overtakes(
        rival,
        reach(rival, (i) => members.has(i)),
      )
    )
      continue;
    const found = witness(problem, rival, moving, movement === 'least');
    if (found !== undefined) return toCounterfactual(problem, found);
  }
  return undefined;
}

/** In the user's words. */
export function toCounterfactual(
  { classifier, encoded }: Problem,
  { encoded: moved, class: index }: Witness,
): Counterfactual {
  const { features } = classifier;
  return {
    instance: decodeInstance(features, moved.values),
    class: classifier.classes[index],
    changed: features.map((_, i) => i).filter((i) => !Object.is(moved.values[i], encoded.values[i])),
  };
}
