// Numbers of any size through doubles: a calculation of sums and products is done in plain doubles, and when its results
// turn out too large for them, again modulo as many primes as it takes; the Chinese remainder theorem gives the integers.
import type { Account } from './account.ts';

/** Below this all integers are doubles. */
export const EXACT: number = 2 ** 53;

/**
 * A prime below 2^26, so that the sum of two products is exact; or nothing, as an infinite modulus: then no number is
 * reduced.
 */
export interface Modulus {
  readonly p: number;
  readonly inverse: number;
}

/** Plain doubles. */
export const PLAIN: Modulus = { p: Number.POSITIVE_INFINITY, inverse: 0 };

/** `x mod p`, for 0 ≤ x ≤ 2^53. */
export function reduced(x: number, { p, inverse }: Modulus): number {
  if (x < p) return x;
  // The quotient may be off by one, since the inverse is rounded.
  const rest = x - Math.floor(x * inverse) * p;
  return rest < 0 ? rest + p : rest >= p ? rest - p : rest;
}

/** `base^exponent mod p`. */
export function power(base: number, exponent: number, modulus: Modulus): number {
  let result = 1;
  for (let square = base, left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = reduced(result * square, modulus);
    square = reduced(square * square, modulus);
  }
  return result;
}

/** `1/x mod p`, by Fermat's little theorem. */
export function inverse(x: number, modulus: Modulus): number {
  return power(reduced(x, modulus), modulus.p - 2, modulus);
}

/** Primes in decreasing order, found as they are needed. */
function primesBelow(limit: number): (index: number) => Modulus {
  const known: Modulus[] = [];
  return (index) => {
    for (let p = known.at(-1)?.p ?? limit; known.length <= index; ) {
      p -= 1;
      if (isPrime(p)) known.push({ p, inverse: 1 / p });
    }
    return known[index];
  };
}

/** The so-manieth largest prime below 2^26, and the bits it is sure to give. */
export const prime: (index: number) => Modulus = primesBelow(2 ** 26);
export const PRIME_BITS = 25.9;

/** The same below 2^24, for additions modulo two of them at a time. */
export const smallPrime: (index: number) => Modulus = primesBelow(2 ** 24);
export const SMALL_PRIME_BITS = 23.9;

function isPrime(n: number): boolean {
  if (n % 2 === 0) return false;
  for (let d = 3; d * d <= n; d += 2) if (n % d === 0) return false;
  return true;
}

/**
 * Integers from their remainders: `remainders[x][k]` is that of number k modulo `moduli(x)`. The numbers must not be
 * negative and be below the product of the primes.
 */
export function combine(
  remainders: readonly ArrayLike<number>[],
  moduli: (index: number) => Modulus,
): bigint[] {
  const results = Array.from(remainders[0], (x) => BigInt(x));
  let product = BigInt(moduli(0).p);
  for (let x = 1; x < remainders.length; x++) {
    const modulus = moduli(x);
    const p = BigInt(modulus.p);
    const factor = BigInt(inverse(Number(product % p), modulus));
    for (let k = 0; k < results.length; k++) {
      const missing = (((BigInt(remainders[x][k]) - results[k]) % p) + p) % p;
      results[k] += product * ((missing * factor) % p);
    }
    product *= p;
  }
  return results;
}

/** How to run a calculation until its results are exact. */
export interface Calculation {
  readonly account: Account;
  /** Steps of one run. */
  readonly steps: number;
  /** Bits of the first result at most, for when doubles overflow. */
  readonly bits: number;
}

/**
 * Run a calculation until its results are exact. They must be non-negative integers made by additions and multiplications
 * of non-negative integers only, none larger than the first: then a first result below 2^53 in plain doubles proves all exact,
 * since rounding is monotone, so that a number from 2^53 up never becomes one below.
 */
export function exactly(
  calculate: (modulus: Modulus) => Float64Array,
  { account, steps, bits }: Calculation,
): bigint[] {
  account.spend(steps);
  const plain = calculate(PLAIN);
  if (plain[0] < EXACT) return Array.from(plain, BigInt);
  // Sums of positive numbers are off by a factor of at most 1 + 2^-53 per operation on the way: one bit is plenty.
  const needed = Number.isFinite(plain[0]) ? Math.min(bits, Math.log2(plain[0])) + 1 : bits;
  return modulo(calculate, { account, steps, bits: needed });
}

/** The same with primes only; every result must have at most so many bits. */
export function modulo(
  calculate: (modulus: Modulus) => Float64Array,
  { account, steps, bits }: Calculation,
): bigint[] {
  const primes = Math.max(1, Math.ceil(bits / PRIME_BITS));
  account.spend(steps * primes);
  return combine(
    Array.from({ length: primes }, (_, x) => calculate(prime(x))),
    prime,
  );
}
