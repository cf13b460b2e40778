// What pictures, pages and reports show, as plain data in the user's words: the public surface of `xpxlc/view`. Runs in pages: no Node, no
// DuckDB.

export { ratio } from '../answer/count-record.ts';
export { ruleRecord } from '../answer/rules-record.ts';
export {
  type BadRow,
  badRow,
  cellTrouble,
  oneOf,
  shapeTrouble,
  type Trouble,
  withoutRow,
} from '../table/bad-row.ts';
export { findColumns } from '../table/find-columns.ts';
export { formatByName, formatByText, isParquet, type TableFormat } from '../table/format.ts';
export { SHAPE } from '../table/reader.ts';
export { guarded, textRows } from '../table/text-rows.ts';
export { missingIn, missingTexts } from '../terminal/missing.ts';
export { percentRange } from '../terminal/percent.ts';
export {
  decisionText,
  type StandingNumber,
  standingNumber,
  standingOf,
  standingText,
} from '../terminal/standing.ts';
export { inUnit } from '../terminal/unit.ts';
export { changeOf } from './change-of.ts';
export { type ContrastCase, contrastCases } from './contrast-cases.ts';
export { type ContributionsOfOptions, contributionsOf, worth } from './contributions-of.ts';
export { type DropBarOfOptions, dropBarOf } from './drop-bar-of.ts';
export { type FeatureBarsOfOptions, type FeatureMeasure, featureBarsOf } from './feature-bars-of.ts';
export { groupedDigits } from './grouped-digits.ts';
export { type MatrixOfOptions, matrixOf } from './matrix-of.ts';
export { type FeatureShares, type PopulationOfOptions, populationOf } from './population-of.ts';
export { type RulesOfOptions, rulesOf } from './rules-of.ts';
export { type SizesOfOptions, sizesOf } from './sizes-of.ts';
