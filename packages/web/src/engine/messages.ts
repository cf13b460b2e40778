// What the page asks its workers, and what they answer. Everything is plain data that can be posted.
import type { Feature, Model, Narrowing, Value } from '@xpxlc/core';
import type {
  ChangeData,
  ContributionsData,
  DropBarData,
  FeatureBarsData,
  MatrixData,
  PopulationData,
  RulesData,
  SizesData,
} from 'xpxlc/plot';
import type { ContrastWords, FeatureShares, Role } from 'xpxlc/view';
import type { ColumnSummary } from '../table/index.ts';

/** A file that was dropped, chosen, given by `xpxlc serve` or built in. */
export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What the page knows of a model. */
export interface ModelInfo {
  readonly model: Model;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** The format of the file, in words. */
  readonly format: string;
  readonly sha256?: string;
  readonly classes: readonly string[];
  readonly features: readonly Feature[];
  /** What differences of scores count, in words; empty where they have no name. */
  readonly unit: string;
  /** What the standing of a decision is told in. */
  readonly standing: 'points' | 'probability' | undefined;
}

/** What the page knows of a table. */
export interface TableInfo {
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly string[];
  /** Columns of numbers; they are aligned to the right, and filtered by range. */
  readonly numeric: readonly boolean[];
  /** Characters of the widest cells among the first rows. */
  readonly widths: readonly number[];
  /** Rows that cannot be answered. */
  readonly bad: number;
  /** All rows are read and answered. */
  readonly complete: boolean;
  /** Why rows have no answers at all, if so: the table does not go with the model. */
  readonly mismatch?: Trouble;
}

/** An error as people read it. */
export interface Trouble {
  readonly code: string;
  readonly message: string;
}

/** A case: one value per feature of the model. */
export type Case = readonly Value[];

/** What may change in "what would change it?": by feature name. */
export type Movable = { readonly [feature: string]: Movement };

/** What a feature may do. */
export type Movement = Extract<Narrowing, string>;

/** A question about one case. */
export interface CaseQuestion {
  readonly values: Case;
  readonly movable: Movable;
  /** The class that is wanted. */
  readonly target?: string;
  /** Features ticked by hand: do they suffice? */
  readonly held: readonly number[];
}

/** The decision. */
export interface DecisionAnswer {
  readonly class: string;
  readonly classIndex: number;
  /** `52 points, 65 needed` or `probability 77 %` or `lead 1.2`. */
  readonly standing: string;
  /** The lead over the strongest rival, in words. */
  readonly margin: string;
  readonly rival: string;
  readonly tie: boolean;
  readonly doubtful: boolean;
  /** Per class: the probability, where there is one. */
  readonly probabilities?: readonly number[];
  /** What is missing and counts as something. */
  readonly missing: readonly string[];
}

/** Why: a smallest explanation. */
export interface Reason {
  readonly features: readonly number[];
  readonly literals: readonly string[];
  /** The same, as wide as it can be. */
  readonly wide: readonly string[];
  /** Where time did not suffice to prove that none is smaller: how many values another one has at least. */
  readonly atLeast?: number;
}

/** What would change it: one contrast with a changed case. */
export interface Contrast extends ContrastWords {
  readonly features: readonly number[];
  /** The changed case, by feature; absent where only numbers that are no doubles would do. */
  readonly values?: Case;
  readonly view?: ChangeData;
}

/** What ticked features come to. */
export interface HeldAnswer {
  readonly holds: boolean;
  readonly minimal: boolean;
  /** Ticked features that can be left out, one at a time. */
  readonly redundant: readonly number[];
  /** A case that agrees with what is ticked and has another class. */
  readonly counterexample?: {
    readonly class: string;
    readonly values: Case;
    readonly changed: readonly number[];
  };
  /** What would suffice. */
  readonly repaired?: readonly number[];
}

/** All that follows a change of a value at once. */
export interface CaseAnswer {
  readonly decision: DecisionAnswer;
  readonly reason: Reason;
  readonly drops: DropBarData;
  readonly contributions: ContributionsData;
  readonly contrasts: readonly Contrast[];
  /** Nothing was left out. */
  readonly complete: boolean;
  /** What the contrasts take as given. */
  readonly given: readonly string[];
  /** Why there is no contrast, if there is none. */
  readonly none?: string;
  readonly heldAnswer?: HeldAnswer;
}

/** How many explanations there are. */
export interface CountAnswer {
  /** Digits; undefined where only bounds are known. */
  readonly count?: string;
  readonly atLeast?: string;
  readonly atMost?: string;
  readonly sizes?: SizesData;
}

/** What each feature is to the decision. */
export interface FeaturesAnswer {
  readonly rows: readonly {
    readonly feature: number;
    readonly role: Role;
    /** Share of the explanations with it. */
    readonly frequency?: number;
    /** Its power (Shapley–Shubik). */
    readonly power?: number;
  }[];
  readonly bars?: FeatureBarsData;
  /** Why there are no shares or no power, if so. */
  readonly notes: readonly string[];
}

/** A page of the list of all explanations. */
export interface ListAnswer {
  readonly explanations: readonly {
    readonly features: readonly number[];
    readonly literals: readonly string[];
  }[];
  /** There are no more. */
  readonly complete: boolean;
  readonly matrix: MatrixData;
}

/** A proof to file, and what checking it says. */
export interface CertificateAnswer {
  readonly certificate: string;
  readonly text: string;
}

/** Which rows, in which order. */
export interface RowsQuery {
  readonly text: string;
  /** Positions of classes; all when empty. */
  readonly classes: readonly number[];
  readonly onlyProblems: boolean;
  /** By name of a column, or of an answer (`@class`, `@margin`, `@size`, `@standing`). */
  readonly ranges: {
    readonly [column: string]: { readonly from?: number | undefined; readonly to?: number | undefined };
  };
  readonly values: { readonly [column: string]: readonly string[] };
  readonly sort?: { readonly column: string; readonly descending: boolean } | undefined;
}

/** A row as it is shown. */
export interface ShownRow {
  /** Its place in the file, from 0. */
  readonly row: number;
  readonly cells: readonly string[];
  readonly class?: string;
  readonly classIndex?: number;
  readonly standing?: string;
  readonly margin?: string;
  readonly size?: number;
  readonly problem?: string;
}

/** A row as a case. */
export interface RowCase {
  /** Cells that are no value of their feature are given as they stand. */
  readonly values: Case;
  /** Why the row cannot be decided as it is. */
  readonly problem?: string;
}

/** Where a row is among those that are listed. */
export interface Around {
  /** Its place in the list, from 0; undefined where it is not listed. */
  readonly place?: number;
  /** How many are listed. */
  readonly found: number;
  /** The listed rows before and after it; of a row that is not listed, the first one is after it. */
  readonly before?: number;
  readonly after?: number;
}

/** The whole table at once. */
export interface PopulationAnswer {
  readonly rows: number;
  readonly failed: number;
  readonly classes: readonly { readonly class: string; readonly rows: number }[];
  readonly shares: FeatureShares;
  readonly features: PopulationData;
  readonly rules: RulesData;
  readonly ruleTexts: readonly {
    readonly rule: string;
    readonly class: string;
    readonly rows: number;
    readonly added: number;
  }[];
  readonly audit?: {
    readonly all: number;
    readonly some: number;
    readonly none: number;
    readonly features: readonly string[];
  };
  /** Rows left out since they would take too long. */
  readonly undecided: number;
}

/** Questions by name: what is asked, and what is answered. */
export interface Questions {
  openModel: { ask: { file: GivenFile; beside?: GivenFile; unbounded?: boolean }; answer: ModelInfo };
  useModel: { ask: { model: Model }; answer: undefined };
  openTable: { ask: { file: GivenFile }; answer: TableInfo };
  rows: { ask: { query: RowsQuery }; answer: { readonly found: number } };
  window: { ask: { from: number; to: number }; answer: readonly ShownRow[] };
  summary: { ask: { column: string }; answer: ColumnSummary | undefined };
  caseOf: { ask: { row: number }; answer: RowCase };
  around: { ask: { row: number }; answer: Around };
  exportRows: { ask: { format: 'csv' | 'ndjson' }; answer: readonly string[] };
  answer: { ask: CaseQuestion; answer: CaseAnswer };
  count: { ask: { values: Case }; answer: CountAnswer };
  list: { ask: { values: Case; from: number; most: number }; answer: ListAnswer };
  features: { ask: { values: Case }; answer: FeaturesAnswer };
  certify: { ask: { values: Case; features: readonly number[] }; answer: CertificateAnswer };
  population: { ask: { protected: readonly string[] }; answer: PopulationAnswer };
}

export type Question = keyof Questions;

/** To a worker. */
export interface Ask<Q extends Question = Question> {
  readonly id: number;
  readonly question: Q;
  readonly ask: Questions[Q]['ask'];
}

/** From a worker: an answer, an error, or how far it has come. */
export type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly trouble: Trouble }
  | { readonly id: number; readonly progress: Progress };

/** How far a table has been read, with what can be shown by now. */
export interface Progress {
  readonly share: number;
  readonly doing: string;
  readonly table?: TableInfo;
}
