// Uniform random explanations: a random place of the list, and the explanation there.

import { Random } from '../count/random.ts';
import type { Problem } from '../model/prepared.ts';
import { type ExplanationListOptions, explanationList } from './explanation-list.ts';

/** Options of {@link sampler}. */
export interface SamplerOptions extends ExplanationListOptions {
  /** The same seed gives the same explanations, everywhere. A whole number from 0 to 2^53 − 1; default 0. */
  readonly seed?: number;
}

/** Draws explanations; iterate as long as you like. */
export interface Sampler extends Iterable<number[]> {
  /** How many explanations there are to draw from. */
  readonly count: bigint;
  /** Another one, every explanation as likely as any other; undefined when there is none at all. */
  draw(): number[] | undefined;
}

/**
 * Prepare drawing explanations at random, with replacement, each exactly as likely as any other. The random numbers are those
 * of xoshiro128** seeded by splitmix32.
 *
 * @throws as `explanationList`, and {@link InstanceError} `bad-option` when the seed is not one.
 * @example
 * ```ts
 * import { linearModel, reduce, sampler, weigh } from '@xpxlc/core';
 * const features = Array.from({ length: 60 }, (_, i) => ({ name: `x${i}`, values: ['no', 'yes'] }));
 * const model = linearModel({ classes: ['ham', 'spam'], features, weights: features.map(() => [0, 1]), intercept: -29.5 });
 * const source = sampler(weigh(reduce(model), features.map(() => 'yes')), { seed: 1 });
 * source.count; // => 118264581564861424n
 * source.draw()?.length; // => 30
 * ```
 */
export function sampler(problem: Problem, { seed = 0, ...options }: SamplerOptions = {}): Sampler {
  const random = new Random(seed);
  const all = explanationList(problem, options);
  const draw = (): number[] | undefined => (all.count === 0n ? undefined : all.at(random.below(all.count)));
  return {
    count: all.count,
    draw,
    *[Symbol.iterator]() {
      for (let set = draw(); set !== undefined; set = draw()) yield set;
    },
  };
}
