// What a model says, as plain data: features with what each of their values is worth, and how far each can move the
// decision. Numbers are doubles, for reading; every decision elsewhere is exact.
import {
  additiveForm,
  type Classifier,
  type Feature,
  type Link,
  linkOf,
  optionsOf,
  type QuadraticShape,
  type Shape,
} from '@xpxlc/core';
import type { LoadedModel } from '../import/load-model.ts';
import type { Origin } from '../schema/model-file.ts';

/** What a value, a bin or a term of a curve adds to the score of each class. */
export interface WeightRecord {
  /** The category, the interval, `missing`, or `x`, `x²`. */
  readonly value: string;
  /** In the order of the classes. */
  readonly weights: readonly number[];
}

/** One feature. */
export interface FeatureRecord {
  readonly name: string;
  readonly kind: Feature['kind'];
  readonly values?: readonly string[];
  /** Numbers: absent where there is no bound. */
  readonly lower?: number;
  readonly upper?: number;
  readonly unit?: string;
  /** What a missing cell counts as: a category, a number; true for a value of its own. */
  readonly missing?: string | number | true;
  /** The category of cells that are none of the values. */
  readonly other?: string;
  /** How far the feature alone can move the score of one class against another, at most; null without bound. */
  readonly range: number | null;
  readonly weights: readonly WeightRecord[];
}

/** A model, told. */
export interface ModelRecord {
  readonly title?: string;
  readonly description?: string;
  readonly format: string;
  readonly kind: string;
  readonly classes: readonly string[];
  /** The winner of ties first. */
  readonly tieOrder: readonly string[];
  /** What the second class must beat the first by. */
  readonly threshold?: number;
  /** Of differences of scores: `nats` and `bits` are log odds, `points` those of a scorecard; `score` has no other name. */
  readonly unit: Classifier['unit'];
  /** How scores become probabilities, where they do. */
  readonly link?: Link;
  /** Per class: the score before any feature. */
  readonly bias: readonly number[];
  readonly features: readonly FeatureRecord[];
  readonly origin: Origin;
  readonly notes?: { readonly [key: string]: unknown };
}

/** Tell what a model says. */
export function modelRecord({ model, format, ...about }: LoadedModel, classifier: Classifier): ModelRecord {
  const { bias, threshold, shapes } = additiveForm(classifier);
  const link = linkOf(classifier);
  return {
    title: about.title,
    description: about.description,
    format,
    kind: model.kind,
    classes: model.classes,
    tieOrder: model.tieOrder,
    threshold,
    unit: classifier.unit,
    link,
    bias,
    features: model.features.map((_, i) => featureRecord(classifier, shapes[i], i)),
    origin: about.origin,
    notes: about.notes,
  };
}

function featureRecord(classifier: Classifier, shapes: readonly Shape[], i: number): FeatureRecord {
  const feature = classifier.features[i];
  const { weights, range } = worth(classifier, shapes, i);
  const { name, kind } = feature;
  const missing = { missing: feature.missing };
  if (feature.kind === 'categorical') {
    const { values, other } = feature;
    return { name, kind, values, ...missing, other, range, weights };
  }
  const { lower, upper, unit } = feature;
  return {
    name,
    kind,
    ...(Number.isFinite(lower) ? { lower } : {}),
    ...(Number.isFinite(upper) ? { upper } : {}),
    unit,
    ...missing,
    range,
    weights,
  };
}

function worth(
  classifier: Classifier,
  shapes: readonly Shape[],
  i: number,
): Pick<FeatureRecord, 'weights' | 'range'> {
  const feature = classifier.features[i];
  const found = optionsOf(classifier, i);
  if (feature.kind === 'categorical' || found !== undefined) {
    const { reachable = [], bins } = found ?? {};
    // After the bins comes what a missing value is worth, where that is one of its own.
    const values = shapes.map((shape) => [
      ...('values' in shape ? shape.values : []),
      ...('missing' in shape && shape.missing !== undefined ? [shape.missing] : []),
    ]);
    const names =
      feature.kind === 'categorical'
        ? feature.values
        : [...intervals(bins?.cuts ?? [], bins?.closed), ...(feature.missing === true ? ['missing'] : [])];
    const options = [...names.keys()].filter((v) => reachable[v]);
    return {
      weights: options.map((v) => ({ value: names[v], weights: values.map((row) => row[v]) })),
      range: choiceRange(values, options),
    };
  }
  const curves = shapes.map((shape) => expanded(shape as QuadraticShape));
  const bent = curves.some(({ square }) => square !== 0);
  const constant = curves.some(({ constant: start }) => start !== 0);
  const range = bent ? bentRange(curves, feature) : lineRange(curves, feature);
  return {
    weights: [
      ...(bent ? [{ value: 'x²', weights: curves.map(({ square }) => square) }] : []),
      { value: 'x', weights: curves.map(({ slope }) => slope) },
      ...(constant ? [{ value: 'constant', weights: curves.map((curve) => curve.constant) }] : []),
    ],
    range: Number.isFinite(range) ? range : null,
  };
}

/** How far a choice can move one class against another: the largest (a_v − b_v) − (a_w − b_w) of two classes and two options. */
function choiceRange(values: readonly (readonly number[])[], options: readonly number[]): number {
  let range = 0;
  // The same number, whether two classes are taken first or two options: what is fewer.
  if (values.length <= options.length)
    for (let c = 0; c < values.length; c++)
      for (let k = 0; k < c; k++)
        range = Math.max(
          range,
          spreadOf(options.length, (x) => values[c][options[x]] - values[k][options[x]]),
        );
  else
    for (let v = 0; v < options.length; v++)
      for (let w = 0; w < v; w++)
        range = Math.max(
          range,
          spreadOf(values.length, (k) => values[k][options[v]] - values[k][options[w]]),
        );
  return range;
}

/** Of straight lines those of the two classes with the largest and the smallest slope differ most. */
function lineRange(curves: readonly Expanded[], feature: Domain): number {
  return curveSpread(
    0,
    spreadOf(curves.length, (k) => curves[k].slope),
    feature,
  );
}

function bentRange(curves: readonly Expanded[], feature: Domain): number {
  let range = 0;
  for (let c = 0; c < curves.length; c++)
    for (let k = 0; k < c; k++)
      range = Math.max(
        range,
        curveSpread(curves[c].square - curves[k].square, curves[c].slope - curves[k].slope, feature),
      );
  return range;
}

interface Domain {
  readonly lower: number;
  readonly upper: number;
}

interface Expanded {
  readonly square: number;
  readonly slope: number;
  readonly constant: number;
}

/** q(x − c)² + l(x − c) + k, multiplied out. */
function expanded({
  quadratic: q,
  linear: l = 0,
  constant: k = 0,
  center: c = 0,
}: Omit<QuadraticShape, 'kind'>): Expanded {
  return { square: q, slope: l - 2 * q * c, constant: k + (q * c - l) * c };
}

/** Largest minus smallest value of ax² + bx between the bounds. */
function curveSpread(a: number, b: number, { lower, upper }: Domain): number {
  if (a === 0 && b === 0) return 0;
  if (!Number.isFinite(lower) || !Number.isFinite(upper)) return Number.POSITIVE_INFINITY;
  const [left, right] = [(a * lower + b) * lower, (a * upper + b) * upper];
  const top = -b / (2 * a);
  const between = top > lower && top < upper ? (a * top + b) * top : left;
  return Math.max(left, right, between) - Math.min(left, right, between);
}

/** Largest minus smallest of so many numbers. */
function spreadOf(count: number, at: (x: number) => number): number {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let x = 0; x < count; x++) {
    const number = at(x);
    least = Math.min(least, number);
    most = Math.max(most, number);
  }
  return most - least;
}

/** Names of bins. */
function intervals(cuts: readonly number[], closed: 'left' | 'right' = 'left'): string[] {
  if (cuts.length === 0) return ['any number'];
  const [open, close] = closed === 'left' ? ['[', ')'] : ['(', ']'];
  const [below, above] = closed === 'left' ? ['<', '≥'] : ['≤', '>'];
  return [
    `${below} ${cuts[0]}`,
    ...cuts.slice(1).map((cut, j) => `${open}${cuts[j]}, ${cut}${close}`),
    `${above} ${cuts[cuts.length - 1]}`,
  ];
}
