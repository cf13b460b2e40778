// All minimal covers, smallest first: one depth-first pass per size, O(n) memory.
//
// With q picks left at rank j and residual r, a cover of the size wanted needs the q heaviest left to suffice:
// d_j + … + d_{j+q−1} > r; and while q > 1 a weight that would close at once (d_j > r) is passed over, since it makes
// a smaller cover. That bound does not decide existence, so the delay is amortised, not worst-case.
import type { Cover } from '../weigh/cover.ts';
import { Search, type SearchSettings } from './cover-search.ts';
import { bySize, type SizedTail, type Tail, tailCovers, tailPairs } from './tail.ts';

/** Covers in non-decreasing size; within a size in the order of the depth-first search. */
export class SizeFirst extends Search {
  /** Sums of the first ranks (those that cover alone count 0). */
  readonly prefix: Float64Array;
  readonly largest: number;
  /** The size of the current pass. */
  pass: number;
  private pairs: Tail | null = null;
  private sized: SizedTail | null = null;
  private pairStart: number;
  private pairCodes = 0;

  constructor(cover: Cover, settings?: SearchSettings) {
    super(cover, settings);
    this.prefix = new Float64Array(this.count + 1);
    for (let j = 0; j < this.count; j++) this.prefix[j + 1] = this.prefix[j] + this.d[j];
    this.pairStart = this.count;
    const sizes = sizeRange(cover);
    this.pass = sizes.smallest;
    this.largest = sizes.largest;
    this.ended = this.pass > this.largest;
  }

  next(): boolean {
    if (this.ended) return false;
    if (this.cover.threshold < 0n) return this.emitNothing();
    if (this.coldFor < 0) this.installTails();
    const { d, closes, opens, prefix, path, residual, count, start, pairStart } = this;
    const { window, threshold } = this.grid;
    const certain = Math.max(window, 1);
    let { p, j, r, pass } = this;
    // After `seek` no run has shown the path yet.
    this.changed = Math.min(p, this.depth);
    for (;;) {
      const q = pass - p;
      if (q === 1) {
        const end = this.endOfClosers(p, j, r, count);
        if (end > j) return this.leave(p, count, r, j, end, 0, 0);
      } else {
        if (j === start && q > 2 && start < count) {
          const { finder, bounds, stride } = this.sized as SizedTail;
          const node = this.certainNode(finder, r);
          if (node >= 0) {
            const at = node * stride + q;
            if (q < stride && bounds[at + 1] > bounds[at])
              return this.leave(
                p,
                count,
                r,
                0,
                0,
                this.pairCodes + bounds[at],
                this.pairCodes + bounds[at + 1],
              );
            j = count;
          }
        }
        const stop = j < start && q > 2 ? start : count;
        while (j < stop && (closes[j] >= r || (opens[j] > r && this.exactlyExceeds(p, j, j + 1)))) j += 1;
        if (j === stop && stop < count) continue;
        if (q === 2 && j >= pairStart && j < count) {
          const { finder, bounds } = this.pairs as Tail;
          const node = this.certainNode(finder, r);
          if (node >= 0) {
            const lo = firstBelow(this.codes, bounds[node], bounds[node + 1], (1 << (count - j - 1)) * 2);
            if (lo < bounds[node + 1]) return this.leave(p, count, r, 0, 0, lo, bounds[node + 1]);
            j = count;
          }
        }
        if (j + q <= count) {
          const difference = prefix[j + q] - prefix[j] - r;
          if (difference >= certain || (difference > -window && this.exactlyExceeds(p, j, j + q))) {
            if (p < this.changed) this.changed = p;
            path[p] = j;
            residual[p] = r;
            r -= d[j];
            p += 1;
            j += 1;
            continue;
          }
        }
      }
      if (p > 0) {
        p -= 1;
        j = path[p] + 1;
        r = residual[p];
      } else if (pass < this.largest) {
        pass += 1;
        this.pass = pass;
        j = 0;
        r = threshold;
      } else {
        this.ended = true;
        return false;
      }
    }
  }

  /** Tables for the last two picks and for whole tails; their codes lie in one array, the pairs first. */
  private installTails(): void {
    const { weights } = this.grid;
    this.pairs = tailPairs(weights);
    this.sized = bySize(tailCovers(weights), weights.length);
    this.pairStart = this.alone + this.pairs.start;
    this.pairCodes = this.pairs.codes.length;
    const codes = new Uint32Array(this.pairCodes + this.sized.codes.length);
    codes.set(this.pairs.codes);
    codes.set(this.sized.codes, this.pairCodes);
    this.install(codes, this.sized.start);
  }

  override seek(ranks: readonly number[]): void {
    super.seek(ranks);
    this.pass = ranks.length;
  }
}

/** The first of `codes[lo … hi)`, which decrease, that is less than `limit`. */
function firstBelow(codes: Uint32Array, lo: number, hi: number, limit: number): number {
  let low = lo;
  let high = hi;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (codes[middle] < limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Sizes that covers can have: the heaviest prefix that covers, and a bound from the lightest ones. */
export function sizeRange({ singles, weights, threshold }: Cover): { smallest: number; largest: number } {
  if (threshold < 0n) return { smallest: 0, largest: 0 };
  let smallest = 0;
  let left = threshold;
  while (left >= 0n && smallest < weights.length) left -= weights[smallest++];
  const possible = left < 0n;
  if (!possible) return { smallest: 1, largest: singles.length > 0 ? 1 : 0 };
  // Without its last member a cover is not enough, so its members but one are at most as many as the lightest fit.
  let largest = 1;
  left = threshold;
  for (let j = weights.length - 1; j >= 0 && left >= weights[j]; j--) {
    left -= weights[j];
    largest += 1;
  }
  return { smallest: singles.length > 0 ? 1 : smallest, largest: Math.min(largest, weights.length) };
}
