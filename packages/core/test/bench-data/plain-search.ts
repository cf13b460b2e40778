// The paper's search as one would write it down, on exact integers: features by non-increasing drop (of equal ones the
// first), picking before skipping, as long as what is left can still suffice.
import type { Kind } from '../../src/weigh/cover.ts';
import type { Weighed } from '../../src/weigh/problem.ts';

/** The minimal sets of a two-class problem in the order of the search; members in increasing order. */
export function* plainSearch({ rivals }: Weighed, kind: Kind): Generator<number[], void, undefined> {
  const [{ weights, winsTies }] = rivals;
  const { drops, margin } = weights;
  const phi = drops.reduce((sum, drop) => sum + drop, 0n) - margin;
  const enough = (sum: bigint): boolean => {
    if (kind === 'axp') return winsTies ? sum >= phi : sum > phi;
    return winsTies ? sum > margin : sum >= margin;
  };
  const heavier = (i: number, j: number): number =>
    drops[i] === drops[j] ? i - j : drops[i] > drops[j] ? -1 : 1;
  const ranked = drops.map((_, i) => i).sort(heavier);
  const left = ranked.map((_, j) => ranked.slice(j).reduce((sum, i) => sum + drops[i], 0n));

  function* visit(j: number, picked: readonly number[], sum: bigint): Generator<number[], void, undefined> {
    if (enough(sum)) {
      yield [...picked].sort((a, b) => a - b);
    } else if (j < ranked.length && enough(sum + left[j])) {
      yield* visit(j + 1, [...picked, ranked[j]], sum + drops[ranked[j]]);
      yield* visit(j + 1, picked, sum);
    }
  }
  yield* visit(0, [], 0n);
}
