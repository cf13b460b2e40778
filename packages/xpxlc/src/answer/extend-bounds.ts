// Rows of another table than the one a model was trained on lie beyond its bounds now and then. For such a row the domains are
// extended, just enough to hold its values: what is said of it holds over these domains.
import {
  type Classifier,
  type Instance,
  type Model,
  type NumericFeature,
  reduce,
  shortValue,
} from '@xpxlc/core';

/** Per extended feature its bounds with the row in them; null where there is none. */
export interface Extended {
  readonly [feature: string]: readonly [lower: number | null, upper: number | null];
}

/** A classifier in which a row lies within all bounds. */
export interface ExtendedClassifier {
  readonly classifier: Classifier;
  /** What is wider than in the model; undefined: nothing. */
  readonly extended: Extended | undefined;
}

/**
 * A model whose numbers have room for the values of an instance; the same model where all are within its bounds. Lines, parabolas
 * and the outermost bins go on beyond the bounds.
 *
 * @example
 * ```ts
 * import { linearModel, predict, reduce } from '@xpxlc/core';
 * import { extendBounds } from 'xpxlc';
 * const model = linearModel({ classes: ['no', 'yes'], features: [{ name: 'age', lower: 18, upper: 70 }], weights: [1], intercept: -50 });
 * const wider = extendBounds(model, { age: 82 });
 * wider.features[0]; // => { kind: 'real', name: 'age', lower: 18, upper: 82 }
 * predict(reduce(wider), { age: 82 }).class; // => 'yes'
 * ```
 */
export function extendBounds<M extends Model>(model: M, instance: Instance): M {
  const given = (name: string, i: number): unknown =>
    Array.isArray(instance) ? instance[i] : (instance as { readonly [name: string]: unknown })[name];
  let changed = false;
  const features = model.features.map((feature, i) => {
    const x = given(feature.name, i);
    if (feature.kind === 'categorical' || !isBeyond(feature, x)) return feature;
    changed = true;
    return { ...feature, lower: Math.min(feature.lower, x), upper: Math.max(feature.upper, x) };
  });
  return changed ? { ...model, features } : model;
}

function isBeyond({ lower, upper }: NumericFeature, x: unknown): x is number {
  return typeof x === 'number' && Number.isFinite(x) && (x < lower || x > upper);
}

/** The model with room for an instance, and what is wider in it. */
export function extendModel<M extends Model>(
  model: M,
  instance: Instance,
): { readonly model: M; readonly extended: Extended | undefined } {
  const wider = extendBounds(model, instance);
  if (wider === model) return { model, extended: undefined };
  const changed = wider.features.flatMap((feature, i) =>
    feature === model.features[i] || feature.kind === 'categorical'
      ? []
      : [[feature.name, [finite(feature.lower), finite(feature.upper)]] as const],
  );
  return { model: wider, extended: Object.fromEntries(changed) };
}

/** Classifiers that were extended last: neighbouring rows often go beyond in the same way. */
const KEPT = 32;
const kept = new WeakMap<Classifier, Map<string, ExtendedClassifier>>();

/** The classifier with room for an instance. */
export function extendClassifier(classifier: Classifier, instance: Instance): ExtendedClassifier {
  const { model, extended } = extendModel(classifier.model, instance);
  if (extended === undefined) return { classifier, extended };
  let known = kept.get(classifier);
  if (known === undefined) {
    known = new Map();
    kept.set(classifier, known);
  }
  const key = JSON.stringify(extended);
  const found = known.get(key) ?? { classifier: reduce(model, { neverWins: 'allow' }), extended };
  // The one used last is the last to go.
  known.delete(key);
  known.set(key, found);
  if (known.size > KEPT) known.delete(known.keys().next().value as string);
  return found;
}

/** The model with the bounds that a record says were extended; whatever else it says has no meaning. */
export function withBounds<M extends Model>(model: M, extended: unknown): M {
  if (typeof extended !== 'object' || extended === null) return model;
  const said = new Map<string, unknown>(Object.entries(extended));
  const features = model.features.map((feature) => {
    const bounds = said.get(feature.name);
    if (feature.kind === 'categorical' || !Array.isArray(bounds)) return feature;
    const [lower, upper] = bounds.map((end) => (Number.isFinite(end) ? (end as number) : undefined));
    return {
      ...feature,
      lower: Math.min(feature.lower, lower ?? feature.lower),
      upper: Math.max(feature.upper, upper ?? feature.upper),
    };
  });
  return { ...model, features };
}

/** `age 18 to 82, income at least 0`. */
export function extendedText(extended: Extended): string {
  return Object.entries(extended)
    .map(([name, [lower, upper]]) => `${name} ${rangeText(lower, upper)}`)
    .join(', ');
}

function rangeText(lower: number | null, upper: number | null): string {
  if (upper === null) return `at least ${short(lower)}`;
  return lower === null ? `at most ${short(upper)}` : `${short(lower)} to ${short(upper)}`;
}

function short(bound: number | null): string {
  return bound === null ? '' : shortValue(bound);
}

function finite(x: number): number | null {
  return Number.isFinite(x) ? x : null;
}
