// Contrasts towards a chosen class: minimal sets of features whose change can make exactly that class win.
import { InstanceError, LimitError } from '../errors.ts';
import { errorOfSum } from '../exact/filter.ts';
import type { Meter, Signal } from '../model/budget.ts';
import { pickClass } from '../model/pick.ts';
import { type Necessity, ReachInDoubles } from '../move/reach-in-doubles.ts';
import { reachability } from '../move/reach-target.ts';
import { towardsDemands } from '../weigh/demands.ts';
import type { FloatDemand } from '../weigh/float-demands.ts';
import type { Weighed } from '../weigh/problem.ts';
import { type Target, toTarget } from '../weigh/target.ts';
import { type DemandSearchOptions, searchDemands } from './demand-search.ts';
import { type KnownSmallest, knownSmallestOf } from './smallest-demands.ts';

/**
 * The chosen class as a target, or undefined when it is the only other class: then every contrast leads there.
 *
 * @throws {InstanceError} `unknown-class`, or `already-there` for the predicted class.
 */
export function chooseTarget(problem: Weighed, chosen: string | number): Target | undefined {
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

/** All minimal sets, in the order of the search or by size, until the meter says that it is over. */
export function* searchTowards(
  problem: Weighed,
  target: Target,
  options: Omit<DemandSearchOptions, 'holds' | 'stop'>,
  meter: Meter,
): Generator<number[], void, undefined> {
  const stop = (steps: number): boolean => !meter.spend(steps);
  const holds = reachability(problem, target, { signal: toSignal(meter) });
  const all = problem.classifier.features.map((_, i) => i);
  try {
    if (holds(all)) yield* searchDemands(towardsDemands(problem, target), { ...options, stop, holds });
  } catch (error) {
    // Deciding on one set may take long, too.
    if (!isAbortion(error)) throw error;
  }
}

/** Says to stop when the meter does. */
function toSignal(meter: Meter): Signal {
  return {
    get aborted() {
      return meter.look();
    },
  };
}

function isAbortion(error: unknown): boolean {
  return error instanceof LimitError && error.code === 'aborted';
}

/**
 * The smallest set that is found within the budget, or undefined if there is none. What is known to be necessary is exceeded by a smallest
 * set; if that reaches the target, it is the answer, and otherwise the reason why not is one more necessity. Each of these sets is a
 * relaxation: no answer is smaller.
 */
export function smallestTowards(problem: Weighed, target: Target, meter: Meter): KnownSmallest | undefined {
  const doubles = ReachInDoubles.of(problem, target);
  if (doubles === undefined) return firstTowards(problem, target, meter);
  const holds = reachability(problem, target, { signal: toSignal(meter) }, doubles);
  const usable = problem.classifier.features.map((_, i) => i);
  if (!holds(usable)) return undefined;
  // Of the relaxations solved so far.
  let least = 0;
  const list: FloatDemand[] = [];
  const add = (multipliers: Float64Array): FloatDemand => {
    const demand = toDemand(doubles.necessity(multipliers), usable);
    if (demand.threshold > demand.doubt) list.push(demand);
    return demand;
  };
  const best = doubles.promising(usable);
  if (best !== undefined) add(best);
  target.against.forEach((_, r) => {
    add(Float64Array.from(target.against, (_, other) => (other === r ? 1 : 0)));
  });
  try {
    for (;;) {
      const {
        features: set,
        complete,
        atLeast,
      } = knownSmallestOf({ forced: [], features: usable, list }, meter);
      least = Math.max(least, atLeast);
      if (!complete) break;
      const answer = doubles.attempt(set);
      if (answer === true || (answer === undefined && holds(set))) return proved(set);
      const ranks = set.map((i) => usable.indexOf(i));
      if (answer !== undefined) {
        const { weights, threshold, doubt } = add(answer);
        if (threshold - ranks.reduce((sum, rank) => sum + weights[rank], 0) > doubt) continue;
        if (holds(set)) return proved(set);
      }
      // At the least, some other feature is needed.
      const weights = new Float64Array(usable.length).fill(1);
      for (const rank of ranks) weights[rank] = 0;
      list.push({ weights, threshold: 0.5, doubt: 0, exactly: () => true });
    }
  } catch (error) {
    if (!isAbortion(error)) throw error;
  }
  return shrunk(problem, target, least, meter, doubles);
}

/** The first set by size, of a search that may be stopped. */
function firstTowards(problem: Weighed, target: Target, meter: Meter): KnownSmallest | undefined {
  const found = searchTowards(problem, target, { bySize: true }, meter).next().value ?? undefined;
  if (found !== undefined) return proved(found);
  return meter.look() ? shrunk(problem, target, 1, meter) : undefined;
}

function proved(features: number[]): KnownSmallest {
  return { features, complete: true, atLeast: features.length };
}

/** Exact operations that {@link shrunk} may take, about: some tenths of a second. */
const SHRINKING = 2e5;

/**
 * The search has ended early: leave out of all features what can be left out.
 *
 * @throws {LimitError} `aborted`, `too-many-steps`, where that cannot be decided at once.
 */
function shrunk(
  problem: Weighed,
  target: Target,
  atLeast: number,
  meter: Meter,
  doubles?: ReachInDoubles,
): KnownSmallest | undefined {
  const all = problem.classifier.features.map((_, i) => i);
  const steps = Math.ceil(SHRINKING / (all.length ** 2 * target.against.length));
  const holds = reachability(problem, target, { steps }, doubles);
  try {
    if (!holds(all)) return undefined;
    let features = all;
    for (const out of all) {
      const less = features.filter((i) => i !== out);
      if (holds(less)) features = less;
    }
    return { features, complete: features.length <= atLeast, atLeast: Math.min(atLeast, features.length) };
  } catch (error) {
    throw error instanceof LimitError ? meter.refusal('a contrast is not found', 'none') : error;
  }
}

/** In doubt a necessity is met: it need not suffice. */
function toDemand({ weights, least }: Necessity, usable: readonly number[]): FloatDemand {
  const own = Float64Array.from(usable, (i) => weights[i]);
  const doubt = errorOfSum(
    3 * own.length,
    own.reduce((a, b) => a + b, 0),
  );
  return { weights: own, threshold: least, doubt, exactly: () => true };
}

/** Is the set a minimal contrast towards the target? */
export function isTowards(problem: Weighed, target: Target, set: readonly number[], meter: Meter): boolean {
  const holds = reachability(problem, target, { signal: toSignal(meter) });
  return holds(set) && set.every((left) => !holds(set.filter((i) => i !== left)));
}
