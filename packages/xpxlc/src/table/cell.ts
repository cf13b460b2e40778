// How does a cell become a number? As SQL for DuckDB, once per feature: the position of a category, or a double. What
// cannot be converted is NULL there; in a block it is a code no category has, or NaN.
import type { Column, Feature, NumericFeature } from '@xpxlc/core';
import { checked, quoteText } from './engine.ts';
import type { OpenTable } from './table.ts';

/** A typed array that fits the categories of a feature, or its numbers. */
export type CellArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** A column to be encoded. */
export interface CellPlan {
  /** The code or number, or NULL. */
  readonly sql: string;
  /** The cell as text. */
  readonly text: string;
  /** Room for rows. */
  make(rows: number): CellArray & Column;
  /** What stands for a bad cell. */
  readonly bad: number;
}

/** The cells of column j for a feature; `index` when they are positions of categories, `missing` the category of no text. */
export async function planCell(
  table: OpenTable,
  feature: Feature,
  j: number,
  { index, missing }: { readonly index: boolean; readonly missing: string | undefined },
): Promise<CellPlan> {
  const cell = `${table.prefix}${j}`;
  const { type: columnType } = table.columns[j];
  const text = columnType === 'VARCHAR' ? cell : `CAST(${cell} AS VARCHAR)`;
  const number = numberSql(cell, columnType);
  if (feature.kind !== 'categorical')
    return {
      sql: numberOrMissing(number, table.present(j), feature),
      text,
      make: (rows) => new Float64Array(rows),
      bad: Number.NaN,
    };
  const count = feature.values.length;
  const [make, bad, type]: [CellPlan['make'], number, string] =
    count <= 0xff
      ? [(rows) => new Uint8Array(rows), 0xff, 'UTINYINT']
      : count <= 0xffff
        ? [(rows) => new Uint16Array(rows), 0xffff, 'USMALLINT']
        : [(rows) => new Uint32Array(rows), 0xffffffff, 'UINTEGER'];
  // What the user says of missing cells goes before what the model says.
  const standIn = missing !== undefined && feature.values.includes(missing) ? missing : feature.missing;
  const known = index
    ? `CASE WHEN ${number} >= 0 AND ${number} < ${count} AND ${number} = floor(${number}) THEN CAST(${number} AS ${type}) END`
    : // The code, not the ENUM: the library would list all labels anew for every chunk.
      `enum_code(TRY_CAST(${text} AS ${await table.enumType(enumLabels(feature.values))}))`;
  const codeOf = (value: string): string => `CAST(${feature.values.indexOf(value)} AS ${type})`;
  const there = feature.other === undefined || index ? known : `coalesce(${known}, ${codeOf(feature.other)})`;
  if (there === known && standIn === undefined) return { sql: known, text, make, bad };
  const gone = standIn === undefined ? 'NULL' : codeOf(standIn);
  return { sql: `CASE WHEN ${table.present(j)} IS NULL THEN ${gone} ELSE ${there} END`, text, make, bad };
}

/** A missing cell as the number it counts as, or as NaN where missing is a value of its own. */
function numberOrMissing(number: string, present: string, { missing }: NumericFeature): string {
  if (missing === undefined) return number;
  const standIn = missing === true ? "'NaN'::DOUBLE" : `${quoteText(String(missing))}::DOUBLE`;
  return `CASE WHEN ${present} IS NULL THEN ${standIn} ELSE ${number} END`;
}

/** The number in a cell of a column of this type, or NULL. Text is read correctly rounded; `1_000` is no number. */
export function numberSql(cell: string, type: string): string {
  if (/^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\(.*\))$/.test(type))
    return `CAST(${cell} AS DOUBLE)`;
  const text = type === 'VARCHAR' ? cell : `CAST(${cell} AS VARCHAR)`;
  // `replace` rather than CASE: DuckDB takes seconds to prepare thousands of CASEs.
  return `TRY_CAST(replace(${text}, '_', '?') AS DOUBLE)`;
}

/** SQL takes no NUL: a category with one gets a name no cell has. */
function enumLabels(values: readonly string[]): string {
  return checked(
    values
      .map((value, v) => quoteText(value.includes('\0') ? `xpxlc:no cell has this text:${v}` : value))
      .join(', '),
  );
}
