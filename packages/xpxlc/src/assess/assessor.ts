// How good is an explanation of another tool? Rules against the definition of an explanation, and how often they hold; rules and weights
// against how often features occur in all explanations (the paper's section 5), counted without listing them.

import {
  type Budget,
  check,
  count,
  coverage,
  type Distribution,
  LimitError,
  literal,
  type Problem,
  powerIndices,
  precision,
} from '@xpxlc/core';
import { toChangeRecord } from '../answer/explain-record.ts';
import { tryProbability } from '../answer/probability-record.ts';
import type {
  Agreement,
  Assessment,
  ProbabilityRecord,
  RuleAssessment,
  WeightsAssessment,
} from '../answer/record-fields.ts';
import type { Given, GivenRule, GivenWeights } from './given.ts';
import { kendallTauB } from './kendall-tau-b.ts';
import { levels } from './levels.ts';
import { rankBiasedOverlap } from './rank-biased-overlap.ts';
import { spearmanRho } from './spearman-rho.ts';
import { topFeatures } from './top-features.ts';

/** Options of {@link assessor}. */
export interface AssessOptions {
  /** How features vary that a rule does not hold. Default `uniform`. */
  readonly distribution?: Distribution;
  /** Of weights, so many features count for hits. Default 5. */
  readonly top?: number;
  /** Write exact fractions however long they are. */
  readonly exact?: boolean;
  /** What each count and each probability may cost; beyond it, or when the signal says so, it is null. */
  readonly budget?: Budget;
}

/**
 * Assesses explanations of one instance: what is needed of the instance is computed once.
 *
 * @throws (the function) what `check` and `precision` throw, other than for want of budget or time.
 * @example
 * ```ts
 * import { linearModel, reduce, weigh } from '@xpxlc/core';
 * import { assessor } from 'xpxlc';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const model = linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 4], [0, 2], [0, 1]], intercept: -4.5 });
 * const assess = assessor(weigh(reduce(model), ['yes', 'yes', 'yes']));
 * const found = assess({ kind: 'rule', row: 0, place: 'here', features: [0] });
 * found.kind === 'rule' && [found.sufficient, found.precision?.exact, found.hits]; // => [false, '3/4', 1]
 * ```
 */
export function assessor(problem: Problem, options: AssessOptions = {}): (given: Given) => Assessment {
  const frequency = once(() => frequencies(problem, options));
  const power = once(() => powers(problem, options));
  return (given) =>
    given.kind === 'rule'
      ? assessRule(problem, given, frequency, options)
      : assessWeights(problem, given, frequency, power, options);
}

function assessRule(
  problem: Problem,
  given: GivenRule,
  frequency: () => readonly bigint[] | null,
  { distribution = 'uniform', exact = false, budget }: AssessOptions,
): RuleAssessment {
  const names = namesOf(problem);
  const set = given.features;
  const { holds, minimal, redundant, counterexample, repaired = [] } = check(problem, set);
  const applies = tryProbability(() => coverage(problem, set, distribution), exact);
  // What is sufficient always holds, and where there is no coverage there is no distribution.
  const kept =
    applies === null || !holds
      ? tryProbability(() => precision(problem, set, distribution, { budget }), exact)
      : ALWAYS;
  return {
    ...placeOf(given),
    kind: 'rule',
    class: problem.class,
    features: names(set),
    size: set.length,
    sufficient: holds,
    minimal,
    redundant: names(redundant),
    precision: kept,
    coverage: applies,
    claimed: given.claimed,
    ...hitsOf(names, set, frequency(), set.length),
    counterexample: counterexample && toChangeRecord(problem, counterexample),
    repaired: { features: names(repaired), literals: repaired.map((i) => literal(problem, i)) },
    distance: differences(set, repaired),
  };
}

function assessWeights(
  problem: Problem,
  given: GivenWeights,
  frequency: () => readonly bigint[] | null,
  power: () => readonly number[] | null,
  { top = 5 }: AssessOptions,
): WeightsAssessment {
  const names = namesOf(problem);
  const magnitudes = given.weights.map(Math.abs);
  const set = topFeatures(magnitudes, top);
  const times = frequency();
  const orders = power();
  return {
    ...placeOf(given),
    kind: 'weights',
    class: problem.class,
    features: names(set),
    top,
    ...hitsOf(names, set, times, top),
    agreement: {
      frequency: times && agreementOf(magnitudes, levels(times)),
      power: orders && agreementOf(magnitudes, orders),
    },
  };
}

const ALWAYS: ProbabilityRecord = { low: 1, high: 1, exact: '1' };

type Names = (set: readonly number[]) => string[];

/** The paper's measure: how many of the set are among the k most frequent features. */
function hitsOf(
  names: Names,
  set: readonly number[],
  frequency: readonly bigint[] | null,
  k: number,
): Pick<Assessment, 'hits' | 'common'> {
  if (frequency === null) return { hits: null, common: null };
  const common = topFeatures(frequency, k);
  return { hits: set.filter((i) => common.includes(i)).length, common: names(common) };
}

function agreementOf(x: readonly number[], y: readonly number[]): Agreement {
  return { kendall: kendallTauB(x, y), spearman: spearmanRho(x, y), rbo: rankBiasedOverlap(x, y) };
}

/** In how many explanations each feature is; null beyond the budget. */
function frequencies(problem: Problem, { budget }: AssessOptions): readonly bigint[] | null {
  return tryCounting(() => count(problem, { frequency: true, budget }).frequency ?? null);
}

/**
 * The order of the features by power. Banzhaf's index orders them as Shapley and Shubik's does, since one of two features is always
 * at least as desirable as the other where weights decide, and both indices follow that; it costs less.
 */
function powers(problem: Problem, { budget }: AssessOptions): readonly number[] | null {
  const found = tryCounting(() => powerIndices(problem, { indices: ['banzhaf'], budget }).banzhaf);
  // All denominators are powers of two, so the largest is a multiple of each.
  if (found === null || found === undefined) return null;
  const common = found.reduce((most, { denominator }) => (denominator > most ? denominator : most), 1n);
  return levels(found.map(({ numerator, denominator }) => (numerator * common) / denominator));
}

function tryCounting<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch (error) {
    if (error instanceof LimitError) return null;
    throw error;
  }
}

function placeOf({ row, tool }: Given): { readonly row: number; readonly tool?: string } {
  return { row, tool };
}

function namesOf({ classifier: { features } }: Problem): Names {
  return (set) => set.map((i) => features[i].name);
}

function differences(one: readonly number[], other: readonly number[]): number {
  const shared = one.filter((i) => other.includes(i)).length;
  return one.length + other.length - 2 * shared;
}

function once<T>(ask: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: ask() };
    return known.value;
  };
}
