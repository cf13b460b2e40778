// Sums as pairs of float64 integers, hi·2^51 + lo with 0 ≤ lo < 2^51: twice the bits at about twice the time, for when one
// double leaves a comparison in doubt.
import { release, take } from './scratch.ts';
import { type Merge, type Parts, type Sums, trimmed } from './sum-lists.ts';

/** Bits of a sum. */
export const PAIR_BITS = 102;
const LOW_BITS = 51n;
const BASE: number = 2 ** 51;

/** A list of pairs. */
export interface Pairs {
  readonly hi: Float64Array;
  readonly lo: Float64Array;
}

/** Lists of pairs. */
export const pairSums: Sums<Pairs> = {
  bytes: 16,
  one(value) {
    const [hi, lo] = split(value);
    return { hi: Float64Array.of(hi), lo: Float64Array.of(lo) };
  },
  belowAndZero: () => ({ hi: Float64Array.of(Number.NEGATIVE_INFINITY, 0), lo: new Float64Array(2) }),
  release({ hi, lo }) {
    release(hi);
    release(lo);
  },
  bound,
  merge,
  join: (top, bottom, window) => join(top, bottom, Number(window)),
};

/** The quotient rounded down, so that the rest is not negative. */
function split(value: bigint): [number, number] {
  return [Number(value >> LOW_BITS), Number(BigInt.asUintN(Number(LOW_BITS), value))];
}

function bound({ hi, lo }: Pairs, limit: bigint): number {
  const [h, l] = split(limit);
  let low = 0;
  let high = hi.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hi[middle] < h || (hi[middle] === h && lo[middle] < l)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function merge(
  { hi, lo }: Pairs,
  { startA, endA, startB, endB }: Parts,
  shift: bigint,
  lead: boolean,
): { list: Pairs; merge: Merge } {
  const [shiftHi, shiftLo] = split(shift);
  const room = endA - startA + endB - startB;
  const outHi = take(room);
  const outLo = take(room);
  const flags = new Uint8Array(room);
  let a = startA;
  let b = startB;
  let k = 0;
  while (a < endA || b < endB) {
    // Past its end a list holds nothing smaller.
    const xh = a < endA ? hi[a] : Number.POSITIVE_INFINITY;
    const xl = a < endA ? lo[a] : 0;
    let yh = b < endB ? hi[b] + shiftHi : Number.POSITIVE_INFINITY;
    let yl = b < endB ? lo[b] + shiftLo : 0;
    if (yl >= BASE) {
      yl -= BASE;
      yh += 1;
    }
    const order = xh - yh || xl - yl;
    const leading = lead && k === 0;
    const takeA = leading ? !(order < 0) : !(order > 0);
    outHi[k] = takeA ? xh : yh;
    outLo[k] = takeA ? xl : yl;
    const flag = leading ? 3 : order < 0 ? 1 : order > 0 ? 2 : 3;
    flags[k++] = flag;
    a += flag & 1;
    b += flag >> 1;
  }
  return {
    list: { hi: outHi.subarray(0, k), lo: outLo.subarray(0, k) },
    merge: { startA, endA, startB, endB, before: hi.length, length: k, flags: trimmed(flags, k) },
  };
}

function join(top: Pairs, bottom: Pairs, window: number): Int32Array | undefined {
  const nodes = new Int32Array(top.hi.length);
  const last = bottom.hi.length - 1;
  // Differences of the high parts beyond 1 make the sum inexact, but leave it far beyond any window.
  const above = (node: number, x: number): number =>
    (bottom.hi[node] - top.hi[x]) * BASE + (bottom.lo[node] - top.lo[x]);
  let node = 0;
  for (let x = 0; x < nodes.length; x++) {
    while (node < last && above(node + 1, x) <= 0) node += 1;
    if (-above(node, x) < window || (node < last && above(node + 1, x) < window)) return undefined;
    nodes[x] = node;
  }
  return nodes;
}
