// How does it grow? A line through logarithms, by least squares: a power of x, or a power of two of x.

/** `y = factor · x^slope` (power) or `y = factor · 2^(slope · x)` (exponential). */
export interface Fit {
  readonly kind: 'power' | 'exponential';
  readonly slope: number;
  readonly factor: number;
}

/** The line through the logarithms of the points. Undefined where fewer than two different x are left. Points that have no logarithm are left out. */
export function fit(
  points: readonly (readonly [number, number])[],
  kind: Fit['kind'] = 'power',
): Fit | undefined {
  const usable = points.filter(([x, y]) => y > 0 && (kind === 'exponential' || x > 0));
  const us = usable.map(([x]) => (kind === 'power' ? Math.log2(x) : x));
  const vs = usable.map(([, y]) => Math.log2(y));
  const mean = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0) / numbers.length;
  const [u, v] = [mean(us), mean(vs)];
  const across = us.reduce((sum, x) => sum + (x - u) ** 2, 0);
  if (!(across > 0)) return undefined;
  const slope = us.reduce((sum, x, i) => sum + (x - u) * (vs[i] - v), 0) / across;
  return { kind, slope, factor: 2 ** (v - slope * u) };
}

/** What a fit says of a size. */
export function fitted({ kind, slope, factor }: Fit, x: number): number {
  return kind === 'power' ? factor * x ** slope : factor * 2 ** (slope * x);
}

/** In words: `slope 1.02` or `2^(0.50 n)`. */
export function fitText({ kind, slope }: Fit): string {
  return kind === 'power' ? `slope ${slope.toFixed(2)}` : `2^(${slope.toFixed(2)} n)`;
}
