// Explanations are the minimal winning coalitions of a weighted voting game: the features vote, a coalition wins when
// it is sufficient (or, for contrasts, when changing it can change the class). These are the power indices of that game.

import { Account } from '../count/account.ts';
import type { Resolution } from '../count/certain-halves.ts';
import type { Fraction } from '../count/fraction.ts';
import { toOneCover } from '../count/one-cover.ts';
import { VotingGame } from '../count/voting-game.ts';
import { LimitError } from '../errors.ts';
import type { Budget } from '../model/budget.ts';
import { checkOption } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import type { Cover } from '../weigh/cover.ts';
import { type Question, toAsked } from './question.ts';

/** The indices there are. */
export type PowerIndex = 'shapleyShubik' | 'banzhaf' | 'deeganPackel' | 'hollerPackel';

/** Options of {@link powerIndices}. */
export interface PowerOptions extends Question {
  /** Which indices to compute. Default: all. */
  readonly indices?: readonly PowerIndex[];
  /** What it may cost. */
  readonly budget?: Budget;
}

/** Per feature; exact. Where nothing ever swings, or there is no explanation, everything is 0. */
export interface PowerIndices {
  /** The part of all orders of the features in which this one is the first to make the coalition win. */
  readonly shapleyShubik?: readonly Fraction[];
  /** The part of all coalitions of the others that it swings (the absolute index). */
  readonly banzhaf?: readonly Fraction[];
  /** The same as a share of all swings (the normalised index). */
  readonly banzhafNormalized?: readonly Fraction[];
  /** Every explanation shares one vote among its features; the mean over all explanations. */
  readonly deeganPackel?: readonly Fraction[];
  /** Its part of all occurrences of features in explanations. */
  readonly hollerPackel?: readonly Fraction[];
}

const ALL: readonly PowerIndex[] = ['shapleyShubik', 'banzhaf', 'deeganPackel', 'hollerPackel'];

/**
 * How much each feature matters, as power in the voting game whose winning coalitions are the sufficient sets (`kind: 'axp'`) or the sets whose
 * change can change the class (`'cxp'`). Banzhaf and Holler–Packel cost about as much as frequencies, the others as many
 * times more as there are sizes.
 *
 * @throws {LimitError} `count-too-large` when it would take more than the budget allows; `several-rivals` when more than one
 * rival class matters, since then it is not one weighted game.
 * @throws {InstanceError} when an option is wrong.
 * @example
 * ```ts
 * import { linearModel, powerIndices, reduce, weigh } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const model = linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 4], [0, 2], [0, 1]], intercept: -4.5 });
 * const power = powerIndices(weigh(reduce(model), ['yes', 'yes', 'yes']));
 * power.shapleyShubik?.map(({ numerator, denominator }) => `${numerator}/${denominator}`); // => ['2/3', '1/6', '1/6']
 * power.deeganPackel?.map(({ value }) => value); // => [0.5, 0.25, 0.25]
 * ```
 */
export function powerIndices(problem: Problem, options: PowerOptions = {}): PowerIndices {
  const { indices = ALL, budget } = options;
  const { problem: weighed, kind } = toAsked(problem, options);
  for (const index of indices) checkOption(index, ALL, 'indices');
  const one = toOneCover(weighed, kind);
  if (one === undefined) {
    throw new LimitError('several rivals matter', {
      code: 'several-rivals',
      expected: 'a question that one rival class decides',
      got: `${weighed.rivals.length} rivals`,
    });
  }
  return powerOf(one.cover, problem.classifier.features.length, indices, new Account(budget));
}

/** The indices of one covering problem. */
export function powerOf(
  cover: Cover,
  features: number,
  indices: readonly PowerIndex[],
  account: Account,
  resolution: Resolution = {},
): PowerIndices {
  const game = new VotingGame(cover, features, account, resolution);
  const wants = new Set(indices);
  return {
    ...(wants.has('shapleyShubik') ? { shapleyShubik: game.shapleyShubik() } : {}),
    ...(wants.has('banzhaf') ? game.banzhaf() : {}),
    ...(wants.has('deeganPackel') ? { deeganPackel: game.deeganPackel() } : {}),
    ...(wants.has('hollerPackel') ? { hollerPackel: game.hollerPackel() } : {}),
  };
}
