// What a classifier is before anything is computed: plain data, in the user's own names and units.

/** A feature with finitely many named values. */
export interface CategoricalFeature {
  readonly kind: 'categorical';
  readonly name: string;
  readonly values: readonly string[];
  /** The value that stands for a missing one. */
  readonly missing?: string;
  /** The value that stands for all that is none of the values. */
  readonly other?: string;
}

/** A number between two bounds (both included); a bound may be infinite. `integer` features take whole numbers. */
export interface NumericFeature {
  readonly kind: 'real' | 'integer';
  readonly name: string;
  readonly lower: number;
  readonly upper: number;
  /** Shown after numbers in explanations, e.g. `€`. */
  readonly unit?: string;
  /** A missing value counts as this number; `true`: missing is a value of its own, and all shapes are steps that say what it is worth. */
  readonly missing?: number | true;
}

export type Feature = CategoricalFeature | NumericFeature;

/** A contribution per category, in the order of the feature's values. */
export interface TableShape {
  readonly kind: 'table';
  readonly values: readonly number[];
}

/** `weight · x`. */
export interface LinearShape {
  readonly kind: 'linear';
  readonly weight: number;
}

/**
 * A constant per bin of a number. `cuts` increase strictly; with `closed: 'left'` (the default) bin j is
 * `cuts[j-1] ≤ x < cuts[j]`, with `'right'` it is `cuts[j-1] < x ≤ cuts[j]`. One more value than cuts.
 */
export interface StepsShape {
  readonly kind: 'steps';
  readonly cuts: readonly number[];
  readonly values: readonly number[];
  readonly closed?: 'left' | 'right';
  /** What a missing value is worth, where missing is a value of its own. */
  readonly missing?: number;
}

/** `quadratic·(x−center)² + linear·(x−center) + constant`; what is left out is 0. */
export interface QuadraticShape {
  readonly kind: 'quadratic';
  readonly quadratic: number;
  readonly linear?: number;
  readonly constant?: number;
  readonly center?: number;
}

export type Shape = TableShape | LinearShape | StepsShape | QuadraticShape;

/** What every model states: names, and who wins a tie. */
export interface ModelBase {
  readonly classes: readonly string[];
  readonly features: readonly Feature[];
  /** All classes, the winner of ties first. */
  readonly tieOrder: readonly string[];
  /**
   * Two-class models only: what the score difference (second class minus first) must exceed for the second
   * class to win. 0 when absent.
   */
  readonly threshold?: number;
  /** What the program that the model comes from computes in; doubles when absent. Only what is called doubtful depends on it. */
  readonly arithmetic?: 'single';
  /**
   * How scores become probabilities of the classes. `softmax`: exp(score) by their sum, which with two classes is the logistic function of
   * the difference. `one-vs-rest`: the logistic function of each score by their sum. Absent: they are none; naive Bayes models have
   * theirs by themselves.
   */
  readonly link?: Link;
}

export type Link = 'softmax' | 'one-vs-rest';

/** Intervals of a number, in the words of {@link StepsShape}: one more bin than cuts. */
export interface Bins {
  readonly cuts: readonly number[];
  readonly closed?: 'left' | 'right';
}

/** P(class) and, per feature and class, P(value | class); or their natural logarithms. */
export interface CategoricalNaiveBayes extends ModelBase {
  readonly kind: 'categorical-naive-bayes';
  readonly scale: 'probability' | 'log';
  readonly prior: readonly number[];
  /** `likelihood[feature][class][value]`, or `[bin]` for a number. */
  readonly likelihood: readonly (readonly (readonly number[])[])[];
  /** Per feature: the bins of a number, null for categories. Absent when all features are categorical. */
  readonly bins?: readonly (Bins | null)[];
}

/** Presence or absence of each feature: P(present | class). Values are listed absent first. */
export interface BernoulliNaiveBayes extends ModelBase {
  readonly kind: 'bernoulli-naive-bayes';
  readonly scale: 'probability' | 'log';
  readonly prior: readonly number[];
  /** `likelihood[feature][class]`. */
  readonly likelihood: readonly (readonly number[])[];
}

/** Counts: score = log prior + Σ count · log P(feature | class). */
export interface MultinomialNaiveBayes extends ModelBase {
  readonly kind: 'multinomial-naive-bayes';
  readonly scale: 'probability' | 'log';
  readonly prior: readonly number[];
  /** `likelihood[class][feature]`; each class adds up to 1. */
  readonly likelihood: readonly (readonly number[])[];
}

/** Counts, weighed by what the other classes do (Rennie et al. 2003, as scikit-learn has it): no prior. */
export interface ComplementNaiveBayes extends ModelBase {
  readonly kind: 'complement-naive-bayes';
  readonly scale: 'probability' | 'log';
  /** `complement[class][feature]`: P(feature | not class); each class adds up to 1. */
  readonly complement: readonly (readonly number[])[];
  /** Divide each class's weights by their sum. */
  readonly norm: boolean;
}

/** Numbers, normally distributed within each class. */
export interface GaussianNaiveBayes extends ModelBase {
  readonly kind: 'gaussian-naive-bayes';
  readonly scale: 'probability' | 'log';
  readonly prior: readonly number[];
  /** `mean[class][feature]`, `variance[class][feature]`. */
  readonly mean: readonly (readonly number[])[];
  readonly variance: readonly (readonly number[])[];
}

/**
 * A weight per number or per category. One row of weights: the score is that of the second class against the
 * first (as in scikit-learn). One row per class: the largest score wins.
 */
export interface LinearModel extends ModelBase {
  readonly kind: 'linear';
  /** `weights[row][feature]`: a number, or one per value of a categorical feature. */
  readonly weights: readonly (readonly (number | readonly number[])[])[];
  /** `intercept[row]`. */
  readonly intercept: readonly number[];
}

/** Points per category or bin; the second class is given when the points reach the cut-off. */
export interface Scorecard extends ModelBase {
  readonly kind: 'scorecard';
  readonly base: number;
  readonly cutoff: number;
  readonly points: readonly (TableShape | StepsShape)[];
}

/** The general form: a bias per class and a shape per feature and class. */
export interface AdditiveModel extends ModelBase {
  readonly kind: 'additive';
  readonly bias: readonly number[];
  /** `shapes[feature][class]`. */
  readonly shapes: readonly (readonly Shape[])[];
}

export type Model =
  | CategoricalNaiveBayes
  | BernoulliNaiveBayes
  | MultinomialNaiveBayes
  | ComplementNaiveBayes
  | GaussianNaiveBayes
  | LinearModel
  | Scorecard
  | AdditiveModel;

/** One value of a feature: a category by name or 0-based position, a number, `null` where it is missing. */
export type Value = string | number | null;

/** A case to explain: one value per feature, by name or in order. `true` and `false` are categories of that name, or 1 and 0. */
export type Instance = readonly (Value | boolean)[] | { readonly [feature: string]: Value | boolean };
