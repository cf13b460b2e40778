// Is a set an explanation? Decided from the definition on exact integers, apart from all searches.

import { errorOfSum } from '../exact/filter.ts';
import type { Kind } from './cover.ts';
import { approxDrop, DROP_ERROR, ENDLESS, isEndless, type Rival, type Weighed } from './problem.ts';

/** Does holding these features keep the class, whatever the others do? */
export function isSufficient({ rivals }: Weighed, held: ReadonlySet<number>): boolean {
  return !rivals.some((rival) =>
    overtakes(
      rival,
      totalDrop(rival, (i) => !held.has(i)),
    ),
  );
}

/** Can changing only these features change the class? */
export function isContrast({ rivals }: Weighed, changed: ReadonlySet<number>): boolean {
  return rivals.some((rival) =>
    overtakes(
      rival,
      totalDrop(rival, (i) => changed.has(i)),
    ),
  );
}

/** The members of a sufficient set (or contrast) that could be left out one at a time. O(n) per rival. */
export function redundant({ rivals }: Weighed, kind: Kind, set: readonly number[]): number[] {
  const members = new Set(set);
  const moving = rivals.map((rival) => totalDrop(rival, (i) => (kind === 'axp') !== members.has(i)));
  return set.filter((i) => {
    // Leaving out a held feature frees it; leaving out a changed one holds it.
    const without = (rival: Rival, r: number): boolean =>
      overtakes(rival, withMove(moving[r], rival, i, kind === 'axp' ? 1n : -1n));
    return kind === 'axp' ? !rivals.some(without) : rivals.some(without);
  });
}

/** Is the set an answer to the question: it has the property, and loses it with any member? */
export function isAnswer(problem: Weighed, kind: Kind, set: readonly number[]): boolean {
  if (kind === 'axp')
    return isSufficient(problem, new Set(set)) && redundant(problem, 'axp', set).length === 0;
  return isContrast(problem, new Set(set)) && redundant(problem, 'cxp', set).length === 0;
}

/** How far a set of features can move the score together: a finite sum, and how many endless ones. */
export interface TotalDrop {
  readonly sum: bigint;
  readonly endless: bigint;
}

/** What the features that `moves` names can do for the rival. */
export function totalDrop({ weights: { drops } }: Rival, moves: (feature: number) => boolean): TotalDrop {
  let sum = 0n;
  let endless = 0n;
  for (let i = 0; i < drops.length; i++) {
    if (!moves(i)) continue;
    if (drops[i] === ENDLESS) endless += 1n;
    else sum += drops[i];
  }
  return { sum, endless };
}

/** Is that enough to change the class: the margin (more than it, where ties are won)? */
export function overtakes({ weights: { margin }, winsTies }: Rival, { sum, endless }: TotalDrop): boolean {
  return endless > 0n || (winsTies ? sum > margin : sum >= margin);
}

/** Is what these features can do together enough for the rival? By doubles where they prove it. */
export function overtakesWith(problem: Weighed, rival: Rival, moving: readonly number[]): boolean {
  const { scores, noise } = problem.float;
  const margin = scores[problem.classIndex] - scores[rival.class];
  let sum = 0;
  for (const i of moving) {
    const drop = approxDrop(problem, rival, i);
    if (drop === Number.POSITIVE_INFINITY && isEndless(problem, rival, i)) return true;
    sum += drop;
  }
  const doubt =
    noise[problem.classIndex] +
    noise[rival.class] +
    DROP_ERROR * sum +
    errorOfSum(moving.length + 2, sum + Math.abs(margin));
  if (sum - margin > doubt) return true;
  if (margin - sum > doubt) return false;
  const members = new Set(moving);
  return overtakes(
    rival,
    totalDrop(rival, (i) => members.has(i)),
  );
}

/** What one feature alone can do. */
export function dropOf(rival: Rival, feature: number): TotalDrop {
  return withMove({ sum: 0n, endless: 0n }, rival, feature, 1n);
}

/** A total with one feature more (sign 1n) or less (−1n). */
export function withMove(
  { sum, endless }: TotalDrop,
  { weights: { drops } }: Rival,
  i: number,
  sign: bigint,
): TotalDrop {
  return drops[i] === ENDLESS ? { sum, endless: endless + sign } : { sum: sum + sign * drops[i], endless };
}
