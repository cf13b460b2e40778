// The same as meet.ts in big integers: for sums too near the threshold, and for weights too large for doubles.

/** One feature: amounts and weights. */
export interface ExactAmounts {
  readonly amounts: readonly bigint[];
  readonly weights: readonly bigint[];
}

interface ExactList {
  readonly sums: bigint[];
  readonly weights: bigint[];
}

/** The weight of all sums above the threshold. Undefined when a half is longer than `most`. */
export function meetExactly(
  features: readonly ExactAmounts[],
  threshold: bigint,
  most: number,
): bigint | undefined {
  // As in meet.ts: nothing would make such lists short enough.
  const product = features.reduce((length, { amounts }) => length * amounts.length, 1);
  const reach = features.reduce((sum, { amounts }) => sum + amounts[amounts.length - 1], 0n);
  if (Math.sqrt(product) > 64 * most && reach > 64 * most) return undefined;
  const halves: ExactList[] = [
    { sums: [0n], weights: [1n] },
    { sums: [0n], weights: [1n] },
  ];
  for (const feature of [...features].sort((x, y) => y.amounts.length - x.amounts.length)) {
    const shorter = halves[0].sums.length <= halves[1].sums.length ? 0 : 1;
    if (halves[shorter].sums.length * feature.amounts.length > most) return undefined;
    halves[shorter] = extend(halves[shorter], feature);
  }
  const [a, b] = halves;
  let kept = 0n;
  let above = 0n;
  let j = b.sums.length;
  for (let i = 0; i < a.sums.length; i++) {
    const need = threshold - a.sums[i];
    for (; j > 0 && b.sums[j - 1] > need; j--) above += b.weights[j - 1];
    kept += a.weights[i] * above;
  }
  return kept;
}

/** In increasing order, equal sums as one. */
function extend(list: ExactList, { amounts, weights }: ExactAmounts): ExactList {
  const all = amounts.flatMap((amount, v) =>
    list.sums.map((sum, i) => ({ sum: sum + amount, weight: list.weights[i] * weights[v] })),
  );
  all.sort((x, y) => (x.sum < y.sum ? -1 : x.sum > y.sum ? 1 : 0));
  const merged: ExactList = { sums: [], weights: [] };
  for (const { sum, weight } of all) {
    const last = merged.sums.length - 1;
    if (last >= 0 && merged.sums[last] === sum) merged.weights[last] += weight;
    else {
      merged.sums.push(sum);
      merged.weights.push(weight);
    }
  }
  return merged;
}
