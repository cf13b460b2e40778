// The two halves of a covering problem on the first grid that leaves nothing in doubt: one double a sum, then two, then
// integers of any size.
import type { Cover } from '../weigh/cover.ts';
import type { Account } from './account.ts';
import { bigSums } from './big-sums.ts';
import { FLOAT_BITS, floatSums } from './float-sums.ts';
import { type Further, type Halves, toHalves } from './halves.ts';
import { toIntegerGrid } from './integer-grid.ts';
import { PAIR_BITS, pairSums } from './pair-sums.ts';

/** How fine the grids are; tests lower it to force doubt. */
export interface Resolution {
  readonly float?: number;
  readonly pair?: number;
}

/** The halves, and the number format they were decided in. */
export interface CertainHalves extends Halves {
  readonly format: 'float' | 'pair' | 'big';
}

/** Build the halves of a problem with a threshold of at least 0. @param further - see `toHalves`. */
export function certainHalves(
  { weights, threshold }: Pick<Cover, 'weights' | 'threshold'>,
  account: Account,
  { float = FLOAT_BITS, pair = PAIR_BITS }: Resolution = {},
  further?: Further,
): CertainHalves {
  const coarse = toHalves(toIntegerGrid(weights, threshold, float), floatSums, account, further);
  if (coarse !== undefined) return { ...coarse, format: 'float' };
  const fine = toHalves(toIntegerGrid(weights, threshold, pair), pairSums, account, further);
  if (fine !== undefined) return { ...fine, format: 'pair' };
  // Nothing is rounded, so nothing is in doubt.
  const exact = toHalves(
    toIntegerGrid(weights, threshold, Number.POSITIVE_INFINITY),
    bigSums,
    account,
    further,
  );
  return { ...(exact as Halves), format: 'big' };
}
