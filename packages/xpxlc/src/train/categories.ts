// Counting: how often each value of each column goes with each class, in one pass over the table.
import { FormatError, LimitError } from '@xpxlc/core';
import type { Plan } from './plan.ts';

/** A column to count: SQL of its value, as text or as the number of a bin. */
export interface Counted {
  readonly name: string;
  readonly sql: string;
}

/** Counts of one column: `get(value)?.[class]`, over the training rows; values of held-out rows are there with zeros. */
export type Counts = ReadonlyMap<string, readonly number[]>;

/** Queries with thousands of grouping sets are slow to plan; so many columns go together. */
const COLUMNS_AT_ONCE = 64;

/**
 * Count values by class.
 *
 * @param held - SQL that is true for a row that is held out.
 * @throws {LimitError} `too-many-categories`.
 */
export async function countValues(
  plan: Plan,
  {
    from,
    held,
    classes,
    columns,
    most,
  }: {
    readonly from: string;
    readonly held: string;
    readonly classes: readonly string[];
    readonly columns: readonly Counted[];
    readonly most: number;
  },
): Promise<Counts[]> {
  const target = plan.text(plan.target);
  const position = new Map(classes.map((name, k) => [name, k]));
  const counts = columns.map(() => new Map<string, number[]>());
  for (let first = 0; first < columns.length; first += COLUMNS_AT_ONCE) {
    const part = columns.slice(first, first + COLUMNS_AT_ONCE);
    const cells = part.map(({ sql }, j) => `(${sql})::VARCHAR AS c${j}`);
    const sets = part.map((_, j) => `(y, c${j})`).join(', ');
    // Which of the columns a row of the result speaks of: the only one that is not NULL.
    const which = `CASE ${part.map((_, j) => `WHEN grouping(c${j}) = 0 THEN ${j}`).join(' ')} END`;
    const value = `coalesce(${part.map((_, j) => `c${j}`).join(', ')})`;
    const rows = await plan.table.query(
      `SELECT ${which}, y, ${value}, count(*) FILTER (WHERE NOT held) FROM (SELECT ${target} AS y, ${held} AS held, ${cells.join(', ')} FROM ${from}) GROUP BY GROUPING SETS (${sets})`,
    );
    for (const [j, y, cell, count] of rows) {
      const of = counts[first + Number(j)];
      const label = String(cell);
      let byClass = of.get(label);
      if (byClass === undefined) {
        if (label.includes('\0')) throw withNul(plan, columns[first + Number(j)].name);
        if (of.size >= most) throw tooMany(plan, columns[first + Number(j)].name, most);
        byClass = classes.map(() => 0);
        of.set(label, byClass);
      }
      byClass[position.get(String(y)) as number] = Number(count);
    }
  }
  return counts;
}

/** Names in the order of label encoders: numbers by value if all are numbers, otherwise by code point. */
export function sortLabels(labels: readonly string[]): string[] {
  const numeric = labels.every((label) => /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(label.trim()));
  return [...labels].sort((a, b) => (numeric ? Number(a) - Number(b) : 0) || byCodePoint(a, b));
}

/** UTF-16 puts the last of Unicode before some of the middle; code points are in order. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((c, x) => c !== right[x]);
  if (at < 0) return left.length - right.length;
  return right[at] === undefined
    ? 1
    : (left[at].codePointAt(0) as number) - (right[at].codePointAt(0) as number);
}

/** SQL cannot say such a label, so no cell could be found to have it. */
export function withNul({ table }: Pick<Plan, 'table'>, name: string): FormatError {
  return new FormatError('a NUL character in a label', {
    code: 'bad-label',
    place: `${table.place}, column '${name}'`,
    expected: 'text without it',
    got: 'one',
  });
}

function tooMany({ table }: Plan, name: string, most: number): LimitError {
  return new LimitError('too many categories', {
    code: 'too-many-categories',
    place: `${table.place}, column '${name}'`,
    expected: `at most ${most} (cut numbers into bins, ignore keys, or raise maxCategories)`,
    got: 'more',
  });
}
