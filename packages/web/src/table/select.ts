// Which rows pass, and in which order? A pass over the rows for each part of the query; 10^5 rows of 50 columns take some milliseconds.

import { readNumber } from 'xpxlc/cells';
import { ANSWER, type Answers } from './answers.ts';
import { columnOf } from './column-of.ts';
import { findText } from './find-text.ts';
import type { Filter, Query } from './query.ts';
import { sortRows } from './sort-rows.ts';
import { MARK, NO_CELL, type Table, type TableColumn, textAt } from './table.ts';

/**
 * Numbers of the rows that pass, sorted.
 *
 * @param answers those there are so far; without them nothing passes a filter on answers.
 */
export function select(table: Table, answers: Answers | undefined, query: Query): Uint32Array {
  const { text = '', classes, filters = [], problemsOnly = false, sort } = query;
  const passes = new Uint8Array(table.rows).fill(1);
  if (problemsOnly) keepProblems(table, answers, passes);
  if (classes !== undefined) keepClasses(answers, classes, passes);
  for (const filter of filters) {
    const column = columnOf(table, answers, filter.column);
    if (column === undefined) passes.fill(0);
    else keepCells(column, filter, passes);
  }
  if (text !== '') {
    const found = new Uint8Array(table.rows);
    const named = columnOf(table, answers, 'class');
    for (const column of named === undefined ? table.columns : [...table.columns, named])
      findText(column, text, found);
    for (let r = 0; r < passes.length; r++) passes[r] &= found[r];
  }
  const rows = passing(passes);
  const column = sort === undefined ? undefined : columnOf(table, answers, sort.column);
  return column === undefined ? rows : sortRows(rows, column, sort?.descending ?? false);
}

function passing(passes: Uint8Array): Uint32Array {
  let count = 0;
  for (const pass of passes) count += pass;
  const rows = new Uint32Array(count);
  let at = 0;
  for (let r = 0; r < passes.length; r++) if (passes[r] === 1) rows[at++] = r;
  return rows;
}

function keepProblems(table: Table, answers: Answers | undefined, passes: Uint8Array): void {
  const wrong = new Set(table.problems.map(({ row }) => row));
  for (let r = 0; r < passes.length; r++)
    if (!wrong.has(r) && answers?.status[r] !== ANSWER.bad) passes[r] = 0;
}

function keepClasses(answers: Answers | undefined, classes: readonly number[], passes: Uint8Array): void {
  for (let r = 0; r < passes.length; r++)
    if (answers?.status[r] !== ANSWER.ok || !classes.includes(answers.classIndex[r])) passes[r] = 0;
}

function keepCells(column: TableColumn, filter: Filter, passes: Uint8Array): void {
  if ('values' in filter) keepValues(column, new Set(filter.values), passes);
  else {
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filter;
    const within = (x: number): boolean => x >= from && x <= to;
    if (column.kind === 'number') {
      const { numbers } = column;
      for (let r = 0; r < passes.length; r++) if (!within(numbers[r])) passes[r] = 0;
    } else keepCodes(column, (text) => text !== null && within(readNumber(text)), passes);
  }
}

function keepValues(column: TableColumn, values: ReadonlySet<string | null>, passes: Uint8Array): void {
  const passesText = (text: string | null): boolean =>
    text === null || text === '' ? values.has(null) || values.has('') : values.has(text);
  if (column.kind === 'text') keepCodes(column, passesText, passes);
  else {
    // Only numbers of the right size need to be made texts.
    const sizes = new Set([...values].map((text) => (text === null ? Number.NaN : readNumber(text))));
    const { numbers, marks } = column;
    for (let r = 0; r < passes.length; r++) {
      if (passes[r] === 0) continue;
      const odd = marks !== undefined && marks[r] >= MARK.odd;
      if (!((odd || sizes.has(numbers[r]) || Number.isNaN(numbers[r])) && passesText(textAt(column, r))))
        passes[r] = 0;
    }
  }
}

/** Look at each distinct text once. */
function keepCodes(
  { codes, texts }: Extract<TableColumn, { kind: 'text' }>,
  passesText: (text: string | null) => boolean,
  passes: Uint8Array,
): void {
  const hits = Uint8Array.from(texts, (text) => (passesText(text) ? 1 : 0));
  const none = passesText(null) ? 1 : 0;
  for (let r = 0; r < passes.length; r++) passes[r] &= codes[r] === NO_CELL ? none : hits[codes[r]];
}
