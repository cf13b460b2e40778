// How long the parts of a decision may take: whoever shows it says so, since a page that follows a slider has other limits than a report.
import type { Budget, Signal } from '@xpxlc/core';

/** A part that may take long. */
export type Part = 'reason' | 'list' | 'count' | 'bounds' | 'contrasts' | 'roles' | 'power' | 'audit';

/** What a part may cost; asked when it is begun. */
export type Patience = (part: Part) => Budget;

/** As long as it takes. */
export const ENDLESS: Patience = () => ({});

/** Time that can be shared out. */
export interface Time {
  /** Says to stop when part of the time that is left is over. */
  share(part: number): Signal;
}

/**
 * Parts that follow each other have equal shares of the time that is left; what one saves, those after it have.
 *
 * @param parts - how many there are at most.
 * @param budget - what counting may cost besides.
 */
export function inTurn(time: Time, parts: number, budget: Budget = {}): Patience {
  let left = parts;
  return (part) => {
    const signal = time.share(1 / left);
    left = Math.max(1, left - 1);
    return part === 'count' ? { ...budget, signal } : { signal };
  };
}
