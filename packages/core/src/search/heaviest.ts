// The shortest heaviest prefix that exceeds a threshold, without sorting: weighted selection, linear on average.

/** A choice of the `count` heaviest items: `items[0 … count)`, in no particular order. */
export interface Heaviest {
  readonly items: Int32Array;
  readonly count: number;
  /** Sum of all chosen, and of all but the lightest chosen. */
  readonly sum: number;
  readonly before: number;
}

/**
 * Find the least k such that the k heaviest values add up to more than `threshold` (≥ 0); undefined if all together
 * do not. Values are ≥ 0. Sums are plain double sums; the caller judges their error.
 */
export function heaviestExceeding(values: Float64Array, threshold: number): Heaviest | undefined {
  const items = new Int32Array(values.length);
  for (let i = 0; i < items.length; i++) items[i] = i;
  let from = 0;
  let to = items.length;
  let taken = 0; // sum of items[0 … from), all chosen
  while (from < to) {
    const pivot = medianOfThree(values, items, from, to);
    // Three parts: heavier than the pivot, equal to it, lighter.
    let heavier = from;
    let lighter = to;
    let sum = 0;
    for (let x = from; x < lighter; ) {
      const v = values[items[x]];
      if (v > pivot) {
        sum += v;
        swap(items, x++, heavier++);
      } else if (v < pivot) swap(items, x, --lighter);
      else x += 1;
    }
    if (taken + sum > threshold) {
      to = heavier;
      continue;
    }
    taken += sum;
    // The prefix may end among the equal ones: then take just as many as are needed.
    for (from = heavier; from < lighter; from++) {
      if (taken + pivot > threshold) return { items, count: from + 1, sum: taken + pivot, before: taken };
      taken += pivot;
    }
  }
  return undefined;
}

function medianOfThree(values: Float64Array, items: Int32Array, from: number, to: number): number {
  const a = values[items[from]];
  const b = values[items[(from + to) >> 1]];
  const c = values[items[to - 1]];
  // Stryker disable next-line MethodExpression: any of the values will do; the middle one is soon done
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function swap(items: Int32Array, x: number, y: number): void {
  const item = items[x];
  items[x] = items[y];
  items[y] = item;
}
