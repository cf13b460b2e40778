// The order of features by what they are worth: the largest drop first, equal ones in the model's order. Exact, where doubles would tie.
import type { RivalDrops } from '@xpxlc/core';

/** Compares positions of features, for `sort`. */
export function byDrop(drops: RivalDrops['exact']['drops']): (i: number, j: number) => number {
  return (i, j) => {
    const [a, b] = [drops[i], drops[j]];
    if (a === b) return i - j;
    if (a === 'endless' || b === 'endless') return a === 'endless' ? -1 : 1;
    return a > b ? -1 : 1;
  };
}
