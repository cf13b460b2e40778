// How values that are not held are thought to vary: the one assumption behind a probability.
import { InstanceError, show } from '../errors.ts';
import type { Feature } from './types.ts';

/**
 * How features vary, independently of each other.
 * - `'uniform'`: every category is as likely as any other, every number between the bounds too. A number is never missing.
 * - `'model'`: as a naive Bayes model says they do, that is independently within each class, given the values that are held.
 * - marginals: as given per feature, for example counted in a table.
 */
export type Distribution = 'uniform' | 'model' | Marginals;

/** One marginal per feature, in the order of the features. */
export interface Marginals {
  readonly marginals: readonly Marginal[];
}

/**
 * How often each value of a feature occurs: for categories a weight each, in their order; for a number the values that occur (NaN: it is
 * missing) and their weights. Weights are any numbers from 0 up, such as counts; only their proportions matter.
 */
export type Marginal =
  | readonly number[]
  | { readonly values: readonly number[]; readonly weights: readonly number[] };

/**
 * One marginal, known to be right.
 *
 * @throws {InstanceError} `bad-distribution`.
 */
export function checkMarginal(marginal: Marginal | undefined, feature: Feature): Marginal {
  const place = `marginal of '${feature.name}'`;
  if (feature.kind === 'categorical') {
    return checkWeights(marginal as readonly number[], feature.values.length, place);
  }
  // A list has a method of the name `values`, too.
  if (typeof marginal !== 'object' || marginal === null || !('weights' in marginal))
    throw wrong(place, '{ values, weights } of a number', marginal);
  const { values, weights } = marginal;
  if (!isList(values)) throw wrong(`${place}, values`, 'a list of numbers', values);
  for (let j = 0; j < values.length; j++) {
    const x = values[j];
    const missing = Number.isNaN(x) && feature.missing !== undefined;
    const within = x >= feature.lower && x <= feature.upper;
    if (typeof x !== 'number' || !(missing || (within && (feature.kind === 'real' || Number.isInteger(x)))))
      throw wrong(`${place}, value ${j}`, `a value of '${feature.name}'`, x);
  }
  return { values, weights: checkWeights(weights, values.length, place) };
}

function checkWeights(weights: readonly number[], length: number, place: string): readonly number[] {
  if (!isList(weights)) throw wrong(`${place}, weights`, 'a list of numbers', weights);
  if (weights.length !== length) throw wrong(place, `${length} weights`, weights.length);
  let positive = false;
  for (let j = 0; j < length; j++) {
    const w = weights[j];
    if (typeof w !== 'number' || !(w >= 0 && w < Number.POSITIVE_INFINITY))
      throw wrong(`${place}, weight ${j}`, 'a finite number from 0 up', w);
    positive ||= w > 0;
  }
  if (!positive) throw wrong(place, 'a positive weight', 'none');
  return weights;
}

/** For JavaScript; typed arrays will do, too. */
function isList(list: unknown): boolean {
  return Array.isArray(list) || ArrayBuffer.isView(list);
}

function wrong(place: string, expected: string, got: unknown): InstanceError {
  return new InstanceError('not a distribution', {
    code: 'bad-distribution',
    place,
    expected,
    got: show(got),
  });
}
