// Natural logarithms to 200 bits, by squaring: the first binary digit of log₂ y is 1 iff y² ≥ 2. Slow and simple.
import { exactly, type Fraction, minus, plus, times } from './fraction.ts';

const DIGITS = 200;
/** Squaring doubles the relative error each time, so twice the digits and some more. */
const BITS = 2n * BigInt(DIGITS) + 64n;
const ONE = 1n << BITS;

/** Known digits, as a fraction. */
const decimal = (text: string): Fraction => ({
  num: BigInt(text.replace('.', '')),
  den: 10n ** BigInt(text.length - 2),
});
const LN2 = decimal(
  '0.69314718055994530941723212145817656807550013436025525412068000949339362196969471560586332699641868754200148102',
);
const PI = decimal(
  '3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798214808651',
);

/** ln x for x > 0, off by less than 2^-180. */
export function ln({ num, den }: Fraction): Fraction {
  let y = (num << BITS) / den;
  let exponent = 0;
  // Small numbers need more digits before they are cut.
  if (y < ONE) {
    const inverse = ln({ num: den, den: num });
    return { num: -inverse.num, den: inverse.den };
  }
  for (; y >= 2n * ONE; y >>= 1n) exponent += 1;
  let digits = 0n;
  for (let i = 0; i < DIGITS; i++) {
    y = (y * y) >> BITS;
    digits <<= 1n;
    if (y >= 2n * ONE) {
      y >>= 1n;
      digits += 1n;
    }
  }
  const log2 = plus({ num: BigInt(exponent), den: 1n }, { num: digits, den: 1n << BigInt(DIGITS) });
  return times(log2, LN2);
}

/** −½·ln(2πv). */
export function normalConstant(variance: number): Fraction {
  const twoPiV = times({ num: 2n, den: 1n }, times(PI, exactly(variance)));
  return times({ num: -1n, den: 2n }, ln(twoPiV));
}

/** ln(p / (1 − p)). */
export function logOdds(p: number): Fraction {
  const own = exactly(p);
  return minus(ln(own), ln(minus({ num: 1n, den: 1n }, own)));
}
