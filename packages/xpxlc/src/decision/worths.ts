// What each value is worth against a rival, and how much must be held.
import { drops, type Problem, type RivalDrops } from '@xpxlc/core';

/** The drops against one rival, and what follows from them; exact where doubles would tie. */
export interface Worths extends RivalDrops {
  /** Features, the largest drop first; equal ones in the model's order. */
  readonly order: readonly number[];
  /** What the finite drops of held features must exceed (or reach, if `winsTies`), in the units of `exact`; endless drops must be held all. */
  readonly threshold: bigint;
}

/** What values are worth, per rival. */
export function worthsOf(problem: Problem): Worths[] {
  return drops(problem).map((rival) => {
    const { drops: exact, margin } = rival.exact;
    const total = exact.reduce<bigint>((sum, drop) => sum + (drop === 'endless' ? 0n : drop), 0n);
    const order = exact.map((_, i) => i).sort((i, j) => byDrop(exact[i], exact[j]) || i - j);
    return { ...rival, order, threshold: total - margin };
  });
}

type Drop = RivalDrops['exact']['drops'][number];

function byDrop(a: Drop, b: Drop): number {
  if (a === b) return 0;
  if (a === 'endless' || b === 'endless') return a === 'endless' ? -1 : 1;
  return a > b ? -1 : 1;
}

/** Whether held drops with this sum are enough, the endless ones among them. */
export function suffices({ threshold, winsTies }: Worths, sum: bigint): boolean {
  return winsTies ? sum >= threshold : sum > threshold;
}
