// About how many explanations there are, by drawing at random: for when counting would take too long and bounds are too far apart.
//
// On a coarse grid (coarse.ts) all sets that may be minimal covers are counted, U of them, and drawn uniformly. Each drawn
// one is tested exactly; U times the part that passes is an unbiased estimate, and since most pass, a close one.

import { Account } from '../count/account.ts';
import { sumOf, waysBySum, windowsOf } from '../count/coarse-grid.ts';
import { toIntegerGrid } from '../count/integer-grid.ts';
import { toOneCover } from '../count/one-cover.ts';
import { Random } from '../count/random.ts';
import { InstanceError, LimitError, show } from '../errors.ts';
import type { Budget } from '../model/budget.ts';
import { checkLimit } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import type { Cover } from '../weigh/cover.ts';
import { type Question, toAsked } from './question.ts';

/** Options of {@link estimateCount}. */
export interface EstimateOptions extends Question {
  /** How many to draw. Default 10000. */
  readonly samples?: number;
  /** The same seed gives the same estimate, everywhere. Default 0. */
  readonly seed?: number;
  /** What it may cost. */
  readonly budget?: Budget;
}

/** An estimate, not a count: right within the interval in 95 of 100 cases. Always low ≤ estimate ≤ high. */
export interface CountEstimate {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /** How sure the interval is. */
  readonly confidence: 0.95;
  readonly samples: number;
  readonly method: 'sampling';
}

/** Bits of the grid: all its levels are kept. */
const BITS = 15;
/** Quantile of the normal distribution for 95 %, two-sided. */
const Z = 1.959963984540054;

/**
 * Estimate the number of explanations from a random sample: unbiased (up to the rounding of doubles), with a confidence interval
 * (Wilson's). The cost does not depend on their number.
 *
 * @throws {InstanceError} when an option is wrong.
 * @throws {LimitError} `several-rivals` when more than one rival class matters; `count-too-large` beyond the budget, or
 * beyond the range of doubles.
 * @example
 * ```ts
 * import { estimateCount, linearModel, reduce, weigh } from '@xpxlc/core';
 * const features = Array.from({ length: 20 }, (_, i) => ({ name: `x${i}`, values: ['no', 'yes'] }));
 * const model = linearModel({ classes: ['ham', 'spam'], features, weights: features.map(() => [0, 1]), intercept: -9.5 });
 * const { estimate, low, high } = estimateCount(weigh(reduce(model), features.map(() => 'yes')), { samples: 1000, seed: 1 });
 * low <= 184756 && 184756 <= high && estimate === 184756; // => true
 * ```
 */
export function estimateCount(problem: Problem, options: EstimateOptions = {}): CountEstimate {
  const { samples = 10_000, seed = 0, budget } = options;
  const { problem: weighed, kind } = toAsked(problem, options);
  if (checkLimit(samples, 'samples') === 0 || !Number.isFinite(samples)) {
    throw new InstanceError('not a number of samples', {
      code: 'bad-option',
      place: 'samples',
      expected: 'a whole number from 1 up',
      got: show(samples),
    });
  }
  const random = new Random(seed);
  const one = toOneCover(weighed, kind);
  if (one === undefined) {
    throw new LimitError('several rivals matter', {
      code: 'several-rivals',
      expected: 'a question that one rival class decides',
      got: `${weighed.rivals.length} rivals`,
    });
  }
  return estimateCover(one.cover, samples, random, new Account(budget));
}

/** The estimate for one covering problem. */
export function estimateCover(
  cover: Cover,
  samples: number,
  random: Random,
  account: Account,
  bits: number = BITS,
): CountEstimate {
  const label = { confidence: 0.95, samples, method: 'sampling' } as const;
  if (cover.threshold < 0n) return { estimate: 1, low: 1, high: 1, ...label };
  const alone = cover.singles.length;
  const feasible = cover.weights.reduce((sum, w) => sum + w, 0n) > cover.threshold;
  if (!feasible) return { estimate: alone, low: alone, high: alone, ...label };
  const candidates = new Candidates(cover, bits, account);
  const { total } = candidates;
  account.spend(samples * cover.weights.length);
  let hits = 0;
  for (let s = 0; s < samples; s++) if (candidates.draw(random)) hits += 1;
  // Rounding is monotone, so from low ≤ part ≤ high follows the same of their multiples; and none exceeds the total.
  const { low, part, high } = wilson(hits, samples);
  return {
    estimate: alone + total * part,
    low: alone + total * low,
    high: alone + total * high,
    ...label,
  };
}

/** All sets that may be minimal covers, as far as a coarse grid can tell. */
class Candidates {
  readonly total: number;
  private readonly cover: Cover;
  private readonly weights: Float64Array;
  private readonly ways: Float64Array[] = [];
  private readonly windows: (readonly [number, number])[];
  /** By rank, how many candidates it is the last of. */
  private readonly byLast: Float64Array;

  constructor(cover: Cover, bits: number, account: Account) {
    const { weights, threshold } = cover;
    const grid = toIntegerGrid(weights, threshold, bits);
    account.need(8 * (weights.length + 1) * 2 ** bits);
    this.cover = cover;
    this.weights = Float64Array.from(grid.weights, Number);
    this.windows = windowsOf(grid).map(({ possible }) => possible);
    for (const ways of waysBySum(grid, true, account)) this.ways.push(ways);
    this.byLast = Float64Array.from(this.windows, (window, j) => sumOf(this.ways[j], window));
    this.total = this.byLast.reduce((a, b) => a + b, 0);
    if (!Number.isFinite(this.total)) {
      throw new LimitError('too many explanations to estimate', {
        code: 'count-too-large',
        expected: 'fewer than 2^1024',
        got: 'more',
      });
    }
  }

  /** Draw one of them; is it a minimal cover indeed? */
  draw(random: Random): boolean {
    let left = random.unit() * this.total;
    let last = 0;
    while (last < this.byLast.length - 1 && left >= this.byLast[last]) left -= this.byLast[last++];
    while (this.byLast[last] === 0) last -= 1; // rounding may have gone one too far
    const ways = this.ways[last];
    let [g, end] = this.windows[last];
    while (g < end && left >= ways[g]) left -= ways[g++];
    while (ways[g] === 0) g -= 1;
    let sum = 0n;
    for (let i = last; i > 0; i--) {
      const d = this.weights[i - 1];
      const picked = g >= d ? this.ways[i - 1][g - d] : 0;
      if (random.unit() * this.ways[i][g] >= picked) continue;
      g -= d;
      sum += this.cover.weights[i - 1];
    }
    return sum <= this.cover.threshold && sum + this.cover.weights[last] > this.cover.threshold;
  }
}

/** The part that hits are of all samples, and Wilson's interval for it: rounding must not put the part outside. */
function wilson(hits: number, samples: number): { low: number; part: number; high: number } {
  const part = hits / samples;
  const z2 = (Z * Z) / samples;
  const middle = (part + z2 / 2) / (1 + z2);
  const half = (Z * Math.sqrt((part * (1 - part)) / samples + z2 / (4 * samples))) / (1 + z2);
  return {
    low: Math.max(0, Math.min(part, middle - half)),
    part,
    high: Math.min(1, Math.max(part, middle + half)),
  };
}
