// Tables in the page's worker: read, encoded for the core, answered, filtered, sorted, written.

export { ANSWER, type Answers } from './answers.ts';
export type { EncodedTable } from './encoded.ts';
export type { AnswerKey, ColumnKey, Filter, Query, RangeFilter, ValuesFilter } from './query.ts';
export {
  MARK,
  NO_CELL,
  type NumberColumn,
  type RowProblem,
  shortest,
  type Table,
  type TableColumn,
  type TextColumn,
  textAt,
} from './table.ts';
