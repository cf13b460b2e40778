// Small problems with known drops, for tests that need particular numbers.

import { type LinearModelSpec, type LinearRow, linearModel } from '../src/model/linear.ts';
import type { Weighed } from '../src/weigh/problem.ts';
import { reduce, weigh } from './engine.ts';

/** A linear model with the classes no and yes. */
export function linear(
  features: LinearModelSpec['features'],
  weights: LinearRow['weights'],
  intercept = 0,
): ReturnType<typeof linearModel> {
  return linearModel({ classes: ['no', 'yes'], features, weights, intercept });
}

/**
 * Two classes and features that are off or on, all on: feature i has the drop `weights[i]`, and a set is sufficient iff
 * its drops add up to more than `threshold`. Features are named f0, f1, …
 */
export function coverProblem(weights: readonly number[], threshold: number): Weighed {
  const model = linearModel({
    classes: ['no', 'yes'],
    features: weights.map((_, i) => ({ name: `f${i}`, values: ['off', 'on'] })),
    weights: weights.map((w) => [0, w]),
    intercept: -threshold,
  });
  return weigh(
    reduce(model, { neverWins: 'allow' }),
    weights.map(() => 'on'),
  );
}

/** The same with a row of drops per rival: sufficient against rival r iff the drops exceed `thresholds[r]`. */
export function rowsProblem(weights: readonly (readonly number[])[], thresholds: readonly number[]): Weighed {
  const model = linearModel({
    classes: [...thresholds.map((_, r) => `c${r}`), 'yes'],
    tieOrder: [...thresholds.map((_, r) => `c${r}`), 'yes'],
    features: weights[0].map((_, i) => ({ name: `f${i}`, values: ['off', 'on'] })),
    rows: [
      ...weights.map((row, r) => ({ weights: row.map((w) => [0, -w]), intercept: thresholds[r] })),
      { weights: weights[0].map(() => [0, 0]) },
    ],
  });
  return weigh(
    reduce(model, { neverWins: 'allow' }),
    weights[0].map(() => 'on'),
  );
}

/**
 * Features with two values and many classes, of whose whole weights two thirds are nothing: what is needed against one rival says little
 * about the others, so that a smallest explanation takes long to prove, and lists and counts have no end.
 */
export function manyRivals(features: number, classes: number, seed = 4): Weighed {
  const numbers = sequence(seed, features * (4 * classes + 1), 1000);
  const weight = (at: number): number => (numbers[at] < 300 ? Math.round((3 * numbers[at + 1]) / 1000) : 0);
  const model = linearModel({
    classes: Array.from({ length: classes }, (_, k) => `c${k}`),
    features: Array.from({ length: features }, (_, i) => ({ name: `f${i}`, values: ['off', 'on'] })),
    rows: Array.from({ length: classes }, (_, k) => ({
      weights: Array.from({ length: features }, (_, i) =>
        [0, 2].map((value) => weight(4 * (k * features + i) + value)),
      ),
    })),
  });
  const values = numbers.slice(-features).map((x) => (x < 500 ? 'off' : 'on'));
  return weigh(reduce(model, { neverWins: 'allow' }), values);
}

/** Pseudo-random whole numbers below `limit`, always the same for a seed (a linear congruential generator). */
export function sequence(seed: number, length: number, limit: number): number[] {
  let state = BigInt(seed);
  return Array.from({ length }, () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    return Number((state >> 11n) % BigInt(limit));
  });
}

/** The same problem, with exact integers that throw. */
export function inexact(problem: Weighed): Weighed {
  return {
    classifier: problem.classifier,
    within: problem.within,
    missing: problem.missing,
    encoded: problem.encoded,
    values: problem.values,
    float: problem.float,
    class: problem.class,
    classIndex: problem.classIndex,
    rivals: problem.rivals.map(({ class: k, winsTies, approx }) => ({
      class: k,
      winsTies,
      approx,
      get weights(): never {
        throw new Error('exact integers');
      },
    })),
  };
}
