// How far a sum of doubles, computed left to right in doubles, can be from the exact one: the floating-point
// filter in front of every exact decision.

/** Half a unit in the last place of 1: the relative error of one rounding. */
export const UNIT_ROUNDOFF: number = 2 ** -53;

/** The same in single precision. */
export const SINGLE_ROUNDOFF: number = 2 ** -24;

/**
 * Bound on |computed − exact| of a sum of `count` terms whose absolute values add up (in doubles) to `size`,
 * each term itself computed with at most four roundings.
 *
 * A recursive sum of n terms is off by at most γ·Σ|x|, γ = nu/(1 − nu) (Higham, section 4.2); the terms' own
 * errors add 4u·Σ|x|; `size` is a computed sum too, below the true one by at most the same factor. All of it
 * is less than 2(n + 4)u·size for n up to 2^50. The last addend covers results that underflow.
 * An overflow makes `size` infinite, so the bound is infinite and nothing passes the filter.
 */
export function errorOfSum(count: number, size: number): number {
  return 2 * (count + 4) * UNIT_ROUNDOFF * size + (count + 4) * 2 ** -1070;
}

/** Splits a double into two halves of 26 bits. */
const SPLITTER = 2 ** 27 + 1;
/** Between these neither a product of two nor its error overflows or underflows. */
const SPLIT_RANGE: readonly [least: number, most: number] = [2 ** -400, 2 ** 400];

/** Is the product of two doubles rounded? True only if it certainly is (Dekker's error of a product, which is exact in the range). */
export function isRounded(a: number, b: number): boolean {
  const [least, most] = SPLIT_RANGE;
  if (!(Math.abs(a) > least && Math.abs(a) < most && Math.abs(b) > least && Math.abs(b) < most)) return false;
  const highA = SPLITTER * a - (SPLITTER * a - a);
  const highB = SPLITTER * b - (SPLITTER * b - b);
  const [lowA, lowB] = [a - highA, b - highB];
  return lowA * lowB - (a * b - highA * highB - lowA * highB - highA * lowB) !== 0;
}
