// A classifier over a narrowed space: the same scores, and per pair of classes the worst values and drops over what is left of the
// domains. What is not narrowed is taken over from the whole.
import { InstanceError, show } from '../errors.ts';
import type { Classifier } from '../model/prepared.ts';
import type { Feature } from '../model/types.ts';
import { absentOf, type Domain, domainFor, type Rules, toRules, type Within } from '../model/within.ts';
import { nearest, type Pair, type Reduced, ReducedModel, toReduced, worstOption } from './classifier.ts';
import { lowest, type PairCurve } from './curve.ts';
import { type Choice, endsOf, type Term } from './term.ts';

/** What may move, checked for a classifier: good for all its instances. */
export interface Narrower {
  readonly within: Within;
  readonly rules: Rules;
  /** Per feature: the category that stands for zero, −1 for none. */
  readonly absent: Int32Array;
}

/**
 * Check what may move.
 *
 * @throws {InstanceError} `bad-within`, `unknown-feature` or `unknown-category`.
 */
export function toNarrower({ whole }: Reduced, within: Within): Narrower {
  const bernoulli = whole.model.kind === 'bernoulli-naive-bayes';
  const absent = Int32Array.from(whole.features, (feature) => (bernoulli ? 0 : absentOf(feature)));
  return { within, rules: toRules(whole, within), absent };
}

/**
 * Check what may move against a classifier, before any instance is known.
 *
 * @throws {InstanceError} `bad-within`, `unknown-feature` or `unknown-category`.
 * @example
 * ```ts
 * import { checkWithin, linearModel, reduce } from '@xpxlc/core';
 * const classifier = reduce(linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 1 }], weights: [2], intercept: -1 }));
 * checkWithin(classifier, { features: { x: 'up' } });
 * ```
 */
export function checkWithin(classifier: Classifier, within: Within): void {
  toNarrower(toReduced(classifier), within);
}

/** The first feature whose value the narrowing leaves out; −1 where there is none. */
export function outsideOf(
  { features }: Reduced,
  { rules, absent }: Narrower,
  values: ArrayLike<number>,
): number {
  const found = rules.find(
    ({ feature: i, rule }) => domainFor(features[i], rule, values[i], absent[i]) === 'outside',
  );
  return found?.feature ?? -1;
}

/**
 * The classifier over what is left of the space for an instance; the classifier itself where all of it is left.
 *
 * @throws {InstanceError} `outside-within` when the instance is not part of it.
 */
export function narrow(classifier: Reduced, narrower: Narrower, values: Float64Array): Reduced {
  const { whole } = classifier;
  const { rules, absent, within } = narrower;
  const domains = new Map<number, Domain>();
  for (const { feature: i, rule } of rules) {
    const domain = domainFor(whole.features[i], rule, values[i], absent[i]);
    if (domain === 'outside') throw outside(whole.features[i], rule, values[i]);
    if (domain !== undefined) domains.set(i, domain);
  }
  return new NarrowedModel(whole, within, domains);
}

function outside(feature: Feature, rule: Rules[number]['rule'], x: number): InstanceError {
  const name = (v: number): string => (feature.kind === 'categorical' ? `'${feature.values[v]}'` : String(v));
  const expected =
    rule.kind === 'interval'
      ? `${rule.lower} to ${rule.upper}`
      : rule.kind === 'categories'
        ? `one of ${rule.allowed.flatMap((allowed, v) => (allowed ? [name(v)] : [])).join(', ')}`
        : rule.kind;
  return new InstanceError('the instance is not within what may move', {
    code: 'outside-within',
    place: `feature '${feature.name}'`,
    expected,
    got: Number.isNaN(x) ? 'a missing value' : feature.kind === 'categorical' ? name(x) : show(x),
  });
}

class NarrowedModel extends ReducedModel {
  override readonly whole: Reduced;
  override readonly within: Within;
  override readonly narrowed: ReadonlyMap<number, Domain>;
  private readonly own: Pair[][];

  constructor(whole: Reduced, within: Within, narrowed: ReadonlyMap<number, Domain>) {
    const features = whole.features.slice();
    const terms = whole.terms.slice();
    for (const [i, domain] of narrowed) {
      features[i] = narrowFeature(features[i], domain);
      terms[i] = narrowTerm(terms[i], features[i], domain);
    }
    const { unit, bias, offset, table, indexOf } = whole;
    super(whole.model, { unit, bias, features, terms, offset, table, indexOf });
    this.whole = whole;
    this.within = within;
    this.narrowed = narrowed;
    this.own = whole.classes.map(() => []);
  }

  override pair = (c: number, k: number): Pair => {
    this.own[c][k] ??= narrowPair(this.whole.pair(c, k), this);
    return this.own[c][k];
  };
}

function narrowFeature(feature: Feature, domain: Domain): Feature {
  if (feature.kind === 'categorical' || domain.kind !== 'interval') return feature;
  const { missing, ...rest } = feature;
  // A number that stands for a missing one still does.
  const stand = typeof missing === 'number' ? { missing } : {};
  return { ...rest, ...stand, lower: domain.lower, upper: domain.upper };
}

function narrowTerm(term: Term, feature: Feature, domain: Domain): Term {
  if (domain.kind === 'categories') return { ...(term as Choice), reachable: domain.allowed };
  if (feature.kind === 'categorical') return term;
  if (term.kind === 'curve') return { ...term, feature };
  const bins = term.bins as NonNullable<Choice['bins']>;
  const reachable = term.reachable.map((before, j) => {
    const isMissing = j > bins.cuts.length;
    if (!before || isMissing || domain.kind === 'missing') return isMissing && domain.kind === 'missing';
    const [low, high] = endsOf(j, bins, feature);
    return low <= high;
  });
  return { ...term, reachable };
}

/** Worst values and drops of the narrowed features once more. */
function narrowPair(pair: Pair, { narrowed, terms, offset }: Reduced): Pair {
  const { gain, exponent } = pair;
  const drop = pair.drop.slice();
  const approx = pair.approx.slice();
  const worst = pair.worst.slice();
  const straight = { slope: pair.straight.slope, anchor: pair.straight.anchor.slice() };
  const curves = new Map(pair.curves);
  for (const i of narrowed.keys()) {
    const term = terms[i];
    if (term.kind === 'curve') {
      const { feature } = term;
      const curve: PairCurve = { ...(curves.get(i)?.curve as PairCurve), feature };
      curves.set(i, { curve, low: lowest(curve) });
      if (straight.slope[i] !== 0) straight.anchor[i] = straight.slope[i] > 0 ? feature.lower : feature.upper;
      continue;
    }
    const v = worstOption(term, gain, offset[i]);
    worst[i] = v;
    for (let j = offset[i]; j < offset[i] + term.reachable.length; j++) {
      drop[j] = gain[j] - gain[offset[i] + v];
      approx[j] = nearest(drop[j], exponent);
    }
  }
  return { ...pair, drop, approx, worst, straight, curves };
}
