// What may move in a question: every feature's domain, narrowed for one instance. Explanations and contrasts then speak of the
// narrowed space only ("given that …").
import { InstanceError, show } from '../errors.ts';
import type { Feature, NumericFeature, Value } from './types.ts';

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

/** The features that something is said about, in increasing order. */
export type Rules = readonly { readonly feature: number; readonly rule: Rule }[];

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
      });
    }
    rules.set(i, toRule(features[i], narrowing));
  }
  const unnamed: Rule | undefined =
    zeros !== undefined ? { kind: 'zeros' } : others !== undefined ? { kind: 'fixed' } : undefined;
  return features.flatMap((_, feature) => {
    const rule = rules.has(feature) ? rules.get(feature) : unnamed;
    return rule === undefined ? [] : [{ feature, rule }];
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
  const allowed = values.map(() => false);
  for (const value of listed) {
    const code = typeof value === 'string' ? values.indexOf(value) : value;
    if (code === null || !Number.isInteger(code) || code < 0 || code >= values.length) {
      throw new InstanceError('unknown category', {
        code: 'unknown-category',
        place,
        expected: `one of ${values.map((name) => `'${name}'`).join(', ')}`,
        got: show(value),
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

/** What a rule leaves of a feature's domain around a value; undefined where it leaves all of it, `'outside'` where not even the value. */
export function domainFor(
  feature: Feature,
  rule: Rule,
  x: number,
  absent: number,
): Domain | undefined | 'outside' {
  if (feature.kind === 'categorical') return categoriesFor(feature.values.length, rule, x, absent);
  if (Number.isNaN(x)) return rule.kind === 'interval' ? 'outside' : { kind: 'missing' };
  const { lower, upper } = feature;
  const [low, high] = endsFor(rule, x, feature);
  if (x < low || x > high) return 'outside';
  // A narrowed number cannot become missing.
  if (low <= lower && high >= upper && feature.missing !== true) return undefined;
  return { kind: 'interval', lower: low, upper: high };
}

function endsFor(rule: Rule, x: number, { lower, upper }: NumericFeature): [low: number, high: number] {
  switch (rule.kind) {
    case 'up':
      return [x, upper];
    case 'down':
      return [lower, x];
    case 'zeros':
      return [Math.max(lower, Math.min(0, x)), Math.min(upper, Math.max(0, x))];
    case 'interval':
      return [rule.lower, rule.upper];
    default:
      return [x, x];
  }
}

function categoriesFor(count: number, rule: Rule, x: number, absent: number): Domain | undefined | 'outside' {
  if (rule.kind === 'categories') {
    if (!rule.allowed[x]) return 'outside';
    return rule.allowed.every(Boolean) ? undefined : rule;
  }
  if (rule.kind === 'zeros' && x !== absent) return undefined;
  return count === 1
    ? undefined
    : { kind: 'categories', allowed: Array.from({ length: count }, (_, v) => v === x) };
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
