// Does a number survive being folded into another? What a writer of models asks of exact sums and products.
import { type Dyadic, fromDouble, subtract, toDouble, whole } from '@xpxlc/core/exact';

/** The nearest double, ties to even (infinite beyond the doubles), and whether it is the number itself. */
export function nearest(x: Dyadic): { readonly value: number; readonly exact: boolean } {
  const value = toDouble(whole(x)) + 0;
  return { value, exact: Number.isFinite(value) && subtract(fromDouble(value), x).m === 0n };
}
