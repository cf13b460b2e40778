// Exact fractions as answers.
import { divide, gcd, toDouble } from '../exact/ratio.ts';

/** An exact number in lowest terms, and the double nearest to it. */
export interface Fraction {
  readonly numerator: bigint;
  /** Positive. */
  readonly denominator: bigint;
  readonly value: number;
}

/** `numerator / denominator` in lowest terms; 0 where the denominator is 0: a share of nothing. */
export function fraction(numerator: bigint, denominator: bigint): Fraction {
  if (denominator === 0n || numerator === 0n) return { numerator: 0n, denominator: 1n, value: 0 };
  const common = gcd(numerator, denominator);
  const [n, d] = [numerator / common, denominator / common];
  return { numerator: n, denominator: d, value: toDouble(divide({ m: n, e: 0 }, { m: d, e: 0 })) };
}
