// What records hold: each field once, with what it may hold, when it is absent, and what it means. The types of records, their published
// schemas (record-schemas.ts), their columns in tables (table.ts) and their bytes (row-writer.ts) are made of it.
import type { Certificate, RegionValues } from '@xpxlc/core';
import {
  BOOLEAN,
  byName,
  choice,
  DECIMALS,
  DIGITS,
  either,
  INTEGER,
  type Kind,
  kind,
  list,
  maybe,
  NAMES,
  NUMBER,
  object,
  orNull,
  pair,
  type RecordOf,
  SENTENCE,
  SHARE,
  SIZE,
  said,
  TEXT,
  TRUE,
  VALUE,
} from './fields.ts';

/** Which row. */
export const PLACE = {
  row: SIZE,
  id: maybe(orNull(TEXT)),
  extended: maybe(
    byName(pair(orNull(NUMBER))),
    '--beyond-bounds extend: the bounds of numbers that are wider for this row than in the model, null for none',
  ),
};
export type At = RecordOf<typeof PLACE>;

const error = { code: TEXT, message: TEXT, place: maybe(TEXT), expected: maybe(TEXT), got: maybe(TEXT) };
const ERROR = said(object(error), 'why there is no answer');
export type ErrorRecord = RecordOf<typeof error>;

export const FAILED = { ...PLACE, error: ERROR };
/** A row that has no answer. */
export type Failed = RecordOf<typeof FAILED>;

const TAKEN = { given: maybe(NAMES, 'what the answer takes as given (--within), in words') };
/** What an answer takes as given; absent where everything may move. */
export type Given = RecordOf<typeof TAKEN>;

const CHANGE = {
  class: TEXT,
  /** The values that differ. */
  changes: byName(VALUE),
  doubtful: maybe(TRUE, "the class is within the rounding noise of the model's own arithmetic"),
};
/** A changed case. */
export type ChangeRecord = RecordOf<typeof CHANGE>;

const DOUBT = maybe(choice('tie', 'noise'));
const RANGE = object({
  from: maybe(NUMBER),
  above: maybe(NUMBER),
  to: maybe(NUMBER),
  below: maybe(NUMBER),
  missing: maybe(TRUE),
  doubtful: maybe(
    object({ from: DOUBT, to: DOUBT }),
    'ends where the class is decided by a tie, or within the rounding noise of the model',
  ),
});
const REGION = byName(either(NAMES, list(RANGE)) as Kind<RegionValues>);

const AT_LEAST = {
  atLeast: maybe(SIZE, 'not proved to be smallest: another one would have at least so many features'),
};

const EXPLANATION = {
  kind: choice('axp', 'cxp'),
  features: NAMES,
  indices: said(list(SIZE), '0-based positions of the features in the model'),
  literals: NAMES,
  size: SIZE,
  ...AT_LEAST,
  /** `--inflate`: the literals, widened as far as they stay sufficient. */
  widened: maybe(NAMES),
  /** Absent where only numbers that are no doubles would do. */
  counterfactual: maybe(
    object({
      ...CHANGE,
      literals: said(NAMES, 'what must be so for this class, in words; true all together'),
      region: said(
        REGION,
        'per changed feature all values with this class: categories, or ranges of numbers, ends exact',
      ),
    }),
  ),
  certificate: maybe(kind<Certificate>('json', (z) => z.record(z.string(), z.unknown()))),
};
/** One explanation or contrast. */
export type ExplanationRecord = RecordOf<typeof EXPLANATION>;

const STANDING = {
  missing: maybe(
    byName(kind<string | number>('text', (z) => z.union([z.string(), z.number()]))),
    'values that the row does not have, and what they count as',
  ),
  probability: maybe(SHARE, 'of the class, where the model has probabilities'),
  points: maybe(NUMBER, 'of a scorecard: their sum'),
  cutoff: maybe(NUMBER, 'of a scorecard: points needed for the second class'),
};
/** The margin is within rounding noise of the model's own arithmetic. */
const DOUBTFUL = { doubtful: maybe(TRUE) };
/** The predicted class, and its lead over the strongest rival. */
const DECIDED = { class: TEXT, margin: DECIMALS, ...STANDING };

export const EXPLAINED = {
  ...PLACE,
  ...DECIDED,
  ...DOUBTFUL,
  ...TAKEN,
  explanations: list(object(EXPLANATION)),
  complete: said(BOOLEAN, 'nothing was left out by a limit or a budget'),
  /** Why there is no explanation without the features of `--never`. */
  impossible: maybe(TEXT),
  stopped: maybe(
    choice('max-time', 'max-steps', 'max-explanations', 'interrupted'),
    'why there may be more than these',
  ),
  error: maybe(ERROR, 'what came up after these explanations'),
};
/** In tables: an explanation a line. */
export const EXPLAINED_LINE = {
  ...PLACE,
  ...DECIDED,
  ...EXPLANATION,
  /** `IF age < 31 AND job = clerk THEN refuse`, `BUT grant if age ≥ 50`. */
  rule: SENTENCE,
  /** `age: 24 → 50; job: clerk → nurse`; of a contrast only. */
  change: maybe(SENTENCE),
  ...TAKEN,
  /** At the last line of a row. */
  complete: maybe(BOOLEAN),
  error: maybe(ERROR),
};
type Explained = RecordOf<typeof EXPLAINED>;
/** One row: its explanations, an error, or both where the error came after some explanations. */
export type ExplainRecord = At & Partial<Explained>;
/** What is known of a row before its explanations are. */
export type Decision = Partial<RecordOf<typeof DECIDED & typeof DOUBTFUL>>;
/** What is known when its explanations are told. */
export type Ending = Partial<Pick<Explained, 'complete' | 'impossible' | 'stopped'>>;

const estimate = { low: SHARE, high: SHARE, confidence: SHARE, samples: INTEGER };
const probability = {
  low: SHARE,
  high: SHARE,
  exact: maybe(
    kind<string>('text', (z) => z.string().regex(/^\d+(\/\d+)?$/)),
    'the fraction itself, where it was computed',
  ),
  estimate: maybe(
    object({ value: SHARE, ...estimate }),
    'of a random sample, where bounds of several rivals stay wide; no proof',
  ),
};
const PROBABILITY = said(object(probability), 'certified bounds, equal where it is known exactly');
export type ProbabilityRecord = RecordOf<typeof probability>;

const SET_IN_WORDS = { features: NAMES, literals: NAMES, rule: SENTENCE, size: SIZE };
/** A set of features in words. */
export type SetRecord = RecordOf<typeof SET_IN_WORDS>;

export const PRECISE = {
  ...PLACE,
  ...TAKEN,
  ...DECIDED,
  ...DOUBTFUL,
  ...SET_IN_WORDS,
  /** How often the class stays: at least as often as asked. */
  precision: PROBABILITY,
  /** How often the rule applies. */
  coverage: orNull(PROBABILITY),
  smallest: said(BOOLEAN, 'it is proved that no smaller set will do'),
  atLeast: said(SIZE, 'no set with fewer features will do'),
  always: said(object(SET_IN_WORDS), 'a smallest explanation'),
  gap: said(SIZE, 'features fewer than that'),
};
/** Beside the place and what is taken as given. */
export type PreciseRecord = Omit<RecordOf<typeof PRECISE>, keyof typeof PLACE | 'given'>;

export const PREDICTED = {
  ...PLACE,
  ...DECIDED,
  /** The strongest one. */
  rival: TEXT,
  /** Equal scores: the model's tie rule decided. */
  tie: maybe(TRUE),
  ...DOUBTFUL,
  /** Per class, in double arithmetic. */
  scores: byName(NUMBER),
  probabilities: maybe(byName(SHARE), 'per class, where the model has probabilities'),
  /** With a target column: the class it names, null when it is none of the model's. */
  actual: maybe(orNull(TEXT)),
  error: maybe(ERROR),
};
/** One row. `error` stands alone, or beside the prediction where only the known class is at fault. */
export type PredictRecord = At & Partial<RecordOf<typeof PREDICTED>>;

/** Of one feature, as the nearest doubles; the exact fractions are the core's (`powerIndices`). */
const power = {
  shapleyShubik: SHARE,
  banzhaf: SHARE,
  banzhafNormalized: SHARE,
  deeganPackel: SHARE,
  hollerPackel: SHARE,
};
const COUNTS = byName(DIGITS);
export const COUNTED = {
  ...PLACE,
  ...TAKEN,
  class: TEXT,
  kind: choice('axp', 'cxp'),
  count: maybe(DIGITS, 'exact; absent beyond the budget'),
  complete: said(BOOLEAN, 'false: there are more than were counted'),
  /** Absent where only this is beyond the budget; so with the frequency. */
  sizes: maybe(COUNTS),
  smallest: maybe(orNull(INTEGER)),
  largest: maybe(orNull(INTEGER)),
  /** Mean size. */
  mean: maybe(orNull(NUMBER)),
  /** By feature: in how many of them it is. */
  frequency: maybe(COUNTS),
  pairs: maybe(byName(COUNTS), 'by two features, the earlier one outside'),
  power: maybe(byName(object(power))),
  bounds: maybe(object({ lower: DIGITS, upper: DIGITS }), 'certified'),
  estimate: maybe(
    object({ count: NUMBER, low: NUMBER, high: NUMBER, confidence: SHARE, samples: INTEGER }),
    'from a random sample',
  ),
};
/** The counts of one row, beside its place and what is taken as given. */
export type CountRecord = Omit<RecordOf<typeof COUNTED>, keyof typeof PLACE | 'given'>;

const VERDICT = choice('none', 'some', 'all');
export const ASKED = {
  ...PLACE,
  ...TAKEN,
  class: TEXT,
  /** In every explanation. */
  necessary: NAMES,
  /** In some explanation; null where that could not be decided within the limit. */
  relevant: orNull(NAMES),
  /** A smallest explanation, and its rule. */
  smallest: NAMES,
  ...AT_LEAST,
  rule: SENTENCE,
  /** Share of the explanations each feature is in. */
  frequency: said(byName(orNull(SHARE)), 'null: no explanation was found in time'),
  /** False: more explanations than were gone through; `frequency` is about the first ones. */
  complete: BOOLEAN,
  /** Of protected features: in none, some or all explanations; an explanation without them. */
  audit: maybe(object({ verdict: VERDICT, avoiding: orNull(NAMES), features: byName(VERDICT) })),
};
/** What the features of one decision are to it, beside the place and what is taken as given. */
export type FeaturesRecord = Omit<RecordOf<typeof ASKED>, keyof typeof PLACE | 'given'>;

/** In tables: a feature a line. */
export const ASKED_LINE = {
  ...FAILED,
  class: TEXT,
  feature: TEXT,
  necessary: NUMBER,
  relevant: NUMBER,
  smallest: NUMBER,
  frequency: NUMBER,
  incomplete: INTEGER,
  undecided: INTEGER,
  audit: TEXT,
  group: TEXT,
  rows: INTEGER,
  failed: INTEGER,
};

/** Shares of the rows in which the feature is necessary, relevant, in the smallest explanation; mean share of explanations. */
export const FEATURE_SHARES = {
  feature: TEXT,
  necessary: SHARE,
  relevant: said(orNull(SHARE), 'null: of no row was it decided'),
  smallest: SHARE,
  frequency: said(orNull(SHARE), 'null: of no row was an explanation found in time'),
};
const SUMS = {
  rows: INTEGER,
  failed: INTEGER,
  /** Rows with more explanations than were gone through: their shares are those of the first ones. */
  incomplete: INTEGER,
  /** Rows for which relevance could not be decided; they do not count for it. */
  undecided: INTEGER,
  classes: byName(INTEGER),
  features: list(object(FEATURE_SHARES)),
  /** Protected features: in how many rows they are in all, some or no explanations. */
  audit: maybe(object({ all: INTEGER, some: INTEGER, none: INTEGER })),
};
export type FeaturesSums = RecordOf<typeof SUMS>;

const PART = {
  class: maybe(orNull(TEXT), 'null: rows that could not be asked'),
  group: maybe(orNull(TEXT), 'null: the cell is missing'),
};
/** Which rows: a class, a value of the group's column. */
export type PartName = RecordOf<typeof PART>;

const RULE = {
  /** For readers: long numbers are cut off. */
  rule: SENTENCE,
  class: TEXT,
  features: NAMES,
  literals: NAMES,
  region: said(REGION, 'per feature the values that the rule allows'),
  rows: said(INTEGER, 'to which it applies'),
  added: said(INTEGER, 'of these, rows to which no rule before it applies'),
};
/** A rule that holds for every case, and how many rows of the table it covers. */
export type RuleRecord = RecordOf<typeof RULE>;

export const FEATURES_SUMMARY = {
  given: maybe(NAMES, 'what the shares take as given (--within), in words; the rules nothing'),
  ...SUMS,
  group: maybe(TEXT, 'the column of --group'),
  parts: maybe(
    list(object({ ...PART, ...SUMS })),
    'with --per class, --group: the same of parts of the rows',
  ),
  rules: said(list(object(RULE)), 'rules that cover most rows; each holds for every case'),
};
/** The summary of a table. */
export type FeaturesSummary = RecordOf<typeof FEATURES_SUMMARY>;

/** What one model says: a smallest explanation, and its rule for readers. */
const COMPARED_SIDE = {
  ...DECIDED,
  ...DOUBTFUL,
  features: NAMES,
  size: SIZE,
  ...AT_LEAST,
  rule: SENTENCE,
};
export type ComparedSide = RecordOf<typeof COMPARED_SIDE>;

export const COMPARED = {
  ...PLACE,
  a: object(COMPARED_SIDE),
  b: object(COMPARED_SIDE),
  same: said(BOOLEAN, 'the same prediction'),
  overlap: said(SHARE, 'features of both smallest explanations, as a share of those of any (Jaccard)'),
  left: said(NAMES, "features of A's smallest explanation only"),
  entered: said(NAMES, "features of B's smallest explanation only"),
  holds: said(BOOLEAN, "every case with the values of A's reason gets the same class from B"),
  counterexample: maybe(object(CHANGE), 'such a case with another class; no changes: this very case'),
};
/** Two models on one case. */
export type CompareRecord = Omit<RecordOf<typeof COMPARED>, keyof typeof PLACE>;

/** In how many smallest explanations a feature of any model is, and how often in that of one model only. */
export const COMPARED_FEATURE = { feature: TEXT, a: INTEGER, b: INTEGER, left: INTEGER, entered: INTEGER };
export const COMPARED_SUMS = {
  rows: INTEGER,
  /** Rows with the same prediction; where A's reason holds in B; with the same features in both smallest explanations. */
  same: INTEGER,
  holds: INTEGER,
  sameFeatures: INTEGER,
  unproved: said(INTEGER, 'rows with an explanation that is not proved to be smallest'),
  /** Mean overlap of the features, and mean sizes of the smallest explanations; null without rows. */
  overlap: orNull(SHARE),
  sizes: orNull(object({ a: NUMBER, b: NUMBER })),
  features: list(object(COMPARED_FEATURE)),
};
/** Numbers of rows, and means over them. */
export type CompareSums = RecordOf<typeof COMPARED_SUMS>;

export const COMPARED_SUMMARY = {
  ...COMPARED_SUMS,
  failed: INTEGER,
  /** Features that only one of the models has. */
  onlyA: NAMES,
  onlyB: NAMES,
  /** How many rows have which predictions; those that no row has are left out. */
  predictions: list(object({ a: TEXT, b: TEXT, rows: INTEGER })),
  /** The same by A's prediction. */
  classes: list(object({ class: TEXT, ...COMPARED_SUMS })),
};
/** The summary of a table. */
export type CompareSummary = RecordOf<typeof COMPARED_SUMMARY>;

const REPAIRED = object({ features: NAMES, literals: NAMES });
export const CHECKED = {
  ...PLACE,
  ...TAKEN,
  class: maybe(TEXT),
  kind: choice('axp', 'cxp'),
  features: kind<readonly (string | number)[]>('list', (z) => z.array(VALUE.schema(z))),
  size: INTEGER,
  /** Sufficient for the class (axp), or able to change it (cxp). */
  holds: maybe(BOOLEAN),
  /** Holds, and no feature can be left out. */
  minimal: maybe(BOOLEAN),
  /** Features that can be left out, one at a time. */
  redundant: maybe(NAMES),
  /** A case of another class: that agrees with a set that is not sufficient, or that a contrast leads to. */
  counterexample: maybe(object(CHANGE)),
  /** With `--repair`: a minimal explanation made from the set; null where there is none. */
  repaired: maybe(orNull(REPAIRED)),
  error: maybe(ERROR),
};
/** One claim: an error, or what is true of it. */
export type CheckRecord = RecordOf<typeof CHECKED>;

/** Who made an explanation of another tool, and of which row. */
const TOOL = { tool: maybe(TEXT) };
const ASSESSED = {
  ...PLACE,
  ...TOOL,
  /** The class that the model predicts. */
  class: TEXT,
  /** Of weights: the features with the largest ones, `top` of them and all with the same weight as the last. */
  features: NAMES,
  hits: said(orNull(SIZE), 'how many of the features are common ones; null beyond the budget'),
  /** As many as there are in `features`, and all that are as frequent as the last. */
  common: said(orNull(NAMES), 'the features that are in most explanations'),
};
const SIGNED_SHARE = orNull(kind<number>('number', (z) => z.number().min(-1).max(1)));
/** Null where one of the rankings does not order anything. */
const agreement = { kendall: SIGNED_SHARE, spearman: SIGNED_SHARE, rbo: orNull(SHARE) };
const AGREEMENT = said(orNull(object(agreement)), 'of two rankings of the features; null beyond the budget');
/** How alike two rankings of the features are. */
export type Agreement = RecordOf<typeof agreement>;

const claimed = { precision: maybe(SHARE), coverage: maybe(SHARE) };
/** What the tool says of its own rule. */
export type Claimed = RecordOf<typeof claimed>;

export const ASSESSED_RULE = {
  ...ASSESSED,
  kind: choice('rule'),
  size: SIZE,
  /** The class is fixed, whatever the other features are. */
  sufficient: BOOLEAN,
  /** Sufficient, and no feature can be left out. */
  minimal: BOOLEAN,
  /** Features that can be left out, one at a time. */
  redundant: NAMES,
  /** How often the class stays when the other features vary; null where there is no such distribution, or no answer within the budget. */
  precision: orNull(PROBABILITY),
  /** How often the features have these values. */
  coverage: orNull(PROBABILITY),
  claimed: maybe(object(claimed)),
  /** A case that has the rule's values and another class. */
  counterexample: maybe(object(CHANGE)),
  /** A minimal explanation made from the rule. */
  repaired: REPAIRED,
  distance: said(SIZE, 'features added and removed to repair it'),
};
/** A rule, its features held at the row's own values. */
export type RuleAssessment = RecordOf<typeof ASSESSED_RULE>;

export const ASSESSED_WEIGHTS = {
  ...ASSESSED,
  kind: choice('weights'),
  top: kind<number>('integer', (z) => z.int().positive()),
  /** With how many explanations each feature is in, and with its power (Banzhaf). */
  agreement: object({ frequency: AGREEMENT, power: AGREEMENT }),
};
/** Weights of features; only their magnitudes count. */
export type WeightsAssessment = RecordOf<typeof ASSESSED_WEIGHTS>;

export type Assessment = RuleAssessment | WeightsAssessment;

export const UNASSESSED = { ...PLACE, row: maybe(SIZE), ...TOOL, error: ERROR };
/** An explanation that could not be assessed. */
export type FailedAssessment = RecordOf<typeof UNASSESSED>;

/** Where a JSON value stands. */
const DOCUMENT_PLACE = {
  file: TEXT,
  /** Of NDJSON, from 1. */
  line: maybe(INTEGER),
  /** In a list, from 0. */
  index: maybe(INTEGER),
};
export type DocumentPlace = RecordOf<typeof DOCUMENT_PLACE>;

export const VERIFIED = {
  ...DOCUMENT_PLACE,
  row: maybe(INTEGER),
  id: maybe(orNull(TEXT)),
  kind: maybe(TEXT),
  claim: maybe(TEXT),
  class: maybe(TEXT),
  set: maybe(NAMES),
  valid: maybe(BOOLEAN),
  /** The first thing that is wrong. */
  reason: maybe(TEXT),
  error: maybe(ERROR),
};
/** One certificate. */
export type VerifyRecord = RecordOf<typeof VERIFIED>;
