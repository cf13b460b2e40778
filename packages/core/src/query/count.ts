// How many explanations there are, exactly, without listing them; of which sizes, and with which features.

import { Account } from '../count/account.ts';
import { countCover } from '../count/count-cover.ts';
import { toOneCover } from '../count/one-cover.ts';
import { LimitError } from '../errors.ts';
import type { Budget } from '../model/budget.ts';
import type { Problem } from '../model/prepared.ts';
import { countPairs } from './count-pairs.ts';
import { type Asked, type Question, toAsked } from './question.ts';
import { MOST_LISTED, quickTally, tally } from './tally.ts';

/** Options of {@link count}. */
export interface CountOptions extends Question {
  /** Also count by size. */
  readonly sizes?: boolean;
  /** Also count by feature. */
  readonly frequency?: boolean;
  /** Also count by two features; as many passes as there are features. */
  readonly pairs?: boolean;
  /** What it may cost. */
  readonly budget?: Budget;
}

/** What {@link count} answers; exact, whatever the magnitude. */
export interface Count {
  readonly count: bigint;
  /** By size: how many explanations have it, up to the last that occurs. Index 0 is the empty explanation. */
  readonly sizes?: readonly bigint[];
  /** By feature: in how many explanations it occurs. */
  readonly frequency?: readonly bigint[];
  /** By feature and feature: in how many explanations both occur. */
  readonly pairs?: readonly (readonly bigint[])[];
  /** How it was found: by sums that meet in the middle, or by going through all of them. */
  readonly method: 'sums' | 'listing';
}

/**
 * Count all explanations exactly, without listing them. Time and memory are at most of the order of 2^(n/2) for n features
 * that matter, and far less where sums coincide, as with whole points; millions of millions of explanations of 50 features
 * take about a second.
 *
 * With more than two classes this works when a single rival decides (the others make no demand, or one that
 * follows from another's); otherwise the explanations are gone through one by one, within the same budget.
 *
 * @throws {LimitError} `count-too-large` when it would take more than the budget allows.
 * @throws {InstanceError} when an option is wrong.
 * @example
 * ```ts
 * import { count, linearModel, reduce, weigh } from '@xpxlc/core';
 * const features = Array.from({ length: 99 }, (_, i) => ({ name: `x${i}`, values: ['no', 'yes'] }));
 * const model = linearModel({ classes: ['ham', 'spam'], features, weights: features.map(() => [0, 1]), intercept: -49.5 });
 * const problem = weigh(reduce(model), features.map(() => 'yes'));
 * count(problem).count; // => 50445672272782096667406248628n
 * count(problem, { frequency: true }).frequency?.[0]; // => 25477612258980856902730428600n
 * ```
 */
export function count(problem: Problem, options: CountOptions = {}): Count {
  const { budget, sizes, frequency, pairs } = options;
  const asked = toAsked(problem, options);
  const account = new Account(budget);
  const n = asked.problem.classifier.features.length;
  const quick = pairs ? undefined : quickTally(asked, account.sets);
  if (quick !== undefined) {
    const answer: { -readonly [part in keyof Count]: Count[part] } = {
      count: INTEGERS[quick.count],
      method: 'listing',
    };
    if (sizes) answer.sizes = toIntegers(quick.sizes);
    if (frequency) answer.frequency = toIntegers(quick.frequency);
    return answer;
  }
  const one = toOneCover(asked.problem, asked.kind);
  if (one === undefined) return listed(asked, options, account);
  const { format: _, ...counted } = countCover(one.cover, n, options, account);
  return { ...counted, method: 'sums' };
}

/** The integers that occur most: making them each time would take longer than counting. */
const INTEGERS: readonly bigint[] = Array.from({ length: MOST_LISTED + 1 }, (_, i) => BigInt(i));

/** Numbers up to {@link MOST_LISTED} as integers. */
function toIntegers(numbers: readonly number[]): bigint[] {
  const integers = new Array<bigint>(numbers.length);
  for (let i = 0; i < numbers.length; i++) integers[i] = INTEGERS[numbers[i]];
  return integers;
}

/** Several rivals that matter: go through all of them. */
function listed({ problem, kind }: Asked, options: CountOptions, account: Account): Count {
  const { sizes, frequency, pairs } = options;
  const question = { kind };
  const limit = account.sets;
  const found = tally(problem, { ...question, limit, budget: account.search });
  if (!found.complete) {
    account.afford(0); // a signal is another reason
    throw new LimitError('counting would cost more than allowed', {
      code: 'count-too-large',
      place: 'budget',
      expected: `at most ${limit} explanations, which have to be listed with several rivals`,
      got: 'more',
    });
  }
  return {
    count: BigInt(found.count),
    ...(sizes ? { sizes: found.sizes.map(BigInt) } : {}),
    ...(frequency ? { frequency: found.frequency.map(BigInt) } : {}),
    ...(pairs ? { pairs: countPairs(problem, { ...question, budget: account.search }) } : {}),
    method: 'listing',
  };
}
