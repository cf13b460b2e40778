// Chunks of rows in JavaScript. A smallest set needs no ordering: all (feature, option) drops of a class are ranked once, a row sets
// one bit per feature in a bitset over ranks and walks it from the heaviest drop on until the sum exceeds the threshold. Lists and
// tallies go row by row through the row engine.
import type { Reduced } from '../reduce/classifier.ts';
import { RowEngine } from '../search/row-engine.ts';
import type { Kind } from '../weigh/cover.ts';
import type { Side } from '../weigh/sides.ts';
import type { Column } from './block-data.ts';
import { CHUNK, type ChunkEngine, DOUBT, LIST_ROOM, NO_CLASS } from './chunk-engine.ts';

export class ScriptEngine implements ChunkEngine {
  readonly options: Int32Array;
  readonly classes: Uint8Array;
  readonly leads: Float64Array;
  readonly sizes: Uint32Array;
  readonly words: number;
  readonly counts: Uint32Array;
  readonly complete: Uint8Array;
  readonly sizeCounts: Uint32Array;
  readonly frequency: Uint32Array;
  masks: Uint32Array;
  private readonly n: number;
  private readonly sides: readonly Side[];
  private readonly narrowed: boolean;
  private readonly row: RowEngine;
  /** A bitset over ranks, and one over its words. */
  private readonly bits: Uint32Array;
  private readonly summary: Uint32Array;

  /** @param narrow - the sides over what may move, where a question narrows it. */
  constructor({ features, offset }: Reduced, sides: readonly Side[], narrow?: readonly Side[]) {
    const n = features.length;
    this.n = n;
    this.sides = sides;
    this.narrowed = narrow !== undefined;
    // Options come counted from the first one of the first feature.
    this.row = new RowEngine({ features, offset: new Int32Array(offset.length) }, narrow ?? sides);
    this.words = this.row.words;
    this.options = new Int32Array(CHUNK * n);
    this.classes = new Uint8Array(CHUNK);
    this.leads = new Float64Array(CHUNK);
    this.sizes = new Uint32Array(CHUNK);
    this.counts = new Uint32Array(CHUNK);
    this.complete = new Uint8Array(CHUNK);
    this.sizeCounts = new Uint32Array(CHUNK * (n + 1));
    this.frequency = new Uint32Array(CHUNK * n);
    this.masks = new Uint32Array(CHUNK * this.words);
    this.bits = new Uint32Array((sides[0].rank.length >> 5) + 1);
    this.summary = new Uint32Array((this.bits.length >> 5) + 1);
  }

  gather(column: Column, i: number, first: number, values: number): number {
    const { options, leads, n } = this;
    const { drops } = this.sides[1];
    let bad = 0;
    for (let r = 0, x = i; r < column.length; r++, x += n) {
      let v = column[r];
      if (!(v >= 0 && v < values && v === Math.floor(v))) {
        bad += 1;
        v = 0;
      }
      options[x] = first + v;
      leads[r] += drops[first + v];
    }
    return bad;
  }

  smallest(rows: number, kind: Kind): number {
    const { sides, sizes, masks, words } = this;
    sizes.fill(0, 0, rows);
    masks.fill(0, 0, rows * words);
    if (this.narrowed) return this.oneByOne(rows, kind);
    sides.forEach((side, c) => {
      if (side.constant) return;
      // Stryker disable next-line ConditionalExpression: the wide walk serves any number of ranks, only later
      if (side.marks !== null && words <= 2) this.walkNarrow(side, side.marks, c, rows, kind);
      else this.walkWide(side, c, rows, kind);
    });
    return doubts(sizes, rows);
  }

  list(first: number, rows: number, kind: Kind, most: number): number {
    const { row, counts, complete, words } = this;
    let used = 0;
    for (let r = first; r < rows; r++) {
      if (!this.load(r, kind)) continue;
      const count = row.list(most);
      counts[r] = count;
      complete[r] = Number(row.complete);
      if (count <= 0) continue;
      const end = used + count * words;
      if (end > LIST_ROOM * words && used > 0) return r;
      if (end > this.masks.length) this.grow(end);
      for (let x = 0, length = count * words; x < length; x++) this.masks[used + x] = row.masks[x];
      used = end;
    }
    return rows;
  }

  tally(rows: number, kind: Kind, most: number): number {
    const { row, counts, complete, sizeCounts, frequency, n } = this;
    sizeCounts.fill(0, 0, rows * (n + 1));
    frequency.fill(0, 0, rows * n);
    for (let r = 0; r < rows; r++) {
      if (!this.load(r, kind)) continue;
      const count = row.tally(most);
      counts[r] = count;
      complete[r] = Number(row.complete);
      if (count <= 0) continue;
      for (let size = 0, at = r * (n + 1); size <= n; size++) sizeCounts[at + size] = row.sizes[size];
      for (let i = 0, at = r * n; i < n; i++) frequency[at + i] = row.frequency[i];
    }
    return doubts(counts, rows);
  }

  /** Over a narrowed space thresholds differ from row to row. */
  private oneByOne(rows: number, kind: Kind): number {
    const { row, sizes, masks, words } = this;
    for (let r = 0; r < rows; r++) {
      if (!this.load(r, kind)) continue;
      const size = row.smallest();
      if (size < 0) sizes[r] = DOUBT;
      else if (size <= row.length) {
        sizes[r] = size;
        for (const i of row.heaviest(size)) masks[r * words + (i >> 5)] |= 1 << (i & 31);
      }
    }
    return doubts(sizes, rows);
  }

  /** Make a row ready for the row engine; false for one that is not to be answered. */
  private load(r: number, kind: Kind): boolean {
    const c = this.classes[r];
    if (c === NO_CLASS) {
      this.counts[r] = 0;
      this.complete[r] = 1;
      return false;
    }
    this.row.load(this.options, r * this.n, c, kind);
    return true;
  }

  /**
   * Up to 64 ranks: an option's rank is a bit in two words, a row's ranks are the union of its options' words. Walk
   * the bits from the heaviest drop on until the sum is no longer certainly at most the threshold.
   */
  private walkNarrow(side: Side, marks: Uint32Array, c: number, rows: number, kind: Kind): void {
    const { byRank, feature, window } = side;
    const { options, classes, masks, words, n } = this;
    const contrast = kind === 'cxp';
    let { threshold } = side;
    for (let r = 0; r < rows; r++) {
      if (classes[r] !== c) continue;
      let heavy = 0;
      let light = 0;
      for (let x = r * n, stop = x + n; x < stop; x++) {
        const at = 2 * options[x];
        heavy |= marks[at];
        light |= marks[at + 1];
      }
      if (contrast) threshold = this.contrastThreshold(side, r);
      const unsure = threshold - window;
      const base = r * words;
      let sum = 0;
      let size = 0;
      for (; heavy !== 0 && sum <= unsure; heavy &= heavy - 1) {
        const at = 31 - Math.clz32(heavy & -heavy);
        sum += byRank[at];
        size += 1;
        masks[base + (feature[at] >> 5)] |= 1 << (feature[at] & 31);
      }
      for (; light !== 0 && sum <= unsure; light &= light - 1) {
        const at = 63 - Math.clz32(light & -light);
        sum += byRank[at];
        size += 1;
        masks[base + (feature[at] >> 5)] |= 1 << (feature[at] & 31);
      }
      this.finish(r, size, sum - threshold, window);
    }
  }

  /** Any number of ranks: a bitset with a summary of its words, so that a row touches only its own n ranks. */
  private walkWide(side: Side, c: number, rows: number, kind: Kind): void {
    const { rank, byRank, feature, counted, window } = side;
    const { options, classes, masks, words, n, bits, summary } = this;
    const contrast = kind === 'cxp';
    let { threshold } = side;
    for (let r = 0; r < rows; r++) {
      if (classes[r] !== c) continue;
      for (let x = r * n, stop = x + n; x < stop; x++) {
        const at = rank[options[x]];
        if (at >= counted) continue;
        bits[at >> 5] |= 1 << (at & 31);
        summary[at >> 10] |= 1 << ((at >> 5) & 31);
      }
      if (contrast) threshold = this.contrastThreshold(side, r);
      const unsure = threshold - window;
      const base = r * words;
      let sum = 0;
      let size = 0;
      for (let s = 0; s < summary.length; s++) {
        for (let outer = summary[s]; outer !== 0; outer &= outer - 1) {
          const w = 32 * s + 31 - Math.clz32(outer & -outer);
          for (let rest = bits[w]; rest !== 0 && sum <= unsure; rest &= rest - 1) {
            const at = 32 * w + 31 - Math.clz32(rest & -rest);
            sum += byRank[at];
            size += 1;
            masks[base + (feature[at] >> 5)] |= 1 << (feature[at] & 31);
          }
          bits[w] = 0;
        }
        summary[s] = 0;
      }
      this.finish(r, size, sum - threshold, window);
    }
  }

  /** What the drops of a contrast must exceed: all of the row's together, less what an explanation's must. */
  private contrastThreshold({ drops, threshold, window }: Side, r: number): number {
    const { options, n } = this;
    let total = -threshold - (window === 0 ? 1 : 0);
    for (let x = r * n, stop = x + n; x < stop; x++) total += drops[options[x]];
    return total;
  }

  /** The walk ended with a sum so much over the threshold: it suffices, does not although all were picked, or nobody knows. */
  private finish(r: number, size: number, over: number, window: number): void {
    const { sizes, masks, words } = this;
    if (over >= Math.max(window, 1)) sizes[r] = size;
    else {
      sizes[r] = over <= -window ? 0 : DOUBT;
      masks.fill(0, r * words, (r + 1) * words);
    }
  }

  private grow(length: number): void {
    const longer = new Uint32Array(2 ** Math.ceil(Math.log2(length)));
    longer.set(this.masks);
    this.masks = longer;
  }
}

function doubts(numbers: Uint32Array, rows: number): number {
  let count = 0;
  for (let r = 0; r < rows; r++) if (numbers[r] === DOUBT) count += 1;
  return count;
}
