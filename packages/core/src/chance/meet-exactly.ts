// The same as meet.ts with sums in big integers, for those too near the threshold; weights are big integers or doubles.
import { SLACK } from './meet.ts';

/** How weights are reckoned with. */
export interface Weighing<W> {
  readonly nothing: W;
  readonly one: W;
  add(a: W, b: W): W;
  multiply(a: W, b: W): W;
}

export const IN_INTEGERS: Weighing<bigint> = {
  nothing: 0n,
  one: 1n,
  add: (a, b) => a + b,
  multiply: (a, b) => a * b,
};

export const IN_DOUBLES: Weighing<number> = {
  nothing: 0,
  one: 1,
  add: (a, b) => a + b,
  multiply: (a, b) => a * b,
};

/** One feature: amounts in increasing order, and their weights. */
export interface ExactAmounts<W> {
  readonly amounts: readonly bigint[];
  readonly weights: ArrayLike<W>;
}

/** The weight of all sums above the threshold, and of all others. */
export interface ExactlyMet<W> {
  readonly kept: W;
  readonly lost: W;
}

interface ExactList<W> {
  readonly sums: bigint[];
  readonly weights: W[];
}

/** Undefined when a half is longer than `most`. */
export function meetExactly<W>(
  features: readonly ExactAmounts<W>[],
  threshold: bigint,
  most: number,
  weighing: Weighing<W>,
): ExactlyMet<W> | undefined {
  const { nothing, one, add, multiply } = weighing;
  // As in meet.ts: nothing would make such lists short enough.
  const product = features.reduce((length, { amounts }) => length * amounts.length, 1);
  const reach = features.reduce((sum, { amounts }) => sum + amounts[amounts.length - 1], 0n);
  if (Math.sqrt(product) > SLACK * most && reach > SLACK * most) return undefined;
  const halves: ExactList<W>[] = [
    { sums: [0n], weights: [one] },
    { sums: [0n], weights: [one] },
  ];
  for (const feature of [...features].sort((x, y) => y.amounts.length - x.amounts.length)) {
    const shorter = halves[0].sums.length <= halves[1].sums.length ? 0 : 1;
    if (halves[shorter].sums.length * feature.amounts.length > most) return undefined;
    halves[shorter] = extend(halves[shorter], feature, weighing);
  }
  const [a, b] = halves;
  // By position: the weights from there on, and before it.
  const above = new Array<W>(b.sums.length + 1).fill(nothing);
  const below = new Array<W>(b.sums.length + 1).fill(nothing);
  for (let j = b.sums.length - 1; j >= 0; j--) above[j] = add(above[j + 1], b.weights[j]);
  for (let j = 0; j < b.sums.length; j++) below[j + 1] = add(below[j], b.weights[j]);
  let [kept, lost] = [nothing, nothing];
  let j = b.sums.length;
  for (let i = 0; i < a.sums.length; i++) {
    const need = threshold - a.sums[i];
    while (j > 0 && b.sums[j - 1] > need) j -= 1;
    kept = add(kept, multiply(a.weights[i], above[j]));
    lost = add(lost, multiply(a.weights[i], below[j]));
  }
  return { kept, lost };
}

/** In increasing order, equal sums as one. */
function extend<W>(
  list: ExactList<W>,
  { amounts, weights }: ExactAmounts<W>,
  { add, multiply }: Weighing<W>,
): ExactList<W> {
  const all = amounts.flatMap((amount, v) =>
    list.sums.map((sum, i) => ({ sum: sum + amount, weight: multiply(list.weights[i], weights[v]) })),
  );
  all.sort((x, y) => (x.sum < y.sum ? -1 : x.sum > y.sum ? 1 : 0));
  const merged: ExactList<W> = { sums: [], weights: [] };
  for (const { sum, weight } of all) {
    const last = merged.sums.length - 1;
    if (last >= 0 && merged.sums[last] === sum) merged.weights[last] = add(merged.weights[last], weight);
    else {
      merged.sums.push(sum);
      merged.weights.push(weight);
    }
  }
  return merged;
}
