// The doubles next to a double: the finest step a number of the domain can take.

const word = new DataView(new ArrayBuffer(8));

/** The next double up; `x` must not be NaN or +Infinity. */
export function above(x: number): number {
  return -below(-x);
}

/** The next double down; `x` must not be NaN or −Infinity. */
export function below(x: number): number {
  if (x === Number.POSITIVE_INFINITY) return Number.MAX_VALUE;
  if (x === 0) return -Number.MIN_VALUE;
  word.setFloat64(0, x);
  const bits = word.getBigInt64(0);
  word.setBigInt64(0, x > 0 ? bits - 1n : bits + 1n);
  return word.getFloat64(0);
}

/** Position of a finite double in the order of all doubles; consecutive doubles have consecutive positions. */
export function rankOf(x: number): bigint {
  word.setFloat64(0, x + 0);
  const bits = word.getBigInt64(0);
  return bits >= 0n ? bits : -(bits & 0x7fffffffffffffffn);
}

/** The double at a position of {@link rankOf}. */
export function atRank(rank: bigint): number {
  word.setBigInt64(0, rank < 0n ? -rank : rank);
  const magnitude = word.getFloat64(0);
  return rank < 0n ? -magnitude : magnitude;
}
