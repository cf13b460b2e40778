// Values of any kind → small whole numbers in the same order. What compares values later need not know what they are.

/** For each value how many different values are smaller; equal values have the same level. */
export function levels<T extends number | bigint>(
  values: readonly T[],
  compare: (a: T, b: T) => number = (a, b) => (a < b ? -1 : a > b ? 1 : 0),
): number[] {
  const order = values.map((_, i) => i).sort((i, j) => compare(values[i], values[j]));
  const found = new Array<number>(values.length);
  let level = 0;
  order.forEach((i, at) => {
    if (at > 0 && compare(values[order[at - 1]], values[i]) !== 0) level += 1;
    found[i] = level;
  });
  return found;
}
