// Datasets for where there are none: naive Bayes models of random tables. The same seed gives the same data.
import { categoricalNaiveBayes } from '@xpxlc/core';
import { random } from '../../bench/src/data.ts';
import { type Dataset, toDataset } from './dataset.ts';

/** Sizes of a generated dataset. */
export interface Shape {
  readonly name: string;
  readonly features: number;
  /** Values per feature go round this list. */
  readonly values: readonly number[];
  readonly rows: number;
}

/** As tables are: a dozen columns of a few values, many columns of two. */
export const SHAPES: readonly Shape[] = [
  { name: 'generated-12', features: 12, values: [4, 9, 7, 4, 9, 6, 5, 2, 3, 3, 3, 11], rows: 1000 },
  { name: 'generated-24', features: 24, values: [2, 3], rows: 300 },
  { name: 'generated-48', features: 48, values: [2], rows: 100 },
];

/**
 * Probabilities that differ between the classes as those of real columns do: a few columns tell much, most tell little. Rows are
 * drawn from the model itself.
 */
export function generate({ name, features, values, rows }: Shape, seed: number): Dataset {
  const next = random(seed);
  const sizes = Array.from({ length: features }, (_, i) => values[i % values.length]);
  const distribution = (size: number) => {
    const weights = Array.from({ length: size }, () => 0.05 + next() ** 2);
    const sum = weights.reduce((a, b) => a + b, 0);
    return weights.map((weight) => weight / sum);
  };
  const prior = [0.6, 0.4];
  const likelihood = sizes.map((size) => prior.map(() => distribution(size)));
  const draw = (weights: readonly number[]) => {
    let left = next();
    return Math.max(
      0,
      weights.findIndex((weight) => {
        left -= weight;
        return left < 0;
      }),
    );
  };
  const model = categoricalNaiveBayes({
    classes: ['no', 'yes'],
    features: sizes.map((size, i) => ({
      name: `x${i}`,
      values: Array.from({ length: size }, (_, v) => `v${v}`),
    })),
    prior,
    likelihood,
  });
  const labels: number[] = [];
  const instances = Array.from({ length: rows }, () => {
    const k = draw(prior);
    labels.push(k);
    return likelihood.map((perClass) => draw(perClass[k]));
  });
  return toDataset({ name, source: 'generated', model, rows: instances, labels });
}
