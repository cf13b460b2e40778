// Comparing lists of feature sets.

/** In lexicographic order, so that two lists of the same sets are equal. */
export function sorted(sets: readonly (readonly number[])[]): (readonly number[])[] {
  return [...sets].sort(lexicographic);
}

/** The order of a dictionary. */
export function lexicographic(a: readonly number[], b: readonly number[]): number {
  for (let x = 0; x < a.length && x < b.length; x++) if (a[x] !== b[x]) return a[x] - b[x];
  return a.length - b.length;
}

/** Is a a subset of b? */
export function within(a: readonly number[], b: readonly number[]): boolean {
  return a.every((x) => b.includes(x));
}
