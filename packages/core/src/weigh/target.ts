// A class to be reached from an instance, and the classes that it must beat there.
import type { Weighed } from './problem.ts';

/** A class to reach, and what is known about reaching it from an instance. */
export interface Target {
  readonly class: number;
  /** The other classes, and whether t must be strictly ahead of each. */
  readonly against: readonly { readonly class: number; readonly strict: boolean }[];
}

/** The class `t` as a target of the problem. */
export function toTarget({ classifier: { classes, tieRank } }: Weighed, t: number): Target {
  const against = classes.flatMap((_, k) => (k === t ? [] : [{ class: k, strict: tieRank[k] < tieRank[t] }]));
  return { class: t, against };
}
