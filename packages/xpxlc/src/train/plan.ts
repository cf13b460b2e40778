// What is to be learnt from which columns of which rows: the user's choices, checked against the table.
import { FormatError, InstanceError, InternalError, show } from '@xpxlc/core';
import { quoteText } from '../table/engine.ts';
import { OpenTable, type Table, type TableColumn } from '../table/table.ts';

/** What to do about missing cells; without a choice they are refused. */
export type MissingPolicy = 'refuse' | 'drop' | 'category';

/** Which columns to learn from, and how. */
export interface ColumnChoice {
  /** The column with the class. Default: the last one. */
  readonly target?: string;
  /** Columns that are no features. */
  readonly ignore?: readonly string[];
  /** `'refuse'` (default): an error that counts them. `'drop'`: leave such rows out. `'category'`: a category of its own. */
  readonly missing?: MissingPolicy;
  /** What that category is called. Default `(missing)`. */
  readonly missingLabel?: string;
}

/** The choices, checked, with the rows that count. */
export interface Plan {
  readonly table: Table;
  readonly target: TableColumn;
  readonly features: readonly TableColumn[];
  /** SQL after FROM: the rows to learn from, incomplete ones left out if so chosen. */
  readonly relation: string;
  /** How many rows those are, and how many were left out. */
  readonly rows: number;
  readonly dropped: number;
  /** SQL of a column's cell as text; never NULL. */
  text(column: TableColumn): string;
}

/**
 * Check the choices and count what is missing.
 *
 * @throws {FormatError} `unknown-column`, `duplicate-column`, `missing-cells`, `no-rows`; @throws {InstanceError} `bad-option`.
 */
export async function makePlan(
  table: Table,
  numeric: ReadonlySet<string>,
  { target, ignore = [], missing = 'refuse', missingLabel = '(missing)' }: ColumnChoice,
): Promise<Plan> {
  if (!(table instanceof OpenTable)) throw new InternalError('a table that openTable did not open');
  if (typeof missingLabel !== 'string' || missingLabel === '' || missingLabel.includes('\0'))
    throw badOption('missingLabel', 'a text, not empty, without NUL', missingLabel);
  const { columns } = table;
  const chosen = target ?? columns[columns.length - 1].name;
  const left = new Set(ignore);
  if (left.has(chosen)) throw badOption('ignore', 'columns other than the target', chosen);
  for (const name of numeric)
    if (name === chosen || left.has(name)) throw badOption('bins', 'columns that are features', name);
  const names = columns.map(({ name }) => name).filter((name) => name !== chosen && !left.has(name));
  await table.match([...numeric]);
  // Of two columns of one name both are left out.
  await table.require(ignore);
  const positions = await table.match([chosen, ...names]);
  const [targetColumn, ...features] = positions.map((j) => table.columns[j]);
  if (!['refuse', 'drop', 'category'].includes(missing)) {
    throw badOption('missing', "'refuse', 'drop' or 'category'", missing);
  }
  const used = [targetColumn, ...features];
  const complete = used.map(({ sql }) => `${sql} IS NOT NULL`).join(' AND ');
  const [[total, whole, ...present]] = (
    await table.query(
      `SELECT count(*), count(*) FILTER (WHERE ${complete}), ${used.map(({ sql }) => `count(${sql})`).join(', ')} FROM ${table.relation}`,
    )
  ).map((row) => row.map(Number));
  const lacking = used
    .map(({ name }, j) => ({ name, count: total - present[j] }))
    .filter(({ count }) => count > 0);
  const unfit =
    missing === 'drop'
      ? []
      : missing === 'refuse'
        ? lacking
        : lacking.filter(({ name }) => name === targetColumn.name || numeric.has(name));
  if (unfit.length > 0) {
    const listed = unfit.slice(0, 8).map(({ name, count }) => `'${name}' ${count}`);
    throw new FormatError('missing cells', {
      code: 'missing-cells',
      place: table.place,
      expected:
        missing === 'refuse'
          ? 'none, or --complete-rows (leave such rows out) or --missing LABEL (make them a category of that name)'
          : 'none in the target or in a column of numbers, or --complete-rows (leave such rows out)',
      got: listed.join(', ') + (unfit.length > 8 ? `, … (${unfit.length} columns)` : ''),
    });
  }
  const rows = missing === 'drop' ? whole : total;
  if (rows === 0) {
    throw new FormatError('no rows to learn from', {
      code: 'no-rows',
      place: table.place,
      expected: 'at least one complete row',
      got: `${total} rows, ${whole} complete`,
    });
  }
  const relation =
    missing === 'drop' && whole < total
      ? `(SELECT * FROM ${table.relation} WHERE ${complete})`
      : table.relation;
  const gaps = new Set(lacking.map(({ name }) => name));
  if (missing === 'category')
    await refuseTakenLabel(
      table,
      features.filter(({ name }) => gaps.has(name)),
      missingLabel,
    );
  return {
    table,
    target: targetColumn,
    features,
    relation,
    rows,
    dropped: total - rows,
    text: ({ name, sql }) =>
      missing === 'category' && gaps.has(name)
        ? `coalesce(${sql}::VARCHAR, ${quoteText(missingLabel)})`
        : `${sql}::VARCHAR`,
  };
}

/** The category of missing cells must be one of its own. */
async function refuseTakenLabel(
  table: Table,
  columns: readonly TableColumn[],
  missingLabel: string,
): Promise<void> {
  if (columns.length === 0) return;
  const counts = columns.map(
    ({ sql }) => `count(*) FILTER (WHERE ${sql}::VARCHAR = ${quoteText(missingLabel)})`,
  );
  const [row] = await table.query(`SELECT ${counts.join(', ')} FROM ${table.relation}`);
  const taken = columns.find((_, j) => Number(row[j]) > 0);
  if (taken === undefined) return;
  throw new FormatError('the label for missing cells is a category already', {
    code: 'missing-label-taken',
    place: `${table.place}, column '${taken.name}'`,
    expected: 'another missingLabel',
    got: show(missingLabel),
  });
}

/** An option that makes no sense. */
export function badOption(place: string, expected: string, got: unknown): InstanceError {
  return new InstanceError('bad option', { code: 'bad-option', place, expected, got: show(got) });
}
