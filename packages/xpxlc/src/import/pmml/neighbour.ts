// The doubles next to a double: `x ≤ c` is `x < nextUp(c)`, so that bins closed on either side go together.

const word = new DataView(new ArrayBuffer(8));

/** The next double up; of the largest, Infinity. */
export function nextUp(x: number): number {
  if (x === 0) return Number.MIN_VALUE;
  word.setFloat64(0, x);
  word.setBigInt64(0, word.getBigInt64(0) + (x > 0 ? 1n : -1n));
  return word.getFloat64(0) + 0;
}

/** The next double down. */
export function nextDown(x: number): number {
  return -nextUp(-x);
}
