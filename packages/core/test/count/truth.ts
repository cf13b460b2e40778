// Independent ways to the numbers that counting claims: from lists, from closed forms, and by a dynamic programme on integers.

/** What a list of sets says. */
export function numbersOf(sets: readonly (readonly number[])[], features: number) {
  const largest = Math.max(-1, ...sets.map((set) => set.length));
  const times = (holds: (set: readonly number[]) => boolean): bigint => BigInt(sets.filter(holds).length);
  const all = Array.from({ length: features }, (_, i) => i);
  return {
    count: BigInt(sets.length),
    sizes: Array.from({ length: largest + 1 }, (_, size) => times((set) => set.length === size)),
    frequency: all.map((i) => times((set) => set.includes(i))),
    pairs: all.map((i) => all.map((j) => times((set) => set.includes(i) && set.includes(j)))),
  };
}

/** n over k. */
export function binomial(n: number, k: number): bigint {
  let result = 1n;
  for (let i = 1; i <= k; i++) result = (result * BigInt(n - k + i)) / BigInt(i);
  return result;
}

/** How many minimal sets of positive whole weights have a sum above the threshold: the ways to each sum, heaviest first. */
export function countBySum(weights: readonly number[], threshold: number): bigint {
  const ways = new Array<bigint>(threshold + 1).fill(0n);
  ways[0] = 1n;
  let count = 0n;
  for (const w of weights.toSorted((a, b) => b - a)) {
    for (let sum = Math.max(0, threshold - w + 1); sum <= threshold; sum++) count += ways[sum];
    for (let sum = threshold; sum >= w; sum--) ways[sum] += ways[sum - w];
  }
  return count;
}

/**
 * Minimal sets of positive whole weights with a sum above the threshold: heaviest first, a set without its last member must not
 * exceed it. `reach[sum][size]` is the number of sets so far.
 */
export function coversBySum(weights: readonly number[], threshold: number) {
  const order = weights.map((_, i) => i).sort((i, j) => weights[j] - weights[i] || i - j);

  const run = (must: readonly number[]): bigint[] => {
    const sizes = new Array<bigint>(weights.length + 1).fill(0n);
    let reach = new Map<number, bigint[]>([[0, [1n]]]);
    order.forEach((i, rank) => {
      const w = weights[i];
      const missing = must.some((j) => order.indexOf(j) > rank);
      const next = new Map<number, bigint[]>();
      const add = (sum: number, bySize: readonly bigint[], more: number): void => {
        const old = next.get(sum) ?? [];
        bySize.forEach((times, size) => {
          old[size + more] = (old[size + more] ?? 0n) + times;
        });
        for (let s = 0; s < old.length; s++) old[s] ??= 0n;
        next.set(sum, old);
      };
      for (const [sum, bySize] of reach) {
        if (!must.includes(i)) add(sum, bySize, 0);
        if (sum + w <= threshold) add(sum + w, bySize, 1);
        else if (!missing)
          bySize.forEach((times, size) => {
            sizes[size + 1] += times;
          });
      }
      reach = next;
    });
    return sizes;
  };
  const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((a, b) => a + b, 0n);
  const sizes = run([]);
  return {
    count: sum(sizes),
    sizes: sizes.slice(0, sizes.findLastIndex((times) => times > 0n) + 1),
    frequency: (i: number): bigint => sum(run([i])),
    together: (i: number, j: number): bigint => sum(run([i, j])),
  };
}
