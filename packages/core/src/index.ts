// The public surface of the core, by name.

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
export { countRules, coveredRows, type PooledRule } from './block/covered-rows.ts';
export { type BlockSets, type EnumerateBlockOptions, enumerateBlock } from './block/enumerate-block.ts';
export {
  type BlockLists,
  blockLists,
  type ExplainBlockOptions,
  explainBlock,
} from './block/explain-block.ts';
export { type PoolOptions, poolRules } from './block/pool-rules.ts';
export { type BlockPrediction, predictBlock } from './block/predict-block.ts';
export { type BlockRelevance, type RelevanceBlockOptions, relevanceBlock } from './block/relevance-block.ts';
export { type BlockTally, type TallyBlockOptions, tallyBlock } from './block/tally-block.ts';
export type { Estimate } from './chance/sampled.ts';
export type { Fraction } from './count/fraction.ts';
// Errors.
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
// Models: plain data, validated.
export { type AdditiveModelSpec, additiveModel } from './model/additive.ts';
export type { Budget, Signal } from './model/budget.ts';
export type { Distribution, Marginal, Marginals } from './model/distribution.ts';
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
export { didYouMean, nearest } from './model/nearest.ts';
export type { Features } from './model/pick.ts';
export type { Classifier, Problem } from './model/prepared.ts';
export { findName, type Spellings, spellingsOf } from './model/same-value.ts';
export { type ScorecardSpec, scorecard } from './model/scorecard.ts';
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
export type { Narrowing, Within } from './model/within.ts';
export type { Region } from './move/region.ts';
export type { Movement } from './move/witness.ts';
// Answers as text, and their proofs.
export {
  type Certificate,
  type CertifiedDomain,
  type CertifiedRival,
  certify,
} from './output/certificate.ts';
export { changeLiterals } from './output/change.ts';
export { given, givenOfOthers } from './output/given.ts';
export { type LiteralOptions, literal, wideLiteral } from './output/literal.ts';
export { type Range, type RegionValues, regionValues } from './output/ranges.ts';
export { rule } from './output/rule.ts';
export { shortNumber, shortValue } from './output/short-number.ts';
export { type Verdict, verify } from './output/verify.ts';
export { Attribution } from './query/attribution.ts';
// Questions.
export { type Audit, audit } from './query/audit.ts';
export { changeRegion } from './query/change-region.ts';
export { type Check, type CheckOptions, check } from './query/check.ts';
export { classProbabilities, linkOf, neededProbability, type Scored } from './query/class-probabilities.ts';
export { type Count, type CountOptions, count } from './query/count.ts';
export { type BoundsOptions, type CountBounds, countBounds } from './query/count-bounds.ts';
export { type Counterfactual, type CounterfactualOptions, counterfactual } from './query/counterfactual.ts';
export { coverage } from './query/coverage.ts';
export { drops, type RivalDrops } from './query/drops.ts';
export {
  type EnumerateOptions,
  type Enumeration,
  enumerate,
  enumerateIndices,
  enumerateMasks,
  type IndexBatch,
  type MaskBatch,
} from './query/enumerate.ts';
export { type CountEstimate, type EstimateOptions, estimateCount } from './query/estimate-count.ts';
export {
  type ExplanationList,
  type ExplanationListOptions,
  explanationList,
} from './query/explanation-list.ts';
export { type InflateOptions, inflate, type WideLiteral } from './query/inflate.ts';
export { type Guided, minimal, type Wishes } from './query/minimal.ts';
export { necessary } from './query/necessary.ts';
export {
  type PowerIndex,
  type PowerIndices,
  type PowerOptions,
  powerIndices,
} from './query/power-indices.ts';
export { type Precise, type PreciseOptions, precise } from './query/precise.ts';
export { type PrecisionOptions, type Probability, precision } from './query/precision.ts';
export { type Prediction, predict, predictionOf, totalPoints } from './query/predict.ts';
export type { Question, TargetedQuestion } from './query/question.ts';
export { type RelevantOptions, relevant } from './query/relevant.ts';
export { type Rule, ruleHolds } from './query/rule-holds.ts';
export { type Sampler, type SamplerOptions, sampler } from './query/sampler.ts';
export { smallest } from './query/smallest.ts';
export { type SmallestOptions, smallestKnown } from './query/smallest-known.ts';
export { suffices } from './query/suffices.ts';
export { type Tally, type TallyOptions, tally } from './query/tally.ts';
// Preparing: model → classifier, instance → problem.
export { additiveForm } from './reduce/additive-form.ts';
export { checkWithin, withinTest } from './reduce/narrow.ts';
export { type Options, optionsOf } from './reduce/options-of.ts';
export { type ReduceOptions, reduce } from './reduce/reduce.ts';
export { binOf } from './reduce/term.ts';
export { FeatureSet } from './search/feature-set.ts';
export type { KnownSmallest } from './search/smallest-demands.ts';
export type { Kind } from './weigh/cover.ts';
export { type WeighOptions, weigh } from './weigh/problem.ts';
