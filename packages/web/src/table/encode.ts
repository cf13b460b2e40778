// Cells → what the core explains: the position of a category or a number, per feature of a model. Each distinct text is looked at once. A bad
// row keeps its place, holds values that the core takes for bad, and says what is wrong in the words of the command line.
import { type Column, type Feature, InternalError } from '@xpxlc/core';
import {
  badCell,
  badRow,
  cellArray,
  cellTrouble,
  findColumns,
  flagUnfit,
  oneOf,
  readCell,
} from 'xpxlc/cells';
import type { EncodedTable } from './encoded.ts';
import {
  MARK,
  NO_CELL,
  type NumberColumn,
  type RowProblem,
  type Table,
  type TableColumn,
  type TextColumn,
  textAt,
} from './table.ts';

/** Texts that mean "missing", unless a category is called so. */
const MISSING_TEXT = [''];

/**
 * Match columns to features by name, and encode all rows.
 *
 * @throws {FormatError} `unknown-column` with the nearest names, `duplicate-column`.
 */
export function encode(table: Table, { features }: { readonly features: readonly Feature[] }): EncodedTable {
  const names = table.columns.map(({ name }) => name);
  const positions = findColumns(
    features.map(({ name }) => name),
    names,
    table.name,
  );
  const { rows } = table;
  const bad = new Uint8Array(rows);
  const columns = features.map((feature, i) => {
    const column = table.columns[positions[i]];
    const cells = encodeColumn(feature, column, rows);
    flagBad(feature, column, cells, bad);
    return cells;
  });
  // Nothing is asked of a row that is bad as a whole.
  for (const { row } of table.problems) {
    bad[row] = 1;
    for (const [i, feature] of features.entries()) columns[i][row] = badCell(feature);
  }
  const problems = describe(table, features, positions, columns, bad);
  return { rows, columns, positions, features, problems, bad };
}

function encodeColumn(feature: Feature, column: TableColumn, rows: number): Column {
  const cells = cellArray(feature, rows);
  const bad = badCell(feature);
  const value = (text: string | null): number => readCell(feature, text, MISSING_TEXT) ?? bad;
  if (column.kind === 'text') fillTexts(cells, column, value);
  else if (feature.kind === 'categorical') fillLabels(cells, column, value);
  else fillNumbers(cells, column, value);
  return cells;
}

function fillTexts(
  cells: Column,
  { codes, texts }: TextColumn,
  value: (text: string | null) => number,
): void {
  const values = Float64Array.from(texts, value);
  const none = value(null);
  for (let r = 0; r < cells.length; r++) cells[r] = codes[r] === NO_CELL ? none : values[codes[r]];
}

/** Numbers that name categories: few, so their texts are made once. */
function fillLabels(cells: Column, column: NumberColumn, value: (text: string | null) => number): void {
  const { numbers, marks } = column;
  const short = new Map<number, number>();
  const long = new Map<string, number>();
  const none = value(null);
  for (let r = 0; r < cells.length; r++) {
    const x = numbers[r];
    if (marks === undefined || marks[r] === 0) {
      let code = Number.isNaN(x) ? none : short.get(x);
      if (code === undefined) {
        code = value(textAt(column, r));
        short.set(x, code);
      }
      cells[r] = code;
    } else {
      const text = textAt(column, r) as string;
      let code = long.get(text);
      if (code === undefined) {
        code = value(text);
        long.set(text, code);
      }
      cells[r] = code;
    }
  }
}

function fillNumbers(cells: Column, column: NumberColumn, value: (text: string | null) => number): void {
  const { numbers, marks } = column;
  cells.set(numbers.subarray(0, cells.length));
  const [none, empty] = [value(null), value('')];
  for (let r = 0; r < cells.length; r++) {
    if (!Number.isNaN(cells[r])) continue;
    const mark = marks === undefined ? 0 : marks[r];
    cells[r] = mark === MARK.odd ? value(textAt(column, r)) : mark === MARK.empty ? empty : none;
  }
}

/** Flag cells without a value, and numbers that are out of bounds, not finite or not whole. */
function flagBad(feature: Feature, column: TableColumn, cells: Column, bad: Uint8Array): void {
  if (feature.kind === 'categorical') {
    const count = feature.values.length;
    for (let r = 0; r < cells.length; r++) if (cells[r] >= count) bad[r] = 1;
    return;
  }
  flagUnfit(feature, cells, bad, cells.length, (r) => isMissing(textAt(column, r)));
}

/** What a missing number may look like, where missing is a value of its own. */
function isMissing(text: string | null): boolean {
  return text === null || MISSING_TEXT.includes(text) || isNan(text);
}

function isNan(text: string): boolean {
  return /^[+-]?nan$/i.test(text);
}

/** Says what is wrong with each bad row: as a whole, else in its first bad feature. */
function describe(
  table: Table,
  features: readonly Feature[],
  positions: readonly number[],
  columns: readonly Column[],
  bad: Uint8Array,
): RowProblem[] {
  const shapes = new Map(table.problems.map((problem) => [problem.row, problem]));
  const expected = features.map((feature) => (feature.kind === 'categorical' ? oneOf(feature.values) : ''));
  const problems: RowProblem[] = [];
  for (let row = bad.indexOf(1); row >= 0; row = bad.indexOf(1, row + 1)) {
    const shape = shapes.get(row);
    if (shape !== undefined) problems.push(shape);
    else problems.push(cellProblem(row));
  }
  return problems;

  function cellProblem(row: number): RowProblem {
    const line = table.lines === undefined ? {} : { line: table.lines[row] };
    for (const [i, feature] of features.entries()) {
      const column = table.columns[positions[i]];
      const text = textAt(column, row);
      // NaN is a number that is none, not a text that is no number.
      const told = text !== null && isNan(text) ? undefined : text;
      const trouble = cellTrouble(feature, columns[i][row], told, {
        index: false,
        nullText: MISSING_TEXT,
        expected: expected[i],
        isText: column.typed !== true,
      });
      if (trouble === undefined) continue;
      const { hint, ...rest } = trouble;
      const { index: _, ...problem } = badRow(
        { index: row, row, ...line },
        {
          ...rest,
          // A page has no options of the command line.
          ...(hint === undefined || hint.includes('--') ? {} : { hint }),
          column: `feature '${feature.name}'`,
          feature: feature.name,
        },
      );
      return problem;
    }
    throw new InternalError(`row ${row} is bad, but no cell of it is`);
  }
}
