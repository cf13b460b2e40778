// What is asked of DuckDB for a model's rows: one SELECT for codes and numbers, and one for the texts of bad rows, whose
// rows are the bad rows of the first, in the same order.
import { type Feature, FormatError, meansMissing } from '@xpxlc/core';
import { type CellPlan, isRespelt, numberSql, planCell } from './cell.ts';
import { checked } from './engine.ts';
import { badFilter, toFailure } from './failure.ts';
import { nativeWork } from './native-work.ts';
import type { OpenTable } from './table.ts';

export interface RowPlan {
  /** The features, and after them the target as one more. */
  readonly fields: readonly Feature[];
  readonly cells: readonly CellPlan[];
  /** By field: the position of its column. */
  readonly columns: readonly number[];
  /** Where in the rows of `main` the extra columns are. */
  readonly keep: number | undefined;
  readonly key: number | undefined;
  readonly group: number | undefined;
  readonly shape: number | undefined;
  /** Features whose missing cells count as another value, and where their flags are. */
  readonly missing: readonly { readonly feature: number; readonly at: number }[];
  /** Cells, then what of `keep`, `key`, `group` and shape there is. */
  readonly main: string;
  /** Texts of the cells of rows with a NULL in `main` or a bad shape; then, if there are shapes, shape and count of cells. */
  readonly texts: string;
  /** How long the next rows may take; undefined without a filter: then reading is all that is done. */
  readonly seconds: number | undefined;
  failure(thrown: unknown): Error;
}

/** Which rows, and what of them. */
export interface RowQuestion {
  /** Whether cells of categories (and of the target) are their names, as by default, or their positions. */
  readonly values?: 'label' | 'index';
  /** A column to hand through as text. */
  readonly key?: string;
  /** A column whose values split the rows; null where the cell is missing. */
  readonly group?: string;
  /** A column with the class of each row; needs `classes`. */
  readonly target?: string;
  /** The classes the target may name. */
  readonly classes?: readonly string[];
  /** An SQL expression over the columns: only rows for which it is true. Numeric features are numbers in it. */
  readonly where?: string;
  /** A category for missing cells, in features that have it. */
  readonly missing?: string;
}

export async function planRows(
  table: OpenTable,
  features: readonly Feature[],
  question: RowQuestion,
): Promise<RowPlan> {
  const { values = 'label', key, group, target, classes, where, missing } = question;
  if (target !== undefined && classes === undefined)
    throw new FormatError('a target needs classes', {
      code: 'bad-option',
      place: "option 'classes'",
      expected: 'the names of the classes',
    });
  const fields: readonly Feature[] =
    target === undefined
      ? features
      : [...features, { kind: 'categorical', name: target, values: classes as readonly string[] }];
  const wanted = [
    ...fields.map(({ name }) => name),
    ...(key === undefined ? [] : [key]),
    ...(group === undefined ? [] : [group]),
  ];
  const positions = await table.match(wanted);
  const cells: CellPlan[] = [];
  for (const [i, field] of fields.entries())
    cells.push(
      await planCell(table, field, positions[i], {
        index: values === 'index',
        missing,
        respell: isRespelt(fields.length),
      }),
    );
  if (where !== undefined) await tryFilter(table, filterSource(table, features, positions, where), where);
  await table.settle(positions);

  const { prefix, level } = table;
  const tolerant = level > 0;
  const from =
    where === undefined ? table.raw(level, positions) : filterSource(table, features, positions, where);
  // Whether the filter is true of a row that is bad as a whole cannot be known: it stays, to be reported.
  const kept = `${tolerant ? `${prefix}shape <> 0 OR ` : ''}coalesce(CAST((${where}\n) AS BOOLEAN), false)`;
  const columns = [
    ...(cells.length === 0 ? ['true'] : cells.map(({ sql }) => sql)),
    ...(where === undefined ? [] : [`CAST((${kept}) AS UTINYINT)`]),
    ...(key === undefined ? [] : [`CAST(${prefix}${positions[fields.length]} AS VARCHAR)`]),
    ...(group === undefined ? [] : [groupSql(table, positions[positions.length - 1])]),
    ...(tolerant ? [`CAST(${prefix}shape AS UTINYINT)`] : []),
  ];
  const shape = tolerant ? columns.length - 1 : undefined;
  const stoodFor = features.flatMap((feature, i) => (hasStandIn(feature, missing) ? [i] : []));
  const flags = stoodFor.map((feature, m) => ({ feature, at: columns.length + m }));
  columns.push(...stoodFor.map((i) => `CAST((${table.present(positions[i])} IS NULL) AS UTINYINT)`));
  const texts = [
    ...(cells.length === 0 ? ["''"] : cells.map(({ text }) => text)),
    ...(tolerant ? [`${prefix}shape`, `${prefix}count`] : []),
  ];
  const bad = [...cells.map(({ sql }) => `(${sql}) IS NULL`), ...(tolerant ? [`${prefix}shape <> 0`] : [])];
  const width = Math.max(1, cells.length);
  const keep = where === undefined ? undefined : width;
  const keyAt = width + (keep === undefined ? 0 : 1);
  return {
    fields,
    cells,
    columns: positions,
    keep,
    key: key === undefined ? undefined : keyAt,
    group: group === undefined ? undefined : keyAt + (key === undefined ? 0 : 1),
    shape,
    missing: flags,
    main: `SELECT ${columns.join(', ')} FROM ${from}`,
    texts: `SELECT ${texts.join(', ')} FROM ${table.raw(level, positions)} WHERE ${anyOf(bad)}`,
    seconds: where === undefined ? undefined : table.filterSeconds,
    failure: (thrown) => readingFailure(thrown, table.place, where !== undefined),
  };
}

/** Whether the model says what a missing cell counts as, other than missing; and the user does not say otherwise. */
function hasStandIn(feature: Feature, said: string | undefined): boolean {
  const { missing } = feature;
  if (missing === undefined || missing === true || meansMissing(missing)) return false;
  return feature.kind !== 'categorical' || said === undefined || !feature.values.includes(said);
}

/** The cell in column j as text; NULL where it is missing, or the row is bad as a whole. */
function groupSql(table: OpenTable, j: number): string {
  const cell = `CAST(${table.present(j)} AS VARCHAR)`;
  return table.level > 0 ? `CASE WHEN ${table.prefix}shape = 0 THEN ${cell} END` : cell;
}

/** The cells and, under the user's names, what the filter may speak of; numeric features are numbers. */
function filterSource(
  table: OpenTable,
  features: readonly Feature[],
  positions: readonly number[],
  where: string,
): string {
  const numeric = new Set(
    positions.filter((_, i) => features[i] !== undefined && features[i].kind !== 'categorical'),
  );
  // A column whose name does not occur in the filter's text cannot be meant.
  const text = where.toLowerCase();
  const meant = [...table.columns.keys()].filter((j) =>
    text.includes(table.columns[j].sql.slice(1, -1).toLowerCase()),
  );
  const named = meant.map((j) => {
    const { sql, type } = table.columns[j];
    return `${numeric.has(j) ? numberSql(`${table.prefix}${j}`, type) : table.present(j)} AS ${sql}`;
  });
  return `(SELECT ${['cells.*', ...named].join(', ')} FROM ${table.raw(table.level, [...positions, ...meant])} AS cells)`;
}

/** See that the filter is one expression that fits the columns: no aggregate, no second statement. */
async function tryFilter(table: OpenTable, from: string, where: string): Promise<void> {
  const [connection, { checkFilter }] = await Promise.all([table.connect(), import('./filter.ts')]);
  try {
    await checkFilter(connection, where);
    // It may take seconds, and cannot be told to end.
    const preparing = connection.prepare(checked(`SELECT 1 FROM ${from} WHERE (${where}\n)`));
    const statement = await nativeWork(preparing, () => connection.interrupt()).catch((error: Error) => {
      throw badFilter(error.message);
    });
    const parameters = statement.parameterCount;
    statement.destroySync();
    if (parameters > 0) throw badFilter('a parameter');
  } finally {
    connection.closeSync();
  }
}

function readingFailure(thrown: unknown, place: string, filtered: boolean): Error {
  const text = thrown instanceof Error ? thrown.message : '';
  if (
    filtered &&
    /^(Conversion|Out of Range|Binder|Invalid Type|Mismatch Type|Divide|Invalid Input Error: (?!.*CSV))/.test(
      text,
    )
  )
    return badFilter(text);
  return toFailure(thrown, place);
}

/** A balanced tree of ORs: thousands of parts would be nested too deep otherwise. */
function anyOf(parts: readonly string[]): string {
  if (parts.length <= 8) return parts.length === 0 ? 'false' : `(${parts.join(' OR ')})`;
  const half = parts.length >> 1;
  return `(${anyOf(parts.slice(0, half))} OR ${anyOf(parts.slice(half))})`;
}
