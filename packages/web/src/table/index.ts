// Tables in the page's worker: read, encoded for the core, answered, filtered, sorted, written.

export { type AnswerOptions, answerRows } from './answer-rows.ts';
export { ANSWER, type Answers } from './answers.ts';
export { breathe } from './breathe.ts';
export { columnOf } from './column-of.ts';
export {
  type ColumnSummary,
  columnSummary,
  type NumberSummary,
  type TextCount,
  type TextSummary,
} from './column-summary.ts';
export { encode } from './encode.ts';
export type { EncodedTable } from './encoded.ts';
export { type ExportOptions, exportRows } from './export-rows.ts';
export { instanceOf } from './instance-of.ts';
export { DEFAULT_LIMITS, type TableLimits } from './limits.ts';
export type { AnswerKey, ColumnKey, Filter, Query, RangeFilter, ValuesFilter } from './query.ts';
export { readTable } from './read-table.ts';
export type { ReadOptions, ReadProgress } from './reading.ts';
export { type ReasonOf, reasonsOf } from './reasons.ts';
export { select } from './select.ts';
export {
  MARK,
  NO_CELL,
  type NumberColumn,
  type RowProblem,
  type Table,
  type TableColumn,
  type TextColumn,
  textAt,
} from './table.ts';
