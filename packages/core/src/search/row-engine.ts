// The everyday case: two classes, features that are categories or bins, and not very many explanations. What depends on the
// model alone is prepared once (sides.ts); an instance is a look-up per feature, an ordering by rank and the paper's
// depth-first search on doubles: no big integers, no objects, no garbage.
//
// Weights on the grid are whole numbers and all their sums are exact doubles, so taking a step back by adding what was
// subtracted is exact, too. A comparison is certain when the two sides are at least `window` apart (exact/grid.ts); otherwise
// the engine gives up, and exact integers decide elsewhere.
import type { Classifier } from '../reduce/classifier.ts';
import type { Kind } from '../weigh/cover.ts';
import { type Side, toSide, toSides } from '../weigh/sides.ts';

/** A comparison was too close for the grid, or there are more sets than asked for. */
export const DOUBT = -1;
export const TOO_MANY = -2;

/** Wider instances are ordered better by other means than by insertion. */
const MOST_FEATURES = 256;

const engines = new WeakMap<Classifier, RowEngine | null>();

/** The engine of a classifier; null for more than two classes, for curves and for very many features. */
export function rowEngine(classifier: Classifier): RowEngine | null {
  let engine = engines.get(classifier);
  if (engine === undefined) {
    const sides = classifier.features.length > MOST_FEATURES ? null : toSides(classifier);
    engine = sides === null ? null : new RowEngine(classifier, sides);
    engines.set(classifier, engine);
  }
  return engine;
}

/** An engine on a coarser grid, where more is in doubt; for tests. */
export function coarseEngine(classifier: Classifier, bits: number): RowEngine {
  return new RowEngine(
    classifier,
    [0, 1].map((c) => toSide(classifier, c, bits)),
  );
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

  private readonly sides: readonly Side[];
  private readonly offset: Int32Array;
  /** The instance's drops, heaviest first, equal ones by position; whose they are; and what they add up to from each on. */
  private readonly drops: Float64Array;
  private readonly features: Int32Array;
  private readonly rest: Float64Array;
  private readonly ranks: Int32Array;
  private count = 0;
  private threshold = 0;
  /** From this difference on "more" is certain, and up to minus `window` "not more". */
  private more = 1;
  private window = 0;
  /** The answer is known without a search: the empty set (1), or none (0). */
  private known = DOUBT;
  /** The search's path: positions, and how many sets were found before each was picked. */
  private readonly path: Int32Array;
  private readonly before: Float64Array;
  private readonly hits: Float64Array;
  private readonly mask: Uint32Array;

  constructor({ features, offset }: Classifier, sides: readonly Side[]) {
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
    this.ranks = new Int32Array(n);
    this.path = new Int32Array(n + 1);
    this.before = new Float64Array(n + 1);
    this.hits = new Float64Array(n);
    this.mask = new Uint32Array(this.words);
  }

  /**
   * Make an instance ready for questions of a kind.
   *
   * @param options - one per feature, from `start` on.
   * @param c - its class.
   * @param fixed - features that cannot change (contrasts only).
   */
  load(options: Int32Array, start: number, c: number, kind: Kind, fixed?: ReadonlySet<number>): void {
    const side = this.sides[c];
    const { rank, byRank, feature, drops: all } = side;
    const { offset, ranks, drops, features, rest } = this;
    const n = offset.length;
    let total = 0;
    let m = 0;
    for (let i = 0; i < n; i++) {
      const flat = offset[i] + options[start + i];
      total += all[flat];
      // A drop of 0 on an exact grid is 0, and never part of an answer.
      if ((all[flat] === 0 && side.window === 0) || fixed?.has(i)) continue;
      // Insertion sort by rank: rows are short.
      const at = rank[flat];
      let x = m++;
      for (; x > 0 && ranks[x - 1] > at; x--) ranks[x] = ranks[x - 1];
      ranks[x] = at;
    }
    rest[m] = 0;
    for (let x = m - 1; x >= 0; x--) {
      drops[x] = byRank[ranks[x]];
      features[x] = feature[ranks[x]];
      rest[x] = rest[x + 1] + drops[x];
    }
    this.count = m;
    this.window = side.window;
    this.more = Math.max(side.window, 1);
    // A contrast leaves held what does not exceed the threshold. With nothing rounded "at least" is "more than one less".
    this.threshold = kind === 'axp' ? side.threshold : total - side.threshold - (side.window === 0 ? 1 : 0);
    this.known = side.constant ? (kind === 'axp' ? 1 : 0) : DOUBT;
  }

  /** Count all minimal sets, by size and by feature: how many there are, {@link DOUBT}, or {@link TOO_MANY} beyond `most`. */
  tally(most: number): number {
    const { drops, rest, path, before, hits, sizes, frequency, features, count: m, more } = this;
    sizes.fill(0);
    frequency.fill(0);
    if (this.known >= 0) {
      sizes[0] = this.known;
      return this.known > most ? TOO_MANY : this.known;
    }
    hits.fill(0, 0, m);
    const less = -this.window;
    let left = this.threshold;
    let depth = 0;
    let found = 0;
    for (let i = 0; ; ) {
      // What closes the set at once; the drops only get lighter.
      let j = i;
      for (; j < m; j++) {
        const over = drops[j] - left;
        if (over >= more) continue;
        if (over > less) return DOUBT;
        break;
      }
      if (j > i) {
        found += j - i;
        if (found > most) return TOO_MANY;
        sizes[depth + 1] += j - i;
        for (let x = i; x < j; x++) hits[x] += 1;
      }
      // Pick the next from which the rest suffices, or step back.
      for (;;) {
        const over = rest[j] - left;
        if (over >= more) break;
        if (over > less) return DOUBT;
        if (depth === 0) {
          for (let x = 0; x < m; x++) frequency[features[x]] = hits[x];
          return found;
        }
        depth -= 1;
        j = path[depth];
        left += drops[j];
        hits[j] += found - before[depth];
        j += 1;
      }
      path[depth] = j;
      before[depth] = found;
      depth += 1;
      left -= drops[j];
      i = j + 1;
    }
  }

  /**
   * List all minimal sets in the order of the search as {@link masks}: how many, {@link DOUBT}, or {@link TOO_MANY} beyond `most`. The
   * search is that of {@link tally}, which needs no mask of its path: in one loop for both, each would take longer.
   */
  list(most: number): number {
    const { drops, rest, path, features, mask, words, count: m, more } = this;
    if (this.known >= 0) {
      this.masks.fill(0, 0, words);
      return this.known > most ? TOO_MANY : this.known;
    }
    mask.fill(0);
    const less = -this.window;
    let left = this.threshold;
    let depth = 0;
    let found = 0;
    for (let i = 0; ; ) {
      let j = i;
      for (; j < m; j++) {
        const over = drops[j] - left;
        if (over >= more) continue;
        if (over > less) return DOUBT;
        break;
      }
      if (j > i) {
        if (found + j - i > most) return TOO_MANY;
        if ((found + j - i) * words > this.masks.length) this.grow((found + j - i) * words);
        const { masks } = this;
        for (let x = i, at = found * words; x < j; x++, at += words) {
          for (let w = 0; w < words; w++) masks[at + w] = mask[w];
          masks[at + (features[x] >> 5)] |= 1 << (features[x] & 31);
        }
        found += j - i;
      }
      for (;;) {
        const over = rest[j] - left;
        if (over >= more) break;
        if (over > less) return DOUBT;
        if (depth === 0) return found;
        depth -= 1;
        j = path[depth];
        left += drops[j];
        mask[features[j] >> 5] &= ~(1 << (features[j] & 31));
        j += 1;
      }
      path[depth] = j;
      depth += 1;
      left -= drops[j];
      mask[features[j] >> 5] |= 1 << (features[j] & 31);
      i = j + 1;
    }
  }

  /**
   * A smallest set, as the first so many of {@link heaviest}: its size; −1 in doubt; one more than there are features that count if all
   * together do not do.
   */
  smallest(): number {
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

  /** The feature at a place in the order of drops. */
  heaviest(place: number): number {
    return this.features[place];
  }

  private grow(length: number): void {
    const longer = new Uint32Array(2 ** Math.ceil(Math.log2(length)));
    longer.set(this.masks);
    this.masks = longer;
  }
}
