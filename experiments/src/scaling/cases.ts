// What is asked about, from seeds: the same seed and size give the same model and instance.
import { type Block, type Classifier, linearModel, type Problem, reduce, weigh } from '@xpxlc/core';
import { logNormal, normal, random } from '../../../bench/src/data.ts';

/** How weights are drawn. */
export type Weights = 'random' | 'points';

/** A question about an instance, from its values on. */
export type Ask = () => Problem;

/** `n` numbers between 0 and 1 with log-normal weights of either sign; a smallest explanation needs half of them. */
export function numbers(n: number, seed: number): Ask {
  const next = random(seed);
  const drawn = Array.from({ length: n }, () => {
    const value = next();
    const weight = (next() < 0.5 ? -1 : 1) * logNormal(next);
    return { value, weight, drop: weight > 0 ? weight * value : weight * (value - 1) };
  });
  const heaviest = drawn
    .map(({ drop }) => drop)
    .sort((a, b) => a - b)
    .slice(n - Math.floor(n / 2));
  const needed = heaviest.reduce((a, b) => a + b, 0) - heaviest[0] / 2;
  const low = drawn.reduce((sum, { weight }) => sum + Math.min(weight, 0), 0);
  const classifier = reduce(
    linearModel({
      classes: ['-', '+'],
      features: drawn.map((_, i) => ({ name: `v${i}`, lower: 0, upper: 1 })),
      weights: drawn.map(({ weight }) => weight),
      intercept: -needed - low,
    }),
  );
  const instance = drawn.map(({ value }) => value);
  return () => weigh(classifier, instance);
}

/**
 * `n` features of two values, drops drawn at random, half of their sum needed: with random reals the worst there is for counting, with
 * points from 1 to 100 as easy as scorecards are.
 */
export function halfNeeded(n: number, weights: Weights, seed: number): Ask {
  const next = random(seed * 1000 + n);
  const draw = weights === 'random' ? next : () => 1 + Math.floor(100 * next());
  const drops = Array.from({ length: n }, draw);
  const sum = drops.reduce((a, b) => a + b, 0);
  const classifier = toClassifier(
    drops.map((drop) => [0, drop]),
    -sum / 2,
  );
  const instance = drops.map(() => 1);
  return () => weigh(classifier, instance);
}

/** `n` features of `values` categories each, normal scores; each value of the instance is better than most, and half of the drops are needed. */
export function categories(n: number, values: number, seed: number): Ask {
  const next = random(seed);
  const scores = Array.from({ length: n }, () => Array.from({ length: values }, () => normal(next)));
  const instance = scores.map((own) =>
    own.indexOf(own.toSorted((a, b) => a - b)[Math.ceil(0.8 * values) - 1]),
  );
  const sum = (of: (i: number) => number) => scores.reduce((total, _, i) => total + of(i), 0);
  const least = sum((i) => Math.min(...scores[i]));
  const own = sum((i) => scores[i][instance[i]]);
  const classifier = toClassifier(scores, -(least + own) / 2);
  return () => weigh(classifier, instance);
}

/** A table of a dozen columns with 2 to 11 categories. */
export function table(
  rows: number,
  seed: number,
): { readonly classifier: Classifier; readonly block: Block } {
  const sizes = [4, 9, 7, 4, 9, 6, 5, 2, 3, 3, 3, 11];
  const next = random(seed);
  const scores = sizes.map((size) => Array.from({ length: size }, () => 2 * normal(next)));
  const columns = sizes.map((size) => {
    const column = new Uint8Array(rows);
    for (let r = 0; r < rows; r++) column[r] = Math.floor(next() * size);
    return column;
  });
  return { classifier: toClassifier(scores, 0.25), block: { rows, columns } };
}

/** Class 'yes' iff the scores exceed what is needed. */
function toClassifier(scores: readonly (readonly number[])[], intercept: number): Classifier {
  const features = scores.map((own, i) => ({ name: `x${i}`, values: own.map((_, v) => `v${v}`) }));
  return reduce(linearModel({ classes: ['no', 'yes'], features, weights: scores, intercept }));
}
