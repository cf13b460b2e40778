// The doubles next to a double, by counting in their bit patterns.

const double = new Float64Array(1);
const pattern = new BigInt64Array(double.buffer);

/** The next double towards a goal; the goal itself when it is reached. */
export function towards(x: number, goal: number): number {
  if (x === goal) return goal;
  if (x === 0) return goal > 0 ? Number.MIN_VALUE : -Number.MIN_VALUE;
  double[0] = x;
  pattern[0] += goal > x === x > 0 ? 1n : -1n;
  return double[0];
}
