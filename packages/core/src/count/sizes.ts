// How many minimal covers there are of each size.
//
// Below (l, r) lie f(l, r) = 1 + Σ (c(S) − 1) covers, the sum over the sets S of ranks from l on that do not exceed r: these
// are the inner nodes of the search, and c(S) is the number of ranks after the last of S (all of them for S empty), its children
// that pick. Marking a cover of size s by z^s, f(l, r) = 1 + Σ (c(S)·z^{|S|+1} − z^{|S|}). So a residual of the top half carries
// by size how many sets lead to it; a sum of the bottom half, by size how many sets have it, and their c together. With weights that
// are not whole numbers nearly every sum has one size only, so the lists are hardly longer than without.
// While going up the residuals at the end, the coefficients of f are kept, and added in for each residual.
import type { Account } from './account.ts';
import type { Shape } from './foresee.ts';
import type { Halves } from './halves.ts';
import { type Modulus, modulo, PLAIN, reduced } from './modulus.ts';
import { PolynomialBelow } from './polynomial-below.ts';
import { type Sized, SizedCarry, sizedFirst } from './sized-carry.ts';

/**
 * By size, how many minimal covers there are.
 *
 * @param bits - bits of their number.
 */
export function sizesOf(halves: Halves, account: Account, bits: number): bigint[] {
  const steps = 3 * halves.entries;
  account.spend(steps);
  // A short number needs no primes, unless what it is a difference of is longer.
  const plain = bits <= 53 ? run(halves, account, PLAIN) : undefined;
  if (plain !== undefined) return Array.from(plain, BigInt);
  return modulo((modulus) => run(halves, account, modulus) as Float64Array, { account, steps, bits });
}

/** Refuse a {@link sizesOf} that would need too much memory. Nearly every entry has one size only. */
export function checkSizes({ top, bottom, entries }: Shape, account: Account): void {
  // The last lists are not kept.
  for (const { before, length } of top.slice(0, -1)) account.need(entries + 14 * (before + length));
  for (const { before, length } of bottom.slice(0, -1)) account.need(entries + 22 * (before + length));
}

/** One run; undefined when plain doubles are not enough. */
function run(
  { m, top, bottom, join, entries }: Halves,
  account: Account,
  modulus: Modulus,
): Float64Array | undefined {
  const result = new Float64Array(m + 3);
  const besides = entries + 4 * join.length;
  // The last lists are the longest: they are not kept but gone through piece by piece.
  let paths = sizedFirst(0);
  let downwards: SizedCarry | undefined;
  for (const merge of top) {
    if (downwards !== undefined) paths = downwards.all(account, besides);
    addClosing(result, paths, merge.startB, modulus);
    downwards = new SizedCarry(merge, paths, { m, up: false, modulus });
  }
  let sets = sizedFirst(1);
  let upwards: SizedCarry | undefined;
  for (const merge of bottom) {
    if (upwards !== undefined) sets = upwards.all(account, besides + 14 * paths.length);
    upwards = new SizedCarry(merge, sets, { m, up: true, modulus });
  }

  const below = new PolynomialBelow(m, modulus);
  const sums = upwards?.pieces() ?? [sets][Symbol.iterator]();
  let piece = sums.next().value as Sized;
  let y = 0;
  for (const { node, size, sets: times, length } of downwards?.pieces() ?? [paths]) {
    for (let e = 0; e < length; e++) {
      const last = join[node[e]];
      for (;;) {
        y = below.passAll(piece, y, last);
        if (y < piece.length) break;
        const next = sums.next();
        if (next.done) break;
        piece = next.value;
        y = 0;
      }
      below.addTo(result, size[e], times[e]);
    }
  }
  return below.exact ? result : undefined;
}

/** Residuals below the weight of the rank that is picked next make a cover with it. */
function addClosing(
  result: Float64Array,
  { node, size, sets, length }: Sized,
  end: number,
  modulus: Modulus,
): void {
  for (let e = 0; e < length && node[e] < end; e++)
    result[size[e] + 1] = reduced(result[size[e] + 1] + sets[e], modulus);
}
