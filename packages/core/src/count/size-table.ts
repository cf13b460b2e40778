// How many covers there are by rank and size: the coefficients of polynomials whose variable z marks a picked rank. They are evaluated at
// as many whole numbers as they have coefficients, each time by one pass over the two halves, and interpolated; all modulo primes.
import type { Account } from './account.ts';
import type { Halves } from './halves.ts';
import { inverse, type Modulus, modulo, PLAIN, power, reduced } from './modulus.ts';
import { checkShare, type Factors, SHARE_STEPS, shareOf } from './shares.ts';

/** Which sets: the minimal covers, or all that cover. */
export type Which = 'minimal' | 'all';

/** Sizes from `least` to `most` (both included); outside there are none. */
export interface SizeRange {
  readonly least: number;
  readonly most: number;
}

/**
 * By size, how many sets there are (first row), and how many with each rank (rows after).
 *
 * @param bits - bits of the largest of these numbers at most.
 */
export function sizeTable(
  halves: Halves,
  which: Which,
  { least, most }: SizeRange,
  bits: number,
  account: Account,
): bigint[][] {
  const { m } = halves;
  const width = Math.max(0, most - least + 1);
  checkShare(halves, account);
  const flat = modulo(
    (modulus) => {
      const basis = interpolation(width, least, modulus);
      const table = new Float64Array((m + 1) * width);
      for (let x = 0; x < width; x++) {
        const values = shareOf(halves, factorsAt(x + 1, m, which, modulus), modulus);
        values.forEach((value, row) => {
          for (let s = 0; s < width; s++) {
            const at = row * width + s;
            table[at] = reduced(table[at] + value * basis[s][x], modulus);
          }
        });
      }
      return table;
    },
    { account, steps: SHARE_STEPS * halves.entries * width, bits },
  );
  return Array.from({ length: m + 1 }, (_, row) => [
    ...new Array<bigint>(least).fill(0n),
    ...flat.slice(row * width, (row + 1) * width),
  ]);
}

/** Every picked rank counts z. */
export function factorsAt(z: number, m: number, which: Which, modulus: Modulus): Factors {
  const pick = new Float64Array(m).fill(z);
  const skip = new Float64Array(m).fill(1);
  if (which === 'minimal') return { pick, skip, done: new Float64Array(m + 1).fill(1), part: 0 };
  // What covers still does with any of the ranks that follow: 1 + z for each.
  const done = Float64Array.from({ length: m + 1 }, (_, l) => power(1 + z, m - l, modulus));
  const part = modulus === PLAIN ? z / (1 + z) : reduced(z * inverse(1 + z, modulus), modulus);
  return { pick, skip, done, part };
}

/**
 * Lagrange: `result[s][x]` is what the value at z = x + 1 gives to the coefficient of z^{least + s}.
 */
function interpolation(width: number, least: number, modulus: Modulus): number[][] {
  const { p } = modulus;
  const times = (a: number, b: number): number => reduced(a * b, modulus);
  const points = Array.from({ length: width }, (_, x) => x + 1);
  // Π (z − point), coefficients from the constant one up.
  let product = [1];
  for (const point of points) {
    const next = [0, ...product];
    product.forEach((c, s) => {
      next[s] = reduced(next[s] + times(c, p - point), modulus);
    });
    product = next;
  }
  const result = points.map(() => new Array<number>(width).fill(0));
  points.forEach((point, x) => {
    // Without the factor of this point (synthetic division), scaled to 1 there; and without z^least.
    const quotient = new Array<number>(width).fill(0);
    let carry = 0;
    for (let s = width - 1; s >= 0; s--) {
      carry = reduced(product[s + 1] + times(carry, point), modulus);
      quotient[s] = carry;
    }
    const there = quotient.reduceRight((sum, c) => reduced(times(sum, point) + c, modulus), 0);
    const scale = inverse(times(there, power(point, least, modulus)), modulus);
    quotient.forEach((c, s) => {
      result[s][x] = times(c, scale);
    });
  });
  return result;
}
