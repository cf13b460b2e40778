// What a report is made of, as plain data: rows or a population, and where it all comes from.
import type { FeaturesSummary } from '../answer/record-fields.ts';
import type { FailedRow, RowReport } from './row-report.ts';

/** A file that went into the report. */
export interface ReportFile {
  /** `Model`, `Data`, `Phrases`. */
  readonly role: string;
  /** As the user typed it. */
  readonly name: string;
  /** Absent for standard input. */
  readonly sha256?: string;
}

/** What was asked, as far as it must be told. */
export interface ReportSettings {
  readonly reasons: number;
  readonly adverse?: string | undefined;
  readonly target?: string | undefined;
  readonly phrases: boolean;
  /** What may move, in words; empty for everything. */
  readonly within: readonly string[];
  /** The column that identifies rows. */
  readonly key?: string | undefined;
  /** Which rows, in words: `--rows 3,7-9`. */
  readonly chosen?: string | undefined;
  readonly protected: readonly string[];
}

/** A whole report. */
export interface ReportData {
  readonly title: string;
  readonly date?: string | undefined;
  readonly model: { readonly name: string; readonly about?: string; readonly classes: readonly string[] };
  readonly data: string;
  /** Scores of this model count so: `points`, `log odds`; empty for nothing with a name. */
  readonly unit: string;
  readonly rows?: readonly (RowReport | FailedRow)[];
  readonly population?: FeaturesSummary;
  /** How to get a section per row, where there is none. */
  readonly hint?: string | undefined;
  readonly settings: ReportSettings;
  readonly version: string;
  readonly command: string;
  readonly files: readonly ReportFile[];
}

/** Whether a row has no answer. */
export function isFailed(row: RowReport | FailedRow): row is FailedRow {
  return 'error' in row;
}

/** `Row 4`, or the identity of the row with its place. Readers count from 1; the command line and records count from 0. */
export function rowTitle({ name: { row, id } }: Pick<RowReport, 'name'>, key: string | undefined): string {
  if (id === undefined) return `Row ${row + 1}`;
  return `${key ?? 'id'}: ${id ?? '(none)'} (row ${row + 1})`;
}
