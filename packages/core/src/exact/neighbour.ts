// The doubles next to a double: the finest step a number of the domain can take.

const word = new DataView(new ArrayBuffer(8));

/** The next double up; `x` must not be NaN or +Infinity. */
export function above(x: number): number {
  return -below(-x);
}

/** The next double down; `x` must not be NaN or −Infinity. */
export function below(x: number): number {
  return atPlace(placeOf(x) - 1n);
}

/** Position of a double (not NaN) in the order of all doubles; neighbours have consecutive positions, both zeros the same. */
export function placeOf(x: number): bigint {
  word.setFloat64(0, x);
  const bits = word.getBigInt64(0);
  return bits >= 0n ? bits : -(bits & 0x7fffffffffffffffn);
}

/** The double at a position of {@link placeOf}. */
export function atPlace(place: bigint): number {
  word.setBigInt64(0, place < 0n ? -place : place);
  const magnitude = word.getFloat64(0);
  return place < 0n ? -magnitude : magnitude;
}
