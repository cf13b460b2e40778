// How does a cell become a number? As SQL for DuckDB, once per feature: the position of a category, or a double. What
// cannot be converted is NULL there; in a block it is a code no category has, or NaN.
import { type Feature, findName, type NumericFeature, spellingsOf } from '@xpxlc/core';
import { cellBytes } from '../cells/read-cell.ts';
import { checked, quoteText } from './engine.ts';
import type { OpenTable } from './table.ts';

/** DuckDB's types of numbers, but for decimals. */
const NUMBERS = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE)$/;
/** Types of positions, by their bytes. */
const CODES = { 1: 'UTINYINT', 2: 'USMALLINT', 4: 'UINTEGER', 8: 'DOUBLE' } as const;
/** More columns take DuckDB too long to prepare. */
const MOST_RESPELT = 400;

/** Whether so many columns are asked for values that are written otherwise. */
export function isRespelt(columns: number): boolean {
  return columns <= MOST_RESPELT;
}

/** A column to be encoded. */
export interface CellPlan {
  /** The code or number, or NULL. */
  readonly sql: string;
  /** The cell as text. */
  readonly text: string;
}

/**
 * The cells of column j for a feature; `index` when they are positions of categories, `missing` the category of no text. Values that
 * are written otherwise (`findName`) are understood with `respell`; without it they are NULL, for `readCell` to look at.
 */
export async function planCell(
  table: OpenTable,
  feature: Feature,
  j: number,
  {
    index,
    missing,
    respell,
  }: { readonly index: boolean; readonly missing: string | undefined; readonly respell: boolean },
): Promise<CellPlan> {
  const cell = `${table.prefix}${j}`;
  const { type: columnType } = table.columns[j];
  const text = columnType === 'VARCHAR' ? cell : `CAST(${cell} AS VARCHAR)`;
  const number = numberSql(cell, columnType, respell);
  if (feature.kind !== 'categorical')
    return {
      sql: numberOrMissing(number, table.present(j), feature),
      text,
    };
  const count = feature.values.length;
  const type = CODES[cellBytes(feature)];
  // What the user says of missing cells goes before what the model says.
  const named = missing === undefined ? -1 : findName(feature.values, missing);
  const standIn = named < 0 ? feature.missing : feature.values[named];
  const known = index
    ? `CASE WHEN ${number} >= 0 AND ${number} < ${count} AND ${number} = floor(${number}) THEN CAST(${number} AS ${type}) END`
    : await codeSql(table, feature.values, text, columnType, respell || feature.other !== undefined);
  const codeOf = (value: string): string => `CAST(${feature.values.indexOf(value)} AS ${type})`;
  const there = feature.other === undefined || index ? known : `coalesce(${known}, ${codeOf(feature.other)})`;
  if (there === known && standIn === undefined) return { sql: known, text };
  const gone = standIn === undefined ? 'NULL' : codeOf(standIn);
  return { sql: `CASE WHEN ${table.present(j)} IS NULL THEN ${gone} ELSE ${there} END`, text };
}

/** A missing cell as the number it counts as, or as NaN where missing is a value of its own. */
function numberOrMissing(number: string, present: string, { missing }: NumericFeature): string {
  if (missing === undefined) return number;
  const standIn = missing === true ? "'NaN'::DOUBLE" : `${quoteText(String(missing))}::DOUBLE`;
  return `CASE WHEN ${present} IS NULL THEN ${standIn} ELSE ${number} END`;
}

/** The position of the category that a cell names. */
async function codeSql(
  table: OpenTable,
  values: readonly string[],
  text: string,
  columnType: string,
  respell: boolean,
): Promise<string> {
  // The code, not the ENUM: the library would list all labels anew for every chunk.
  const code = async (cell: string, labels: readonly (string | undefined)[]): Promise<string> =>
    `enum_code(TRY_CAST(${cell} AS ${await table.enumType(enumLabels(labels))}))`;
  if (/^DECIMAL/.test(columnType))
    return code(`CAST(CAST(${text} AS DOUBLE) AS VARCHAR)`, typedLabels(values, 'DOUBLE'));
  if (NUMBERS.test(columnType) || columnType === 'BOOLEAN')
    return code(text, typedLabels(values, columnType));
  const exact = await code(text, values);
  const { plain, twin } = spellingsOf(values);
  if (!respell || plain.every((key) => key === undefined)) return exact;
  const short = plainSql(text);
  const others = [await code(short, plain)];
  if (twin.some((key) => key !== undefined)) others.push(await code(short, twin));
  return `coalesce(${[exact, ...others].join(', ')})`;
}

/** The text that DuckDB makes of each category's value in a column of this type. */
function typedLabels(values: readonly string[], columnType: string): string[] {
  const { plain, twin } = spellingsOf(values);
  const toText = /^(FLOAT|DOUBLE)$/.test(columnType)
    ? (key: string) => (/^-?\d+$/.test(key) ? `${key}.0` : key)
    : (key: string) => key;
  return values.map((value, v) => {
    const written = [plain[v], twin[v]].flatMap((key) => (key === undefined ? [] : [toText(key)]));
    const isOf = columnType === 'BOOLEAN' ? /^(true|false)$/ : /^-?\d/;
    return written.find((text) => isOf.test(text) && findName(values, text) === v) ?? value;
  });
}

/** As `plainSpelling` of the core has it, for texts that are a number or a truth value. */
function plainSql(text: string): string {
  return `regexp_replace(lower(${text}), '^(-?(?:0|[1-9][0-9]*))(?:(\\.[0-9]*[1-9])0*|\\.0+)$', '\\1\\2')`;
}

/**
 * The number in a cell of a column of this type, or NULL. Text is read correctly rounded; `1_000` is no number. With `words` the texts
 * true and false are 1 and 0.
 */
export function numberSql(cell: string, type: string, words = true): string {
  if (NUMBERS.test(type) || /^(BOOLEAN|DECIMAL\(.*\))$/.test(type)) return `CAST(${cell} AS DOUBLE)`;
  const text = type === 'VARCHAR' ? cell : `CAST(${cell} AS VARCHAR)`;
  // `replace` rather than CASE: DuckDB takes seconds to prepare thousands of CASEs.
  const number = `TRY_CAST(replace(${text}, '_', '?') AS DOUBLE)`;
  return words ? `coalesce(${number}, list_position(['false', 'true'], lower(${text})) - 1)` : number;
}

/** SQL takes no NUL: a category with one gets a name no cell has, as one without a label does. */
function enumLabels(values: readonly (string | undefined)[]): string {
  return checked(
    values
      .map((value, v) =>
        quoteText(value === undefined || value.includes('\0') ? `xpxlc:no cell has this text:${v}` : value),
      )
      .join(', '),
  );
}
