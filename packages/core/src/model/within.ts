// What may move in a question: every feature's domain, narrowed for one instance. Explanations and contrasts then speak of the
// narrowed space only ("given that …").
import { InstanceError, show } from '../errors.ts';
import { didYouMean } from './nearest.ts';
import { findName } from './same-value.ts';
import type { CategoricalFeature, Feature, NumericFeature, Value } from './types.ts';

/**
 * What one feature may do: anything in its domain (`'free'`), nothing (`'fixed'`), only rise (`'up'`) or fall (`'down'`), numbers between
 * two ends that belong to it, or the listed categories.
 */
export type Narrowing =
  | 'free'
  | 'fixed'
  | 'up'
  | 'down'
  | { readonly from?: number; readonly to?: number }
  | readonly Value[];

/** What may move. The instance itself must be part of it. */
export interface Within {
  /** By name. */
  readonly features?: { readonly [feature: string]: Narrowing };
  /**
   * `'held'`: what is zero stays zero, and every other number may only go towards zero; categories that stand for zero (`0`, `false`,
   * `absent`, the first one of a Bernoulli model) stay. For counts of words: absent ones stay absent. Features named above do as they say.
   */
  readonly zeros?: 'held';
  /** `'fixed'`: all features that nothing else is said about stay as they are. */
  readonly others?: 'fixed';
}

/** A narrowed domain: numbers between two ends, only the missing one, or some options (categories, by position). */
export type Domain =
  | { readonly kind: 'interval'; readonly lower: number; readonly upper: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'categories'; readonly allowed: readonly boolean[] };

/** What is said about one feature, checked. */
export type Rule =
  | { readonly kind: 'fixed' | 'up' | 'down' | 'zeros' }
  | { readonly kind: 'interval'; readonly lower: number; readonly upper: number }
  | { readonly kind: 'categories'; readonly allowed: readonly boolean[] };

/** By feature; undefined where nothing is said. */
export type Rules = readonly (Rule | undefined)[];

const FIELDS: readonly string[] = ['features', 'zeros', 'others'] satisfies (keyof Within)[];
const WORDS = ['free', 'fixed', 'up', 'down'];

/**
 * What may move, checked against the features.
 *
 * @throws {InstanceError} `bad-within`, `unknown-feature` or `unknown-category`.
 */
export function toRules(
  { features, indexOf }: { features: readonly Feature[]; indexOf: ReadonlyMap<string, number> },
  within: Within,
): Rules {
  if (typeof within !== 'object' || within === null || Array.isArray(within))
    throw bad('within', 'an object with features, zeros or others', within);
  for (const key of Object.keys(within))
    if (!FIELDS.includes(key)) throw bad('within', `only ${FIELDS.join(', ')}`, key);
  const { features: named = {}, zeros, others } = within;
  if (zeros !== undefined && zeros !== 'held') throw bad('within.zeros', "'held'", zeros);
  if (others !== undefined && others !== 'fixed') throw bad('within.others', "'fixed'", others);
  if (typeof named !== 'object' || named === null) throw bad('within.features', 'an object', named);
  const rules = new Map<number, Rule | undefined>();
  for (const [name, narrowing] of Object.entries(named)) {
    const i = indexOf.get(name);
    if (i === undefined) {
      throw new InstanceError('unknown feature', {
        code: 'unknown-feature',
        place: 'within',
        expected: 'a feature of the model',
        got: show(name),
        ...didYouMean(name, [...indexOf.keys()]),
      });
    }
    rules.set(i, toRule(features[i], narrowing));
  }
  const fixed: Rule | undefined = others === undefined ? undefined : { kind: 'fixed' };
  const held: Rule | undefined = zeros === undefined ? fixed : { kind: 'zeros' };
  return features.map((feature, i) => {
    if (rules.has(i)) return rules.get(i);
    // Held zeros say nothing of categories but that one stays.
    return feature.kind === 'categorical' ? (fixed ?? held) : held;
  });
}

function toRule(feature: Feature, narrowing: Narrowing): Rule | undefined {
  const place = `within, feature '${feature.name}'`;
  if (narrowing === 'free') return undefined;
  if (narrowing === 'fixed') return { kind: narrowing };
  if (feature.kind === 'categorical') {
    if (!Array.isArray(narrowing)) throw bad(place, "'free', 'fixed' or a list of categories", narrowing);
    return { kind: 'categories', allowed: toAllowed(feature.values, narrowing, place) };
  }
  if (narrowing === 'up' || narrowing === 'down') return { kind: narrowing };
  if (typeof narrowing !== 'object' || narrowing === null || Array.isArray(narrowing))
    throw bad(place, `${WORDS.map((word) => `'${word}'`).join(', ')} or { from, to }`, narrowing);
  return toInterval(feature, narrowing as { from?: number; to?: number }, place);
}

function toAllowed(values: readonly string[], listed: readonly Value[], place: string): boolean[] {
  if (listed.length === 0) throw bad(place, 'at least one category', listed);
  const allowed = values.map(() => false);
  for (const value of listed) {
    const code = typeof value === 'string' ? findName(values, value) : value;
    if (code === null || !Number.isInteger(code) || code < 0 || code >= values.length) {
      throw new InstanceError('unknown category', {
        code: 'unknown-category',
        place,
        expected: `one of ${values.map((name) => `'${name}'`).join(', ')}`,
        got: show(value),
        ...(typeof value === 'string' ? didYouMean(value, values) : {}),
      });
    }
    allowed[code] = true;
  }
  return allowed;
}

function toInterval(
  { lower, upper, kind }: NumericFeature,
  given: { readonly from?: number; readonly to?: number },
  place: string,
): Rule {
  for (const [key, end] of Object.entries(given)) {
    if (key !== 'from' && key !== 'to') throw bad(place, 'from and to', key);
    if (typeof end !== 'number' || Number.isNaN(end)) throw bad(place, 'numbers as ends', end);
  }
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = given;
  const [low, high] = kind === 'integer' ? [Math.ceil(from), Math.floor(to)] : [from, to];
  const interval = { lower: Math.max(low, lower) + 0, upper: Math.min(high, upper) + 0 };
  if (interval.lower > interval.upper)
    throw bad(place, `numbers between ${lower} and ${upper}`, `${from} to ${to}`);
  return { kind: 'interval', ...interval };
}

function bad(place: string, expected: string, got: unknown): InstanceError {
  return new InstanceError('not a narrowing', { code: 'bad-within', place, expected, got: show(got) });
}

/** Is a value part of what a rule leaves of its domain? */
export function holds(rule: Rule, x: number): boolean {
  if (rule.kind === 'interval') return x >= rule.lower && x <= rule.upper;
  return rule.kind !== 'categories' || rule.allowed[x];
}

/** The least number that a rule leaves around one; see {@link highest}. */
export function lowest(rule: Rule, x: number, { lower }: NumericFeature): number {
  if (rule.kind === 'interval') return rule.lower;
  if (rule.kind === 'zeros') return Math.max(lower, Math.min(0, x));
  return rule.kind === 'down' ? lower : x;
}

/** The largest number that a rule leaves around one. */
export function highest(rule: Rule, x: number, { upper }: NumericFeature): number {
  if (rule.kind === 'interval') return rule.upper;
  if (rule.kind === 'zeros') return Math.min(upper, Math.max(0, x));
  return rule.kind === 'up' ? upper : x;
}

/** The categories that a rule leaves around one; undefined for all of them. @param absent - the one that stands for zero. */
export function categories(
  { values }: CategoricalFeature,
  rule: Rule,
  x: number,
  absent: number,
): readonly boolean[] | undefined {
  const allowed = rule.kind === 'categories' ? rule.allowed : values.map((_, v) => v === x);
  return (rule.kind === 'zeros' && x !== absent) || allowed.every(Boolean) ? undefined : allowed;
}

/** Names of the category that stands for zero, besides zero itself. */
const ABSENT: ReadonlySet<string> = new Set(['false', 'absent']);

/** The category that stands for zero; −1 where there is none. */
export function absentOf(feature: Feature): number {
  if (feature.kind !== 'categorical') return -1;
  return feature.values.findIndex(
    (name) => ABSENT.has(name.toLowerCase()) || (name.trim() !== '' && Number(name) === 0),
  );
}
