// The everyday case: two classes, features that are categories or bins, and not very many explanations. What depends on the
// model alone is prepared once (sides.ts); an instance is a look-up per feature, an ordering by rank and the paper's
// depth-first search on doubles: no big integers, no objects, no garbage.
//
// Weights on the grid are whole numbers and all their sums are exact doubles, so taking a step back by adding what was
// subtracted is exact, too. A comparison is certain when the two sides are at least `window` apart (exact/grid.ts); otherwise
// the engine gives up, and exact integers decide elsewhere.
import type { Reduced } from '../reduce/classifier.ts';
import type { Kind } from '../weigh/cover.ts';
import { type Side, toSides } from '../weigh/sides.ts';
import { listMask } from './feature-set.ts';

/** A comparison was too close for the grid. */
export const DOUBT = -1;

const engines = new WeakMap<Reduced, RowEngine | null>();

/** The engine of a classifier; null for more than two classes and for curves. */
export function rowEngine(classifier: Reduced): RowEngine | null {
  let engine = engines.get(classifier);
  if (engine === undefined) {
    const sides = toSides(classifier);
    engine = sides === null ? null : new RowEngine(classifier, sides);
    engines.set(classifier, engine);
  }
  return engine;
}

/**
 * Answers questions about one instance at a time: {@link load} it, then ask. Results lie in the engine's own arrays until the next
 * question.
 */
export class RowEngine {
  /** By feature, after {@link tally}: in how many sets it is. */
  readonly frequency: Float64Array;
  /** By size, after {@link tally}: how many sets have it. */
  readonly sizes: Float64Array;
  /** After {@link list}: masks of {@link words} words each, feature i in bit `i & 31` of word `i >> 5`. */
  masks: Uint32Array;
  readonly words: number;
  /** After {@link tally} or {@link list}: there are no more sets than were found. */
  complete = true;

  private readonly sides: readonly Side[];
  private readonly offset: Int32Array;
  /** The instance's drops, heaviest first, equal ones by position; whose they are; and what they add up to from each on. */
  private readonly drops: Float64Array;
  private readonly features: Int32Array;
  private readonly rest: Float64Array;
  /** A bitset over ranks, and one over its words. */
  private readonly bits: Uint32Array;
  private readonly summary: Uint32Array;
  private count = 0;
  private threshold = 0;
  /** From this difference on "more" is certain, and up to minus `window` "not more". */
  private more = 1;
  private window = 0;
  /** The answer is known without a search: the empty set (1), or none (0). */
  private known = DOUBT;
  /** Over a narrowed space it may not be certain whether the empty set is sufficient. */
  private unsure = false;
  /** The search's path: positions, and how many sets were found before each was picked. */
  private readonly path: Int32Array;
  private readonly before: Float64Array;
  /** By place: sets that a pick was in, and where runs of sets closed by the drops from one place to another begin (+1) and end (−1). */
  private readonly hits: Float64Array;
  private readonly ends: Float64Array;
  private readonly mask: Uint32Array;

  constructor({ features, offset }: Pick<Reduced, 'features' | 'offset'>, sides: readonly Side[]) {
    const n = features.length;
    this.sides = sides;
    this.offset = offset;
    this.words = Math.max(1, (n + 31) >> 5);
    this.frequency = new Float64Array(n);
    this.sizes = new Float64Array(n + 1);
    this.masks = new Uint32Array(64 * this.words);
    this.drops = new Float64Array(n);
    this.features = new Int32Array(n);
    this.rest = new Float64Array(n + 1);
    this.bits = new Uint32Array((sides[0].rank.length >> 5) + 1);
    this.summary = new Uint32Array((this.bits.length >> 5) + 1);
    this.path = new Int32Array(n + 1);
    this.before = new Float64Array(n + 1);
    this.hits = new Float64Array(n);
    this.ends = new Float64Array(n + 1);
    this.mask = new Uint32Array(this.words);
  }

  /**
   * Make an instance ready for questions of a kind.
   *
   * @param options - one per feature, from `start` on.
   * @param c - its class.
   */
  load(options: Int32Array, start: number, c: number, kind: Kind): void {
    const side = this.sides[c];
    const { rank, byRank, feature, drops: all, lost } = side;
    const { offset, bits, summary, drops, features, rest } = this;
    const n = offset.length;
    let total = 0;
    let gone = 0;
    // A bitset over ranks puts the drops in order without comparing them.
    for (let i = 0; i < n; i++) {
      const flat = offset[i] + options[start + i];
      total += all[flat];
      if (lost !== null) gone += lost[flat];
      const at = rank[flat];
      if (at >= side.counted) continue;
      bits[at >> 5] |= 1 << (at & 31);
      summary[at >> 10] |= 1 << ((at >> 5) & 31);
    }
    let m = 0;
    for (let s = 0; s < summary.length; s++) {
      for (let outer = summary[s]; outer !== 0; outer &= outer - 1) {
        const w = 32 * s + 31 - Math.clz32(outer & -outer);
        for (let word = bits[w]; word !== 0; word &= word - 1) {
          const at = 32 * w + 31 - Math.clz32(word & -word);
          drops[m] = byRank[at];
          features[m] = feature[at];
          m += 1;
        }
        bits[w] = 0;
      }
      summary[s] = 0;
    }
    rest[m] = 0;
    for (let x = m - 1; x >= 0; x--) rest[x] = rest[x + 1] + drops[x];
    this.count = m;
    this.window = side.window;
    this.more = Math.max(side.window, 1);
    // A contrast leaves held what does not exceed the threshold. With nothing rounded "at least" is "more than one less".
    this.threshold =
      kind === 'axp' ? side.threshold - gone : total + gone - side.threshold - (side.window === 0 ? 1 : 0);
    this.known = side.constant ? (kind === 'axp' ? 1 : 0) : DOUBT;
    this.unsure = false;
    if (lost === null || kind === 'cxp' || side.constant) return;
    // What is out of reach need not be held: perhaps nothing need be.
    if (-this.threshold >= this.more) this.known = 1;
    else this.unsure = -this.threshold > -this.window;
  }

  /**
   * Count the minimal sets, by size and by feature, up to `most` of them in the order of the search: how many, or {@link DOUBT}.
   *
   * Two facts spare half of the comparisons. After a step back no other drop closes the set, because a heavier one did not; and after a
   * step down that closed nothing the rest still suffices, because both sides lost the same.
   */
  tally(most: number): number {
    const { drops, rest, path, before, hits, ends, sizes, frequency, features, count: m, more } = this;
    clear(sizes, sizes.length);
    clear(frequency, frequency.length);
    if (this.unsure) return DOUBT;
    if (this.known >= 0) return this.knownSets(most);
    clear(hits, m);
    clear(ends, m + 1);
    this.complete = true;
    const less = -this.window;
    let left = this.threshold;
    let depth = 0;
    let found = 0;
    let i = 0;
    let over = rest[0] - left;
    if (over < more) return over > less ? DOUBT : 0;
    search: for (;;) {
      // What closes the set at once; the drops only get lighter.
      let j = i;
      for (; j < m; j++) {
        over = drops[j] - left;
        if (over < more) break;
      }
      if (j < m && over > less) return DOUBT;
      // Stryker disable next-line ConditionalExpression,EqualityOperator: where nothing closed the set the rest suffices still, and nothing happens
      if (j > i) {
        const end = found + j - i > most ? i + most - found : j;
        found += end - i;
        sizes[depth + 1] += end - i;
        ends[i] += 1;
        ends[end] -= 1;
        if (end < j) {
          this.complete = false;
          break;
        }
        over = rest[j] - left;
        // Step back until there is one from which the rest suffices.
        while (over < more) {
          if (over > less) return DOUBT;
          if (depth === 0) break search;
          depth -= 1;
          j = path[depth];
          left += drops[j];
          hits[j] += found - before[depth];
          j += 1;
          over = rest[j] - left;
        }
      }
      path[depth] = j;
      before[depth] = found;
      depth += 1;
      left -= drops[j];
      i = j + 1;
    }
    while (depth > 0) {
      depth -= 1;
      hits[path[depth]] += found - before[depth];
    }
    let open = 0;
    for (let x = 0; x < m; x++) {
      open += ends[x];
      frequency[features[x]] = hits[x] + open;
    }
    return found;
  }

  /**
   * List the minimal sets in the order of the search as {@link masks}, up to `most` of them: how many, or {@link DOUBT}. The search is that
   * of {@link tally}, which needs no mask of its path: in one loop for both, each would take longer.
   */
  list(most: number): number {
    const { drops, rest, path, features, mask, words, count: m, more } = this;
    if (this.unsure) return DOUBT;
    if (this.known >= 0) {
      this.masks.fill(0, 0, words);
      return this.knownSets(most);
    }
    clear(mask, words);
    this.complete = true;
    const less = -this.window;
    let left = this.threshold;
    let depth = 0;
    let found = 0;
    let i = 0;
    let over = rest[0] - left;
    if (over < more) return over > less ? DOUBT : 0;
    for (;;) {
      let j = i;
      for (; j < m; j++) {
        over = drops[j] - left;
        if (over < more) break;
      }
      if (j < m && over > less) return DOUBT;
      // Stryker disable next-line ConditionalExpression,EqualityOperator: where nothing closed the set the rest suffices still, and nothing happens
      if (j > i) {
        const end = found + j - i > most ? i + most - found : j;
        if ((found + end - i) * words > this.masks.length) this.grow((found + end - i) * words);
        const { masks } = this;
        for (let x = i, at = found * words; x < end; x++, at += words) {
          for (let w = 0; w < words; w++) masks[at + w] = mask[w];
          masks[at + (features[x] >> 5)] |= 1 << (features[x] & 31);
        }
        found += end - i;
        if (end < j) {
          this.complete = false;
          return found;
        }
        over = rest[j] - left;
        while (over < more) {
          if (over > less) return DOUBT;
          if (depth === 0) return found;
          depth -= 1;
          j = path[depth];
          left += drops[j];
          mask[features[j] >> 5] &= ~(1 << (features[j] & 31));
          j += 1;
          over = rest[j] - left;
        }
      }
      path[depth] = j;
      depth += 1;
      left -= drops[j];
      mask[features[j] >> 5] |= 1 << (features[j] & 31);
      i = j + 1;
    }
  }

  /** The empty set, or none, as far as it is asked for. */
  private knownSets(most: number): number {
    const found = Math.min(this.known, most);
    this.sizes[0] = found;
    this.complete = found === this.known;
    return found;
  }

  /**
   * A smallest set, the {@link heaviest} features: its size; −1 in doubt; one more than there are features that count if all
   * together do not do.
   */
  smallest(): number {
    if (this.unsure) return DOUBT;
    if (this.known >= 0) return this.known === 1 ? 0 : this.count + 1;
    const { drops, count: m, more } = this;
    let left = this.threshold;
    for (let size = 1; size <= m; size++) {
      const over = drops[size - 1] - left;
      if (over >= more) return size;
      if (over > -this.window) return DOUBT;
      left -= drops[size - 1];
    }
    return m + 1;
  }

  /** How many features count. */
  get length(): number {
    return this.count;
  }

  /** The so many heaviest features, in increasing order. */
  heaviest(size: number): number[] {
    const { mask, features } = this;
    mask.fill(0);
    for (let place = 0; place < size; place++) mask[features[place] >> 5] |= 1 << (features[place] & 31);
    return listMask(mask, 0, mask.length);
  }

  /** The masks of the last {@link list}, to keep. */
  keep(count: number): Uint32Array {
    const length = count * this.words;
    if (length > SLAB) return this.masks.slice(0, length);
    if (used + length > slab.length) {
      slab = new Uint32Array(SLAB);
      used = 0;
    }
    const kept = slab.subarray(used, used + length);
    for (let x = 0; x < length; x++) kept[x] = this.masks[x];
    used += length;
    return kept;
  }

  private grow(length: number): void {
    const longer = new Uint32Array(2 ** Math.ceil(Math.log2(length)));
    longer.set(this.masks);
    this.masks = longer;
  }
}

/** Short lists are kept side by side: making an array takes longer than filling it. */
const SLAB: number = 1 << 13;
let slab = new Uint32Array(0);
let used = 0;

/** Of short arrays a loop is faster than a call. */
function clear(array: Float64Array | Uint32Array, length: number): void {
  for (let i = 0; i < length; i++) array[i] = 0;
}
