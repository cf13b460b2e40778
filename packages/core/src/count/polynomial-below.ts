// The number of covers below a residual that goes up, by size: the coefficients of f in by-size.ts.
import { EXACT, type Modulus, PLAIN, reduced } from './modulus.ts';
import type { Sized } from './sized-carry.ts';

/** The coefficients of f for a residual that goes up. */
export class PolynomialBelow {
  private readonly coefficients: Float64Array;
  private readonly modulus: Modulus;
  private readonly minus: number;
  private passed = 0;
  private low = 0;
  private high = 0;

  constructor(m: number, modulus: Modulus) {
    this.coefficients = new Float64Array(m + 3);
    this.coefficients[0] = 1;
    this.modulus = modulus;
    this.minus = modulus === PLAIN ? 0 : modulus.p;
  }

  /** The residual passes all entries from `start` on that are not after a position; returns where it stops. */
  passAll({ node, size, sets, next, length }: Sized, start: number, last: number): number {
    const { coefficients: f, modulus, minus } = this;
    let y = start;
    let { low, high } = this;
    let passed = 0;
    for (; y < length && node[y] <= last; y++) {
      const s = size[y];
      const down = f[s] + minus - sets[y];
      const up = f[s + 1] + next[y];
      passed += sets[y] + next[y];
      f[s] = down < modulus.p ? down : reduced(down, modulus);
      f[s + 1] = up < modulus.p ? up : reduced(up, modulus);
      if (s < low) low = s;
      if (s >= high) high = s + 1;
    }
    if (y === start) return y;
    while (low < high && f[low] === 0) low += 1;
    this.low = low;
    this.high = high;
    this.passed += passed;
    return y;
  }

  /** Add the covers that `paths` sets of a size make with what is below. */
  addTo(result: Float64Array, size: number, paths: number): void {
    const { coefficients: f, modulus } = this;
    const { low, high } = this;
    for (let s = low; s <= high; s++) {
      const sum = result[size + s] + paths * f[s];
      result[size + s] = sum < modulus.p ? sum : reduced(sum, modulus);
    }
  }

  /** All differences were exact if everything added or subtracted together is below 2^53. */
  get exact(): boolean {
    return this.modulus !== PLAIN || this.passed < EXACT;
  }
}
