// Contrasts towards a chosen class: minimal sets of features whose change can make exactly that class win.
import { InstanceError } from '../errors.ts';
import { pickClass } from '../model/pick.ts';
import { canReachTarget } from '../move/reach-target.ts';
import { towardsDemands } from '../weigh/demands.ts';
import type { Problem } from '../weigh/problem.ts';
import { type Target, toTarget } from '../weigh/target.ts';
import { type DemandSearchOptions, searchDemands } from './demand-search.ts';

/**
 * The chosen class as a target, or undefined when it is the only other class: then every contrast leads there.
 *
 * @throws {InstanceError} `unknown-class`, or `already-there` for the predicted class.
 */
export function chooseTarget(problem: Problem, chosen: string | number): Target | undefined {
  const { classes } = problem.classifier;
  const index = pickClass(classes, chosen);
  if (index === problem.classIndex) {
    throw new InstanceError('the class is the predicted one already', {
      code: 'already-there',
      place: 'target',
      expected: 'another class',
      got: `'${classes[index]}'`,
    });
  }
  return classes.length === 2 ? undefined : toTarget(problem, index);
}

/** All minimal sets, in the order of the search or by size. */
export function* searchTowards(
  problem: Problem,
  target: Target,
  fixed: ReadonlySet<number>,
  options: Omit<DemandSearchOptions, 'holds'>,
): Generator<number[], void, undefined> {
  const holds = (set: readonly number[]): boolean => canReachTarget(problem, target, set);
  const all = problem.classifier.features.map((_, i) => i).filter((i) => !fixed.has(i));
  if (holds(all)) yield* searchDemands(towardsDemands(problem, target, fixed), { ...options, holds });
}

/** Is the set a minimal contrast towards the target? */
export function isTowards(
  problem: Problem,
  target: Target,
  set: readonly number[],
  fixed: ReadonlySet<number>,
): boolean {
  if (set.some((i) => fixed.has(i))) return false;
  const holds = (members: readonly number[]): boolean => canReachTarget(problem, target, members);
  return holds(set) && set.every((left) => !holds(set.filter((i) => i !== left)));
}
