// Is a given set (from us, from another tool, from a person) an explanation? If not, why not, and what would be?
// Decided from the definition on exact integers; nothing here uses a search, but for what a class among several takes to win.
import type { Budget, Signal } from '../model/budget.ts';
import { type Features, pick } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import { reachability } from '../move/reach-target.ts';
import { towardsTarget } from '../move/towards-target.ts';
import type { Weighed } from '../weigh/problem.ts';
import { isContrast, isSufficient, overtakes, redundant, totalDrop, withMove } from '../weigh/sufficiency.ts';
import { anyWitness, type Counterfactual, toCounterfactual } from './counterfactual.ts';
import { minimal } from './minimal.ts';
import { type Asked, type TargetedQuestion, toAsked } from './question.ts';

/** Options of {@link check}. */
export interface CheckOptions extends TargetedQuestion {
  /** Its signal ends what takes a search: contrasts towards a class among several. */
  readonly budget?: Pick<Budget, 'signal'>;
}

/** What {@link check} answers. */
export interface Check {
  /** Sufficient for the class (`axp`), or able to change it (`cxp`), to the target where there is one. */
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
 * @throws {InstanceError} when a feature is unknown; as `enumerate` for `target`.
 * @throws {LimitError} when a contrast towards a class among several could not be decided; `aborted` by the signal.
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
export function check(problem: Problem, features: Features, question: CheckOptions = {}): Check {
  const asked = toAsked(problem, question);
  const set = pick(asked.problem.classifier, features);
  return asked.kind === 'axp'
    ? checkReason(asked.problem, set)
    : checkContrast(asked, set, question.budget?.signal);
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

function checkContrast(
  { problem, target }: Asked,
  set: readonly number[],
  signal: Signal | undefined,
): Check {
  const works =
    target === undefined
      ? (members: readonly number[]): boolean => isContrast(problem, new Set(members))
      : reachability(problem, target, { signal });
  const all = problem.classifier.features.map((_, i) => i);
  const holds = works(set);
  const needless =
    target === undefined
      ? redundant(problem, 'cxp', set)
      : set.filter((left) => holds && works(set.filter((i) => i !== left)));
  const spare = holds ? needless : [];
  const found = !holds
    ? undefined
    : target === undefined
      ? anyWitness(problem, set, 'least')
      : towardsTarget(problem, target, set, 'least', signal);
  const leaveOut = target === undefined ? bySums(problem, all) : byTrial(all, works);
  return {
    holds,
    minimal: holds && spare.length === 0,
    redundant: spare,
    counterexample: found && toCounterfactual(problem, found),
    repaired: works(all) ? repair(all, set, leaveOut) : undefined,
  };
}

/** Add all features, then leave out what is not needed, additions first, in order of position. */
function repair(all: readonly number[], set: readonly number[], leaveOut: LeaveOut): number[] {
  const own = new Set(set);
  const members = new Set(all);
  for (const i of [...all.filter((i) => !own.has(i)), ...set]) if (leaveOut(i)) members.delete(i);
  return [...members];
}

/** Leaves a feature out of those that change, unless they cannot do without it; whether it is out. */
type LeaveOut = (feature: number) => boolean;

/** Towards any class: O(1) per rival. */
function bySums({ rivals }: Weighed, all: readonly number[]): LeaveOut {
  const members = new Set(all);
  let moving = rivals.map((rival) => totalDrop(rival, (i) => members.has(i)));
  return (feature) => {
    const without = moving.map((now, r) => withMove(now, rivals[r], feature, -1n));
    if (!rivals.some((rival, r) => overtakes(rival, without[r]))) return false;
    moving = without;
    return true;
  };
}

/** Towards a class among several. */
function byTrial(all: readonly number[], works: (members: readonly number[]) => boolean): LeaveOut {
  let members = all;
  return (feature) => {
    const without = members.filter((i) => i !== feature);
    if (!works(without)) return false;
    members = without;
    return true;
  };
}
