// What is certain about an event: how much probability is known to lie in it, and how much outside.

/** Doubles that are certainly not too large; what is left of 1 is undecided. */
export interface Masses {
  /** The class is kept. */
  readonly kept: number;
  /** Another class wins. */
  readonly lost: number;
}

/** How much is undecided. */
export function widthOf({ kept, lost }: Masses): number {
  return 1 - kept - lost;
}

/** More than all that products below the smallest doubles can add, each a half of it at most. */
const TINY = 2 ** -1000;

/** Sums and products of numbers from 0 to 1, made smaller by what so many roundings may have added to them. */
export function certain(mass: number, roundings: number): number {
  return Math.max(0, mass * (1 - roundings * 2 ** -52) - TINY);
}
