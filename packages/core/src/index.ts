// The public surface of the core, by name, in the order of the README's table of questions.

// Prepare once: model → classifier, instance → problem.

export type { Classifier, Problem } from './model/prepared.ts';
export { type ReduceOptions, reduce } from './reduce/reduce.ts';
export { type WeighOptions, weigh } from './weigh/problem.ts';

// What is predicted, by how much, could rounding have decided it?

export { classProbabilities, linkOf, neededProbability, type Scored } from './query/class-probabilities.ts';
export { drops, inScores, type RivalDrops } from './query/drops.ts';
export { type Prediction, predict, predictionOf, totalPoints } from './query/predict.ts';

// Why? One smallest explanation.

export type { Question, TargetedQuestion } from './query/question.ts';
export { smallest } from './query/smallest.ts';
export { type SmallestOptions, smallestKnown } from './query/smallest-known.ts';
export type { KnownSmallest } from './search/smallest-demands.ts';
export type { Kind } from './weigh/cover.ts';

// … that avoids some features, must not use others, prefers cheap ones.

export type { Features } from './model/pick.ts';
export { type Guided, minimal, type Wishes } from './query/minimal.ts';

// All explanations or contrasts, one after the other, as objects, bit masks or index lists.

export {
  type EnumerateOptions,
  type Enumeration,
  enumerate,
  enumerateIndices,
  enumerateMasks,
  type IndexBatch,
  type MaskBatch,
} from './query/enumerate.ts';
export { FeatureSet } from './search/feature-set.ts';

// How many, how large, which features how often?

export type { Fraction } from './count/fraction.ts';
export { type Count, type CountOptions, count } from './query/count.ts';
export { type Tally, type TallyOptions, tally } from './query/tally.ts';

// How much power has each feature?

export { Attribution } from './query/attribution.ts';
export {
  type PowerIndex,
  type PowerIndices,
  type PowerOptions,
  powerIndices,
} from './query/power-indices.ts';

// Any of them: at a place, at random; too many to count.

export { type BoundsOptions, type CountBounds, countBounds } from './query/count-bounds.ts';
export { type CountEstimate, type EstimateOptions, estimateCount } from './query/estimate-count.ts';
export {
  type ExplanationList,
  type ExplanationListOptions,
  explanationList,
} from './query/explanation-list.ts';
export { type Sampler, type SamplerOptions, sampler } from './query/sampler.ts';

// Given what may move.

export type { Narrowing, Within } from './model/within.ts';
export { given, givenOfOthers } from './output/given.ts';
export { checkWithin, withinTest } from './reduce/narrow.ts';

// What would change it: the changed case itself, and all values that would do.

export type { Region } from './move/region.ts';
export type { Movement } from './move/witness.ts';
export { changeLiterals } from './output/change.ts';
export { type Doubt, type Range, type RegionValues, regionValues } from './output/ranges.ts';
export { changeRegion } from './query/change-region.ts';
export { type Counterfactual, type CounterfactualOptions, counterfactual } from './query/counterfactual.ts';

// Which features are in every explanation, in some, in none? Does a protected feature play a part?

export { type Audit, audit } from './query/audit.ts';
export { necessary } from './query/necessary.ts';
export { type RelevantOptions, relevant } from './query/relevant.ts';

// Is this set an explanation?

export { type Check, type CheckOptions, check } from './query/check.ts';
export { suffices } from './query/suffices.ts';

// How often does a set keep the class? A smallest set that holds often enough.

export type { Estimate } from './chance/sampled.ts';
export type { Distribution, Marginal, Marginals } from './model/distribution.ts';
export { coverage } from './query/coverage.ts';
export { type Precise, type PreciseOptions, precise } from './query/precise.ts';
export { type PrecisionOptions, type Probability, precision } from './query/precision.ts';

// How far may the values move before the reason breaks?

export { type InflateOptions, inflate, type WideLiteral } from './query/inflate.ts';

// In words.

export { type LiteralOptions, literal, literalRegion, missingText, wideLiteral } from './output/literal.ts';
export { nameList } from './output/name-list.ts';
export { rule } from './output/rule.ts';
export { shortNumber, shortValue } from './output/short-number.ts';

// Proof.

export {
  type Certificate,
  type CertifiedDomain,
  type CertifiedRival,
  certify,
} from './output/certificate.ts';
export { type Verdict, verify } from './output/verify.ts';
export { additiveForm } from './reduce/additive-form.ts';

// Of each row of a table.

export { type BlockChanges, blockChanges } from './block/block-changes.ts';
export {
  type Block,
  type BlockAnswer,
  type BlockClasses,
  type BlockStatus,
  type Column,
  ROW_STATUS,
} from './block/block-data.ts';
export { type BlockMargins, blockMargins } from './block/block-margins.ts';
export { ChangeRegions } from './block/change-regions.ts';
export { type BlockSets, type EnumerateBlockOptions, enumerateBlock } from './block/enumerate-block.ts';
export {
  type BlockLists,
  blockLists,
  type ExplainBlockOptions,
  explainBlock,
} from './block/explain-block.ts';
export { type BlockPrediction, predictBlock } from './block/predict-block.ts';
export { type BlockRelevance, type RelevanceBlockOptions, relevanceBlock } from './block/relevance-block.ts';
export { type BlockTally, type TallyBlockOptions, tallyBlock } from './block/tally-block.ts';

// A few rules that cover a table; is any rule right?

export { countRules, coveredRows, type PooledRule } from './block/covered-rows.ts';
export { type PoolOptions, poolRules } from './block/pool-rules.ts';
export { type Rule, ruleHolds } from './query/rule-holds.ts';

// Models: plain data, validated.

export { type AdditiveModelSpec, additiveModel } from './model/additive.ts';
export { type LinearModelSpec, type LinearRow, linearModel } from './model/linear.ts';
export {
  type BernoulliNaiveBayesSpec,
  bernoulliNaiveBayes,
  type CategoricalNaiveBayesSpec,
  type ComplementNaiveBayesSpec,
  categoricalNaiveBayes,
  complementNaiveBayes,
  type GaussianNaiveBayesSpec,
  gaussianNaiveBayes,
  type MultinomialNaiveBayesSpec,
  multinomialNaiveBayes,
  type PriorSpec,
} from './model/naive-bayes.ts';
export { type ScorecardSpec, scorecard } from './model/scorecard.ts';
export { meansMissing, standIn } from './model/stand-in.ts';
export type {
  AdditiveModel,
  BernoulliNaiveBayes,
  Bins,
  CategoricalFeature,
  CategoricalNaiveBayes,
  ComplementNaiveBayes,
  Feature,
  GaussianNaiveBayes,
  Instance,
  LinearModel,
  LinearShape,
  Link,
  Model,
  ModelBase,
  MultinomialNaiveBayes,
  NumericFeature,
  QuadraticShape,
  Scorecard,
  Shape,
  StepsShape,
  TableShape,
  Value,
} from './model/types.ts';
export type { CommonSpec, FeatureSpec } from './model/validate.ts';

// Which value is meant?

export { didYouMean, nearest } from './model/nearest.ts';
export { findName, type Spellings, spellingsOf } from './model/same-value.ts';
export { type Options, optionsOf } from './reduce/options-of.ts';
export { binOf } from './reduce/term.ts';

// What an answer may cost, and errors.

export {
  type ErrorDetail,
  FormatError,
  InstanceError,
  InternalError,
  LimitError,
  ModelError,
  shortened,
  show,
  XpxlcError,
} from './errors.ts';
export type { Budget, Signal } from './model/budget.ts';
