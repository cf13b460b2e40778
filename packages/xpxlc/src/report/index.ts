// The door to the report: loaded by the one command that needs it.

export { type Phrases, readPhrases } from './phrases.ts';
export type { ReportData, ReportFile } from './report-data.ts';
export { reportHtml } from './report-html.tsx';
export { type FailedRow, type RowQuestion, type RowReport, rowReport, TIMED_PARTS } from './row-report.ts';
