// What a user sees of a model and of an instance that have been made ready for questions. Everything else in them is the engine's
// own and changes with it (`Reduced` in reduce/classifier.ts, `Weighed` in weigh/problem.ts).
import type { Feature, Model } from './types.ts';
import type { Within } from './within.ts';

/** A model made ready by `reduce`, for all its instances. Nothing but `reduce` makes one. */
export interface Classifier {
  /** The model it was made from. */
  readonly model: Model;
  readonly classes: readonly string[];
  readonly features: readonly Feature[];
  /** What differences of scores count: log odds as natural logarithms or as powers of two, points of a scorecard, or nothing with a name. */
  readonly unit: 'nats' | 'bits' | 'points' | 'score';
}

/** An instance made ready by `weigh`, for all questions about it. Nothing but `weigh` makes one. */
export interface Problem {
  /** Of a narrowed problem: with the narrowed domains. */
  readonly classifier: Classifier;
  /** What may move, as it was asked; undefined for everything. */
  readonly within: Within | undefined;
  /** The predicted class. */
  readonly class: string;
  /** Its position in the classifier's list. */
  readonly classIndex: number;
  /** The instance in numbers, one per feature: the position of a category, or the number; NaN where it is missing. */
  readonly values: ArrayLike<number>;
  /** Features that the instance leaves out, and that count as what the model says (`missing` of the feature). */
  readonly missing: readonly number[];
}
