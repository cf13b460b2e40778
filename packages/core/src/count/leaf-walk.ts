// The two halves as a decision diagram one can walk: from any node to the node after picking or skipping the next rank, with the
// number of covers below each node. So the place of a cover in the order of the search, and the cover at a place, take one step per rank.
import type { Account } from './account.ts';
import type { Halves } from './halves.ts';
import { combine, EXACT, type Modulus, PLAIN, PRIME_BITS, prime, reduced } from './modulus.ts';
import type { Merge } from './sum-lists.ts';
import { totalOf } from './total.ts';

/** After picking: the cover is complete. */
const COMPLETE = -1;
/** After picking or skipping: no cover is left. */
const NONE = -2;

/** One rank: per node, the node after picking and after skipping it. */
interface Step {
  readonly picked: Int32Array;
  readonly skipped: Int32Array;
}

/** Walks through the covers of a problem in the order of the search. */
export class LeafWalk {
  /** How many covers there are. */
  readonly total: bigint;
  private readonly steps: readonly Step[];
  /** `values[x][i]`: per node of level i, the number of covers below, modulo the number x of `moduli`. */
  private readonly values: readonly (readonly Float64Array[])[];

  constructor(halves: Halves, account: Account) {
    this.total = totalOf(halves, account);
    const primes = this.total < EXACT ? 0 : Math.ceil((this.total.toString(2).length + 1) / PRIME_BITS);
    account.need(halves.entries * (8 + 8 * Math.max(1, primes)));
    account.spend(halves.entries * (1 + Math.max(1, primes)));
    this.steps = toSteps(halves);
    const moduli = primes === 0 ? [PLAIN] : Array.from({ length: primes }, (_, x) => prime(x));
    this.values = moduli.map((modulus) => valuesOf(this.steps, halves.m, modulus));
  }

  /** The ranks of the cover at a place, from 0 to below the total. */
  at(place: bigint): number[] {
    const ranks: number[] = [];
    let left = place;
    let node = 0;
    for (let i = 0; i < this.steps.length; i++) {
      const next = this.steps[i].picked[node];
      const below = this.below(i + 1, next);
      if (left < below) {
        ranks.push(i);
        if (next === COMPLETE) break;
        node = next;
      } else {
        left -= below;
        node = this.steps[i].skipped[node];
      }
    }
    return ranks;
  }

  /** The place of a cover, given by its ranks in increasing order. */
  placeOf(ranks: readonly number[]): bigint {
    let place = 0n;
    let node = 0;
    for (let i = 0, at = 0; at < ranks.length; i++) {
      const next = this.steps[i].picked[node];
      if (ranks[at] === i) {
        at += 1;
        node = next;
      } else {
        place += this.below(i + 1, next);
        node = this.steps[i].skipped[node];
      }
    }
    return place;
  }

  /** How many covers there are below a node. */
  private below(level: number, node: number): bigint {
    if (node < 0) return node === COMPLETE ? 1n : 0n;
    if (this.values.length === 1 && this.total < EXACT) return BigInt(this.values[0][level][node]);
    return combine(
      this.values.map((levels) => [levels[level][node]]),
      prime,
    )[0];
  }
}

/** All steps, from rank 0 on; the last nodes of the top half are those of the bottom half that they meet. */
function toSteps({ top, bottom, closed, join }: Halves): Step[] {
  const downward = top.map((merge, i) => {
    const step = stepDown(merge);
    if (i < top.length - 1) return step;
    const meet = (node: number): number => (node < 0 ? node : join[node]);
    return { picked: step.picked.map(meet), skipped: step.skipped.map(meet) };
  });
  // Nothing was left to meet: all covers are complete before.
  if (join.length === 0) return downward;
  const upward = bottom.map((merge, x) => stepUp(merge, closed[x]));
  upward.reverse();
  return [...downward, ...upward];
}

function stepDown({ flags, length, startA, startB, before }: Merge): Step {
  const picked = new Int32Array(before).fill(NONE).fill(COMPLETE, 0, startB);
  const skipped = new Int32Array(before).fill(NONE);
  for (let k = 0, a = startA, b = startB; k < length; k++) {
    if (flags[k] & 1) skipped[a++] = k;
    if (flags[k] & 2) picked[b++] = k;
  }
  return { picked, skipped };
}

function stepUp({ flags, length, startA, startB }: Merge, closed: boolean): Step {
  const picked = new Int32Array(length);
  const skipped = new Int32Array(length);
  for (let k = 0, a = startA - 1, b = startB - 1; k < length; k++) {
    a += flags[k] & 1;
    b += flags[k] >> 1;
    skipped[k] = a;
    picked[k] = closed && b === 0 ? COMPLETE : b;
  }
  return { picked, skipped };
}

/** Per level, from the first to the one after the last rank, the number of covers below each node. */
function valuesOf(steps: readonly Step[], m: number, modulus: Modulus): Float64Array[] {
  // After the last rank of the search there is nothing to complete; two entries if it is rank m − 1 (see halves.ts).
  const values: Float64Array[] = [new Float64Array(steps.length === m ? 2 : 0)];
  for (let i = steps.length - 1; i >= 0; i--) {
    const { picked, skipped } = steps[i];
    const below = values[0];
    const here = new Float64Array(picked.length);
    for (let x = 0; x < here.length; x++) {
      const more = picked[x] >= 0 ? below[picked[x]] : picked[x] === COMPLETE ? 1 : 0;
      here[x] = reduced(more + (skipped[x] >= 0 ? below[skipped[x]] : 0), modulus);
    }
    values.unshift(here);
  }
  return values;
}
