// Exact rational arithmetic for the oracle: a numerator and a positive denominator, nothing cleverer. Fractions are
// not reduced on the way, only when they are shown.

export interface Fraction {
  readonly num: bigint;
  readonly den: bigint;
}

export const NOTHING: Fraction = { num: 0n, den: 1n };
/** No number at all. */
export const MISSING: Fraction = { num: 0n, den: 0n };

/** A double as the fraction it is: doubling never rounds, so double until it is whole. */
export function exactly(x: number): Fraction {
  if (Number.isNaN(x)) return MISSING;
  if (!Number.isFinite(x)) throw new RangeError(`${x} is no fraction`);
  let whole = x;
  let den = 1n;
  while (!Number.isInteger(whole)) {
    whole *= 2;
    den *= 2n;
  }
  return { num: BigInt(whole), den };
}

export function plus(a: Fraction, b: Fraction): Fraction {
  if (a.den === b.den) return { num: a.num + b.num, den: a.den };
  if (a.den % b.den === 0n) return { num: a.num + b.num * (a.den / b.den), den: a.den };
  if (b.den % a.den === 0n) return { num: a.num * (b.den / a.den) + b.num, den: b.den };
  return { num: a.num * b.den + b.num * a.den, den: a.den * b.den };
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return plus(a, { num: -b.num, den: b.den });
}

export function times(a: Fraction, b: Fraction): Fraction {
  return { num: a.num * b.num, den: a.den * b.den };
}

export function over(a: Fraction, b: Fraction): Fraction {
  const quotient = { num: a.num * b.den, den: a.den * b.num };
  return quotient.den < 0n ? { num: -quotient.num, den: -quotient.den } : quotient;
}

/** Negative, zero or positive as a is less than, equal to or greater than b. */
export function order(a: Fraction, b: Fraction): number {
  const { num } = minus(a, b);
  return num < 0n ? -1 : num > 0n ? 1 : 0;
}

export function sum(list: readonly Fraction[]): Fraction {
  return list.reduce(plus, NOTHING);
}

/** The largest whole number that is not greater. */
export function floor({ num, den }: Fraction): Fraction {
  const towardsZero = num / den;
  return { num: num < 0n && towardsZero * den !== num ? towardsZero - 1n : towardsZero, den: 1n };
}

/** In lowest terms, as `numerator/denominator`; a whole number without the denominator. */
export function show({ num, den }: Fraction): string {
  let [a, b] = [num < 0n ? -num : num, den];
  while (b !== 0n) [a, b] = [b, a % b];
  return den === a ? `${num / a}` : `${num / a}/${den / a}`;
}

/** `numerator/denominator` or a whole number, as {@link show} writes it. */
export function read(text: string): Fraction {
  const [num, den = '1'] = text.split('/');
  return { num: BigInt(num), den: BigInt(den) };
}
