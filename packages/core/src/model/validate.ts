// The door: names, domains and numbers of a model are checked here, so that everything behind may assume them.
import { ModelError, show } from '../errors.ts';
import { logOdds } from '../exact/logarithm.ts';
import type { Feature, Link, ModelBase } from './types.ts';

/** A feature as a user writes it: `values` make it categorical, otherwise it is a number (default: any real). */
export type FeatureSpec =
  | {
      readonly kind?: 'categorical';
      readonly name: string;
      readonly values: readonly string[];
      readonly missing?: string;
      readonly other?: string;
    }
  | {
      readonly kind?: 'real' | 'integer';
      readonly name: string;
      readonly lower?: number;
      readonly upper?: number;
      readonly unit?: string;
      readonly missing?: number | true;
    };

/** What all model constructors take. */
export interface CommonSpec {
  /** At least two, distinct. */
  readonly classes: readonly string[];
  readonly features: readonly FeatureSpec[];
  /** All classes, the winner of ties first. Default: the order of `classes`. */
  readonly tieOrder?: readonly string[];
  /**
   * Two classes only: the second class wins when its score beats the first's by more than this number, or
   * when its probability exceeds `probability`. Default 0 (probability 0.5).
   */
  readonly threshold?: number | { readonly probability: number };
  /** What the program that the model comes from computes in. Default: `'double'`. Only what is called doubtful depends on it. */
  readonly arithmetic?: 'double' | 'single';
  /** How scores become probabilities; see {@link ModelBase.link}. */
  readonly link?: Link;
}

/** Blocks tell the class of a row in 16 bits. */
const MOST_CLASSES = 2 ** 16;

/**
 * Check and complete the part that all models share.
 *
 * @param steps - the model has a constant per bin, so that a missing number can have one of its own.
 */
export function checkCommon(spec: CommonSpec, { steps = false }: { steps?: boolean } = {}): ModelBase {
  const classes = checkNames(spec.classes, 'classes', 2);
  if (classes.length > MOST_CLASSES)
    throw new ModelError('too many classes', {
      code: 'too-many-classes',
      place: 'classes',
      expected: `at most ${MOST_CLASSES}`,
      got: String(classes.length),
    });
  if (!Array.isArray(spec.features)) throw wrong('features', 'a list of features', spec.features, 'features');
  const features = spec.features.map(checkFeature);
  checkNames(
    features.map((f) => f.name),
    'features',
    0,
  );
  const own = steps ? undefined : features.find(({ missing }) => missing === true);
  if (own !== undefined)
    throw wrong(
      'missing as a value of its own',
      'a number, or a model of bins',
      true,
      `feature '${own.name}', missing`,
    );
  const tieOrder = spec.tieOrder === undefined ? classes : checkNames(spec.tieOrder, 'tieOrder', 0);
  const known = new Set(classes);
  if (tieOrder.length !== classes.length || tieOrder.some((name) => !known.has(name))) {
    throw wrong(
      'tie order is not a permutation of the classes',
      classes.join(', '),
      tieOrder.join(', '),
      'tieOrder',
    );
  }
  const threshold = checkThreshold(spec.threshold, classes);
  return {
    classes,
    features,
    tieOrder,
    ...(threshold === 0 ? {} : { threshold }),
    ...(checkArithmetic(spec.arithmetic) === 'single' ? { arithmetic: 'single' } : {}),
    ...(spec.link === undefined ? {} : { link: checkLink(spec.link, classes) }),
  };
}

/** A feature with all its fields, or an error that names it. */
export function checkFeature(spec: FeatureSpec, index: number): Feature {
  if (typeof spec !== 'object' || spec === null)
    throw wrong('feature', 'an object', spec, `features[${index}]`);
  const { name } = spec;
  if (typeof name !== 'string' || name === '') {
    throw new ModelError('a feature needs a name', {
      code: 'bad-name',
      place: `features[${index}]`,
      expected: 'a non-empty string',
      got: show(name),
    });
  }
  const place = `feature '${name}'`;
  if ('values' in spec) {
    if (spec.kind !== undefined && spec.kind !== 'categorical')
      throw wrong('kind', "'categorical' with values", spec.kind, place);
    const values = checkNames(spec.values, place, 1);
    return { kind: 'categorical', name, values, ...checkStandIns(spec, values, place) };
  }
  const kind = spec.kind ?? 'real';
  if (kind !== 'real' && kind !== 'integer')
    throw wrong('kind', "'real' or 'integer', or values", kind, place);
  const lower = spec.lower ?? Number.NEGATIVE_INFINITY;
  const upper = spec.upper ?? Number.POSITIVE_INFINITY;
  checkBound(lower, Number.POSITIVE_INFINITY, `${place}, lower bound`);
  checkBound(upper, Number.NEGATIVE_INFINITY, `${place}, upper bound`);
  const first = kind === 'integer' ? Math.ceil(lower) : lower;
  const last = kind === 'integer' ? Math.floor(upper) : upper;
  if (first > last) {
    throw new ModelError('empty domain', {
      code: 'empty-domain',
      place,
      expected: 'lower ≤ upper',
      got: `[${lower}, ${upper}]`,
    });
  }
  if (kind === 'integer' && !(isSafeBound(first) && isSafeBound(last))) {
    throw wrong(
      'integer bound too large',
      'at most 2^53 in size, or infinite',
      `[${lower}, ${upper}]`,
      place,
    );
  }
  return {
    kind,
    name,
    lower: first + 0,
    upper: last + 0,
    unit: spec.unit,
    ...checkMissing(spec.missing, kind, first, last, place),
  };
}

/** Categories that stand for missing and unknown ones. */
function checkStandIns(
  { missing, other }: { readonly missing?: string; readonly other?: string },
  values: readonly string[],
  place: string,
): { missing?: string; other?: string } {
  for (const [key, name] of Object.entries({ missing, other }))
    if (name !== undefined && !values.includes(name))
      throw wrong(`${key} value`, 'one of the values', name, `${place}, ${key}`);
  return {
    missing,
    other,
  };
}

/** A number of the domain that stands for a missing one. */
function checkMissing(
  missing: unknown,
  kind: 'real' | 'integer',
  lower: number,
  upper: number,
  place: string,
): { missing?: number | true } {
  if (missing === undefined) return {};
  if (missing === true) return { missing };
  const fits =
    typeof missing === 'number' &&
    missing >= lower &&
    missing <= upper &&
    (kind === 'integer' ? Number.isSafeInteger(missing) : Number.isFinite(missing));
  if (!fits) throw wrong('missing value', 'a number of the domain, or true', missing, `${place}, missing`);
  return { missing: (missing as number) + 0 };
}

/** Distinct non-empty strings. */
export function checkNames(names: readonly string[], place: string, least: number): readonly string[] {
  if (!Array.isArray(names)) throw wrong('names', 'a list of strings', names, place);
  const seen = new Set<string>();
  for (const name of names) {
    if (typeof name !== 'string' || name === '') {
      throw new ModelError('not a name', {
        code: 'bad-name',
        place,
        expected: 'a non-empty string',
        got: show(name),
      });
    }
    if (seen.has(name)) {
      throw new ModelError('the same name twice', {
        code: 'duplicate-name',
        place,
        expected: 'distinct names',
        got: show(name),
      });
    }
    seen.add(name);
  }
  if (names.length < least) {
    const code = place === 'classes' ? 'too-few-classes' : 'empty-domain';
    throw new ModelError('too few names', {
      code,
      place,
      expected: `at least ${least}`,
      got: String(names.length),
    });
  }
  return [...names];
}

/** A list with exactly as many entries as there are `what`. */
export function checkLength<T>(
  list: readonly T[],
  length: number,
  what: string,
  place: string,
): readonly T[] {
  if (!Array.isArray(list)) throw wrong('wrong type', `a list with one entry per ${what}`, list, place);
  if (list.length !== length) {
    throw new ModelError('wrong length', {
      code: 'wrong-length',
      place,
      expected: `${length} (one per ${what})`,
      got: String(list.length),
    });
  }
  return list;
}

/** A number that is neither NaN nor infinite; −0 becomes 0. */
export function checkFinite(x: number, place: string): number {
  if (typeof x !== 'number' || !Number.isFinite(x)) {
    throw new ModelError('not a finite number', {
      code: 'not-finite',
      place,
      expected: 'a finite number',
      got: show(x),
    });
  }
  return x + 0;
}

/** A row of numbers, one per `what`. */
export function checkRow(
  row: readonly number[],
  length: number,
  what: string,
  place: string,
): readonly number[] {
  return checkLength(row, length, what, place).map((x, i) => checkFinite(x, `${place}, entry ${i}`));
}

/** A `ModelError` of the general kind. */
export function wrong(what: string, expected: string, got: unknown, place: string): ModelError {
  return new ModelError(what, {
    code: 'bad-model',
    place,
    expected,
    got: typeof got === 'string' ? got : show(got),
  });
}

function checkLink(link: unknown, classes: readonly string[]): Link {
  if (link === 'one-vs-rest' && classes.length === 2)
    throw wrong('one-vs-rest of two classes', "'softmax', which two classes share", link, 'link');
  if (link === 'softmax' || link === 'one-vs-rest') return link;
  throw wrong('link', "'softmax' or 'one-vs-rest'", link, 'link');
}

function checkArithmetic(arithmetic: unknown = 'double'): 'double' | 'single' {
  if (arithmetic === 'double' || arithmetic === 'single') return arithmetic;
  throw wrong('unknown arithmetic', "'double' or 'single'", arithmetic, 'arithmetic');
}

function checkThreshold(threshold: CommonSpec['threshold'], classes: readonly string[]): number {
  if (threshold === undefined) return 0;
  if (classes.length !== 2) {
    throw new ModelError('a threshold needs two classes', {
      code: 'bad-threshold',
      place: 'threshold',
      expected: '2 classes',
      got: String(classes.length),
    });
  }
  if (typeof threshold === 'number') return checkFinite(threshold, 'threshold');
  const p = threshold?.probability;
  if (!(typeof p === 'number' && p > 0 && p < 1)) {
    throw new ModelError('not a decision threshold', {
      code: 'bad-threshold',
      place: 'threshold',
      expected: 'a probability strictly between 0 and 1',
      got: show(p),
    });
  }
  return logOdds(p);
}

function checkBound(bound: number, never: number, place: string): void {
  if (typeof bound !== 'number' || Number.isNaN(bound) || bound === never) {
    throw new ModelError('not a bound', {
      code: 'bad-bound',
      place,
      expected: 'a number or the infinity on its side',
      got: show(bound),
    });
  }
}

function isSafeBound(bound: number): boolean {
  return !Number.isFinite(bound) || Number.isSafeInteger(bound);
}
