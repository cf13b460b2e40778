// A set of features out of an enumeration: a view of a few bits that turns into a list only when asked, because
// making millions of lists would cost many times more than finding the sets.

/** One answer of an enumeration. Immutable. */
export class FeatureSet {
  // Not #private: hard privacy makes each of millions of sets measurably slower to create.
  private readonly masks: Uint32Array;
  private readonly start: number;
  private readonly words: number;

  /** A view of `words` words of `masks` from `start` on; they must not change afterwards. */
  constructor(masks: Uint32Array, start: number, words: number) {
    this.masks = masks;
    this.start = start;
    this.words = words;
  }

  /** The features' positions, in increasing order. */
  get features(): number[] {
    return listMask(this.masks, this.start, this.words);
  }

  /** How many features there are. */
  get size(): number {
    let size = 0;
    for (let w = 0; w < this.words; w++) size += popcount(this.masks[this.start + w]);
    return size;
  }

  /** Whether a feature (by position) is in the set. */
  has(feature: number): boolean {
    return (
      feature >> 5 < this.words && ((this.masks[this.start + (feature >> 5)] >>> (feature & 31)) & 1) === 1
    );
  }

  /** As JSON, a set is the list of its features. */
  toJSON(): number[] {
    return this.features;
  }
}

/** Positions of the set bits of a mask, in increasing order. */
export function listMask(masks: Uint32Array, start: number, words: number): number[] {
  let size = 0;
  for (let w = 0; w < words; w++) size += popcount(masks[start + w]);
  // Of the right length from the start: growing the list would take most of the time.
  const list = new Array<number>(size);
  let at = 0;
  for (let w = 0; w < words; w++) {
    for (let rest = masks[start + w]; rest !== 0; rest &= rest - 1)
      list[at++] = 32 * w + 31 - Math.clz32(rest & -rest);
  }
  return list;
}

/** Number of set bits of a 32-bit word. */
export function popcount(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return (((x + (x >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** Sort `count` masks of an array, from the given one on: smallest first, equally large ones in the order they have. */
export function sortBySize(masks: Uint32Array, from: number, count: number, words: number): void {
  const start = from * words;
  const sizes = new Uint16Array(count);
  const place = new Uint32Array(32 * words + 2);
  for (let s = 0; s < count; s++) {
    let size = 0;
    for (let w = 0; w < words; w++) size += popcount(masks[start + s * words + w]);
    sizes[s] = size;
    place[size + 1] += 1;
  }
  for (let size = 1; size < place.length; size++) place[size] += place[size - 1];
  const given = masks.slice(start, start + count * words);
  for (let s = 0; s < count; s++) {
    const at = start + place[sizes[s]]++ * words;
    for (let w = 0; w < words; w++) masks[at + w] = given[s * words + w];
  }
}
