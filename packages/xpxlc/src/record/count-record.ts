// How many explanations a row has: in all, by size, and with each feature.
import { type Problem, tally } from '@xpxlc/core';

/** The counts of one row; counts are decimal texts, as they may be large. */
export interface CountRecord {
  readonly class: string;
  readonly kind: 'axp' | 'cxp';
  readonly count: string;
  /** False: there are more; all numbers are those of the first `count` that the search finds. */
  readonly complete: boolean;
  /** By size. */
  readonly sizes: { readonly [size: string]: string };
  readonly smallest: number | null;
  readonly largest: number | null;
  /** Mean size. */
  readonly mean: number | null;
  /** By feature, in the model's order: in how many of them it is. */
  readonly frequency: { readonly [feature: string]: string };
}

/** What to count. */
export interface CountQuestion {
  readonly kind: 'axp' | 'cxp';
  readonly fixed: readonly string[];
  /** Stop after so many. */
  readonly most: number;
}

/** Count the explanations of a row. */
export function countRecord(problem: Problem, { kind, fixed, most }: CountQuestion): CountRecord {
  const { features, classes } = problem.classifier;
  const { count, complete, sizes, frequency } = tally(problem, { kind, fixed, limit: most });
  const found = sizes.flatMap((number, size) => (number > 0 ? [size] : []));
  const total = sizes.reduce((sum, number, size) => sum + number * size, 0);
  return {
    class: classes[problem.class],
    kind,
    count: String(count),
    complete,
    sizes: Object.fromEntries(found.map((size) => [String(size), String(sizes[size])])),
    smallest: found[0] ?? null,
    largest: found[found.length - 1] ?? null,
    mean: count === 0 ? null : total / count,
    frequency: Object.fromEntries(features.map(({ name }, i) => [name, String(frequency[i])])),
  };
}
