// Names of classes, features and categories as the formats list them (numbers first), and how they become a model's.
import type { Feature, Model } from '@xpxlc/core';
import { type Place, refuse } from './lines.ts';

/** A feature's name; `values` when it has categories, none when it is a number. */
export interface FeatureNames {
  readonly name: string;
  readonly values?: readonly string[];
}

/** What an XMAP file says. From a file, numeric features come first. */
export interface Names {
  readonly classes: readonly string[];
  readonly features: readonly FeatureNames[];
}

/** What a model calls a category whose label is empty, unless another category is called that. */
export const EMPTY_LABEL = '(empty)';

/** The names of a model, features in the model's own order; names are returned as they are. */
export function namesOf(source: Names | Model): Names {
  if (!('kind' in source)) return source;
  return {
    classes: source.classes,
    features: source.features.map((feature: Feature) =>
      feature.kind === 'categorical'
        ? { name: feature.name, values: feature.values }
        : { name: feature.name },
    ),
  };
}

/**
 * The order in which the formats list features: numeric ones first, otherwise as they are. Entry k is the position,
 * in the model, of the feature that comes k-th in a file.
 *
 * @example
 * ```ts
 * import { paperOrder } from 'xpxlc/import';
 * paperOrder({ classes: [], features: [{ name: 'job', values: ['clerk'] }, { name: 'age' }] }); // => [1, 0]
 * ```
 */
export function paperOrder(source: Names | Model): number[] {
  const { features } = namesOf(source);
  const positions = features.map((_, i) => i);
  return [
    ...positions.filter((i) => features[i].values === undefined),
    ...positions.filter((i) => features[i].values !== undefined),
  ];
}

/** What a file of numbers says about names: how many of each, and where it says so. */
export interface Shape {
  readonly classes: number;
  readonly reals: number;
  /** Number of categories per categorical feature. */
  readonly sizes: readonly number[];
  readonly countAt: Place;
  readonly sizesAt: readonly Place[];
}

/** `0`, `1`, …; `v0`, `v1`, … for features: what the original program prints without an XMAP file. */
export function defaultNames({ classes, reals, sizes }: Pick<Shape, 'classes' | 'reals' | 'sizes'>): Names {
  const numbered = (length: number): string[] => Array.from({ length }, (_, k) => String(k));
  return {
    classes: numbered(classes),
    features: [
      ...Array.from({ length: reals }, (_, i) => ({ name: `v${i}` })),
      ...sizes.map((size, j) => ({ name: `v${reals + j}`, values: numbered(size) })),
    ],
  };
}

/**
 * Names for a model read from a file: those given, if they fit it, otherwise the default ones. All are distinct and
 * none is empty: see {@link distinct}.
 */
export function fitNames(names: Names | undefined, shape: Shape): Names {
  const fallback = defaultNames(shape);
  const { classes, features } = names ?? fallback;
  const mismatch = (what: string, at: Place, inNames: number, inFile: number) =>
    refuse(`the names do not fit: ${what}`, at, {
      code: 'names-mismatch',
      expected: `${inNames} as in the names`,
      got: String(inFile),
    });
  if (classes.length !== 0 && classes.length !== shape.classes)
    throw mismatch('number of classes', shape.countAt, classes.length, shape.classes);
  if (features.length !== fallback.features.length)
    throw mismatch('number of features', shape.countAt, features.length, fallback.features.length);
  const reals = features.findIndex(({ values }) => values !== undefined);
  const numeric = reals < 0 ? features.length : reals;
  if (numeric !== shape.reals)
    throw mismatch('number of numeric features', shape.countAt, numeric, shape.reals);
  shape.sizes.forEach((size, j) => {
    const { name, values = [] } = features[shape.reals + j];
    if (values.length !== size)
      throw mismatch(`number of categories of '${name}'`, shape.sizesAt[j], values.length, size);
  });
  const featureNames = distinct(features.map(({ name }) => name));
  return {
    classes: distinct(classes.length === 0 ? fallback.classes : classes),
    features: features.map(({ values }, i) =>
      values === undefined ? { name: featureNames[i] } : { name: featureNames[i], values: distinct(values) },
    ),
  };
}

/**
 * Names as a model can use them: an empty one becomes {@link EMPTY_LABEL}, and one that was there before gets the
 * first free number: `a`, `a (2)`. Names that are distinct and not empty stay as they are.
 */
export function distinct(names: readonly string[]): string[] {
  const given = new Set(names);
  const used = new Set<string>();
  const counters = new Map<string, number>();
  return names.map((raw) => {
    const name = raw === '' ? EMPTY_LABEL : raw;
    let candidate = name;
    while (used.has(candidate) || (candidate !== raw && given.has(candidate))) {
      const number = (counters.get(name) ?? 1) + 1;
      counters.set(name, number);
      candidate = `${name} (${number})`;
    }
    used.add(candidate);
    return candidate;
  });
}
