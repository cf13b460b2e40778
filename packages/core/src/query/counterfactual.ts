// What the case would have to look like for another decision: a contrast turned into a concrete instance.
import { InstanceError } from '../errors.ts';
import type { Budget } from '../model/budget.ts';
import { decodeInstance } from '../model/instance.ts';
import { checkOption, type Features, pick } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import type { Value } from '../model/types.ts';
import { moveCategories } from '../move/categories.ts';
import { towardsTarget } from '../move/towards-target.ts';
import { MOVEMENTS, type Movement, type Witness, witness } from '../move/witness.ts';
import { chooseTarget } from '../search/towards.ts';
import { toWeighed, type Weighed } from '../weigh/problem.ts';
import { overtakesWith } from '../weigh/sufficiency.ts';

/** A changed instance and its class. */
export interface Counterfactual {
  readonly instance: { readonly [feature: string]: Value };
  readonly class: string;
  /** Features whose value differs from the instance's, in increasing order. */
  readonly changed: readonly number[];
  /**
   * The class is within the noise of the model's own arithmetic: with the least movement because the domain leaves no room to move
   * beyond it (towards a class among several: as far as was tried), or because two rivals are too close to each other.
   */
  readonly doubtful: boolean;
}

/** Options of {@link counterfactual}. */
export interface CounterfactualOptions {
  /**
   * How far numbers move. All features first go to where they hurt the predicted class most; features without an end on that side go
   * only as far as is needed, the steepest first, and only if the others do not suffice.
   *
   * - `'least'` (default): then numbers come back, one after the other in order of position, each as near to its old value as it can be
   *   while the model's own program must still see another class; and from there at most a tenth of the way farther again (or a
   *   thousandth of its size) to a number with fewer decimals.
   * - `'nearest'`: each comes back to the very nearest double with which the class changes, be it doubtful or not, with however many digits.
   * - `'worst'`: they stay there.
   *
   * Categories stay where they have moved.
   */
  readonly movement?: Movement;
  /**
   * Make this class win (by name or position). With more than two classes some values with which it wins are looked for, and then
   * numbers come back in order of position, those that come later being free to follow; on parabolas, to a value from which a step
   * back would lose the class, not always the nearest one. `'worst'` has no meaning there.
   */
  readonly target?: string | number;
  /** Its signal ends the search for values towards a class among several. */
  readonly budget?: Pick<Budget, 'signal'>;
}

/**
 * Change only the given features so that the class changes. Undefined when that is impossible (the features are no
 * contrast), or possible only at a number that is not a double.
 *
 * @throws {InstanceError} when a feature is unknown; `worst-towards-class` for `'worst'` with a target among more than two classes.
 * @throws {LimitError} when it was not decided whether a class among several can be made to win; `aborted` by the signal.
 * @example
 * ```ts
 * import { counterfactual, linearModel, reduce, weigh } from '@xpxlc/core';
 * const model = linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 1 }, { name: 'y', lower: 0, upper: 1 }], weights: [2, 1], intercept: -1.5 });
 * counterfactual(weigh(reduce(model), { x: 1, y: 0.5 }), ['x']); // => { instance: { x: 0.5, y: 0.5 }, class: 'no', changed: [0], doubtful: false }
 * ```
 */
export function counterfactual(
  problem: Problem,
  features: Features,
  { movement = 'least', target, budget }: CounterfactualOptions = {},
): Counterfactual | undefined {
  checkOption(movement, MOVEMENTS, 'movement');
  const weighed = toWeighed(problem);
  const moving = pick(weighed.classifier, features);
  const goal = target === undefined ? undefined : chooseTarget(weighed, target);
  if (goal !== undefined) {
    if (movement === 'worst') {
      throw new InstanceError('no worst value towards a class', {
        code: 'worst-towards-class',
        place: 'movement',
        expected: "'least' or 'nearest' with a target among more than two classes",
        got: "'worst'",
      });
    }
    const found = towardsTarget(weighed, goal, moving, movement, budget?.signal);
    return found && toCounterfactual(weighed, found);
  }
  const found = anyWitness(weighed, moving, movement);
  return found && toCounterfactual(weighed, found);
}

/**
 * An instance in which only these features have moved and some rival wins: of the first rival whose win is certain, or else of the first.
 * It is to be used before the next is asked for.
 */
export function anyWitness(
  problem: Weighed,
  moving: readonly number[],
  movement: Movement,
): Witness | undefined {
  const quick = moveCategories(problem, moving);
  if (quick !== undefined) return { values: quick, class: 1 - problem.classIndex, certain: true };
  let doubtful: Witness | undefined;
  for (const rival of problem.rivals) {
    if (!overtakesWith(problem, rival, moving)) continue;
    const found = witness(problem, rival, moving, movement);
    if (found?.certain) return found;
    doubtful ??= found;
  }
  return doubtful;
}

/** In the user's words. */
export function toCounterfactual(
  { classifier, encoded }: Weighed,
  { values, class: index, certain }: Witness,
): Counterfactual {
  const changed: number[] = [];
  for (let i = 0; i < values.length; i++) if (!Object.is(values[i], encoded.values[i])) changed.push(i);
  return {
    instance: decodeInstance(classifier.features, values),
    class: classifier.classes[index],
    changed,
    doubtful: !certain,
  };
}
