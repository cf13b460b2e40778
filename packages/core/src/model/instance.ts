// An instance as the user writes it → one number per feature: the position of a category, or the number itself.
import { InstanceError, show } from '../errors.ts';
import { didYouMean } from './nearest.ts';
import { findName } from './same-value.ts';
import type { Feature, Instance, NumericFeature, Value } from './types.ts';

/**
 * Check an instance against the features and turn it into numbers.
 *
 * @throws {InstanceError} on a wrong length, an unknown or missing feature, an unknown category, a value out of
 * bounds or one that is not a finite number.
 */
export function encodeInstance(features: readonly Feature[], instance: Instance): Float64Array {
  if (typeof instance !== 'object' || instance === null) {
    throw new InstanceError('not an instance', {
      code: 'bad-instance',
      expected: 'a list or an object with one value per feature',
      got: show(instance),
    });
  }
  const values = isList(instance) ? inOrder(features, instance) : byName(features, instance);
  const numbers = new Float64Array(features.length);
  for (let i = 0; i < features.length; i++) {
    const value = values[i];
    const feature = features[i];
    // The usual case without any ado: the position of a category.
    numbers[i] =
      typeof value === 'number' &&
      feature.kind === 'categorical' &&
      value >= 0 &&
      value < feature.values.length &&
      Number.isInteger(value)
        ? value + 0
        : encodeValue(feature, value);
  }
  return numbers;
}

/** One value as a number, or an error that names the feature. A missing value that is one of its own is NaN. */
export function encodeValue(feature: Feature, given: Value | boolean): number {
  const place = `feature '${feature.name}'`;
  if (given === null || given === undefined) return encodeMissing(feature);
  if (feature.kind === 'categorical') {
    const value = typeof given === 'boolean' ? String(given) : given;
    const known = typeof value === 'string' ? findName(feature.values, value) : value;
    const code = known === -1 && feature.other !== undefined ? feature.values.indexOf(feature.other) : known;
    if (!(Number.isInteger(code) && code >= 0 && code < feature.values.length)) {
      throw new InstanceError('unknown category', {
        code: 'unknown-category',
        place,
        expected: `one of ${listed(feature.values)}`,
        got: show(value),
        ...(typeof value === 'string' ? didYouMean(value, feature.values) : {}),
      });
    }
    return code + 0;
  }
  const value = typeof given === 'boolean' ? Number(given) : given;
  if (Number.isNaN(value) && feature.missing === true) return Number.NaN;
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new InstanceError('not a finite number', {
      code: 'not-finite',
      place,
      expected: 'a finite number',
      got: show(value),
    });
  }
  if (feature.kind === 'integer' && !Number.isSafeInteger(value)) {
    throw new InstanceError('not a whole number', {
      code: 'not-integer',
      place,
      expected: 'a whole number',
      got: show(value),
    });
  }
  if (value < feature.lower || value > feature.upper) {
    throw new InstanceError('out of bounds', {
      code: 'out-of-bounds',
      place,
      expected: boundsText(feature),
      got: show(value),
    });
  }
  return value + 0;
}

/** Where there is no bound on one side, nothing is said of it. */
function boundsText({ lower, upper }: NumericFeature): string {
  if (upper === Number.POSITIVE_INFINITY) return `at least ${lower}`;
  return lower === Number.NEGATIVE_INFINITY ? `at most ${upper}` : `${lower} to ${upper}`;
}

/** What stands for a missing value. */
function encodeMissing(feature: Feature): number {
  const { missing } = feature;
  if (missing === undefined)
    throw new InstanceError('missing value', {
      code: 'missing-value',
      place: `feature '${feature.name}'`,
      expected: 'a value',
      got: 'none',
    });
  if (feature.kind === 'categorical') return feature.values.indexOf(missing as string);
  return missing === true ? Number.NaN : (missing as number);
}

/** The features that an instance leaves out, and that count as a category or a number instead. */
export function missingOf(features: readonly Feature[], instance: Instance): readonly number[] {
  const found: number[] = [];
  features.forEach(({ name, missing }, i) => {
    if (missing === undefined || missing === true) return;
    const value = isList(instance) ? instance[i] : Object.hasOwn(instance, name) ? instance[name] : null;
    if (value === null || value === undefined) found.push(i);
  });
  return found;
}

/** Whether a number is a missing value that counts as one of its own. */
export function isMissing({ missing }: NumericFeature, x: number): boolean {
  return missing === true && Number.isNaN(x);
}

function isList(instance: Instance): instance is readonly (Value | boolean)[] {
  return Array.isArray(instance) || ArrayBuffer.isView(instance);
}

function inOrder(
  features: readonly Feature[],
  values: readonly (Value | boolean)[],
): readonly (Value | boolean)[] {
  if (values.length !== features.length) {
    throw new InstanceError('wrong length', {
      code: 'wrong-length',
      place: 'instance',
      expected: `${features.length} values, one per feature`,
      got: String(values.length),
    });
  }
  return values;
}

function byName(
  features: readonly Feature[],
  record: { readonly [feature: string]: Value | boolean },
): (Value | boolean)[] {
  const known = new Set(features.map((feature) => feature.name));
  for (const name of Object.keys(record)) {
    if (!known.has(name)) {
      throw new InstanceError('unknown feature', {
        code: 'unknown-feature',
        place: 'instance',
        expected: `one of ${listed([...known])}`,
        got: show(name),
        ...didYouMean(name, [...known]),
      });
    }
  }
  return features.map(({ name }) => (Object.hasOwn(record, name) ? record[name] : null));
}

/** Names for a message: the first few of many. */
function listed(names: readonly string[]): string {
  const quoted = names.slice(0, 8).map((name) => `'${name}'`);
  return names.length > 8 ? `${quoted.join(', ')}, … (${names.length} in all)` : quoted.join(', ');
}

/** Numbers back into the user's words: category names and numbers, by feature name; null for a missing one. */
export function decodeInstance(
  features: readonly Feature[],
  values: Float64Array,
): { [feature: string]: Value } {
  const instance: { [feature: string]: Value } = {};
  for (let i = 0; i < features.length; i++) {
    const feature = features[i];
    const value =
      feature.kind === 'categorical' ? feature.values[values[i]] : Number.isNaN(values[i]) ? null : values[i];
    // Assigning to this name would set the prototype.
    if (feature.name === '__proto__')
      Object.defineProperty(instance, feature.name, {
        value,
        enumerable: true,
        writable: true,
        configurable: true,
      });
    else instance[feature.name] = value;
  }
  return instance;
}
