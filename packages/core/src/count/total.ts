// The number of covers of two halves: paths to the residuals of the top half times covers below them. Nothing but
// additions on the way, so numbers beyond 2^53 are counted modulo two primes at a time.
import type { Account } from './account.ts';
import type { Halves } from './halves.ts';
import { combine, EXACT, type Modulus, PLAIN, reduced, SMALL_PRIME_BITS, smallPrime } from './modulus.ts';
import { release, take } from './scratch.ts';
import type { Merge } from './sum-lists.ts';

/** Remainders modulo two primes, and once that modulus more, are below 2^49; sums of two stay below 2^52 for so many levels. */
const LAZY_LEVELS = 3;

/** How many covers there are. */
export function totalOf(halves: Halves, account: Account): bigint {
  account.spend(halves.entries);
  const [plain] = run(halves, [PLAIN]);
  // Rounding is monotone, so a number from 2^53 up never becomes one below: then nothing on the way was rounded.
  if (plain < EXACT) return BigInt(plain);
  // Sums of positive numbers are off by a factor of at most 1 + 2^-53 per operation on the way: one bit is plenty.
  const bits = Number.isFinite(plain) ? Math.log2(plain) + 1 : halves.m;
  const passes = Math.ceil(bits / SMALL_PRIME_BITS / 2);
  account.spend(halves.entries * passes);
  const remainders: number[][] = [];
  for (let x = 0; x < 2 * passes; x += 2)
    for (const rest of run(halves, [smallPrime(x), smallPrime(x + 1)])) remainders.push([rest]);
  return combine(remainders, smallPrime)[0];
}

/** The number modulo each of one or two numbers. */
function run({ top, bottom, join, closed }: Halves, moduli: readonly Modulus[]): number[] {
  const p = moduli.reduce((product, modulus) => product * modulus.p, 1);
  const modulus: Modulus = { p, inverse: moduli[0] === PLAIN ? 0 : 1 / p };
  let total = 0;
  const room = [...top, ...bottom].reduce((most, { length }) => Math.max(most, length), 2) + 1;
  let [paths, values, spare] = [take(room), take(room), take(room)];
  paths[0] = 1;
  paths[1] = 0;
  for (let i = 0; i < top.length; i++) {
    const merge = top[i];
    total = addFirst(total, paths, merge.startB, modulus);
    carryDown(merge, paths, spare);
    [paths, spare] = [spare, paths];
    if (i % LAZY_LEVELS === 0) reduceFirst(paths, merge.length, modulus);
  }
  values[0] = 1;
  values[1] = 0;
  for (let x = 0; x < bottom.length; x++) {
    carryUp(bottom[x], values, spare);
    [values, spare] = [spare, values];
    if (closed[x + 1]) values[0] = 1;
    if (x % LAZY_LEVELS === 0) reduceFirst(values, bottom[x].length, modulus);
  }
  const result = moduli.map((each) => reduced(reduced(total, each) + dot(paths, values, join, each), each));
  for (const array of [paths, values, spare]) release(array);
  return result;
}

/** A sum and the first so many numbers: what closes at a level. */
function addFirst(start: number, numbers: Float64Array, length: number, modulus: Modulus): number {
  let sum = start;
  for (let x = 0; x < length; x++) {
    sum += numbers[x];
    if (sum >= modulus.p) sum = reduced(sum, modulus);
  }
  return sum;
}

/** Σ paths · covers below them. */
function dot(paths: Float64Array, values: Float64Array, join: Int32Array, modulus: Modulus): number {
  let sum = 0;
  if (modulus === PLAIN) {
    for (let x = 0; x < join.length; x++) sum += paths[x] * values[join[x]];
    return sum;
  }
  for (let x = 0; x < join.length; x++)
    sum = reduced(sum + reduced(paths[x], modulus) * reduced(values[join[x]], modulus), modulus);
  return sum;
}

/** Top: paths to the residuals of the next level. */
function carryDown({ flags, length, startA, startB }: Merge, paths: Float64Array, next: Float64Array): void {
  // No branch on the flags, which no processor can foresee: what is read past a part's end is taken 0 times.
  let a = startA;
  let b = startB;
  for (let k = 0; k < length; k++) {
    const flag = flags[k];
    const stays = flag & 1;
    const moves = flag >> 1;
    next[k] = stays * paths[a] + moves * paths[b];
    a += stays;
    b += moves;
  }
  next[length] = 0;
}

/** Bottom: the number of covers below each entry of the next level up. */
function carryUp({ flags, length, startA, startB }: Merge, values: Float64Array, next: Float64Array): void {
  let a = startA - 1;
  let b = startB - 1;
  for (let k = 0; k < length; k++) {
    const flag = flags[k];
    a += flag & 1;
    b += flag >> 1;
    next[k] = values[a] + values[b];
  }
}

/** Bring numbers below twice the modulus, without a branch: the quotient is too small by 1 at most, never too large. */
function reduceFirst(numbers: Float64Array, length: number, { p, inverse }: Modulus): void {
  if (inverse === 0) return;
  const below = inverse * (1 - 2 ** -50);
  for (let x = 0; x < length; x++) numbers[x] -= Math.floor(numbers[x] * below) * p;
}
