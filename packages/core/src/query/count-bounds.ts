// How many explanations there are at least and at most, for sure, where counting them all would take too long.

import { Account } from '../count/account.ts';
import { sumOf, waysBySum, windowsOf } from '../count/coarse-grid.ts';
import { toIntegerGrid } from '../count/integer-grid.ts';
import { EXACT } from '../count/modulus.ts';
import { toOneCover } from '../count/one-cover.ts';
import type { Budget } from '../model/budget.ts';
import type { Problem } from '../model/prepared.ts';
import type { Cover } from '../weigh/cover.ts';
import { type Question, toAsked } from './question.ts';
import { tally } from './tally.ts';

/** Options of {@link countBounds}. */
export interface BoundsOptions extends Question {
  /** What it may cost: the more steps, the closer the bounds. Default 5·10⁸ steps, about a second. */
  readonly budget?: Budget;
}

/** Certified: the number of explanations is not below one and not above the other. */
export interface CountBounds {
  readonly lower: bigint;
  readonly upper: bigint;
}

const STEPS = 5e8;
/** Bits of the finest grid used: a list of 2^22 numbers. */
const MOST_BITS = 22;

/**
 * A certified lower and upper bound of the number of explanations, at a cost that is chosen in advance and hardly depends on
 * their number: n times the cells of a coarse grid. On the finest one the bounds differ by less than a percent for some
 * fifty features.
 *
 * With more than two classes of which several matter, the lower bound is what can be listed within the budget, and the upper bound
 * the size of the largest family of sets none of which contains another (Sperner), unless the list is complete.
 *
 * @throws {InstanceError} when an option is wrong.
 * @throws {LimitError} `count-too-large` when the budget is too small for any answer.
 * @example
 * ```ts
 * import { countBounds, linearModel, reduce, weigh } from '@xpxlc/core';
 * const features = Array.from({ length: 99 }, (_, i) => ({ name: `x${i}`, lower: 0, upper: 1 }));
 * const model = linearModel({ classes: ['ham', 'spam'], features, weights: features.map((_, i) => Math.sqrt(100 + i)), intercept: -600 });
 * const { lower, upper } = countBounds(weigh(reduce(model), features.map(() => 1)));
 * Number(upper - lower) / Number(upper) < 0.02; // => true
 * ```
 */
export function countBounds(problem: Problem, options: BoundsOptions = {}): CountBounds {
  const { budget = {} } = options;
  const { problem: weighed, kind } = toAsked(problem, options);
  const account = new Account({ ...budget, steps: budget.steps ?? STEPS });
  const one = toOneCover(weighed, kind);
  if (one !== undefined) return coverBounds(one.cover, account);
  const limit = account.sets;
  const { count, complete } = tally(problem, { kind, limit, budget: account.search });
  const { rivals } = weighed;
  const n = rivals[0].weights.drops.filter((_, i) =>
    rivals.some(({ weights }) => weights.drops[i] !== 0n),
  ).length;
  return { lower: BigInt(count), upper: complete ? BigInt(count) : antichain(n) };
}

/** Bounds for one covering problem. */
export function coverBounds(
  { singles, weights, threshold }: Cover,
  account: Account,
  mostBits: number = MOST_BITS,
): CountBounds {
  if (threshold < 0n) return { lower: 1n, upper: 1n };
  const m = weights.length;
  const alone = BigInt(singles.length);
  const feasible = weights.reduce((sum, w) => sum + w, 0n) > threshold;
  if (!feasible) return { lower: alone, upper: alone };
  const bits = Math.max(1, Math.min(mostBits, Math.floor(Math.log2(account.steps / m))));
  const grid = toIntegerGrid(weights, threshold, bits);
  const windows = windowsOf(grid);
  let [certain, possible, added] = [0, 0, 0];
  let j = 0;
  for (const ways of waysBySum(grid, false, account)) {
    if (j === m) break;
    certain += sumOf(ways, windows[j].certain);
    possible += sumOf(ways, windows[j].possible);
    added += ways.length;
    j += 1;
  }
  const most = antichain(m);
  // Below 2^53 nothing was rounded; beyond, each of so many additions and m more by a factor of at most 1 ± 2^-53.
  const error = possible < EXACT ? 0 : (added + 2 * m + 2) * 2 ** -52;
  const lower = Number.isFinite(possible) ? BigInt(Math.floor(certain * (1 - error))) : 1n;
  const upper = Number.isFinite(possible) ? BigInt(Math.ceil(possible * (1 + error))) : most;
  return {
    lower: alone + (lower > 1n ? lower : 1n),
    upper: alone + (upper < most ? upper : most),
  };
}

/** Sperner: of sets of n things, none containing another, there are at most n over n/2. */
function antichain(n: number): bigint {
  let result = 1n;
  for (let k = 1; k <= n >> 1; k++) result = (result * BigInt(n - k + 1)) / BigInt(k);
  return result;
}
