// Is a given set (from us, from another tool, from a person) an explanation? If not, why not, and what would be?
// Decided from the definition on exact integers; nothing here uses a search.
import { type Features, pick } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import { checkKind, type Kind } from '../weigh/cover.ts';
import { toWeighed, type Weighed } from '../weigh/problem.ts';
import { isContrast, isSufficient, overtakes, reach, redundant, withMove } from '../weigh/sufficiency.ts';
import { anyWitness, type Counterfactual, counterfactual, toCounterfactual } from './counterfactual.ts';
import { minimal } from './minimal.ts';

/** What {@link check} answers. */
export interface Check {
  /** Sufficient for the class (`axp`), or able to change it (`cxp`). */
  readonly holds: boolean;
  /** Holds, and no member can be left out. */
  readonly minimal: boolean;
  /** Members that can be left out, one at a time; empty when it does not hold. */
  readonly redundant: readonly number[];
  /** Instance with another class: agreeing with a set that is not sufficient, or reached by a contrast. */
  readonly counterexample: Counterfactual | undefined;
  /** A minimal explanation made from the set: additions where it falls short, then left out what is not needed. */
  readonly repaired: readonly number[] | undefined;
}

/**
 * Check a set of features against the definition.
 *
 * @throws {InstanceError} when a feature is unknown.
 * @example
 * ```ts
 * import { check, linearModel, reduce, weigh } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const model = linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 2], [0, 2], [0, 1]], intercept: -2.5 });
 * const problem = weigh(reduce(model), ['yes', 'yes', 'yes']);
 * check(problem, ['a', 'b', 'c']).redundant; // => [0, 1, 2]
 * const wrong = check(problem, ['c']);
 * wrong.counterexample?.instance; // => { a: 'no', b: 'no', c: 'yes' }
 * wrong.repaired; // => [0, 2]
 * ```
 */
export function check(
  problem: Problem,
  features: Features,
  { kind = 'axp' }: { readonly kind?: Kind } = {},
): Check {
  checkKind(kind);
  const weighed = toWeighed(problem);
  const set = pick(weighed.classifier, features);
  return kind === 'axp' ? checkReason(weighed, set) : checkContrast(weighed, set);
}

function checkReason(problem: Weighed, set: readonly number[]): Check {
  const held = new Set(set);
  const free = problem.classifier.features.map((_, i) => i).filter((i) => !held.has(i));
  const holds = isSufficient(problem, held);
  const spare = holds ? redundant(problem, 'axp', set) : [];
  const guided = minimal(problem, { keep: set });
  const found = holds ? undefined : anyWitness(problem, free, 'worst');
  return {
    holds,
    minimal: holds && spare.length === 0,
    redundant: spare,
    counterexample: found === undefined ? undefined : toCounterfactual(problem, found),
    repaired: guided.possible ? guided.features : undefined,
  };
}

function checkContrast(problem: Weighed, set: readonly number[]): Check {
  const holds = isContrast(problem, new Set(set));
  const spare = holds ? redundant(problem, 'cxp', set) : [];
  return {
    holds,
    minimal: holds && spare.length === 0,
    redundant: spare,
    counterexample: counterfactual(problem, set),
    repaired: repairContrast(problem, set),
  };
}

/** Add features in order of position until the class can change, then leave out what is not needed, additions first. */
function repairContrast(problem: Weighed, set: readonly number[]): number[] | undefined {
  const own = new Set(set);
  const additions = problem.classifier.features.map((_, i) => i).filter((i) => !own.has(i));
  const members = new Set([...set, ...additions]);
  let moving = problem.rivals.map((rival) => reach(rival, () => true));
  const works = (reaches: typeof moving): boolean =>
    problem.rivals.some((rival, r) => overtakes(rival, reaches[r]));
  if (!works(moving)) return undefined;
  for (const i of [...additions, ...set]) {
    const without = moving.map((now, r) => withMove(now, problem.rivals[r], i, -1n));
    if (!works(without)) continue;
    moving = without;
    members.delete(i);
  }
  return [...members].sort((a, b) => a - b);
}
