// Widen the literals of an explanation: spend what is left of the margin on more values per feature, one feature after
// the other.
import { InstanceError } from '../errors.ts';
import type { Ratio } from '../exact/ratio.ts';
import { type Features, pick } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import { type Region, widenAll } from '../move/region.ts';
import { toWeighed } from '../weigh/problem.ts';
import { isSufficient, totalDrop } from '../weigh/sufficiency.ts';

/** A literal that allows several values. */
export interface WideLiteral {
  readonly feature: number;
  readonly region: Region;
}

/** Options of {@link inflate}. */
export interface InflateOptions {
  /** In which order literals are widened; features not named follow in increasing order. */
  readonly order?: Features;
}

/**
 * The widest literals with which a sufficient set stays sufficient, in increasing order of feature. Maximal: no
 * category, no bin and no longer interval (between doubles) can be added to any of them.
 *
 * @throws {InstanceError} `not-sufficient` when the set is not sufficient to begin with; when a feature is unknown.
 * @example
 * ```ts
 * import { inflate, linearModel, reduce, weigh } from '@xpxlc/core';
 * const model = linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 8 }, { name: 'y', lower: 0, upper: 1 }], weights: [1, 1], intercept: -3 });
 * inflate(weigh(reduce(model), { x: 5, y: 1 }), ['x'])[0].region; // => { kind: 'interval', lower: 3.0000000000000004, upper: 8 }
 * ```
 */
export function inflate(
  problem: Problem,
  features: Features,
  { order = [] }: InflateOptions = {},
): WideLiteral[] {
  const weighed = toWeighed(problem);
  const { classifier, rivals } = weighed;
  const set = pick(classifier, features);
  const held = new Set(set);
  if (!isSufficient(weighed, held)) {
    throw new InstanceError('the set is not sufficient', {
      code: 'not-sufficient',
      expected: 'a set that fixes the class',
      got: set.map((i) => `'${classifier.features[i].name}'`).join(', ') || 'none',
    });
  }
  // What the free features leave of each margin.
  const left = rivals.map((rival): Ratio => {
    const { margin, exponent, denominator } = rival.weights;
    return { m: margin - totalDrop(rival, (i) => !held.has(i)).sum, e: exponent, d: denominator };
  });
  const first = order.flatMap((entry) => pick(classifier, [entry])).filter((i) => held.has(i));
  return widenAll(weighed, new Set([...first, ...set]), left).sort((a, b) => a.feature - b.feature);
}
