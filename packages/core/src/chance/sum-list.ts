// All sums of one amount from each of several features, with their weights, in increasing order; equal sums are one.

/** Sums and what each of them weighs. */
export interface SumList {
  readonly sums: Float64Array;
  readonly weights: Float64Array;
}

/** One feature: different amounts in increasing order. */
export interface Amounts {
  readonly amounts: Float64Array;
  readonly weights: Float64Array;
}

/** The list of no feature. */
const NOTHING: SumList = { sums: new Float64Array(1), weights: Float64Array.of(1) };

/** Undefined when a list would be longer than `most`. */
export function sumList(features: readonly Amounts[], most: number): SumList | undefined {
  let list = NOTHING;
  for (const { amounts, weights } of features) {
    if (list.sums.length * amounts.length > most) return undefined;
    list = list === NOTHING ? { sums: amounts, weights } : extend(list, amounts, weights);
  }
  return list;
}

/** One copy of the list per amount, merged two by two. */
function extend({ sums, weights }: SumList, amounts: Float64Array, shares: Float64Array): SumList {
  const n = sums.length;
  const total = n * amounts.length;
  let from = { sums: new Float64Array(total), weights: new Float64Array(total) };
  let into = { sums: new Float64Array(total), weights: new Float64Array(total) };
  let ends: number[] = [];
  for (let j = 0, at = 0; j < amounts.length; j++) {
    for (let i = 0; i < n; i++, at++) {
      from.sums[at] = sums[i] + amounts[j];
      from.weights[at] = weights[i] * shares[j];
    }
    ends.push(at);
  }
  while (ends.length > 1) {
    const merged: number[] = [];
    let at = 0;
    let start = 0;
    for (let j = 0; j < ends.length; j += 2) {
      const middle = ends[j];
      const end = ends[Math.min(j + 1, ends.length - 1)];
      at = merge(from, start, middle, end, into, at);
      merged.push(at);
      start = end;
    }
    [from, into] = [into, from];
    ends = merged;
  }
  return { sums: from.sums.subarray(0, ends[0]), weights: from.weights.subarray(0, ends[0]) };
}

/** Two runs, [start, middle) and [middle, end), become one; where it ends. */
function merge(from: SumList, start: number, middle: number, end: number, into: SumList, to: number): number {
  const { sums, weights } = from;
  const { sums: outSums, weights: outWeights } = into;
  let [i, j, at] = [start, middle, to];
  while (i < middle && j < end) {
    const [x, y] = [sums[i], sums[j]];
    if (x < y) {
      outSums[at] = x;
      outWeights[at] = weights[i];
      i += 1;
    } else if (y < x) {
      outSums[at] = y;
      outWeights[at] = weights[j];
      j += 1;
    } else {
      outSums[at] = x;
      outWeights[at] = weights[i] + weights[j];
      i += 1;
      j += 1;
    }
    at += 1;
  }
  for (; i < middle; i++, at++) {
    outSums[at] = sums[i];
    outWeights[at] = weights[i];
  }
  for (; j < end; j++, at++) {
    outSums[at] = sums[j];
    outWeights[at] = weights[j];
  }
  return at;
}
