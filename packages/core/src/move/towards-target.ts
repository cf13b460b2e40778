// An instance in which a chosen class wins, moved no farther than needed.
import { LimitError } from '../errors.ts';
import type { Signal } from '../model/budget.ts';
import { toOptions } from '../weigh/float-scores.ts';
import type { Weighed } from '../weigh/problem.ts';
import type { Target } from '../weigh/target.ts';
import { won } from './judge.ts';
import { endsTowards, type ReachOptions, reachTarget } from './reach-target.ts';
import { takeBack } from './take-back.ts';
import { type Movement, toWitness, type Witness } from './witness.ts';

/** Steps of branching for each of the many questions on the way back: whole numbers without bounds could take seconds each. */
const FEW_STEPS = 200;

/**
 * Change the given features so that the target wins. Undefined when that is impossible, or possible only at numbers that are no doubles
 * (with several numbers: as far as was tried). Once the signal says to stop, what was reached is moved no nearer.
 *
 * @throws {LimitError} `aborted`, `too-many-steps`, where it was not decided.
 */
export function towardsTarget(
  problem: Weighed,
  target: Target,
  moving: readonly number[],
  movement: Exclude<Movement, 'worst'>,
  signal?: Signal,
): Witness | undefined {
  const reached = reachTarget(problem, target, moving, { signal });
  if (!(reached instanceof Float64Array)) return undefined;
  const values = Float64Array.from(reached);
  // Whether the model's own program can be made to agree is asked again, with more demanded of every class.
  const clear =
    movement === 'least' ? tryReach(problem, target, moving, { surelyNear: reached, signal }) : undefined;
  if (clear instanceof Float64Array) values.set(clear);
  const { holds, surely } = won(problem, target.class, values);
  const sure = movement === 'least' && surely.now();
  const lines = moving.filter((i) => isLine(problem, i));
  const later = (i: number): number[] => (isLine(problem, i) ? lines.filter((j) => j > i) : []);
  const asNow = (): ReachOptions => ({
    from: toOptions(problem.classifier, Float64Array.from(values)),
    steps: FEW_STEPS,
    signal,
  });
  /** How sure the target must be is measured where doubt is small: with the free numbers at home. */
  const nearHome = (free: readonly number[]): ReachOptions => {
    if (!sure) return asNow();
    const surelyNear = Float64Array.from(values);
    for (const j of free) surelyNear[j] = problem.encoded.values[j];
    return { ...asNow(), surelyNear };
  };
  /** Where that is too little, it is measured at an answer that need not be sure. */
  const reachWith = (free: readonly number[]): Float64Array | undefined => {
    const found = tryReach(problem, target, free, nearHome(free));
    if (found instanceof Float64Array || !sure) return found instanceof Float64Array ? found : undefined;
    const unsure = tryReach(problem, target, free, asNow());
    if (!(unsure instanceof Float64Array)) return undefined;
    const again = tryReach(problem, target, free, { ...asNow(), surelyNear: unsure });
    return again instanceof Float64Array ? again : undefined;
  };
  /** With what was decided so far, is there still an answer? Straight lines that come later are free, all else stays where it is. */
  const along = (i: number): ((x: number) => boolean) => {
    const free = later(i);
    if (free.length === 0) return (sure ? surely : holds).along(i);
    return (x) => {
      values[i] = x;
      const found = reachWith(free);
      if (found === undefined) return false;
      for (const j of free) values[j] = found[j];
      return true;
    };
  };
  const ends = (i: number): number[] => {
    if (later(i).length === 0) return [];
    const free = [i, ...later(i)];
    return endsTowards(problem, target, free, i, nearHome(free));
  };
  takeBack(problem, moving, values, { along, ends, round: movement === 'least' });
  return toWitness(problem, values);
}

/** {@link reachTarget} where not to know is as good as no. */
function tryReach(...question: Parameters<typeof reachTarget>): ReturnType<typeof reachTarget> {
  try {
    return reachTarget(...question);
  } catch (error) {
    if (error instanceof LimitError) return undefined;
    throw error;
  }
}

/** Is the feature a straight line, whichever two classes are compared? */
function isLine({ classifier }: Weighed, i: number): boolean {
  const term = classifier.terms[i];
  return term.kind === 'curve' && term.coefficients.every(({ quadratic }) => quadratic === 0);
}
