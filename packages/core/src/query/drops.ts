// What every explanation rests on: per rival the margin and the drops, as doubles to look at and as integers to compute with.
import { toShown } from '../exact/ratio.ts';
import type { Problem } from '../model/prepared.ts';
import { ENDLESS, toWeighed } from '../weigh/problem.ts';

/** The predicted class against one rival. */
export interface RivalDrops {
  /** The rival. */
  readonly class: string;
  /** The predicted class wins a tie against this rival. */
  readonly winsTies: boolean;
  /** How far the predicted class is ahead: the nearest double, and 0 for a tie only. */
  readonly margin: number;
  /**
   * Per feature, how far the margin can fall when it alone changes: doubles within a few units in the last place, and 0 only for what cannot matter; Infinity
   * without end.
   */
  readonly drops: readonly number[];
  /** The same as integers in units of 2^exponent / denominator. */
  readonly exact: {
    readonly margin: bigint;
    readonly drops: readonly (bigint | 'endless')[];
    readonly exponent: number;
    readonly denominator: bigint;
  };
}

/**
 * Margin and drops against every rival, in the order of the classes.
 *
 * @throws {InstanceError} `bad-problem` when `weigh` has not made the problem.
 * @example
 * ```ts
 * import { drops, linearModel, reduce, weigh } from '@xpxlc/core';
 * const model = linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 1 }, { name: 'y', lower: 0 }], weights: [3, 1], intercept: -2 });
 * const [against] = drops(weigh(reduce(model), { x: 1, y: 0.5 }));
 * [against.class, against.margin, against.drops]; // => ['no', 1.5, [3, 0.5]]
 * ```
 */
export function drops(problem: Problem): RivalDrops[] {
  const { classifier, rivals } = toWeighed(problem);
  return rivals.map(({ class: k, winsTies, weights, approx }) => {
    const { margin, exponent, denominator } = weights;
    const exact = {
      margin,
      drops: weights.drops.map((drop) => (drop === ENDLESS ? 'endless' : drop)),
      exponent,
      denominator,
    } as const;
    return {
      class: classifier.classes[k],
      winsTies,
      margin: inScores(margin, exact),
      drops: Array.from(approx, (drop, i) => {
        const units = exact.drops[i];
        return drop === 0 && units !== 'endless' ? inScores(units, exact) : drop;
      }),
      exact,
    };
  });
}

/** So many units of {@link RivalDrops.exact} as the nearest double; what is not 0 is not told as 0, but as the least double of its sign. */
export function inScores(
  units: bigint,
  { exponent, denominator }: Pick<RivalDrops['exact'], 'exponent' | 'denominator'>,
): number {
  return toShown({ m: units, e: exponent, d: denominator });
}
