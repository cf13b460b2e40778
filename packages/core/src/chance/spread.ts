// A distribution, made ready for a classifier: per feature the options or numbers that occur, and how often.
import { InstanceError, show } from '../errors.ts';
import { add, bitLength, type Dyadic, fromDouble, subtract, ZERO } from '../exact/dyadic.ts';
import { down, exponential, up } from '../exact/exponential.ts';
import { checkMarginal, type Distribution, type Marginal } from '../model/distribution.ts';
import type {
  BernoulliNaiveBayes,
  CategoricalNaiveBayes,
  Feature,
  GaussianNaiveBayes,
  NumericFeature,
} from '../model/types.ts';
import type { Reduced } from '../reduce/classifier.ts';
import { type Choice, endsOf, type Term } from '../reduce/term.ts';
import { optionOf } from '../weigh/float-scores.ts';
import { type Line, normalLine, uniformLine } from './line.ts';
import { ofDoubles, ofIntegers, ofLogarithms, ofNumbers, type Shares } from './shares.ts';

/**
 * A mixture of products: first a component is drawn, then every feature on its own. Independent features are one component, a naive
 * Bayes model has one per class.
 */
export interface Spread {
  readonly components: Shares;
  readonly features: readonly FeatureSpread[];
}

/** How one feature varies, per component: over options, over finitely many numbers, or along a line of them. */
export type FeatureSpread =
  | { readonly kind: 'options'; readonly shares: readonly Shares[] }
  | { readonly kind: 'numbers'; readonly numbers: readonly number[]; readonly shares: readonly Shares[] }
  | { readonly kind: 'line'; readonly line: Line };

/** A fraction with more bits takes too long to reduce. */
export const MOST_BITS: number = 2 ** 16;

/** How many bits the totals of these features have together, over all components: so long an exact probability may get. */
export function bitsOf({ features }: Spread, of: Iterable<number>): number {
  let bits = 0;
  for (const i of of) {
    const feature = features[i];
    if (feature.kind !== 'line') for (const { total } of feature.shares) bits += bitLength(total);
  }
  return bits;
}

/** A curve over so many whole numbers is a list of values; over more it is a line. */
const MOST_NUMBERS = 1024;

const named = new WeakMap<Reduced, Map<string, Spread>>();
const given = new WeakMap<Reduced, WeakMap<object, Spread>>();

/**
 * The distribution for this classifier, prepared once.
 *
 * @throws {InstanceError} `bad-distribution`, or `no-distribution` where a model or a feature has none of that name.
 */
export function toSpread(classifier: Reduced, distribution: Distribution): Spread {
  if (typeof distribution === 'string') {
    const known = named.get(classifier) ?? new Map<string, Spread>();
    named.set(classifier, known);
    const spread = known.get(distribution) ?? ofName(classifier, distribution);
    known.set(distribution, spread);
    return spread;
  }
  if (typeof distribution !== 'object' || distribution === null || !Array.isArray(distribution.marginals))
    throw unknown(distribution);
  const known = given.get(classifier) ?? new WeakMap<object, Spread>();
  given.set(classifier, known);
  const spread = known.get(distribution) ?? ofMarginals(classifier, distribution.marginals);
  known.set(distribution, spread);
  return spread;
}

function ofName(classifier: Reduced, name: string): Spread {
  if (name === 'uniform') {
    const { features, terms } = classifier;
    return { components: ALL, features: terms.map((term, i) => uniform(features[i], term)) };
  }
  if (name === 'model') return ofModel(classifier);
  throw unknown(name);
}

const ALL: Shares = ofIntegers([1n]);

function unknown(got: unknown): InstanceError {
  return new InstanceError('not a distribution', {
    code: 'bad-distribution',
    place: 'distribution',
    expected: "'uniform', 'model' or { marginals }",
    got: show(got),
  });
}

/** Every value as likely as any other. */
function uniform(feature: Feature, term: Term): FeatureSpread {
  if (feature.kind === 'categorical') {
    return alike((term as Choice).reachable);
  }
  if (term.kind === 'choice' && onlyMissing(term)) return alike(term.reachable);
  if (!Number.isFinite(feature.lower) || !Number.isFinite(feature.upper)) {
    throw new InstanceError('no uniform distribution without bounds', {
      code: 'no-distribution',
      place: `feature '${feature.name}'`,
      expected: 'two finite bounds, or another distribution',
      got: `${feature.lower} to ${feature.upper}`,
    });
  }
  if (term.kind === 'choice') return { kind: 'options', shares: [uniformBins(feature, term)] };
  const { lower, upper } = feature;
  const count = upper - lower + 1;
  if (lower === upper || (feature.kind === 'integer' && count <= MOST_NUMBERS)) {
    const numbers = lower === upper ? [lower] : Array.from({ length: count }, (_, j) => lower + j);
    return { kind: 'numbers', numbers, shares: [ofIntegers(numbers.map(() => 1n))] };
  }
  return { kind: 'line', line: uniformLine(feature) };
}

/** Bins by how much of the domain they hold; missing is none of it. */
function uniformBins(feature: NumericFeature, { bins, reachable }: Choice): Shares {
  const { cuts } = bins as NonNullable<Choice['bins']>;
  const { lower, upper, kind } = feature;
  return ofNumbers(
    reachable.map((held, j) => {
      if (!held || j > cuts.length) return { m: 0n, e: 0 };
      if (lower === upper) return { m: 1n, e: 0 };
      if (kind === 'integer') {
        const [low, high] = endsOf(j, bins as NonNullable<Choice['bins']>, feature);
        return { m: BigInt(high) - BigInt(low) + 1n, e: 0 };
      }
      // Whether the ends belong to it makes no difference.
      const low = j === 0 ? lower : Math.max(lower, cuts[j - 1]);
      const high = j === cuts.length ? upper : Math.min(upper, cuts[j]);
      return subtract(fromDouble(high), fromDouble(low));
    }),
  );
}

function ofMarginals(classifier: Reduced, marginals: readonly Marginal[]): Spread {
  const { whole, features, terms } = classifier;
  if (marginals.length !== features.length) {
    throw new InstanceError('not a distribution', {
      code: 'bad-distribution',
      place: 'marginals',
      expected: `${features.length}, one per feature`,
      got: String(marginals.length),
    });
  }
  return {
    components: ALL,
    features: terms.map((term, i) => {
      const marginal = checkMarginal(marginals[i], whole.features[i]);
      return classifier.domainOf(i) !== undefined
        ? leftOf(features[i], term, marginal)
        : ofMarginal(features[i], term, marginal);
    }),
  };
}

function ofMarginal(feature: Feature, term: Term, marginal: Marginal): FeatureSpread {
  if (!('weights' in marginal)) return { kind: 'options', shares: [ofDoubles(marginal)] };
  const stand = (feature as NumericFeature).missing;
  const numbers = Array.from(marginal.values, (x) =>
    Number.isNaN(x) && typeof stand === 'number' ? stand : x,
  );
  if (term.kind === 'curve') return { kind: 'numbers', numbers, shares: [ofDoubles(marginal.weights)] };
  const room: number[][] = term.reachable.map(() => []);
  numbers.forEach((x, j) => {
    room[optionOf(term, x)].push(marginal.weights[j]);
  });
  return { kind: 'options', shares: [ofNumbers(room.map(sumOf))] };
}

/** The same where a question narrows the values: of those that are left. A value that is left alone is certain. */
function leftOf(feature: Feature, term: Term, marginal: Marginal): FeatureSpread {
  const reachable = term.kind === 'choice' ? term.reachable : [];
  if (!('weights' in marginal)) {
    const left = marginal.map((weight, v) => (reachable[v] ? weight : 0));
    if (left.some((weight) => weight > 0)) return { kind: 'options', shares: [ofDoubles(left)] };
  } else {
    const { lower, upper } = feature as NumericFeature;
    const held = (x: number): boolean =>
      term.kind === 'choice' && !reachable[optionOf(term, x)]
        ? false
        : Number.isNaN(x) || (x >= lower && x <= upper);
    const weights = Array.from(marginal.weights, (weight, j) => (held(marginal.values[j]) ? weight : 0));
    if (weights.some((weight) => weight > 0)) return ofMarginal(feature, term, { ...marginal, weights });
    const { kind } = term;
    if (kind === 'curve' && lower === upper)
      return { kind: 'numbers', numbers: [lower], shares: [ofIntegers([1n])] };
  }
  if (reachable.filter(Boolean).length === 1) return alike(reachable);
  throw new InstanceError('nothing that occurs is within what may move', {
    code: 'no-distribution',
    place: `feature '${feature.name}'`,
    expected: 'values that the distribution has',
    got: 'none of them',
  });
}

/** A question can leave nothing but the missing value. */
function onlyMissing({ bins, reachable }: Choice): boolean {
  const { cuts } = bins as NonNullable<Choice['bins']>;
  return reachable[cuts.length + 1] && !reachable.slice(0, cuts.length + 1).includes(true);
}

/** The options that are left, each as likely as any other. */
function alike(reachable: readonly boolean[]): FeatureSpread {
  return { kind: 'options', shares: [ofIntegers(reachable.map((able) => (able ? 1n : 0n)))] };
}

function sumOf(weights: readonly number[]): Dyadic {
  return weights.reduce((sum, w) => add(sum, fromDouble(w)), ZERO);
}

/** A naive Bayes model's own. */
function ofModel(classifier: Reduced): Spread {
  const { model, features } = classifier;
  if (features.some((_, i) => classifier.domainOf(i) !== undefined)) {
    throw new InstanceError('no distribution of the model over a narrowed space', {
      code: 'no-distribution',
      place: 'distribution',
      expected: "'uniform' or marginals, where a question narrows what may move",
      got: "'model'",
    });
  }
  switch (model.kind) {
    case 'categorical-naive-bayes':
      return { components: toShares(model, model.prior), features: categorical(classifier, model) };
    case 'bernoulli-naive-bayes':
      return { components: toShares(model, model.prior), features: bernoulli(model) };
    case 'gaussian-naive-bayes':
      return { components: toShares(model, model.prior), features: gaussian(model) };
    default:
      throw new InstanceError('the model has no distribution of its own', {
        code: 'no-distribution',
        place: 'distribution',
        expected: 'a naive Bayes model of categories, of presence and absence, or of normal distributions',
        got: show(model.kind),
      });
  }
}

/** Of a bin that holds no value of the domain nothing is heard. */
function categorical({ terms }: Reduced, model: CategoricalNaiveBayes): FeatureSpread[] {
  const never = model.scale === 'log' ? Number.NEGATIVE_INFINITY : 0;
  return model.likelihood.map((table, i) => {
    const { reachable } = terms[i] as Choice;
    const shares = table.map((row) =>
      toShares(
        model,
        row.map((p, v) => (reachable[v] ? p : never)),
      ),
    );
    return { kind: 'options', shares };
  });
}

function bernoulli(model: BernoulliNaiveBayes): FeatureSpread[] {
  return model.likelihood.map((row) => ({
    kind: 'options',
    shares: row.map((p) =>
      model.scale === 'log'
        ? withRest(exponential(p))
        : ofNumbers([subtract({ m: 1n, e: 0 }, fromDouble(Math.min(1, p))), fromDouble(Math.min(1, p))]),
    ),
  }));
}

/** Absent, where the probability of being present lies between these. */
function withRest([low, high]: readonly [number, number]): Shares {
  const [least, most] = [Math.min(1, low), Math.min(1, high)];
  return {
    weights: null,
    total: 0n,
    low: Float64Array.of(down(1 - most), least),
    high: Float64Array.of(up(1 - least), most),
  };
}

function gaussian({ features, mean, variance }: GaussianNaiveBayes): FeatureSpread[] {
  return features.map((feature, i) => ({
    kind: 'line',
    line: normalLine(
      feature as NumericFeature,
      mean.map((row) => row[i]),
      variance.map((row) => row[i]),
    ),
  }));
}

function toShares({ scale }: { scale: 'probability' | 'log' }, row: readonly number[]): Shares {
  return scale === 'log' ? ofLogarithms(row) : ofDoubles(row);
}
