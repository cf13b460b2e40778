// The normal distribution between two doubles.
import { down, exponential, up } from './exponential.ts';

/** Beyond, less than 2^-53 is left. */
const FAR = 8.5;
/** Doubles around 1/√(2π). */
const [DENSITY_LOW, DENSITY_HIGH] = [0.39894228040143265, 0.3989422804014327];

/**
 * Doubles around Φ(z), the probability of at most z; z itself may be off by four units in its last place.
 *
 * Φ(z) = ½ + φ(z)·(z + z³/3 + z⁵/(3·5) + …). No term is negative, so rounding is all that can go wrong: a few units in the last place
 * per term.
 */
export function normalUpTo(z: number): readonly [low: number, high: number] {
  if (z < 0) {
    const [low, high] = normalUpTo(-z);
    return [Math.max(0, 1 - up(high)), 1 - down(low)];
  }
  if (z > FAR) return [1 - 2 ** -53, 1];
  let sum = 0;
  let term = z;
  let steps = 0;
  // From z² < 2n + 1 on, what is left is less than a geometric series of the last term.
  for (let n = 1; term > sum * 2 ** -60; n++) {
    sum += term;
    term *= (z * z) / (2 * n + 1);
    steps = n;
  }
  const [low, high] = exponential(-(z * z) / 2);
  // z² is off by twelve units at most, and e to such a power by as many times its size.
  const slack = (4 * steps + 16 + 12 * z * z) * 2 ** -52;
  return [
    (0.5 + DENSITY_LOW * low * sum * (1 - slack)) * (1 - 2 ** -50),
    Math.min(1, (0.5 + DENSITY_HIGH * high * sum * (1 + slack)) * (1 + 2 ** -50)),
  ];
}
