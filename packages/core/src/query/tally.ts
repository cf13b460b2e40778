// How many explanations there are, how large they are and how often each feature occurs, by going through them all (or
// the first so many). Tails are not listed but counted: a search node at the diagram's first level stands for thousands of
// covers at once, and what it says of features and sizes is read off the diagram.
import { type Budget, Meter } from '../model/budget.ts';
import { checkLimit } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import { DepthFirst } from '../search/cover-search.ts';
import { popcount } from '../search/feature-set.ts';
import { kernelTally } from '../search/kernel-tally.ts';
import { rowEngine } from '../search/row-engine.ts';
import { countCovers } from '../search/tail-counter.ts';
import { toCover } from '../weigh/cover.ts';
import { toSource } from './enumerate.ts';
import { type Asked, type Question, toAsked } from './question.ts';

/** Options of {@link tally}. */
export interface TallyOptions extends Question {
  /** Count only the first so many, in the order of the depth-first search. Default: all. */
  readonly limit?: number;
  /** What it may cost: the count ends there. Default: anything. */
  readonly budget?: Budget;
}

/** What {@link tally} answers. Numbers are exact up to 2^53. */
export interface Tally {
  readonly count: number;
  /** False when the limit or the budget cut the list: then the frequencies are those of the first ones found, not of all. */
  readonly complete: boolean;
  /** By size: how many explanations have it. Index 0 is the empty explanation. */
  readonly sizes: readonly number[];
  /** By feature: in how many explanations it occurs. */
  readonly frequency: readonly number[];
}

/**
 * Count explanations, their sizes and the frequency of each feature by going through them.
 *
 * @throws {InstanceError} when an option is wrong.
 * @example
 * ```ts
 * import { linearModel, reduce, tally, weigh } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const model = linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 2], [0, 2], [0, 1]], intercept: -2.5 });
 * tally(weigh(reduce(model), ['yes', 'yes', 'yes'])); // => { count: 3, complete: true, sizes: [0, 0, 3], frequency: [2, 2, 2] }
 * ```
 */
export function tally(problem: Problem, options: TallyOptions = {}): Tally {
  const { limit = Number.POSITIVE_INFINITY, budget } = options;
  const asked = toAsked(problem, options);
  checkLimit(limit);
  const meter = new Meter(budget);
  const quick = quickTally(asked, limit);
  if (quick !== undefined) return quick;
  const { classifier, rivals } = asked.problem;
  const n = classifier.features.length;
  if (rivals.length > 1) return tallySets(asked, limit, meter, n);
  const cover = toCover(rivals[0], asked.kind);
  const search = new DepthFirst(cover);
  // The kernel counts no steps.
  const quickly = meter.left === Number.POSITIVE_INFINITY ? kernelTally(search, limit, meter) : null;
  const { count, complete, byRank, sizes } = quickly ?? countCovers(cover, limit, { meter });
  const frequency = new Array<number>(n).fill(0);
  byRank.forEach((times, rank) => {
    frequency[search.features[rank]] = times;
  });
  for (const feature of cover.forced) frequency[feature] = count;
  return { count, complete, sizes: trimmed(sizes, cover.forced.length), frequency };
}

/** Up to here the row engine goes through all of them; beyond, tails are better counted than listed. */
export const MOST_LISTED = 4096;

/** The everyday case; undefined where it is not one. */
export function quickTally({ problem, kind }: Asked, limit: number): Tally | undefined {
  const { classifier, encoded, classIndex: own } = problem;
  const engine = rowEngine(classifier);
  if (engine === null) return undefined;
  engine.load(encoded.options, 0, own, kind);
  const count = engine.tally(Math.min(limit, MOST_LISTED));
  if (count < 0 || !engine.complete) return undefined;
  let length = engine.sizes.length;
  while (length > 0 && engine.sizes[length - 1] === 0) length -= 1;
  return {
    count,
    complete: true,
    sizes: listOf(engine.sizes, length),
    frequency: listOf(engine.frequency, engine.frequency.length),
  };
}

/** The first so many as a list; without iterators, which would take longer than the search. */
function listOf(numbers: Float64Array, length: number): number[] {
  const list = new Array<number>(length);
  for (let i = 0; i < length; i++) list[i] = numbers[i];
  return list;
}

/** Positions of the features whose frequency passes a test, in increasing order. */
export function featuresWhere(frequency: readonly number[], test: (times: number) => boolean): number[] {
  return frequency.flatMap((times, i) => (test(times) ? [i] : []));
}

/** More than two classes: set by set. */
function tallySets({ problem, kind }: Asked, limit: number, meter: Meter, n: number): Tally {
  const source = toSource(problem, { kind }, meter);
  const { words } = source;
  const mask = new Uint32Array(words);
  const frequency = new Array<number>(n).fill(0);
  const sizes = new Float64Array(n + 1);
  let count = 0;
  let complete = true;
  while (source.fill(mask, 1) === 1) {
    if (count >= limit || !meter.spend(1)) {
      complete = false;
      break;
    }
    count += 1;
    let size = 0;
    for (let w = 0; w < words; w++) {
      size += popcount(mask[w]);
      for (let rest = mask[w]; rest !== 0; rest &= rest - 1)
        frequency[32 * w + 31 - Math.clz32(rest & -rest)] += 1;
    }
    sizes[size] += 1;
  }
  return { count, complete: complete && !meter.look(), sizes: trimmed(sizes, 0), frequency };
}

/** As a list up to the last size that occurs, moved up by the features that are in every explanation. */
function trimmed(sizes: Float64Array, more: number): number[] {
  let length = sizes.length;
  while (length > 0 && sizes[length - 1] === 0) length -= 1;
  return [...new Array<number>(length > 0 ? more : 0).fill(0), ...sizes.subarray(0, length)];
}
