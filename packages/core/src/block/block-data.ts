// Whole tables as the block queries take and return them: columns in, typed arrays per row out.
import { InstanceError, show } from '../errors.ts';
import { isMissing } from '../model/instance.ts';
import type { Feature } from '../model/types.ts';
import type { Reduced } from '../reduce/classifier.ts';

/** A column: positions of categories, or numbers; NaN for a missing number where that is a value of its own. */
export type Column =
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Int8Array
  | Int16Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** Rows of instances, one column per feature in the model's order, each at least `rows` long. */
export interface Block {
  readonly rows: number;
  readonly columns: readonly Column[];
}

/** What is wrong with a row: 0 nothing, otherwise the first bad feature's trouble. */
export const ROW_STATUS = {
  ok: 0,
  unknownCategory: 1,
  notFinite: 2,
  notInteger: 3,
  outOfBounds: 4,
  outsideWithin: 5,
} as const;

/** Per row: is it fit for questions? */
export interface BlockStatus {
  /** One of {@link ROW_STATUS}; the other arrays of an answer hold 0 for a bad row. */
  readonly status: Uint8Array;
  /** For a bad row, the position of its first bad feature. */
  readonly badFeature: Int32Array;
}

/** Per row: is it fit, and what is its class? */
export interface BlockClasses extends BlockStatus {
  /** Position of the predicted class; 0 for a bad row. */
  readonly classes: Uint16Array;
}

/** Per row: class, size and mask of a smallest explanation or contrast. */
export interface BlockAnswer extends BlockClasses {
  /** Of contrasts, 0 says that there is none. */
  readonly sizes: Uint32Array;
  /** Row r's explanation is `masks[r·words … (r+1)·words)`, feature i being bit `i & 31` of word `i >> 5`. */
  readonly masks: Uint32Array;
  readonly words: number;
  /** 1 where the set is proved to be smallest. With more than two classes the budget may end before: then it is the best set found. */
  readonly complete: Uint8Array;
  /** No set with fewer features than this does it: the size, where complete. */
  readonly atLeast: Uint32Array;
}

/** A number of rows, and one column per feature, each long enough. */
export function checkBlock({ features }: Reduced, { rows, columns }: Block): void {
  if (!Number.isSafeInteger(rows) || rows < 0) {
    throw new InstanceError('not a number of rows', {
      code: 'wrong-length',
      place: 'block',
      expected: 'a whole number from 0 up',
      got: show(rows),
    });
  }
  if (columns.length !== features.length) {
    throw new InstanceError('wrong number of columns', {
      code: 'wrong-length',
      place: 'block',
      expected: `${features.length}, one per feature`,
      got: String(columns.length),
    });
  }
  columns.forEach((column, i) => {
    const isColumn = ArrayBuffer.isView(column) && 'length' in column; // a DataView has no length
    if (!isColumn || column.length < rows) {
      throw new InstanceError('column too short', {
        code: 'wrong-length',
        place: `feature '${features[i].name}'`,
        expected: `a typed array of ${rows} values`,
        got: isColumn ? String(column.length) : show(column),
      });
    }
  });
}

/** What is wrong with a value of a feature, one of {@link ROW_STATUS}. */
export function troubleWith(feature: Feature, x: number): number {
  if (feature.kind === 'categorical') {
    const known = x >= 0 && x < feature.values.length && x === Math.floor(x);
    return known ? ROW_STATUS.ok : ROW_STATUS.unknownCategory;
  }
  if (!Number.isFinite(x)) return isMissing(feature, x) ? ROW_STATUS.ok : ROW_STATUS.notFinite;
  if (feature.kind === 'integer' && !Number.isSafeInteger(x)) return ROW_STATUS.notInteger;
  return x >= feature.lower && x <= feature.upper ? ROW_STATUS.ok : ROW_STATUS.outOfBounds;
}

/** Note a row's trouble, unless it has some already. */
export function flagRow(
  { status, badFeature }: BlockStatus,
  row: number,
  feature: number,
  trouble: number,
): void {
  if (status[row] !== ROW_STATUS.ok) return;
  status[row] = trouble;
  badFeature[row] = feature;
}

/** A type of array. */
interface ArrayType<T> {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): T;
  new (buffer: ArrayBufferLike, offset: number, length: number): T;
}

/** So many zeros; in the place of an earlier array if there is room. */
export function zeros<T extends Column>(Type: ArrayType<T>, length: number, earlier: T | undefined): T {
  if (earlier === undefined || length > capacityOf(earlier)) return new Type(length);
  const array = new Type(earlier.buffer, earlier.byteOffset, length);
  array.fill(0);
  return array;
}

/** How many numbers could lie where an array is. */
export function capacityOf({ buffer, byteOffset, BYTES_PER_ELEMENT }: Column): number {
  return Math.floor((buffer.byteLength - byteOffset) / BYTES_PER_ELEMENT);
}
