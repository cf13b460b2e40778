// How many explanations a row has: in all, by size, with each feature; and how much power that gives each feature.

import {
  type Budget,
  type Count,
  count,
  countBounds,
  estimateCount,
  LimitError,
  type Problem,
  powerIndices,
  tally,
  type Within,
} from '@xpxlc/core';
import { Allowance, type AllowanceOptions, NEVER } from './allowance.ts';
import type { CountRecord } from './record-fields.ts';

/** What to count. */
export interface CountQuestion extends Pick<AllowanceOptions, 'maxTime'> {
  readonly kind: 'axp' | 'cxp';
  /** What may move; everything where it is absent. */
  readonly within?: Within;
  /** Go through so many at most, instead of counting without listing. */
  readonly most?: number;
  readonly budget: Budget;
  readonly power: boolean;
  readonly pairs: boolean;
  /** What to say beyond the budget; without either that is an error. */
  readonly beyond?: 'bounds' | { readonly seed: number };
}

/** Count the explanations of a row. @param allowance - what is left for this row. */
export function countRecord(
  problem: Problem,
  asked: CountQuestion,
  allowance: Allowance = new Allowance(asked),
): CountRecord {
  // Where the rest of the time goes to bounds, some must be left.
  const signal = asked.beyond === undefined ? allowance : allowance.share(0.7);
  const question = { ...asked, budget: { ...asked.budget, signal } };
  const head = { class: problem.class, kind: question.kind };
  try {
    return { ...head, ...counts(problem, question) };
  } catch (error) {
    if (question.beyond === undefined || !(error instanceof LimitError)) throw error;
    return {
      ...head,
      complete: false,
      ...beyondBudget(
        problem,
        { ...question, budget: { ...asked.budget, signal: allowance } },
        question.beyond,
      ),
    };
  }
}

function counts(problem: Problem, question: CountQuestion): Omit<CountRecord, 'class' | 'kind'> {
  const { kind, most } = question;
  const names = problem.classifier.features.map(({ name }) => name);
  const found =
    most === undefined
      ? { ...asMuchAsAffordable(problem, question), complete: true }
      : tally(problem, { kind, limit: most, budget: { signal: question.budget.signal ?? NEVER } });
  const { frequency } = found;
  const pairs = 'pairs' in found ? found.pairs : undefined;
  return {
    count: String(found.count),
    complete: found.complete,
    ...(found.sizes === undefined ? {} : bySize(found.sizes.map(BigInt), BigInt(found.count))),
    frequency: frequency && Object.fromEntries(names.map((name, i) => [name, String(frequency[i])])),
    pairs: pairs && byPair(names, pairs),
    ...(question.power ? { power: powers(problem, question, names) } : {}),
  };
}

/** All that is asked for; without sizes, or without frequencies, where those alone are beyond the budget. */
function asMuchAsAffordable(problem: Problem, { kind, budget, pairs }: CountQuestion): Count {
  const asked = { kind, budget };
  for (const parts of [
    { sizes: true, frequency: true, pairs },
    { frequency: true, pairs },
  ]) {
    try {
      return count(problem, { ...asked, ...parts });
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
    }
  }
  return count(problem, asked);
}

function bySize(sizes: readonly bigint[], total: bigint): Partial<CountRecord> {
  const present = sizes.flatMap((number, size) => (number > 0n ? [size] : []));
  const members = sizes.reduce((sum, number, size) => sum + number * BigInt(size), 0n);
  return {
    sizes: Object.fromEntries(present.map((size) => [String(size), String(sizes[size])])),
    smallest: present[0] ?? null,
    largest: present.at(-1) ?? null,
    mean: total === 0n ? null : ratio(members, total),
  };
}

/** Each pair once, the earlier feature outside. */
function byPair(
  names: readonly string[],
  pairs: readonly (readonly bigint[])[],
): NonNullable<CountRecord['pairs']> {
  return Object.fromEntries(
    names.map((name, i) => [
      name,
      Object.fromEntries(names.flatMap((other, j) => (j > i ? [[other, String(pairs[i][j])]] : []))),
    ]),
  );
}

function powers(
  problem: Problem,
  { kind, budget }: CountQuestion,
  names: readonly string[],
): NonNullable<CountRecord['power']> {
  const power = powerIndices(problem, { kind, budget });
  const value = (index: keyof typeof power, i: number): number => power[index]?.[i].value ?? 0;
  return Object.fromEntries(
    names.map((name, i) => [
      name,
      {
        shapleyShubik: value('shapleyShubik', i),
        banzhaf: value('banzhaf', i),
        banzhafNormalized: value('banzhafNormalized', i),
        deeganPackel: value('deeganPackel', i),
        hollerPackel: value('hollerPackel', i),
      },
    ]),
  );
}

function beyondBudget(
  problem: Problem,
  { kind, budget }: CountQuestion,
  beyond: NonNullable<CountQuestion['beyond']>,
): Pick<CountRecord, 'bounds' | 'estimate'> {
  if (beyond === 'bounds') {
    const { lower, upper } = countBounds(problem, { kind, budget });
    return { bounds: { lower: String(lower), upper: String(upper) } };
  }
  const { estimate, low, high, confidence, samples } = estimateCount(problem, {
    kind,
    budget: { signal: budget.signal ?? NEVER },
    ...beyond,
  });
  return { estimate: { count: estimate, low, high, confidence, samples } };
}

/** The quotient as a double. */
export function ratio(part: bigint, whole: bigint): number {
  // 2^64 times the quotient has all the digits a double can hold, as far as people look at means and shares.
  return Number((part << 64n) / whole) / 2 ** 64;
}
