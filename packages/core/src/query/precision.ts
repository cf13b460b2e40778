// How often a set of features keeps the class, when the others vary as a distribution says.
import type { Masses } from '../chance/masses.ts';
import { chanceBounds, exactChance, type Held } from '../chance/odds.ts';
import { type Estimate, sampled } from '../chance/sampled.ts';
import { toSpread } from '../chance/spread.ts';
import type { Fraction } from '../count/fraction.ts';
import { InstanceError, show } from '../errors.ts';
import { type Budget, Meter } from '../model/budget.ts';
import type { Distribution } from '../model/distribution.ts';
import { type Features, pick } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import { toWeighed, type Weighed } from '../weigh/problem.ts';

/** A probability: between which doubles it lies for certain, and where it was computed what it is exactly. */
export interface Probability {
  readonly low: number;
  /** Equal to `low` where the probability is known exactly: then both are the double nearest to it. */
  readonly high: number;
  readonly exact: Fraction | null;
  /** Where bounds of several rivals stay wider than asked for: what a random sample says. It is no proof. */
  readonly estimate?: Estimate;
}

/** Options of {@link precision}. */
export interface PrecisionOptions {
  /** `true` (default): the exact fraction, where it can be had. `false`: bounds will do, which is quicker where numbers are long. */
  readonly exact?: boolean;
  /** How wide bounds may be, where there is no fraction. They may be wider where it cannot be helped. Default: 0.001. */
  readonly width?: number;
  /** What bounds may cost: beyond it they stay wider. Some seconds end it in any case; a signal ends all of it, the fraction and the estimate, too. */
  readonly budget?: Budget;
}

/**
 * The probability that the class stays what it is when these features keep their values and all others vary independently.
 *
 * 1 for every explanation, and only for sets whose other features never change the class with positive probability. It does not
 * always grow with the set: holding one more feature may hold a value that speaks against the class.
 *
 * @throws {InstanceError} `unknown-feature`; `bad-distribution`; `no-distribution` where a model or a feature has none; `never-occurs`
 * where the model says that the values held never occur together.
 * @example
 * ```ts
 * import { linearModel, precision, reduce, weigh } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const model = linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 2], [0, 2], [0, 1]], intercept: -2.5 });
 * const problem = weigh(reduce(model), ['yes', 'yes', 'yes']);
 * precision(problem, ['a', 'b']).low; // => 1
 * precision(problem, ['a']).low; // => 0.75
 * ```
 */
export function precision(
  problem: Problem,
  features: Features,
  distribution: Distribution = 'uniform',
  { exact = true, width = 0.001, budget }: PrecisionOptions = {},
): Probability {
  const weighed = toWeighed(problem);
  const question = toHeld(weighed, pick(weighed.classifier, features), distribution);
  const meter = new Meter(budget);
  checkWidth(width);
  const known = exact ? exactChance(question, meter) : undefined;
  if (known !== undefined) return { low: known.value, high: known.value, exact: known };
  const bounds = toBounds(chanceBounds(question, width, meter));
  if (weighed.rivals.length === 1 || bounds.high - bounds.low <= width) return { ...bounds, exact: null };
  const estimate = sampled(question, meter);
  return { ...bounds, exact: null, estimate };
}

/** Between which doubles a probability lies. */
export type Bounds = Pick<Probability, 'low' | 'high'>;

export function toBounds({ kept, lost }: Masses): Bounds {
  // The difference may have been rounded down.
  return { low: kept, high: Math.min(1, (1 - lost) * (1 + 2 ** -52)) };
}

/** @param held - positions, in increasing order. */
export function toHeld(problem: Weighed, held: readonly number[], distribution: Distribution): Held {
  const isHeld = new Uint8Array(problem.classifier.features.length);
  for (const i of held) isHeld[i] = 1;
  const free: number[] = [];
  for (let i = 0; i < isHeld.length; i++) if (isHeld[i] === 0) free.push(i);
  return { problem, spread: toSpread(problem.classifier, distribution), held, free };
}

function checkWidth(width: number): void {
  if (width >= 0 && width <= 1) return;
  throw new InstanceError('not a width of bounds', {
    code: 'bad-option',
    place: 'width',
    expected: 'a number from 0 to 1',
    got: show(width),
  });
}
