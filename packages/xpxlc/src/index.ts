// What needs more than the core: models and tables from files, training, explanations for people at a terminal.

export { compareDecisions } from './answer/compare-record.ts';
export { extendBounds } from './answer/extend-bounds.ts';
export type {
  Agreement,
  Assessment,
  ChangeRecord,
  Claimed,
  ComparedSide,
  CompareRecord,
  CompareSummary,
  CompareSums,
  FailedAssessment,
  ProbabilityRecord,
  RuleAssessment,
  WeightsAssessment,
} from './answer/record-fields.ts';
export { recordJsonSchema, recordSchemas } from './answer/record-schemas.ts';
export {
  type AgreementSummary,
  type AssessSummary,
  HIT_BINS,
  type HitsSummary,
  PRECISION_BINS,
  type Quartiles,
  type RulesSummary,
  type ShareSummary,
  type ToolSummary,
  type WeightsSummary,
} from './assess/assess-summary.ts';
export { assessSvg } from './assess/assess-svg.ts';
export { type AssessOptions, assessor } from './assess/assessor.ts';
export type { BadGiven, Given, GivenFile, GivenRule, GivenWeights } from './assess/given.ts';
export { kendallTauB } from './assess/kendall-tau-b.ts';
export { rankBiasedOverlap } from './assess/rank-biased-overlap.ts';
export { readGiven } from './assess/read-given.ts';
export { spearmanRho } from './assess/spearman-rho.ts';
export { summarizeAssessments } from './assess/summarize-assessments.ts';
export { topFeatures } from './assess/top-features.ts';
export type { BadRow } from './cells/bad-row.ts';
export type { RowBlock } from './cells/row-block.ts';
export * from './import/index.ts';
export { type EncodeOptions, encodeRows } from './table/encode.ts';
export { marginalsOfTable } from './table/marginals.ts';
export { openTable, type TableLimits, type TableOptions, type TableSource } from './table/source.ts';
export type { SqlValue, Table, TableColumn } from './table/table.ts';
export {
  openWriter,
  type TableWriter,
  type WriterColumn,
  type WriterOptions,
  type WriterRow,
} from './table/write.ts';
export { type ReportStyle, reportText } from './terminal/report.ts';
export { boundsOfTable } from './train/bounds-of-table.ts';
export { type Evaluation, evaluate } from './train/evaluate.ts';
export type { ColumnChoice, MissingPolicy } from './train/plan.ts';
export { type SplitOptions, splitRows } from './train/split.ts';
export { type Trained, type TrainOptions, train } from './train/train.ts';
export type { BoundsWish } from './train/wish-bounds.ts';
