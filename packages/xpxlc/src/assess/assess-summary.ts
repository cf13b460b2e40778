// What is said of many explanations, by tool: plain data for text, JSON and pictures.
import type { Agreement, ProbabilityRecord } from '../answer/record-fields.ts';

/** Bins of shares: none, less than a quarter, …, all. */
export const HIT_BINS: readonly string[] = ['0', '1–24', '25–49', '50–74', '75–99', '100'];

/** Bins of precision in percent, each without its upper end: finer where it matters. */
export const PRECISION_BINS: readonly string[] = [
  '0–50',
  '50–60',
  '60–70',
  '70–80',
  '80–90',
  '90–95',
  '95–100',
  '100',
];

/** Hits over many explanations. */
export interface HitsSummary {
  /** By the number of hits: how many explanations have it. */
  readonly counts: readonly number[];
  /** By the share of an explanation's features that are common ones, in {@link HIT_BINS}. */
  readonly shares: readonly number[];
  /** Explanations with features, of which none is a common one. */
  readonly zero: number;
  /** Explanations all of whose features are common ones. */
  readonly full: number;
  /** Mean share of an explanation's features that are common ones; null of none. */
  readonly meanShare: number | null;
  /** Explanations of rows whose frequencies would cost more than the budget. */
  readonly unknown: number;
}

/** Exact probabilities over many rules, beside those that the tool claims. */
export interface ShareSummary {
  /** Rules whose probability is known. */
  readonly known: number;
  readonly mean: ProbabilityRecord | null;
  readonly least: ProbabilityRecord | null;
  /** Of the rules with a claim and a known probability: the means of both, and how many are certainly below their claim. */
  readonly claimed?: {
    readonly count: number;
    readonly mean: number;
    readonly exact: ProbabilityRecord;
    readonly below: number;
  };
}

export interface RulesSummary {
  readonly count: number;
  readonly notSufficient: number;
  /** Sufficient, but with features that can be left out. */
  readonly redundant: number;
  readonly minimal: number;
  readonly meanSize: number;
  /** Mean number of features added and removed to make explanations of them. */
  readonly meanDistance: number;
  readonly precision: ShareSummary;
  readonly coverage: ShareSummary;
  /** By precision in {@link PRECISION_BINS}: how many rules certainly hold that often, and how many claim it. */
  readonly histogram: { readonly exact: readonly number[]; readonly claimed: readonly number[] };
  readonly hits: HitsSummary;
}

/** Five numbers; null of none. */
export interface Quartiles {
  readonly known: number;
  readonly least: number;
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  readonly most: number;
}

export type AgreementSummary = { readonly [measure in keyof Agreement]: Quartiles | null };

export interface WeightsSummary {
  readonly count: number;
  readonly top: number;
  readonly hits: HitsSummary;
  readonly agreement: { readonly frequency: AgreementSummary; readonly power: AgreementSummary };
}

export interface ToolSummary {
  /** Null where the file does not say. */
  readonly tool: string | null;
  readonly rules?: RulesSummary;
  readonly weights?: WeightsSummary;
}

export interface AssessSummary {
  readonly explanations: number;
  readonly failed: number;
  readonly tools: readonly ToolSummary[];
}
