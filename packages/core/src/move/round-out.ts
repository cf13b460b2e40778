// A number that has moved just far enough, rounded to one that a person can read: a little farther, with fewer decimals.
import { shortDecimals } from '../exact/short-decimal.ts';
import type { NumericFeature } from '../model/types.ts';

/** A rounder number may be this much farther away, as a part of the way gone … */
const MORE_OF_WAY = 0.1;
/** … or this much, as a part of the size of the numbers. */
const MORE_OF_SIZE = 0.001;

/**
 * The number with the fewest decimals at or a little beyond `reached`, seen from `home`, that `isGood`; `reached` itself if there is
 * none. Also one before it is taken, should it be good: there may be a tie that adds up exactly, with doubtful numbers behind it. Whole
 * numbers are round already.
 */
export function roundOut(
  feature: NumericFeature,
  home: number,
  reached: number,
  isGood: (x: number) => boolean,
): number {
  if (feature.kind === 'integer') return reached;
  const { lower, upper } = feature;
  const fromNothing = Number.isNaN(home); // then no number is farther away than another
  const way = fromNothing ? 0 : Math.abs(reached - home);
  const size = Math.min(upper - lower, Math.max(fromNothing ? 0 : Math.abs(home), Math.abs(reached)));
  const room = Math.max(MORE_OF_WAY * way, MORE_OF_SIZE * size);
  const onward = fromNothing || reached > home ? 1 : -1;
  const fine = (x: number): boolean =>
    Number.isFinite(x) && x >= lower && x <= upper && Math.abs(x - reached) <= room && isGood(x);
  const found = shortest(reached, onward, fine);
  if (found !== reached) return found;
  // What was reached may be good only because it happens to add up exactly: begin beyond the doubtful numbers behind it.
  for (let part = 2 ** -40; part < 1; part *= 16) {
    const start = reached + onward * room * part;
    if (fine(start)) return shortest(start, onward, fine);
  }
  return reached;
}

/** The number with the fewest decimals at, beyond or just before `start` that is fine; `start` if there is none. */
function shortest(start: number, onward: 1 | -1, fine: (x: number) => boolean): number {
  const back = shortDecimals(start, onward > 0 ? -1 : 1);
  for (const farther of shortDecimals(start, onward)) {
    const nearer = back.next().value ?? start;
    if (fine(nearer)) return nearer;
    if (fine(farther)) return farther;
  }
  return start;
}
