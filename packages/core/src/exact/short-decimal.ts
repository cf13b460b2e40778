// Numbers that a person can read: at or beyond a given one, with few decimals first.

/** Beyond this a double has no decimals left to leave out, and below that too many: there digits are left out instead. */
const MOST_WITH_DECIMALS = 1e15;
const LEAST_WITH_DECIMALS = 1e-6;
/** A double needs no more significant digits than this. */
const DIGITS = 17;
/** More decimals than this are no easier to read than the number itself. */
const DECIMALS = 20;

/**
 * Doubles at or beyond `x` (upwards for direction 1, downwards for −1): for each number of decimals, fewest first, the one nearest to `x`.
 * From 41237.432 upwards: 41238, 41237.5, 41237.44, …
 */
export function* shortDecimals(x: number, direction: 1 | -1): Generator<number, void, void> {
  const size = Math.abs(x);
  if (size < LEAST_WITH_DECIMALS && (0 - x) * direction >= 0) yield 0;
  if (size < MOST_WITH_DECIMALS && (size >= LEAST_WITH_DECIMALS || size === 0)) {
    for (let decimals = 0; decimals <= DECIMALS; decimals++) {
      const digits = BigInt(x.toFixed(decimals).replace('.', ''));
      yield atOrBeyond(x, direction, digits, -decimals);
    }
    return;
  }
  for (let count = 1; count <= DIGITS; count++) {
    const [mantissa, exponent] = x.toExponential(count - 1).split('e');
    yield atOrBeyond(x, direction, BigInt(mantissa.replace('.', '')), Number(exponent) - (count - 1));
  }
}

/** digits·10^exponent, or one step farther if that lies before `x`. */
function atOrBeyond(x: number, direction: 1 | -1, digits: bigint, exponent: number): number {
  const near = Number(`${digits}e${exponent}`);
  return (near - x) * direction >= 0 ? near : Number(`${digits + BigInt(direction)}e${exponent}`);
}
