// What pictures, pages and reports show, as plain data in the user's words: the public surface of `xpxlc/view`. Runs in pages: no Node, no
// DuckDB.

export { ratio } from '../answer/count-record.ts';
export { ruleRecord } from '../answer/rules-record.ts';
export {
  type Contrast,
  type Contrasts,
  Decision,
  type Proof,
  type Role,
  type SmallestSets,
} from '../decision/decision.ts';
export { ENDLESS, type Part, type Patience } from '../decision/patience.ts';
export type { Worths } from '../decision/worths.ts';
export { formatByName, formatByText, isParquet, type TableFormat } from '../table/format.ts';
export { guarded, textRows } from '../table/text-rows.ts';
export { type ContrastWords, contrastWords } from '../terminal/contrast-words.ts';
export { missingIn, missingTexts } from '../terminal/missing.ts';
export { percent, percentRange } from '../terminal/percent.ts';
export { proofText } from '../terminal/proof-text.ts';
export { READABLE } from '../terminal/readable.ts';
export {
  decidedOf,
  decisionOf,
  decisionText,
  type StandingNumber,
  standingNumber,
  standingOf,
  standingParts,
  standingText,
} from '../terminal/standing.ts';
export { inUnit } from '../terminal/unit.ts';
export { valueText } from '../terminal/value-text.ts';
export { changeOf } from './change-of.ts';
export { type ContributionsOfOptions, contributionsOf, worth } from './contributions-of.ts';
export { type DropBarOfOptions, dropBarOf, heldBarOf } from './drop-bar-of.ts';
export {
  barsOf,
  type FeatureBarsOfOptions,
  type FeatureMeasure,
  featureBarsOf,
  type Measured,
} from './feature-bars-of.ts';
export { groupedDigits } from './grouped-digits.ts';
export { type MatrixOfOptions, matrixOf } from './matrix-of.ts';
export { type FeatureShares, type PopulationOfOptions, populationOf } from './population-of.ts';
export { type RulesOfOptions, rulesOf } from './rules-of.ts';
export { type SizesOfOptions, sizesOf, toSizes } from './sizes-of.ts';
