// The naive Bayes family: build and validate. Reductions to the additive form are in reduce/.
import { ModelError, show } from '../errors.ts';
import { checkBins } from './additive.ts';
import { checkDistribution, checkPrior, checkProbability, checkScale } from './probability.ts';
import type {
  BernoulliNaiveBayes,
  Bins,
  CategoricalNaiveBayes,
  ComplementNaiveBayes,
  Feature,
  GaussianNaiveBayes,
  MultinomialNaiveBayes,
} from './types.ts';
import {
  type CommonSpec,
  checkCommon,
  checkFinite,
  checkLength,
  checkRow,
  type FeatureSpec,
  wrong,
} from './validate.ts';

export interface PriorSpec {
  /** `'probability'` (default) or `'log'` when all numbers are natural logarithms, as scikit-learn keeps them. */
  readonly scale?: 'probability' | 'log';
  /** P(class), in the order of the classes. */
  readonly prior: readonly number[];
}

/** What {@link categoricalNaiveBayes} takes. */
export interface CategoricalNaiveBayesSpec extends CommonSpec, PriorSpec {
  /** P(value | class) as `likelihood[feature][class][value]`; zero is allowed and stands for "never seen". */
  readonly likelihood: readonly (readonly (readonly number[])[])[];
  /** Numbers need bins: one entry per feature, null for a categorical one. Then `likelihood[feature][class][bin]`. */
  readonly bins?: readonly (Bins | null)[];
}

/**
 * A naive Bayes classifier over categorical features, and over numbers cut into bins.
 *
 * @throws {ModelError} when names, lengths or probabilities are wrong.
 * @example
 * ```ts
 * import { categoricalNaiveBayes } from '@xpxlc/core';
 * const model = categoricalNaiveBayes({
 *   classes: ['ham', 'spam'],
 *   features: [{ name: 'has link', values: ['no', 'yes'] }],
 *   prior: [0.7, 0.3],
 *   likelihood: [[[0.9, 0.1], [0.2, 0.8]]],
 * });
 * model.tieOrder; // => ['ham', 'spam']
 * ```
 */
export function categoricalNaiveBayes(spec: CategoricalNaiveBayesSpec): CategoricalNaiveBayes {
  const base = checkCommon(spec);
  const scale = checkScale(spec.scale);
  const prior = checkPrior(spec.prior, base.classes, scale);
  const bins = checkAllBins(spec.bins, base.features);
  const tables = checkLength(spec.likelihood, base.features.length, 'feature', 'likelihood');
  const likelihood = tables.map((table, i) => {
    const feature = base.features[i];
    const outcomes =
      feature.kind === 'categorical' ? feature.values.length : (bins?.[i]?.cuts.length ?? 0) + 1;
    return checkLength(table, base.classes.length, 'class', `feature '${feature.name}'`).map((row, k) =>
      checkDistribution(row, outcomes, {
        scale,
        zeros: true,
        place: `feature '${feature.name}', class '${base.classes[k]}'`,
      }),
    );
  });
  const model = { kind: 'categorical-naive-bayes', ...base, scale, prior, likelihood } as const;
  return bins === undefined ? model : { ...model, bins };
}

/** Bins for exactly the features that are numbers. */
function checkAllBins(
  bins: readonly (Bins | null)[] | undefined,
  features: readonly Feature[],
): readonly (Bins | null)[] | undefined {
  const entries = bins === undefined ? undefined : checkLength(bins, features.length, 'feature', 'bins');
  const checked = features.map((feature, i) => {
    const entry = entries?.[i] ?? null;
    if (feature.kind !== 'categorical') {
      if (entry === null) throw notCategorical(feature, 'a feature with values, or bins');
      return checkBins(entry, `feature '${feature.name}'`);
    }
    if (entry !== null) throw wrong('bins of categories', 'null', entry, `feature '${feature.name}'`);
    return null;
  });
  return checked.every((entry) => entry === null) ? undefined : checked;
}

/** What {@link bernoulliNaiveBayes} takes. */
export interface BernoulliNaiveBayesSpec extends Omit<CommonSpec, 'features'>, PriorSpec {
  /** Names (values then are `0`, `1`) or categorical features with two values, absent first. */
  readonly features: readonly (string | FeatureSpec)[];
  /** P(present | class) as `likelihood[feature][class]`. */
  readonly likelihood: readonly (readonly number[])[];
}

/**
 * A naive Bayes classifier over features that are present or absent.
 *
 * @throws {ModelError} when names, lengths or probabilities are wrong.
 * @example
 * ```ts
 * import { bernoulliNaiveBayes } from '@xpxlc/core';
 * const model = bernoulliNaiveBayes({ classes: ['ham', 'spam'], features: ['free', 'meeting'], prior: [0.5, 0.5], likelihood: [[0.1, 0.7], [0.6, 0.05]] });
 * model.features[0]; // => { kind: 'categorical', name: 'free', values: ['0', '1'] }
 * ```
 */
export function bernoulliNaiveBayes(spec: BernoulliNaiveBayesSpec): BernoulliNaiveBayes {
  const base = checkCommon({
    ...spec,
    features: named(spec.features, (name) => ({ name, values: ['0', '1'] })),
  });
  const scale = checkScale(spec.scale);
  const prior = checkPrior(spec.prior, base.classes, scale);
  const likelihood = checkLength(spec.likelihood, base.features.length, 'feature', 'likelihood').map(
    (row, i) => {
      const feature = base.features[i];
      if (feature.kind !== 'categorical') throw notCategorical(feature);
      if (feature.values.length !== 2)
        throw wrong(
          'a Bernoulli feature is present or absent',
          '2 values',
          feature.values,
          `feature '${feature.name}'`,
        );
      return checkLength(row, base.classes.length, 'class', `feature '${feature.name}'`).map((p, k) =>
        checkProbability(p, {
          scale,
          zeros: true,
          place: `feature '${feature.name}', class '${base.classes[k]}'`,
        }),
      );
    },
  );
  return { kind: 'bernoulli-naive-bayes', ...base, scale, prior, likelihood };
}

/** What {@link multinomialNaiveBayes} takes. */
export interface MultinomialNaiveBayesSpec extends Omit<CommonSpec, 'features'>, PriorSpec {
  /** Names (then whole numbers from 0 up) or numeric features with bounds. */
  readonly features: readonly (string | FeatureSpec)[];
  /** P(feature | class) as `likelihood[class][feature]`; smoothed, so never zero. */
  readonly likelihood: readonly (readonly number[])[];
}

/**
 * A naive Bayes classifier over counts, such as words in a text.
 *
 * @throws {ModelError} when names, lengths or probabilities are wrong, or a probability is zero.
 * @example
 * ```ts
 * import { multinomialNaiveBayes } from '@xpxlc/core';
 * const model = multinomialNaiveBayes({ classes: ['ham', 'spam'], features: ['free', 'meeting'], prior: [0.5, 0.5], likelihood: [[0.2, 0.8], [0.9, 0.1]] });
 * model.features[0]; // => { kind: 'integer', name: 'free', lower: 0, upper: Infinity }
 * ```
 */
export function multinomialNaiveBayes(spec: MultinomialNaiveBayesSpec): MultinomialNaiveBayes {
  const base = checkCommon({ ...spec, features: named(spec.features, count) });
  const scale = checkScale(spec.scale);
  const prior = checkPrior(spec.prior, base.classes, scale);
  base.features.forEach(checkCount);
  const likelihood = checkLength(spec.likelihood, base.classes.length, 'class', 'likelihood').map((row, k) =>
    checkDistribution(row, base.features.length, {
      scale,
      zeros: false,
      place: `class '${base.classes[k]}'`,
    }),
  );
  return { kind: 'multinomial-naive-bayes', ...base, scale, prior, likelihood };
}

/** What {@link complementNaiveBayes} takes. */
export interface ComplementNaiveBayesSpec extends Omit<CommonSpec, 'features'> {
  readonly scale?: 'probability' | 'log';
  readonly features: readonly (string | FeatureSpec)[];
  /** P(feature | all other classes) as `complement[class][feature]`; smoothed, so never zero. */
  readonly complement: readonly (readonly number[])[];
  /** Normalise the weights of each class. Default false. Not where a single feature is certain. */
  readonly norm?: boolean;
}

/**
 * The complement variant of naive Bayes over counts: a class scores by how little the others look like it.
 *
 * @throws {ModelError} when names, lengths or probabilities are wrong, or a probability is zero; `certain-complement` when
 * weights shall be normalised and their sum is 0.
 * @example
 * ```ts
 * import { complementNaiveBayes } from '@xpxlc/core';
 * const model = complementNaiveBayes({ classes: ['ham', 'spam'], features: ['free', 'meeting'], complement: [[0.9, 0.1], [0.2, 0.8]] });
 * model.norm; // => false
 * ```
 */
export function complementNaiveBayes(spec: ComplementNaiveBayesSpec): ComplementNaiveBayes {
  const base = checkCommon({ ...spec, features: named(spec.features, count) });
  const scale = checkScale(spec.scale);
  base.features.forEach(checkCount);
  const complement = checkLength(spec.complement, base.classes.length, 'class', 'complement').map((row, k) =>
    checkDistribution(row, base.features.length, {
      scale,
      zeros: false,
      place: `class '${base.classes[k]}'`,
    }),
  );
  const norm = spec.norm ?? false;
  if (typeof norm !== 'boolean') throw wrong('norm', 'true or false', norm, 'norm');
  complement.forEach((row, k) => {
    if (norm) checkNormal(row, scale, `class '${base.classes[k]}'`);
  });
  return { kind: 'complement-naive-bayes', ...base, scale, complement, norm };
}

/** Weights are divided by the sum of the logarithms; scikit-learn makes 0/0 of a certainty, which is no number. */
function checkNormal(row: readonly number[], scale: 'probability' | 'log', place: string): void {
  const certain = scale === 'log' ? 0 : 1;
  if (row.some((p) => p !== certain)) return;
  throw new ModelError('weights that cannot be normalised', {
    code: 'certain-complement',
    place,
    expected: 'a feature that is not certain, or norm: false',
    got: show(certain),
  });
}

/** What {@link gaussianNaiveBayes} takes. */
export interface GaussianNaiveBayesSpec extends Omit<CommonSpec, 'features'>, PriorSpec {
  /** Names (then any real number) or numeric features with bounds. */
  readonly features: readonly (string | FeatureSpec)[];
  /** `mean[class][feature]`. */
  readonly mean: readonly (readonly number[])[];
  /** `variance[class][feature]`, positive. */
  readonly variance: readonly (readonly number[])[];
}

/**
 * A naive Bayes classifier over numbers that are normally distributed within each class.
 *
 * @throws {ModelError} when names, lengths, probabilities or variances are wrong.
 * @example
 * ```ts
 * import { gaussianNaiveBayes } from '@xpxlc/core';
 * const model = gaussianNaiveBayes({ classes: ['cat', 'dog'], features: [{ name: 'weight', lower: 0, unit: 'kg' }], prior: [0.5, 0.5], mean: [[4], [20]], variance: [[1], [60]] });
 * model.kind; // => 'gaussian-naive-bayes'
 * ```
 */
export function gaussianNaiveBayes(spec: GaussianNaiveBayesSpec): GaussianNaiveBayes {
  const base = checkCommon({ ...spec, features: named(spec.features, (name) => ({ name })) });
  const scale = checkScale(spec.scale);
  const prior = checkPrior(spec.prior, base.classes, scale);
  for (const feature of base.features) {
    if (feature.kind === 'categorical')
      throw wrong(
        'a Gaussian feature is a number',
        'a numeric feature',
        'categories',
        `feature '${feature.name}'`,
      );
  }
  const width = base.features.length;
  const rows = (table: readonly (readonly number[])[], what: string): readonly (readonly number[])[] =>
    checkLength(table, base.classes.length, 'class', what).map((row, k) =>
      checkRow(row, width, 'feature', `${what}, class '${base.classes[k]}'`),
    );
  const mean = rows(spec.mean, 'mean');
  const variance = rows(spec.variance, 'variance');
  variance.forEach((row, k) => {
    row.forEach((v, i) => {
      // 1/(2·variance) is the weight of the square: it must be a finite, non-zero double.
      if (!(v > 0 && Number.isFinite(0.5 / v) && 0.5 / v > 0)) {
        throw new ModelError('not a variance', {
          code: 'bad-variance',
          place: `feature '${base.features[i].name}', class '${base.classes[k]}'`,
          expected: 'a positive number',
          got: show(v),
        });
      }
    });
  });
  return { kind: 'gaussian-naive-bayes', ...base, scale, prior, mean, variance };
}

function named(
  features: readonly (string | FeatureSpec)[],
  make: (name: string) => FeatureSpec,
): FeatureSpec[] {
  if (!Array.isArray(features)) throw wrong('features', 'a list of features', features, 'features');
  return features.map((f) => (typeof f === 'string' ? make(f) : f));
}

function count(name: string): FeatureSpec {
  return { kind: 'integer', name, lower: 0 };
}

function checkCount(feature: Feature): void {
  if (feature.kind === 'categorical')
    throw wrong('a count is a number', 'a numeric feature', 'categories', `feature '${feature.name}'`);
  checkFinite(feature.lower, `feature '${feature.name}', lower bound`);
  if (feature.lower < 0)
    throw wrong(
      'a count is never negative',
      'a lower bound of at least 0',
      feature.lower,
      `feature '${feature.name}'`,
    );
}

function notCategorical(feature: Feature, expected = 'a feature with values'): ModelError {
  return wrong('not categorical', expected, feature.kind, `feature '${feature.name}'`);
}
