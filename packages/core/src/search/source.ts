// What every enumeration delivers: feature sets as bit masks, as many at a time as the caller has room for.
import type { Search } from './cover-search.ts';

/** A resumable sequence of feature sets. Feature i is bit `i & 31` of word `i >> 5` of its mask. */
export interface Source {
  /** 32-bit words per mask. */
  readonly words: number;
  /** All of them, where they are there beforehand; not to be written to. */
  readonly all?: Uint32Array;
  /** Write up to `capacity` further masks to the beginning of `masks`; fewer than asked only when there are no more. */
  fill(masks: Uint32Array, capacity: number): number;
}

/** Masks of tail codes are tabulated up to this width. */
const MOST_TABLE_WORDS = 2;

/** Words needed for a mask over `n` features. */
export function wordsFor(n: number): number {
  return Math.max(1, (n + 31) >> 5);
}

/** Masks of the covers a search finds; `forced` features are in every one. */
export class CoverSource implements Source {
  readonly words: number;
  private readonly search: Search;
  /** The forced features and the path of the current run: its mask, and its features by depth. */
  private readonly base: Uint32Array;
  private readonly held: Int32Array;
  private depth = 0;
  /** Masks of the tail codes. */
  private tail: Uint32Array = new Uint32Array(0);
  private codes: Uint32Array | null = null;
  /** What is left of the current run. */
  private from = 0;
  private to = 0;
  private lo = 0;
  private hi = 0;

  constructor(search: Search, forced: readonly number[], features: number) {
    this.search = search;
    const words = wordsFor(features);
    this.words = words;
    this.base = new Uint32Array(words);
    for (const feature of forced) this.base[feature >> 5] |= 1 << (feature & 31);
    this.held = new Int32Array(search.features.length);
  }

  fill(masks: Uint32Array, capacity: number): number {
    let count = 0;
    while (count < capacity) {
      if (this.from === this.to && this.lo === this.hi && !this.advance()) return count;
      const room = capacity - count;
      if (this.to > this.from) {
        const end = Math.min(this.to, this.from + room);
        this.copyRanks(masks, count, this.from, end);
        count += end - this.from;
        this.from = end;
      } else if (this.hi > this.lo) {
        const end = Math.min(this.hi, this.lo + room);
        this.copyCodes(masks, count, this.lo, end);
        count += end - this.lo;
        this.lo = end;
      }
    }
    return count;
  }

  /** Take the next run of the search; of the path only what changed is touched. */
  private advance(): boolean {
    const { search, base, held } = this;
    if (!search.next()) return false;
    const { path, depth, features } = search;
    const same = Math.min(search.changed, depth);
    for (let q = same; q < this.depth; q++) base[held[q] >> 5] &= ~(1 << (held[q] & 31));
    for (let q = same; q < depth; q++) {
      held[q] = features[path[q]];
      base[held[q] >> 5] |= 1 << (held[q] & 31);
    }
    this.depth = depth;
    this.from = search.from;
    this.to = search.to;
    this.lo = search.lo;
    this.hi = search.hi;
    if (search.codes !== this.codes) this.installCodes();
    return true;
  }

  /** Masks of the tail codes, while they are narrow; wide ones are put together as they are needed. */
  private installCodes(): void {
    const { search, words } = this;
    this.codes = search.codes;
    if (words > MOST_TABLE_WORDS) return;
    // Eight bits of a code at a time: their masks are few and serve all codes. Most codes are short.
    const { codes } = search;
    const [p0, p1, p2, p3] = [0, 8, 16, 24].map((shift) => {
      const masks = new Uint32Array(256 * words);
      for (let x = 1; x < 256; x++) this.addCode(masks, x * words, x << shift);
      return masks;
    });
    const tail = new Uint32Array(codes.length * words);
    for (let x = 0, at = 0; x < codes.length; x++) {
      const code = codes[x];
      const a = (code & 255) * words;
      const b = ((code >>> 8) & 255) * words;
      const c = ((code >>> 16) & 255) * words;
      const d = (code >>> 24) * words;
      for (let w = 0; w < words; w++) tail[at++] = p0[a + w] | p1[b + w];
      if (code > 0xffff) for (let w = 0; w < words; w++) tail[at - words + w] |= p2[c + w] | p3[d + w];
    }
    this.tail = tail;
  }

  /** Set the bits of a tail code in the mask at `at`. */
  private addCode(masks: Uint32Array, at: number, code: number): void {
    const { features } = this.search;
    for (let rest = code; rest !== 0; rest &= rest - 1) {
      // Bit b of a code is the rank b places before the last.
      const feature = features[features.length - 32 + Math.clz32(rest & -rest)];
      masks[at + (feature >> 5)] |= 1 << (feature & 31);
    }
  }

  /** Write the path's mask completed by each of the ranks. */
  private copyRanks(masks: Uint32Array, count: number, from: number, to: number): void {
    const { features } = this.search;
    const { base, words } = this;
    for (let rank = from, at = count * words; rank < to; rank++, at += words) {
      for (let w = 0; w < words; w++) masks[at + w] = base[w];
      masks[at + (features[rank] >> 5)] |= 1 << (features[rank] & 31);
    }
  }

  /** Write the path's mask completed by each of the tail codes. */
  private copyCodes(masks: Uint32Array, count: number, from: number, to: number): void {
    const { base, tail, words } = this;
    const p0 = base[0];
    let at = count * words;
    if (words === 1) {
      for (let x = from; x < to; x++) masks[at++] = p0 | tail[x];
    } else if (words === 2) {
      const p1 = base[1];
      for (let x = 2 * from; x < 2 * to; x += 2, at += 2) {
        masks[at] = p0 | tail[x];
        masks[at + 1] = p1 | tail[x + 1];
      }
    } else {
      for (let x = from; x < to; x++, at += words) {
        for (let w = 0; w < words; w++) masks[at + w] = base[w];
        this.addCode(masks, at, this.search.codes[x]);
      }
    }
  }
}
