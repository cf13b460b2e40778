// A classifier over a narrowed space: the same scores, and per pair of classes the worst values and drops over what is left of the
// domains. What is not narrowed is taken over from the whole.
import { InstanceError } from '../errors.ts';
import type { Classifier } from '../model/prepared.ts';
import type { Feature, NumericFeature } from '../model/types.ts';
import {
  absentOf,
  categories,
  type Domain,
  highest,
  holds,
  lowest,
  type Rule,
  type Rules,
  toRules,
  type Within,
} from '../model/within.ts';
import {
  type CurveEntry,
  type Curves,
  nearest,
  type Pair,
  Prepared,
  type Reduced,
  toReduced,
  worstOption,
} from './classifier.ts';
import { lowest as lowestOf } from './curve.ts';
import { PairStore } from './pair-store.ts';
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

/**
 * Whether an instance, in numbers, is part of what may move; checked once, for many rows.
 *
 * @throws {InstanceError} `bad-within`, `unknown-feature` or `unknown-category`.
 * @example
 * ```ts
 * import { linearModel, reduce, withinTest } from '@xpxlc/core';
 * const classifier = reduce(linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 9 }], weights: [2], intercept: -1 }));
 * const isPart = withinTest(classifier, { features: { x: { from: 5 } } });
 * [isPart([4]), isPart([6])]; // => [false, true]
 * ```
 */
export function withinTest(classifier: Classifier, within: Within): (values: ArrayLike<number>) => boolean {
  const narrower = toNarrower(toReduced(classifier), within);
  return (values) => outsideOf(narrower, values) < 0;
}

/** The first feature whose value the narrowing leaves out; −1 where there is none. */
export function outsideOf({ rules }: Narrower, values: ArrayLike<number>): number {
  return rules.findIndex((rule, i) => rule !== undefined && !holds(rule, values[i]));
}

/**
 * The classifier over what is left of the space for an instance.
 *
 * @throws {InstanceError} `outside-within` when the instance is not part of it.
 */
export function narrow({ whole }: Reduced, narrower: Narrower, values: Float64Array): Reduced {
  const outside = outsideOf(narrower, values);
  if (outside >= 0)
    throw outsideError(whole.features[outside], narrower.rules[outside] as Rule, values[outside]);
  return new NarrowedModel(whole, narrower, values);
}

function outsideError(feature: Feature, rule: Rule, x: number): InstanceError {
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
    got: Number.isNaN(x) ? 'a missing value' : name(x),
  });
}

/** A wide model is narrowed for every row: what few questions look at is made when they do. */
class NarrowedModel extends Prepared implements Reduced {
  readonly whole: Reduced;
  readonly within: Within;
  readonly model: Reduced['model'];
  readonly classes: Reduced['classes'];
  readonly tieRank: Reduced['tieRank'];
  readonly unit: Reduced['unit'];
  readonly roundoff: number;
  readonly bias: Reduced['bias'];
  readonly offset: Int32Array;
  readonly table: Reduced['table'];
  readonly indexOf: Reduced['indexOf'];
  /** The narrowed features, and the ends that are left of their numbers (NaN where only the missing one is). */
  private readonly narrowed: readonly number[];
  private readonly isNarrowed: Uint8Array;
  private readonly lower: Float64Array;
  private readonly upper: Float64Array;
  /** The categories that are left. */
  private readonly allowed: ReadonlyMap<number, readonly boolean[]>;
  private readonly pairs: PairStore;
  private ownFeatures: readonly Feature[] | undefined;
  private ownTerms: readonly Term[] | undefined;

  constructor(whole: Reduced, { within, rules, absent }: Narrower, values: Float64Array) {
    super();
    this.whole = whole;
    this.within = within;
    this.model = whole.model;
    this.classes = whole.classes;
    this.tieRank = whole.tieRank;
    this.unit = whole.unit;
    this.roundoff = whole.roundoff;
    this.bias = whole.bias;
    this.offset = whole.offset;
    this.table = whole.table;
    this.indexOf = whole.indexOf;
    this.pairs = new PairStore(whole.terms.length + whole.table[0].length);
    const { features } = whole;
    const narrowed: number[] = [];
    this.isNarrowed = new Uint8Array(features.length);
    const allowed = new Map<number, readonly boolean[]>();
    this.lower = new Float64Array(features.length);
    this.upper = new Float64Array(features.length);
    for (let i = 0; i < features.length; i++) {
      const rule = rules[i];
      if (rule === undefined) continue;
      const feature = features[i];
      const x = values[i];
      if (feature.kind === 'categorical') {
        const left = categories(feature, rule, x, absent[i]);
        if (left === undefined) continue;
        allowed.set(i, left);
      } else {
        const low = lowest(rule, x, feature);
        const high = highest(rule, x, feature);
        // A narrowed number cannot become missing.
        if (low <= feature.lower && high >= feature.upper && feature.missing !== true) continue;
        this.lower[i] = Number.isNaN(x) ? x : low;
        this.upper[i] = high;
      }
      narrowed.push(i);
      this.isNarrowed[i] = 1;
    }
    this.narrowed = narrowed;
    this.allowed = allowed;
  }

  get features(): readonly Feature[] {
    if (this.ownFeatures === undefined) {
      const features = this.whole.features.slice();
      for (const i of this.narrowed) features[i] = this.featureOf(i);
      this.ownFeatures = features;
    }
    return this.ownFeatures;
  }

  get terms(): readonly Term[] {
    if (this.ownTerms === undefined) {
      const terms = this.whole.terms.slice();
      for (const i of this.narrowed) terms[i] = this.termOf(i);
      this.ownTerms = terms;
    }
    return this.ownTerms;
  }

  domainOf(i: number): Domain | undefined {
    if (this.isNarrowed[i] === 0) return undefined;
    const allowed = this.allowed.get(i);
    if (allowed !== undefined) return { kind: 'categories', allowed };
    if (Number.isNaN(this.lower[i])) return { kind: 'missing' };
    return { kind: 'interval', lower: this.lower[i], upper: this.upper[i] };
  }

  pair = (c: number, k: number): Pair => {
    return this.pairs.get(c, k) ?? this.pairs.keep(c, k, this.narrowPair(this.whole.pair(c, k)));
  };

  private featureOf(i: number): Feature {
    const feature = this.whole.features[i];
    if (feature.kind === 'categorical' || Number.isNaN(this.lower[i])) return feature;
    const { missing, ...rest } = feature;
    // A number that stands for a missing one still does.
    const stand = typeof missing === 'number' ? { missing } : {};
    return { ...rest, ...stand, lower: this.lower[i], upper: this.upper[i] };
  }

  private termOf(i: number): Term {
    const term = this.whole.terms[i];
    const allowed = this.allowed.get(i);
    if (allowed !== undefined) return { ...(term as Choice), reachable: allowed };
    const feature = this.featureOf(i) as NumericFeature;
    if (term.kind === 'curve') return { ...term, feature };
    const bins = term.bins as NonNullable<Choice['bins']>;
    const onlyMissing = Number.isNaN(this.lower[i]);
    const reachable = term.reachable.map((before, j) => {
      if (j > bins.cuts.length) return onlyMissing;
      const [low, high] = endsOf(j, bins, feature);
      return before && !onlyMissing && low <= high;
    });
    return { ...term, reachable };
  }

  /** Worst values and drops of the narrowed features once more; their curves when they are asked for. */
  private narrowPair(pair: Pair): Pair {
    const { gain, exponent } = pair;
    const { slope } = pair.straight;
    const anchor = pair.straight.anchor.slice();
    let [drop, approx, worst] = [pair.drop, pair.approx, pair.worst];
    for (const i of this.narrowed) {
      if (this.whole.terms[i].kind === 'curve') {
        if (slope[i] !== 0) anchor[i] = slope[i] > 0 ? this.lower[i] : this.upper[i];
        continue;
      }
      if (drop === pair.drop) [drop, approx, worst] = [drop.slice(), approx.slice(), worst.slice()];
      const term = this.termOf(i) as Choice;
      const start = this.offset[i];
      const v = worstOption(term, gain, start);
      worst[i] = v;
      for (let j = start; j < start + term.reachable.length; j++) {
        (drop as bigint[])[j] = gain[j] - gain[start + v];
        approx[j] = nearest(drop[j], exponent);
      }
    }
    const curves = new NarrowedCurves(pair.curves, (i) =>
      this.isNarrowed[i] === 1 ? (this.featureOf(i) as NumericFeature) : undefined,
    );
    return { ...pair, drop, approx, worst, straight: { slope, anchor }, curves };
  }
}

/** The curves of a pair over narrowed domains, each made when it is asked for. */
class NarrowedCurves implements Curves {
  private readonly whole: Curves;
  private readonly featureOf: (i: number) => NumericFeature | undefined;
  private readonly known = new Map<number, CurveEntry>();

  /** @param featureOf - a feature that is narrowed; undefined for others. */
  constructor(whole: Curves, featureOf: (i: number) => NumericFeature | undefined) {
    this.whole = whole;
    this.featureOf = featureOf;
  }

  get size(): number {
    return this.whole.size;
  }

  get(i: number): CurveEntry | undefined {
    const entry = this.known.get(i) ?? this.make(i);
    if (entry !== undefined) this.known.set(i, entry);
    return entry;
  }

  *[Symbol.iterator](): Iterator<[number, CurveEntry]> {
    for (const [i] of this.whole) yield [i, this.get(i) as CurveEntry];
  }

  private make(i: number): CurveEntry | undefined {
    const entry = this.whole.get(i);
    const feature = this.featureOf(i);
    if (entry === undefined || feature === undefined) return entry;
    const curve = { ...entry.curve, feature };
    return { curve, low: lowestOf(curve) };
  }
}
