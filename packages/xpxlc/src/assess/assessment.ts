// What is said of one explanation of another tool, as plain data for every output format.
import type { ChangeRecord, ErrorRecord } from '../answer/explain-record.ts';
import type { ProbabilityRecord } from '../answer/probability-record.ts';
import type { Claimed } from './given.ts';

interface AssessmentBase {
  readonly row: number;
  readonly id?: string | null;
  readonly tool?: string;
  /** The class that the model predicts. */
  readonly class: string;
  /** How many of `features` are among the `common` ones; null where frequencies would cost more than the budget. */
  readonly hits: number | null;
  /** The features that are in most explanations: as many as there are in `features`, and all that are as frequent as the last. */
  readonly common: readonly string[] | null;
}

/** A rule, its features held at the row's own values. */
export interface RuleAssessment extends AssessmentBase {
  readonly kind: 'rule';
  readonly features: readonly string[];
  readonly size: number;
  /** The class is fixed, whatever the other features are. */
  readonly sufficient: boolean;
  /** Sufficient, and no feature can be left out. */
  readonly minimal: boolean;
  /** Features that can be left out, one at a time. */
  readonly redundant: readonly string[];
  /** How often the class stays when the other features vary; null where there is no such distribution, or no answer within the budget. */
  readonly precision: ProbabilityRecord | null;
  /** How often the features have these values. */
  readonly coverage: ProbabilityRecord | null;
  readonly claimed?: Claimed;
  /** A case that has the rule's values and another class. */
  readonly counterexample?: ChangeRecord;
  /** A minimal explanation made from the rule. */
  readonly repaired: { readonly features: readonly string[]; readonly literals: readonly string[] };
  /** Features added and removed by that. */
  readonly distance: number;
}

/** How alike two rankings of the features are; null where one of them does not order anything. */
export interface Agreement {
  readonly kendall: number | null;
  readonly spearman: number | null;
  readonly rbo: number | null;
}

/** Weights of features; only their magnitudes count. */
export interface WeightsAssessment extends AssessmentBase {
  readonly kind: 'weights';
  /** The features with the largest weights: `top` of them, and all with the same weight as the last. */
  readonly features: readonly string[];
  readonly top: number;
  /** Agreement with how many explanations each feature is in, and with its power (Banzhaf); null beyond the budget. */
  readonly agreement: { readonly frequency: Agreement | null; readonly power: Agreement | null };
}

/** An explanation that could not be assessed. */
export interface FailedAssessment {
  readonly row?: number;
  readonly id?: string | null;
  readonly tool?: string;
  readonly error: ErrorRecord;
}

export type Assessment = RuleAssessment | WeightsAssessment;
