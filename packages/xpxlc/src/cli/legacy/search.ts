// All explanations in the order of the original: the paper's Algorithm 3 over features in a given order, including before
// excluding, with exact decisions.
//
// The order is nearly, not always, that of the drops: the original takes drops for equal that agree in 15 digits. So that
// the last feature of a set need not be its lightest, and minimality is checked against the lightest one.
//
// With residual r (threshold minus the drops picked, at least 0) feature j completes a sufficient set iff d_j > r; that set
// is minimal iff it falls short without its lightest member m, d_j − d_m ≤ r. A set's beginnings never suffice, so every
// minimal set is met, once. Decisions are made on float64 integers, drops cut to 51 bits of their sum: a comparison
// holds each of n drops and the threshold at most once, each short by less than 1, so a difference of n + 1 or more is
// certain; otherwise big integers decide.

/** Bits of the sum of all drops on the grid; differences of such sums are exact. */
const GRID_BITS = 51;
/** Steps after which a search pauses even if it found little, for whoever waits to interrupt it. */
const PATIENCE = 1 << 18;

/** What to search. */
export interface Cover {
  /** Features in the order of the search. */
  readonly order: readonly number[];
  /** Per feature of the order: its drop, not negative. */
  readonly drops: readonly bigint[];
  /** Sets suffice iff their drops add up to more. */
  readonly threshold: bigint;
  /** Features in every set. */
  readonly forced: readonly number[];
  /** Per feature the bit that stands for it in the masks, `word << 5 | position`, and the words of a mask. */
  readonly bits: Int32Array;
  readonly words: number;
  /** Resolution of the grid; tests lower it to force exact decisions. */
  readonly gridBits?: number;
}

/** A resumable search; each `fill` goes on where the last one stopped. */
export class OrderedSearch {
  /** 32-bit words per mask. */
  readonly words: number;
  /** Nothing more will come. */
  ended = false;
  private readonly exact: readonly bigint[];
  private readonly threshold: bigint;
  /** Whether the drops never increase: then every completed set is minimal. */
  private readonly sorted: boolean;
  private readonly window: number;
  private readonly d: Float64Array;
  /** Residuals up to which feature j certainly completes / from which it certainly does not; the same for all from j on. */
  private readonly closes: Float64Array;
  private readonly opens: Float64Array;
  private readonly enough: Float64Array;
  private readonly scarce: Float64Array;
  private readonly word: Int32Array;
  private readonly bit: Int32Array;
  /** By depth: the feature picked, and before that pick the residual, the lightest pick and the mask. */
  private readonly path: Int32Array;
  private readonly residual: Float64Array;
  private readonly lightest: Float64Array;
  private readonly masks: Int32Array;
  private readonly forced: number;
  private p = 0;
  private j = 0;

  constructor({ order, drops, threshold, forced, bits, words, gridBits = GRID_BITS }: Cover) {
    // A drop of 0 never matters.
    const kept = drops.flatMap((drop, j) => (drop > 0n ? [j] : []));
    // A common divisor costs nothing: a sum exceeds T iff its quotient exceeds ⌊T / divisor⌋. Equal drops become 1.
    const divisor = kept.reduce((common, j) => gcd(drops[j], common), 0n);
    this.exact = kept.map((j) => drops[j] / divisor);
    this.threshold = threshold < 0n || divisor === 0n ? threshold : threshold / divisor;
    this.sorted = this.exact.every((drop, j) => j === 0 || drop <= this.exact[j - 1]);
    const n = kept.length;
    const total = this.exact.reduce((sum, drop) => sum + drop, 0n);
    const shift = BigInt(Math.max(0, total.toString(2).length - gridBits));
    this.d = Float64Array.from(this.exact, (drop) => Number(drop >> shift));
    this.window = this.exact.every((drop) => (drop >> shift) << shift === drop) ? 0 : n + 1;
    const margin = Math.max(this.window, 1);
    this.closes = this.d.map((d) => d - margin);
    this.opens = this.d.map((d) => d + this.window);
    this.enough = new Float64Array(n + 1).fill(Number.NEGATIVE_INFINITY);
    this.scarce = new Float64Array(n + 1).fill(Number.NEGATIVE_INFINITY);
    for (let j = n - 1, sum = 0; j >= 0; j--) {
      sum += this.d[j];
      this.enough[j] = sum - margin;
      this.scarce[j] = sum + this.window;
    }
    this.words = words;
    this.word = Int32Array.from(kept, (j) => bits[order[j]] >> 5);
    this.bit = Int32Array.from(kept, (j) => 1 << (bits[order[j]] & 31));
    this.path = new Int32Array(n + 1);
    this.residual = new Float64Array(n + 1);
    this.lightest = new Float64Array(n + 1).fill(Number.POSITIVE_INFINITY);
    this.masks = new Int32Array((n + 2) * this.words);
    this.forced = forced.length;
    for (const feature of forced) this.masks[bits[feature] >> 5] |= 1 << (bits[feature] & 31);
    // With unrounded drops the threshold may be cut like them: all sums are multiples of the unit.
    this.residual[0] = threshold < 0n ? 0 : Number(this.threshold >> shift);
  }

  /**
   * Write up to `capacity` further masks and the sizes of their sets; the number written. It may be less, even 0, before the
   * end: look at `ended`.
   */
  fill(masks: Int32Array, sizes: Int32Array, capacity: number): number {
    if (this.threshold < 0n) return this.fillNothing(masks, sizes, capacity);
    const { d, closes, opens, enough, scarce, path, residual, lightest, word, bit, words, sorted, forced } =
      this;
    const own = this.masks;
    const n = d.length;
    let { p, j } = this;
    let r = residual[p];
    let count = 0;
    let patience = PATIENCE;
    while (count < capacity && patience > 0) {
      patience -= 1;
      if (j < n && (closes[j] >= r || (opens[j] > r && this.exceeds(p, j, j + 1)))) {
        if (sorted || this.isMinimal(p, j, r)) {
          sizes[count] = forced + p + 1;
          let to = count * words;
          count += 1;
          const changed = to + word[j];
          for (let from = p * words, end = from + words; from < end; from++, to++) masks[to] = own[from];
          masks[changed] |= bit[j];
        }
        j += 1;
      } else if (j < n && (enough[j] >= r || (scarce[j] > r && this.exceeds(p, j, n)))) {
        path[p] = j;
        let from = p * words;
        const changed = from + words + word[j];
        for (const end = from + words; from < end; from++) own[from + words] = own[from];
        own[changed] |= bit[j];
        const drop = d[j];
        if (!sorted) lightest[p + 1] = drop < lightest[p] ? drop : lightest[p];
        r -= drop;
        p += 1;
        residual[p] = r;
        j += 1;
      } else {
        if (p === 0) {
          this.ended = true;
          break;
        }
        p -= 1;
        j = path[p] + 1;
        r = residual[p];
      }
    }
    this.p = p;
    this.j = j;
    return count;
  }

  /** A threshold below 0: no feature need be held but those that always are. */
  private fillNothing(masks: Int32Array, sizes: Int32Array, capacity: number): number {
    if (this.ended || capacity < 1) return 0;
    this.ended = true;
    masks.set(this.masks.subarray(0, this.words));
    sizes[0] = this.forced;
    return 1;
  }

  /** Exactly: do the first p picks and the features from `from` to before `to` suffice? */
  private exceeds(p: number, from: number, to: number): boolean {
    let left = this.threshold;
    for (let q = 0; q < p; q++) left -= this.exact[this.path[q]];
    for (let j = from; j < to && left >= 0n; j++) left -= this.exact[j];
    return left < 0n;
  }

  /** Does the set of the first p picks and j, which suffices, fall short without its lightest pick? */
  private isMinimal(p: number, j: number, r: number): boolean {
    const over = this.d[j] - this.lightest[p] - r;
    if (over <= -this.window) return true;
    if (over >= Math.max(this.window, 1)) return false;
    let left = this.threshold - this.exact[j];
    let least = this.exact[j];
    for (let q = 0; q < p; q++) {
      const drop = this.exact[this.path[q]];
      left -= drop;
      if (drop < least) least = drop;
    }
    return left + least >= 0n;
  }
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
