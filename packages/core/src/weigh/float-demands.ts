// Several rivals at once, in doubles: what a smallest explanation asks of each, with the doubt of every comparison, and exact numbers only
// for whoever is in doubt.
import { errorOfSum } from '../exact/filter.ts';
import type { Demands } from './demands.ts';
import { DROP_ERROR, isEndless, mayBeTiny, type Rival, type Weighed } from './problem.ts';
import { overtakes, totalDrop } from './sufficiency.ts';

/** Sets of ranks that exceed all demands; the answer is `forced` together with such a set. */
export interface FloatDemands {
  readonly forced: readonly number[];
  /** The feature of each rank. */
  readonly features: ArrayLike<number>;
  readonly list: readonly FloatDemand[];
}

/** One rival: weights by rank, and the threshold their sum must exceed. */
export interface FloatDemand {
  readonly weights: Float64Array;
  readonly threshold: number;
  /**
   * A sum of weights that misses the threshold by more than this decides, though it was added up and subtracted from in doubles; so
   * does one without any rounding.
   */
  readonly doubt: number;
  /** Exactly: does a set of ranks exceed it? */
  readonly exactly: (ranks: readonly number[]) => boolean;
}

/** The demands of exact numbers, on their grids. */
export function onGrid({ forced, features, list }: Demands): FloatDemands {
  return {
    forced,
    features,
    list: list.map(({ weights, threshold, grid }) => ({
      weights: grid.weights,
      // Between two integers, so that no sum is there. The grid is certain of differences of at least its window.
      threshold: grid.threshold + 0.5,
      doubt: grid.window,
      exactly: (ranks) => ranks.reduce((sum, rank) => sum + weights[rank], 0n) > threshold,
    })),
  };
}

/** What a sufficient set must exceed, without exact numbers; undefined where doubles do not do. */
export function whyInDoubles(problem: Weighed): FloatDemands | undefined {
  const { rivals, classifier, float, classIndex: own } = problem;
  const n = classifier.features.length;
  const forced = new Set<number>();
  for (const rival of rivals) {
    const { approx } = rival;
    for (let i = 0; i < n; i++) {
      if (approx[i] === 0 && mayBeTiny(problem, rival, i)) return undefined;
      if (approx[i] !== Number.POSITIVE_INFINITY) continue;
      if (!isEndless(problem, rival, i)) return undefined; // finite, but beyond the doubles
      forced.add(i);
    }
  }
  const open: { rival: Rival; threshold: number; doubt: number }[] = [];
  const used = new Uint8Array(n);
  for (const rival of rivals) {
    const { approx } = rival;
    let total = 0;
    for (let i = 0; i < n; i++) if (!forced.has(i)) total += approx[i];
    const margin = float.scores[own] - float.scores[rival.class];
    const threshold = total - margin;
    // Twice the error of the threshold, which is more than that of any sum of drops: enough for their difference.
    const doubt =
      2 *
      (float.noise[own] +
        float.noise[rival.class] +
        DROP_ERROR * total +
        errorOfSum(3 * n + 2, total + Math.abs(margin)));
    if (!(Math.abs(threshold) > 2 * doubt)) return undefined;
    if (threshold < 0) continue;
    open.push({ rival, threshold, doubt });
    for (let i = 0; i < n; i++) if (approx[i] > 0 && !forced.has(i)) used[i] = 1;
  }
  const features: number[] = [];
  for (let i = 0; i < n; i++) if (used[i] === 1) features.push(i);
  return {
    forced: [...forced],
    features,
    list: open.map(({ rival, threshold, doubt }) => ({
      weights: Float64Array.from(features, (i) => rival.approx[i]),
      threshold,
      doubt,
      exactly: (ranks) => {
        const held = new Set([...forced, ...ranks.map((rank) => features[rank])]);
        return !overtakes(
          rival,
          totalDrop(rival, (i) => !held.has(i)),
        );
      },
    })),
  };
}
