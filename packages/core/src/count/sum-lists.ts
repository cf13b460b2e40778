// Sorted lists of sums, in one number format: what the two halves of a count are made of. Three formats offer the same
// operations: doubles (51 bits, fast), pairs of doubles (102 bits), integers of any size.

/** Which part of the list stays as it is (`[startA, endA)`) and which part is also moved (`[startB, endB)`). */
export interface Parts {
  readonly startA: number;
  readonly endA: number;
  readonly startB: number;
  readonly endB: number;
}

/** How a list was made from the one before it; with this, values are carried along without looking at keys again. */
export interface Merge extends Parts {
  /** Length of the list before. */
  readonly before: number;
  /** Length of the list after. */
  readonly length: number;
  /** Per entry of the list after, where it comes from: 1 stayed, 2 moved, 3 both. */
  readonly flags: Uint8Array;
}

/** One number format. `L` is a sorted list without repetitions. */
export interface Sums<L> {
  /** Memory per entry. */
  readonly bytes: number;
  /** A list of one number. */
  one(value: bigint): L;
  /** The list of 0 and, before it, what is below every sum of weights of that total. */
  belowAndZero(total: bigint): L;
  /** Nobody will use the list any more. */
  release(list: L): void;
  /** Position of the first entry that is at least `limit`. */
  bound(list: L, limit: bigint): number;
  /**
   * Merge the part that stays with the moved part plus `shift`. With `lead`, the first entries of both parts become one,
   * the larger of the two: nothing will ever be compared with them.
   */
  merge(list: L, parts: Parts, shift: bigint, lead: boolean): { list: L; merge: Merge };
  /**
   * Per entry of `top`, the position of the last entry of `bottom` that is not above it; undefined when some two
   * entries are less than `window` apart (for a window of 0 this cannot be).
   */
  join(top: L, bottom: L, window: bigint): Int32Array | undefined;
}

/** Drop unused room when it is a considerable part. */
export function trimmed(flags: Uint8Array, length: number): Uint8Array {
  return length * 8 < flags.length * 7 ? flags.slice(0, length) : flags.subarray(0, length);
}
