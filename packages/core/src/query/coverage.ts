// How often a rule applies at all.
import { exactRegionShare, regionShare } from '../chance/region-share.ts';
import { bitsOf, MOST_BITS, toSpread } from '../chance/spread.ts';
import { fraction } from '../count/fraction.ts';
import { down, productUp, up } from '../exact/exponential.ts';
import type { Distribution } from '../model/distribution.ts';
import { type Features, pick } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import { ownRegion } from '../move/region.ts';
import { toWeighed } from '../weigh/problem.ts';
import type { Probability } from './precision.ts';

/**
 * The probability that an instance has what the rule of these features asks for (see `rule`): the same category, the same bin, a number on
 * the side where it does no harm.
 *
 * @throws {InstanceError} `unknown-feature`, `bad-distribution`, `no-distribution`.
 * @example
 * ```ts
 * import { coverage, linearModel, reduce, weigh } from '@xpxlc/core';
 * const model = linearModel({ classes: ['no', 'yes'], features: [{ name: 'age', lower: 0, upper: 100 }, { name: 'job', values: ['none', 'clerk'] }], weights: [1, [0, 9]], intercept: -40 });
 * const problem = weigh(reduce(model), { age: 75, job: 'clerk' });
 * coverage(problem, ['job']).low; // => 0.5
 * coverage(problem, ['age', 'job']).low; // => 0.125
 * ```
 */
export function coverage(
  problem: Problem,
  features: Features,
  distribution: Distribution = 'uniform',
): Probability {
  const weighed = toWeighed(problem);
  const spread = toSpread(weighed.classifier, distribution);
  const picked = pick(weighed.classifier, features);
  const held = picked.map((i) => ({
    feature: spread.features[i],
    region: ownRegion(weighed, i),
  }));
  const { weights, total, low, high } = spread.components;
  let [above, below] = [0n, 1n];
  let [least, most] = [0, 0];
  let exactly = weights !== null && bitsOf(spread, picked) <= MOST_BITS;
  for (let k = 0; k < low.length; k++) {
    let [part, all] = [weights?.[k] ?? 0n, 1n];
    let [lower, upper] = [low[k], high[k]];
    for (const { feature, region } of held) {
      const share = exactly ? exactRegionShare(feature, k, region) : undefined;
      if (share === undefined) exactly = false;
      else [part, all] = [part * share[0], all * share[1]];
      const bounds = regionShare(feature, k, region);
      [lower, upper] = [down(lower * bounds[0]), productUp(upper, bounds[1])];
    }
    [above, below] = [above * all + part * below, below * all];
    [least, most] = [down(least + lower), up(most + upper)];
  }
  if (!exactly) return { low: least, high: Math.min(1, most), exact: null };
  const known = fraction(above, below * total);
  return { low: known.value, high: known.value, exact: known };
}
