// The doubles next to a double: the finest step a number of the domain can take.

const word = new DataView(new ArrayBuffer(8));
const number = new Float64Array(1);
const halves = new Uint32Array(number.buffer);
number[0] = 1;
/** Which of the halves has the sign. */
const HIGH = halves[0] === 0 ? 1 : 0;

/** The next double up; `x` must not be NaN or +Infinity. */
export function above(x: number): number {
  return 0 - below(-x);
}

/** The next double down; `x` must not be NaN or −Infinity. */
export function below(x: number): number {
  return atPlace(placeOf(x) - 1n);
}

/** The double half way between two doubles (not NaN) in the order of all of them; of two in the middle that nearer to 0. */
export function halfWay(a: number, b: number): number {
  if (a >= 0 && b >= 0) {
    // Positions of these are their bits: two halves of 32, for speed.
    number[0] = Math.abs(a);
    let high = halves[HIGH];
    let low = halves[1 - HIGH];
    number[0] = Math.abs(b);
    high += halves[HIGH];
    low = Math.floor((low + halves[1 - HIGH] + (high % 2) * 2 ** 32) / 2);
    halves[HIGH] = Math.floor(high / 2) + (low >= 2 ** 32 ? 1 : 0);
    halves[1 - HIGH] = low;
    return number[0];
  }
  if (a <= 0 && b <= 0) return 0 - halfWay(-a, -b);
  return atPlace((placeOf(a) + placeOf(b)) / 2n);
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
