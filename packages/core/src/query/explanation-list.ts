// The explanation at a given place of the list, the place of a given explanation, without listing those before.

import { Account } from '../count/account.ts';
import { certainHalves, type Resolution } from '../count/certain-halves.ts';
import { LeafWalk } from '../count/leaf-walk.ts';
import { toOneCover } from '../count/one-cover.ts';
import { InstanceError, LimitError, show } from '../errors.ts';
import type { Budget } from '../model/budget.ts';
import { type Features, pick } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import { FeatureSet } from '../search/feature-set.ts';
import type { Cover } from '../weigh/cover.ts';
import { isAnswer } from '../weigh/sufficiency.ts';
import { enumerate } from './enumerate.ts';
import { type Asked, type Question, toAsked } from './question.ts';

/** Options of {@link explanationList} and its relatives. */
export interface ExplanationListOptions extends Question {
  /** What preparing may cost, in memory and steps. */
  readonly budget?: Budget;
}

/** All explanations as a list in the order of the search, of which any element can be had. */
export interface ExplanationList {
  /** How many there are. */
  readonly count: bigint;
  /**
   * The features of the explanation at a place, in increasing order; undefined when there is none.
   *
   * @throws {InstanceError} `bad-option` when the place is not a whole number from 0 up.
   */
  at(place: bigint | number): number[] | undefined;
  /**
   * The place of an explanation.
   *
   * @throws {InstanceError} `not-an-answer` when the features are not one of the explanations.
   */
  placeOf(features: Features | FeatureSet): bigint;
}

/**
 * Prepare access to the explanations by their place in the order of `enumerate` (`order: 'search'`). Preparing costs about
 * as much as counting and keeps all lists; each question after that takes one step per feature. With more than two classes this works
 * when a single rival decides and is listed alone; otherwise all explanations are listed and kept, within the budget.
 *
 * @throws {LimitError} `count-too-large` when it would take more than the budget allows.
 * @throws {InstanceError} when an option is wrong.
 * @example
 * ```ts
 * import { linearModel, explanationList, reduce, weigh } from '@xpxlc/core';
 * const features = Array.from({ length: 60 }, (_, i) => ({ name: `x${i}`, values: ['no', 'yes'] }));
 * const model = linearModel({ classes: ['ham', 'spam'], features, weights: features.map(() => [0, 1]), intercept: -2.5 });
 * const all = explanationList(weigh(reduce(model), features.map(() => 'yes')));
 * all.count; // => 34220n
 * all.at(34219n); // => [57, 58, 59]
 * all.placeOf([0, 1, 3]); // => 1n
 * ```
 */
export function explanationList(problem: Problem, options: ExplanationListOptions = {}): ExplanationList {
  return listWith(problem, options);
}

/** The same, with grids of a chosen resolution. */
export function listWith(
  problem: Problem,
  { budget, ...question }: ExplanationListOptions,
  resolution: Resolution = {},
): ExplanationList {
  const asked = toAsked(problem, question);
  const { problem: weighed, kind } = asked;
  const account = new Account(budget);
  const one = toOneCover(weighed, kind);
  const { count, at, placeOf } = one?.inOrder
    ? bySums(one.cover, account, resolution)
    : byListing(asked, account);
  return {
    count,
    at(place) {
      const wanted = checkPlace(place);
      return wanted < count ? at(wanted).sort((a, b) => a - b) : undefined;
    },
    placeOf(features) {
      const set = pick(weighed.classifier, features instanceof FeatureSet ? features.features : features);
      if (!isAnswer(weighed, kind, set)) {
        throw new InstanceError('not an answer of this question', {
          code: 'not-an-answer',
          place: 'features',
          expected: `a minimal ${kind}`,
          got: `[${set}]`,
        });
      }
      return placeOf(set);
    },
  };
}

/** What the two ways offer; sets are answers, places are below the count. */
interface Access {
  readonly count: bigint;
  at(place: bigint): number[];
  placeOf(set: readonly number[]): bigint;
}

function bySums(cover: Cover, account: Account, resolution: Resolution): Access {
  const { forced, singles, order, threshold } = cover;
  if (threshold < 0n) return { count: 1n, at: () => [...forced], placeOf: () => 0n };
  const inner = new LeafWalk(certainHalves(cover, account, resolution), account);
  const alone = BigInt(singles.length);
  const rankOfFeature = new Map(Array.from(order, (feature, rank) => [feature, rank]));
  const always = new Set(forced);
  return {
    count: alone + inner.total,
    at: (place) =>
      place < alone
        ? [...forced, singles[Number(place)]]
        : [...forced, ...inner.at(place - alone).map((rank) => order[rank])],
    placeOf(set) {
      const own = set.filter((i) => !always.has(i));
      const single = own.length === 1 ? singles.indexOf(own[0]) : -1;
      if (single >= 0) return BigInt(single);
      const ranks = own.map((i) => rankOfFeature.get(i) as number).sort((a, b) => a - b);
      return alone + inner.placeOf(ranks);
    },
  };
}

function byListing({ problem, kind }: Asked, account: Account): Access {
  const limit = account.sets;
  const list = enumerate(problem, { kind, limit, budget: account.search });
  const sets = [...list];
  if (!list.complete) {
    account.afford(0); // a signal is another reason
    throw new LimitError('listing would cost more than allowed', {
      code: 'count-too-large',
      place: 'budget',
      expected: `at most ${limit} explanations, which have to be listed with several rivals`,
      got: 'more',
    });
  }
  const places = new Map(sets.map((set, place) => [set.features.join(), BigInt(place)]));
  return {
    count: BigInt(sets.length),
    at: (place) => sets[Number(place)].features,
    placeOf: (set) => places.get(set.join()) as bigint,
  };
}

function checkPlace(place: bigint | number): bigint {
  if (typeof place === 'bigint' ? place < 0n : !Number.isSafeInteger(place) || place < 0) {
    throw new InstanceError('not a place in a list', {
      code: 'bad-option',
      place: 'place',
      expected: 'a whole number from 0 up',
      got: show(place),
    });
  }
  return BigInt(place);
}
