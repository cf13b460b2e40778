// Sums over all covers of two halves: how many there are, and how many contain each weight, with a factor for every
// weight picked or skipped if wished. Values are carried along the merges; keys are not looked at again.
import type { Account } from './account.ts';
import type { Shape } from './foresee.ts';
import type { Halves } from './halves.ts';
import { type Modulus, reduced } from './modulus.ts';
import type { Merge } from './sum-lists.ts';

/** What a leaf of the search is worth: the product of the factors of its ranks. */
export interface Factors {
  /** By rank: the factor for picking it, and for skipping it. */
  readonly pick: Float64Array;
  readonly skip: Float64Array;
  /**
   * By rank, and one more: the worth of a cover that is complete when the ranks from here on are undecided. All 1 for minimal
   * covers; the product of `pick + skip` of what follows for all sets that cover.
   */
  readonly done: Float64Array;
  /** The part of that worth that is due to sets with a given one of these ranks; 0 for minimal covers. */
  readonly part: number;
}

/** Steps of {@link shareOf} per entry: forth, back, and some levels twice. */
export const SHARE_STEPS = 5;

/** Every minimal cover is worth 1. */
export function countingFactors(m: number): Factors {
  const ones = new Float64Array(m + 1).fill(1);
  return { pick: ones, skip: ones, done: ones, part: 0 };
}

/** Numbers that may be kept, for all levels together: 256 MiB. */
const MOST_KEPT = 2 ** 25;

/**
 * The worth of all covers, followed by the worth of those that contain each rank.
 *
 * @param mostKept - when the lists have more entries than this, some levels are made twice instead of being kept.
 */
export function shareOf(
  halves: Halves,
  factors: Factors,
  modulus: Modulus,
  mostKept: number = MOST_KEPT,
): Float64Array {
  const { m, top, bottom, join, width } = halves;
  const { pick, skip, done } = factors;
  const result = new Float64Array(1 + m);
  /** Worth of what is complete before rank i: every rank from there on takes its part of it. */
  const complete = new Float64Array(m + 1);

  const stride = halves.entries <= mostKept ? 1 : STRIDE;
  const goDown = backwards(
    top.length,
    Float64Array.of(1, 0),
    (i, paths) => carryDown(top[i], paths, pick[i], skip[i], modulus),
    stride,
  );
  const goUp = backwards(
    bottom.length,
    start(factors),
    (x, values) => carryUp(halves, x, values, factors, modulus),
    stride,
  );
  const paths = goDown.next().value as Float64Array;
  const values = goUp.next().value as Float64Array;

  // Top half: values of residuals, from the meeting level back to the first.
  let worth: Float64Array = new Float64Array(join.length);
  for (let x = 0; x < join.length; x++) worth[x] = values[join[x]];
  for (let i = top.length - 1; i >= 0; i--) {
    const before = goDown.next().value as Float64Array;
    const closed = closing(top[i], before, i, factors, modulus);
    complete[i + 1] = closed;
    const moved = carryBack(top[i], before, worth, pick[i], skip[i], pick[i] * done[i + 1], modulus);
    worth = moved.values;
    result[1 + i] = reduced(closed + moved.share, modulus);
  }
  result[0] = worth[0];

  // Bottom half: how often each entry is met, from the meeting level down to the last.
  let hits: Float64Array = new Float64Array(width);
  for (let x = 0; x < join.length; x++) hits[join[x]] = reduced(hits[join[x]] + paths[x], modulus);
  for (let x = bottom.length - 1; x >= 0 && join.length > 0; x--) {
    const rank = m - 1 - x;
    const below = goUp.next().value as Float64Array;
    const moved = pushHits(bottom[x], hits, below, pick[rank], skip[rank], modulus);
    hits = moved.hits;
    result[1 + rank] = moved.share;
    if (halves.closed[x]) {
      complete[rank + 1] = reduced(complete[rank + 1] + reduced(hits[0] * done[rank + 1], modulus), modulus);
      hits[0] = 0;
    }
  }
  if (factors.part !== 0) addUndecided(result, complete, factors.part, modulus);
  return result;
}

/** Refuse a {@link shareOf} that would need too much memory: levels that are kept, one stretch made again, and what it works on. */
export function checkShare(
  { top, bottom, entries }: Shape,
  account: Account,
  mostKept: number = MOST_KEPT,
): void {
  const stride = entries <= mostKept ? 1 : STRIDE;
  let [kept, longest, widest] = [0, 0, 0];
  for (const merges of [top, bottom]) {
    let stretch = 0;
    merges.forEach(({ before, length }, i) => {
      if (i % stride === 0) {
        kept += before;
        stretch = 0;
      } else {
        stretch += before;
      }
      // One half at a time is gone through backwards.
      longest = Math.max(longest, stretch);
      widest = Math.max(widest, length);
    });
  }
  account.need(entries + 8 * (kept + longest + 4 * widest));
}

/** Nothing is left to pick: closed is done, open will not be. */
function start({ done }: Factors): Float64Array {
  return Float64Array.of(done[done.length - 1], 0);
}

/** What rank i closes: all residuals below its weight. */
function closing(
  { startB }: Merge,
  paths: Float64Array,
  i: number,
  { pick, done }: Factors,
  modulus: Modulus,
): number {
  let sum = 0;
  for (let x = 0; x < startB; x++) {
    sum += paths[x];
    if (sum >= modulus.p) sum = reduced(sum, modulus);
  }
  return reduced(reduced(sum * pick[i], modulus) * done[i + 1], modulus);
}

/** Top: paths to the residuals of the next level. */
function carryDown(
  { flags, length, startA, startB }: Merge,
  paths: Float64Array,
  pick: number,
  skip: number,
  modulus: Modulus,
): Float64Array {
  // One entry more, of 0: what is read there counts nothing, but saves a branch that no processor can foresee.
  const next = new Float64Array(length + 1);
  const { p } = modulus;
  let a = startA;
  let b = startB;
  for (let k = 0; k < length; k++) {
    const flag = flags[k];
    const stays = flag & 1;
    const moves = flag >> 1;
    const value = stays * skip * paths[a] + moves * pick * paths[b];
    a += stays;
    b += moves;
    next[k] = value < p ? value : reduced(value, modulus);
  }
  return next;
}

/** Bottom: the worth below each entry of the next level up. */
function carryUp(
  { m, bottom, closed }: Halves,
  x: number,
  values: Float64Array,
  { pick, skip, done }: Factors,
  modulus: Modulus,
): Float64Array {
  const { flags, length, startA, startB } = bottom[x];
  const rank = m - 1 - x;
  const next = new Float64Array(length);
  const { p } = modulus;
  const [picked, skipped] = [pick[rank], skip[rank]];
  let a = startA - 1;
  let b = startB - 1;
  for (let k = 0; k < length; k++) {
    const flag = flags[k];
    a += flag & 1;
    b += flag >> 1;
    const value = skipped * values[a] + picked * values[b];
    next[k] = value < p ? value : reduced(value, modulus);
  }
  if (closed[x + 1]) next[0] = done[rank];
  return next;
}

/** Top, back: the worth below the residuals of the level before, and how much of it goes through the pick. */
function carryBack(
  { flags, length, startA, startB, before }: Merge,
  paths: Float64Array,
  worth: Float64Array,
  pick: number,
  skip: number,
  closer: number,
  modulus: Modulus,
): { values: Float64Array; share: number } {
  const values = new Float64Array(before + 1);
  values.fill(reduced(closer, modulus), 0, startB);
  const { p } = modulus;
  let share = 0;
  let a = startA;
  let b = startB;
  for (let k = 0; k < length; k++) {
    const flag = flags[k];
    const stays = flag & 1;
    const moves = flag >> 1;
    const picked = moves * pick * worth[k];
    // At most two products are added to a value, so taking remainders can wait.
    values[a] += stays * skip * worth[k];
    values[b] += picked;
    share += (picked < p ? picked : reduced(picked, modulus)) * paths[b];
    if (share >= p) share = reduced(share, modulus);
    a += stays;
    b += moves;
  }
  reduceAll(values, modulus);
  return { values, share };
}

/** Bottom, back: how often each entry one level down is met, and how much goes through the pick. */
function pushHits(
  { flags, length, startA, startB, before }: Merge,
  hits: Float64Array,
  values: Float64Array,
  pick: number,
  skip: number,
  modulus: Modulus,
): { hits: Float64Array; share: number } {
  const next = new Float64Array(before);
  const { p } = modulus;
  let share = 0;
  let a = startA - 1;
  let b = startB - 1;
  for (let k = 0; k < length; k++) {
    const flag = flags[k];
    a += flag & 1;
    b += flag >> 1;
    const picked = pick * hits[k];
    const part = picked < p ? picked : reduced(picked, modulus);
    const stayed = next[a] + skip * hits[k];
    next[a] = stayed < p ? stayed : reduced(stayed, modulus);
    const moved = next[b] + part;
    next[b] = moved < p ? moved : reduced(moved, modulus);
    share += part * values[b];
    if (share >= p) share = reduced(share, modulus);
  }
  return { hits: next, share };
}

function reduceAll(numbers: Float64Array, modulus: Modulus): void {
  if (modulus.inverse === 0) return;
  for (let x = 0; x < numbers.length; x++) numbers[x] = reduced(numbers[x], modulus);
}

/** Where later ranks are undecided, each of them is picked in its part of what is complete. */
function addUndecided(result: Float64Array, complete: Float64Array, part: number, modulus: Modulus): void {
  let sum = 0;
  for (let rank = 0; rank < complete.length - 1; rank++) {
    sum = reduced(sum + complete[rank], modulus);
    result[1 + rank] = reduced(result[1 + rank] + reduced(sum * part, modulus), modulus);
  }
}

/** Levels between two that are kept, where keeping all would take too much. */
const STRIDE = 16;

/**
 * The values of levels `steps … 0`, each made from the one before it, in reverse order: every `stride`-th is kept, those between
 * are made again when their turn comes.
 */
function* backwards(
  steps: number,
  first: Float64Array,
  carry: (step: number, value: Float64Array) => Float64Array,
  stride: number,
): Generator<Float64Array, void, undefined> {
  const kept: Float64Array[] = [];
  let value = first;
  for (let i = 0; i < steps; i++) {
    if (i % stride === 0) kept.push(value);
    value = carry(i, value);
  }
  yield value;
  for (let end = steps; kept.length > 0; ) {
    const begin = (kept.length - 1) * stride;
    const segment = [kept.pop() as Float64Array];
    while (segment.length < end - begin)
      segment.push(carry(begin + segment.length - 1, segment.at(-1) as Float64Array));
    while (segment.length > 0) yield segment.pop() as Float64Array;
    end = begin;
  }
}
