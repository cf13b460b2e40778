// Sums as integers of any size, exactly: slow, and only needed where weights differ by more than 102 bits and yet come
// closer than that to the threshold.
import { type Merge, type Parts, type Sums, trimmed } from './sum-lists.ts';

/** Lists of integers. */
export const bigSums: Sums<readonly bigint[]> = {
  bytes: 160, // a reference and an integer of some ten words
  one: (value) => [value],
  // So far below that nothing added to it, and no limit it is compared with, comes near.
  belowAndZero: (total) => [-((total << 3n) + (1n << 64n)), 0n],
  release: () => {},
  bound(list, limit) {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle] < limit) low = middle + 1;
      else high = middle;
    }
    return low;
  },
  merge,
  // Nothing is rounded here, so nothing is in doubt.
  join(top, bottom) {
    const nodes = new Int32Array(top.length);
    const last = bottom.length - 1;
    let node = 0;
    for (let x = 0; x < top.length; x++) {
      while (node < last && bottom[node + 1] <= top[x]) node += 1;
      nodes[x] = node;
    }
    return nodes;
  },
};

function merge(
  keys: readonly bigint[],
  { startA, endA, startB, endB }: Parts,
  shift: bigint,
  lead: boolean,
): { list: readonly bigint[]; merge: Merge } {
  const list: bigint[] = [];
  const flags = new Uint8Array(endA - startA + endB - startB);
  let a = startA;
  let b = startB;
  while (a < endA || b < endB) {
    const stays = a < endA && (b === endB || keys[a] <= keys[b] + shift);
    const moves = b < endB && (a === endA || keys[b] + shift <= keys[a]);
    const leading = lead && list.length === 0;
    const flag = leading ? 3 : (stays ? 1 : 0) + (moves ? 2 : 0);
    flags[list.length] = flag;
    // Leading entries: the larger of the two.
    list.push(stays !== leading || (stays && moves) ? keys[a] : keys[b] + shift);
    a += flag & 1;
    b += flag >> 1;
  }
  const { length } = list;
  return {
    list,
    merge: { startA, endA, startB, endB, before: keys.length, length, flags: trimmed(flags, length) },
  };
}
