// The lists of the two halves with every entry split by size, carried along a merge: all at once, or piece by piece where
// they are only gone through.
import type { Account } from './account.ts';
import { type Modulus, reduced } from './modulus.ts';
import type { Merge } from './sum-lists.ts';

/** Entries ordered by position in the list, then by size. */
export interface Sized {
  readonly node: Int32Array;
  readonly size: Uint16Array;
  /** Top: paths. Bottom: sets. */
  readonly sets: Float64Array;
  /** Bottom only: how many ranks there are after them together. */
  readonly next: Float64Array;
  readonly length: number;
}

/** The first list: the empty set, at the given position. */
export function sizedFirst(node: number): Sized {
  return {
    node: Int32Array.of(node),
    size: Uint16Array.of(0),
    sets: Float64Array.of(1),
    next: Float64Array.of(0),
    length: 1,
  };
}

/** Entries of a piece. */
const PIECE = 4096;
/** Above every size. */
const MOST = 2 ** 16;

/** Makes the entries of the list after a merge from those before it, in order. */
export class SizedCarry {
  private readonly merge: Merge;
  private readonly from: Sized;
  private readonly m: number;
  private readonly up: boolean;
  private readonly modulus: Modulus;
  /** Where it stands: next position of the list after; last positions and next entries of the parts before. */
  private x = 0;
  private nodeA: number;
  private nodeB: number;
  private a: number;
  private b: number;
  private readonly toA: number;
  private readonly toB: number;

  constructor(
    merge: Merge,
    from: Sized,
    { m, up, modulus }: { readonly m: number; readonly up: boolean; readonly modulus: Modulus },
  ) {
    this.merge = merge;
    this.from = from;
    this.m = m;
    this.up = up;
    this.modulus = modulus;
    const { startA, startB, endA, endB } = merge;
    this.nodeA = startA - 1;
    this.nodeB = startB - 1;
    // In the bottom half all that comes before the start belongs to the first entry.
    this.a = up ? 0 : position(from, startA);
    this.b = up ? 0 : position(from, startB);
    this.toA = position(from, endA);
    this.toB = position(from, endB);
  }

  /**
   * All entries at once.
   *
   * @param besides - bytes in use for other things.
   */
  all(account: Account, besides: number): Sized {
    const room = this.toA - this.a + this.toB - this.b + this.m + 2;
    account.need(besides + (this.up ? 22 : 14) * (room + this.from.length));
    return this.fill(this.room(room));
  }

  /** The entries piece by piece; a piece is gone when the next is asked for. */
  *pieces(): Generator<Sized, void, undefined> {
    const out = this.room(PIECE + this.m + 2);
    while (this.x < this.merge.length) yield this.fill(out);
  }

  private room(entries: number): Sized {
    return {
      node: new Int32Array(entries),
      size: new Uint16Array(entries),
      sets: new Float64Array(entries),
      next: new Float64Array(this.up ? entries : 0),
      length: 0,
    };
  }

  /** Go on until all is done or there may be no room for another position. */
  private fill(out: Sized): Sized {
    const { up, modulus, toA, toB } = this;
    const { flags, length } = this.merge;
    const { node, size, sets, next } = this.from;
    const { node: toNode, size: toSize, sets: toSets, next: toNext } = out;
    const { p } = modulus;
    const full = toNode.length - this.m - 2;
    let k = up && this.x === 0 ? this.lead(out) : 0;
    let { x, nodeA, nodeB, a, b } = this;
    for (; x < length && k <= full; x++) {
      const flag = flags[x];
      nodeA += flag & 1;
      nodeB += flag >> 1;
      let stays = (flag & 1) === 1 && a < toA && node[a] === nodeA;
      let moves = flag >> 1 === 1 && b < toB && node[b] === nodeB;
      while (stays || moves) {
        const s = stays ? size[a] : MOST;
        const t = moves ? size[b] + 1 : MOST;
        let value = 0;
        let after = 0;
        if (s <= t) {
          value = sets[a];
          // The empty set has one rank more after it.
          if (up) after = s === 0 ? next[a] + 1 : next[a];
          a += 1;
          stays = a < toA && node[a] === nodeA;
        }
        if (t <= s) {
          value += sets[b];
          if (up) after += next[b];
          b += 1;
          moves = b < toB && node[b] === nodeB;
        }
        toNode[k] = x;
        toSize[k] = s < t ? s : t;
        toSets[k] = value < p ? value : reduced(value, modulus);
        if (up) toNext[k] = after < p ? after : reduced(after, modulus);
        k += 1;
      }
    }
    this.x = x;
    this.nodeA = nodeA;
    this.nodeB = nodeB;
    this.a = a;
    this.b = b;
    return { ...out, length: k };
  }

  /** The first entry of a bottom list: everything up to the starts of both parts. */
  private lead({ node, size, sets, next }: Sized): number {
    const { from, modulus, merge } = this;
    const bySize = new Float64Array(this.m + 2);
    const after = new Float64Array(this.m + 2);
    const add = (e: number, s: number, more: number): void => {
      bySize[s] = reduced(bySize[s] + from.sets[e], modulus);
      after[s] = reduced(after[s] + from.next[e] + more, modulus);
    };
    for (; this.a < this.toA && from.node[this.a] <= merge.startA; this.a++)
      add(this.a, from.size[this.a], from.size[this.a] === 0 ? 1 : 0);
    for (; this.b < this.toB && from.node[this.b] <= merge.startB; this.b++)
      add(this.b, from.size[this.b] + 1, 0);
    let k = 0;
    for (let s = 0; s < bySize.length; s++) {
      if (bySize[s] === 0 && after[s] === 0) continue;
      node[k] = 0;
      size[k] = s;
      sets[k] = bySize[s];
      next[k] = after[s];
      k += 1;
    }
    this.x = 1;
    this.nodeA = merge.startA;
    this.nodeB = merge.startB;
    return k;
  }
}

/** The first entry from a position of the list on. */
function position({ node, length }: Sized, start: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (node[middle] < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
