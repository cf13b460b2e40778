// What does a cell say of its feature, and does it fit? The rules of all readers; to DuckDB they are said in SQL (table/cell.ts). Runs in pages.
import { type Column, type Feature, findName, type NumericFeature } from '@xpxlc/core';

/** A typed array that fits the categories of a feature, or its numbers. */
export type CellArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** How many bytes the position of a category takes; 8 for numbers. */
export function cellBytes(feature: Feature): 1 | 2 | 4 | 8 {
  if (feature.kind !== 'categorical') return 8;
  const count = feature.values.length;
  return count <= 0xff ? 1 : count <= 0xffff ? 2 : 4;
}

const ARRAYS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: Float64Array } as const;

/** Room for the cells of a feature. */
export function cellArray(feature: Feature, rows: number): CellArray & Column {
  return new ARRAYS[cellBytes(feature)](rows);
}

/** What stands for a bad cell of a feature: a position that no category has, or NaN. */
export function badCell(feature: Feature): number {
  return feature.kind === 'categorical' ? 2 ** (8 * cellBytes(feature)) - 1 : Number.NaN;
}

/**
 * The position of the category, or the number, that a text says; undefined where it says none.
 *
 * @param text - null where there is no cell.
 * @param missing - texts that mean "missing", unless a category is called so.
 */
export function readCell(
  feature: Feature,
  text: string | null,
  missing: readonly string[],
): number | undefined {
  const gone = text === null || missing.includes(text);
  if (feature.kind !== 'categorical') {
    if (gone && feature.missing !== undefined) return feature.missing === true ? Number.NaN : feature.missing;
    return text === null ? undefined : readNumberOrTruth(text);
  }
  const { values, missing: standIn, other } = feature;
  if (gone && (standIn !== undefined || other !== undefined))
    return standIn === undefined ? undefined : values.indexOf(standIn);
  const found = text === null ? -1 : findName(values, text);
  if (found >= 0) return found;
  return other === undefined ? undefined : values.indexOf(other);
}

const NUMBER = /^[ \t-\r]*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?[ \t-\r]*$/i;
const INFINITE = /^[ \t-\r]*([+-]?)inf(inity)?[ \t-\r]*$/i;

/** Which number is this text? NaN where it is none: `1_000`, `0x10` and the empty text are not. */
export function readNumber(text: string): number {
  if (NUMBER.test(text)) return Number(text);
  const found = INFINITE.exec(text);
  if (found === null) return Number.NaN;
  return found[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** True and false are 1 and 0. */
function readNumberOrTruth(text: string): number | undefined {
  const x = readNumber(text);
  if (!Number.isNaN(x)) return x;
  const truth = ['false', 'true'].indexOf(text.toLowerCase());
  return truth < 0 ? undefined : truth;
}

/**
 * Flag numbers that are out of bounds, not finite or not whole.
 *
 * @param mayBeNaN - where missing is a value of its own: whether the cell in this row is missing.
 */
export function flagUnfit(
  { kind, lower, upper, missing }: NumericFeature,
  cells: Column,
  flags: Uint8Array,
  rows: number,
  mayBeNaN: (r: number) => boolean,
): void {
  const whole = kind === 'integer';
  for (let r = 0; r < rows; r++) {
    const x = cells[r];
    const fits = x >= lower && x <= upper && Number.isFinite(x) && (!whole || Number.isSafeInteger(x));
    if (!fits && !(missing === true && Number.isNaN(x) && mayBeNaN(r))) flags[r] = 1;
  }
}

/** A value of JSON, in which numbers of categories are their names, as in tables. What else is wrong is for the core to say. */
export function namedValue(value: unknown, feature: Feature | undefined): unknown {
  return feature?.kind === 'categorical' && typeof value === 'number' ? String(value) : value;
}
