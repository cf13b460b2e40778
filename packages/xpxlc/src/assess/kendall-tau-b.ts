// Kendall's tau-b: do two scores order the items alike? (P − Q) / √((P + Q + X₀)(P + Q + Y₀)) with P pairs in the same order, Q in the
// opposite one, X₀ and Y₀ tied in the second or the first score only. Knight's way (1966), O(n log n): sort by x and then y; the
// exchanges that a merge sort by y makes are Q.

/**
 * From −1 (opposite orders) to 1 (the same order, with the same ties); null where one of the scores does not order anything.
 *
 * @example
 * ```ts
 * import { kendallTauB } from 'xpxlc';
 * kendallTauB([1, 2, 3, 4], [1, 2, 4, 3]); // => 0.6666666666666666
 * ```
 */
export function kendallTauB(x: readonly number[], y: readonly number[]): number | null {
  const n = x.length;
  const order = x.map((_, i) => i).sort((i, j) => x[i] - x[j] || y[i] - y[j]);
  const tiedX = tiedPairs(order, (i, j) => x[i] === x[j]);
  const tiedBoth = tiedPairs(order, (i, j) => x[i] === x[j] && y[i] === y[j]);
  const { sorted, exchanges: opposite } = mergeSort(order.map((i) => y[i]));
  const tiedY = tiedPairs([...sorted.keys()], (i, j) => sorted[i] === sorted[j]);
  const all = (n * (n - 1)) / 2;
  if (tiedX === all || tiedY === all) return null;
  const same = all - tiedX - tiedY + tiedBoth - opposite;
  // Of two equal numbers the root of their product would be rounded twice.
  const [left, right] = [all - tiedX, all - tiedY];
  return (same - opposite) / (left === right ? left : Math.sqrt(left) * Math.sqrt(right));
}

/** Pairs in runs of equal neighbours. */
function tiedPairs(order: readonly number[], equal: (i: number, j: number) => boolean): number {
  let [pairs, run] = [0, 0];
  for (let at = 1; at < order.length; at++) {
    run = equal(order[at - 1], order[at]) ? run + 1 : 0;
    pairs += run;
  }
  return pairs;
}

/** Sorted, and how many pairs stood in the wrong order. */
function mergeSort(values: readonly number[]): {
  readonly sorted: readonly number[];
  readonly exchanges: number;
} {
  let exchanges = 0;
  let from = values.slice();
  let to = values.slice();
  for (let width = 1; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length);
      const end = Math.min(start + 2 * width, from.length);
      let [i, j] = [start, middle];
      for (let k = start; k < end; k++) {
        if (j === end || (i < middle && from[i] <= from[j])) to[k] = from[i++];
        else {
          exchanges += middle - i;
          to[k] = from[j++];
        }
      }
    }
    [from, to] = [to, from];
  }
  return { sorted: from, exchanges };
}
