// Uniform random explanations: a random place of the list, and the explanation there.

import { Random } from '../count/random.ts';
import { InstanceError, show } from '../errors.ts';
import { checkLimit } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import { type RankingOptions, ranking } from './ranking.ts';

/** Options of {@link sampler}. */
export interface SamplerOptions extends RankingOptions {
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
 * @throws as `ranking`, and {@link InstanceError} `bad-option` when the seed is not one.
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
  const all = ranking(problem, options);
  const draw = (): number[] | undefined => (all.count === 0n ? undefined : all.at(random.below(all.count)));
  return {
    count: all.count,
    draw,
    *[Symbol.iterator]() {
      for (let set = draw(); set !== undefined; set = draw()) yield set;
    },
  };
}

/**
 * So many explanations drawn at random, with replacement; see {@link sampler}.
 *
 * @throws as {@link sampler}.
 * @example
 * ```ts
 * import { linearModel, reduce, sampleExplanations, weigh } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const model = linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 2], [0, 2], [0, 1]], intercept: -2.5 });
 * sampleExplanations(weigh(reduce(model), ['yes', 'yes', 'yes']), { size: 1000, seed: 7 }).length; // => 1000
 * ```
 */
export function sampleExplanations(
  problem: Problem,
  { size, ...options }: SamplerOptions & { readonly size: number },
): number[][] {
  if (!Number.isFinite(checkLimit(size, 'size'))) {
    throw new InstanceError('no end of explanations', {
      code: 'bad-option',
      place: 'size',
      expected: 'a whole number from 0 up',
      got: show(size),
    });
  }
  const source = sampler(problem, options);
  return source.count === 0n ? [] : Array.from({ length: size }, () => source.draw() as number[]);
}
