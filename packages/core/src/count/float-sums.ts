// Sums as float64 integers below 2^52: one comparison each, the fast way.
import { release, take } from './scratch.ts';
import { type Merge, type Parts, type Sums, trimmed } from './sum-lists.ts';

/** Bits of a sum; one more for the difference of two. */
export const FLOAT_BITS = 51;

/** Lists of doubles. */
export const floatSums: Sums<Float64Array> = {
  bytes: 8,
  one: (value) => Float64Array.of(Number(value)),
  belowAndZero: () => Float64Array.of(Number.NEGATIVE_INFINITY, 0),
  release,
  bound: (list, limit) => bound(list, Number(limit)),
  merge: (list, parts, shift, lead) => merge(list, parts, Number(shift), lead),
  join: (top, bottom, window) => join(top, bottom, Number(window)),
};

function bound(list: Float64Array, limit: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function merge(
  keys: Float64Array,
  parts: Parts,
  shift: number,
  lead: boolean,
): { list: Float64Array; merge: Merge } {
  const { startA, endA, startB, endB } = parts;
  const room = endA - startA + endB - startB;
  const out = take(room);
  const flags = new Uint8Array(room);
  let a = startA;
  let b = startB;
  let k = 0;
  if (lead) {
    out[0] = Math.max(keys[a++], keys[b++] + shift);
    flags[0] = 3;
    k = 1;
  }
  k = mergeRest(keys, { startA: a, endA, startB: b, endB }, shift, out, flags, k);
  return {
    list: out.subarray(0, k),
    merge: { ...parts, before: keys.length, length: k, flags: trimmed(flags, k) },
  };
}

/** The difference of two sums, times this, rounded down, is −1 if it is negative and 0 otherwise. */
const TINY: number = 2 ** -53;

/**
 * Merge from position `start` of the output on; returns the end.
 *
 * No processor can foresee which key is smaller, so the loop has no branch on it; and since each step then waits for the one before,
 * two independent merges, of the smaller and the larger half of the keys, are done side by side. Twice as fast together.
 */
function mergeRest(
  keys: Float64Array,
  parts: Parts,
  shift: number,
  out: Float64Array,
  flags: Uint8Array,
  start: number,
): number {
  const { startA, endA, startB, endB } = parts;
  const [middleA, middleB] = halve(keys, parts, shift);
  const middle = start + middleA - startA + middleB - startB;
  let [a, b, k] = [startA, startB, start];
  let [c, d, l] = [middleA, middleB, middle];
  while (a < middleA && b < middleB && c < endA && d < endB) {
    const y = keys[b] + shift;
    const above = keys[a] - y;
    const stays = 1 + (Math.floor(-above * TINY) | 0);
    const moves = 1 + (Math.floor(above * TINY) | 0);
    out[k] = y + stays * above;
    flags[k] = stays + 2 * moves;
    a += stays;
    b += moves;
    k += 1;
    const z = keys[d] + shift;
    const over = keys[c] - z;
    const remains = 1 + (Math.floor(-over * TINY) | 0);
    const goes = 1 + (Math.floor(over * TINY) | 0);
    out[l] = z + remains * over;
    flags[l] = remains + 2 * goes;
    c += remains;
    d += goes;
    l += 1;
  }
  k = mergeSimply(keys, { startA: a, endA: middleA, startB: b, endB: middleB }, shift, out, flags, k);
  l = mergeSimply(keys, { startA: c, endA, startB: d, endB }, shift, out, flags, l);
  if (k === middle) return l;
  // Equal keys left room between the halves.
  out.copyWithin(k, middle, l);
  flags.copyWithin(k, middle, l);
  return k + l - middle;
}

/** Where to cut both parts so that all keys before come before all after, and about half of them are before. */
function halve(
  keys: Float64Array,
  { startA, endA, startB, endB }: Parts,
  shift: number,
): [a: number, b: number] {
  if (endA === startA || endB === startB) return [endA, endB];
  const half = (endA - startA + endB - startB) / 2;
  const part = keys.subarray(startB, endB);
  let low = startA;
  let high = endA - 1;
  while (low < high) {
    const a = (low + high) >> 1;
    if (a - startA + bound(part, keys[a] - shift) < half) low = a + 1;
    else high = a;
  }
  return [low, startB + bound(part, keys[low] - shift)];
}

/** The plain merge, for what remains. */
function mergeSimply(
  keys: Float64Array,
  { startA, endA, startB, endB }: Parts,
  shift: number,
  out: Float64Array,
  flags: Uint8Array,
  start: number,
): number {
  let a = startA;
  let b = startB;
  let k = start;
  while (a < endA && b < endB) {
    const x = keys[a];
    const y = keys[b] + shift;
    const flag = x < y ? 1 : y < x ? 2 : 3;
    out[k] = x < y ? x : y;
    flags[k++] = flag;
    a += flag & 1;
    b += flag >> 1;
  }
  for (; a < endA; a++, k++) {
    out[k] = keys[a];
    flags[k] = 1;
  }
  for (; b < endB; b++, k++) {
    out[k] = keys[b] + shift;
    flags[k] = 2;
  }
  return k;
}

function join(top: Float64Array, bottom: Float64Array, window: number): Int32Array | undefined {
  const nodes = new Int32Array(top.length);
  const last = bottom.length - 1;
  let node = 0;
  for (let x = 0; x < top.length; x++) {
    const r = top[x];
    while (node < last && bottom[node + 1] <= r) node += 1;
    if (r - bottom[node] < window || (node < last && bottom[node + 1] - r < window)) return undefined;
    nodes[x] = node;
  }
  return nodes;
}
