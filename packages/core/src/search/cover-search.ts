// Depth-first search for all minimal covers, resumable between any two of them (paper, Algorithms 1–3).
//
// Weights are sorted non-increasing. With the picks so far leaving a residual r (threshold minus their sum, ≥ 0),
// weight j closes a cover iff d_j > r; the cover is minimal because its last member is its lightest and without
// it the sum was not enough. Otherwise j is picked iff the rest still can cover: Σ_{i≥j} d_i > r. So no branch
// dies, and from one cover to the next there are O(n) steps.
//
// Decisions are made on a float64 grid (exact/grid.ts) and are certain unless the two sides come within its
// window; only then exact integers decide. The residual lies on the stack: it is never added back.
import { type Grid, toGrid } from '../exact/grid.ts';
import type { Cover } from '../weigh/cover.ts';
import { type Finder, nodeOf } from './diagram.ts';
import { type Tail, tailCovers } from './tail.ts';

/** Runs of covers before a table of the tail is worth building. */
const WARM_UP = 256;

/** Options of a search; only tests set the first two. */
export interface SearchSettings {
  /** Resolution of the grid; fewer bits force exact decisions. */
  readonly bits?: number | undefined;
  /** Runs of covers to find before a table of the tail is built. */
  readonly warmUp?: number;
  /** The table to build (depth-first search only); by default one that lists the covers. */
  readonly tabulate?: (weights: Float64Array) => Tail;
}

/**
 * What the two searches share: the sorted weights, the path, and the run of covers found last. A run is the path
 * completed by each rank of `from … to`, or by each tail code of `codes[lo … hi)`.
 */
export abstract class Search {
  /** Features by rank: first those that cover alone, then the others. */
  readonly features: Int32Array;
  /** Ranks picked; the first `depth` of them belong to the current run. */
  readonly path: Int32Array;
  depth = 0;
  from = 0;
  to = 0;
  lo = 0;
  hi = 0;
  /** The least depth at which the path differs from that of the run before. */
  changed = 0;
  /** Tail codes; empty until a table is built. */
  codes: Uint32Array = new Uint32Array(0);

  readonly cover: Cover;
  readonly grid: Grid;
  /** How many ranks cover alone. */
  readonly alone: number;
  readonly count: number;
  /** By rank: d, and the residuals up to which closing / not closing is certain. */
  readonly d: Float64Array;
  readonly closes: Float64Array;
  readonly opens: Float64Array;
  readonly residual: Float64Array;
  /** Rank where the table takes over; `count` while there is none. */
  protected start: number;
  /** Where the search stands: picks made, next rank, residual. */
  p = 0;
  j = 0;
  r: number;
  ended = false;
  /** Runs left before a table, or a larger one, is built. */
  protected coldFor: number;

  constructor(cover: Cover, { bits, warmUp = WARM_UP }: SearchSettings = {}) {
    this.cover = cover;
    this.coldFor = warmUp;
    this.alone = cover.singles.length;
    this.count = this.alone + cover.order.length;
    this.grid = toGrid(cover.weights, cover.threshold < 0n ? 0n : cover.threshold, { bits });
    this.features = new Int32Array(this.count);
    this.features.set(cover.singles);
    this.features.set(cover.order, this.alone);
    const { window } = this.grid;
    this.d = new Float64Array(this.count);
    this.d.set(this.grid.weights, this.alone);
    this.closes = this.d.map((d) => d - Math.max(window, 1));
    this.closes.fill(Number.POSITIVE_INFINITY, 0, this.alone);
    this.opens = this.d.map((d) => d + window);
    this.path = new Int32Array(this.count + 1);
    this.residual = new Float64Array(this.count + 1);
    this.start = this.count;
    this.r = this.grid.threshold;
  }

  /** Go to the next run of covers; false when there is none. */
  abstract next(): boolean;

  /**
   * Continue after a given minimal cover, without searching what comes before it.
   *
   * @param ranks - its ranks in increasing order; must be a cover of this search.
   */
  seek(ranks: readonly number[]): void {
    if (ranks.length === 0) {
      this.ended = true;
      return;
    }
    for (const rank of ranks.slice(0, -1)) {
      this.path[this.p] = rank;
      this.residual[this.p] = this.r;
      this.r -= this.d[rank];
      this.p += 1;
    }
    this.j = (ranks.at(-1) as number) + 1;
  }

  /** Stand before the first cover. */
  begin(): void {
    this.p = 0;
    this.j = 0;
    this.r = this.grid.threshold;
  }

  /** Number of covers in the current run. */
  get size(): number {
    return this.to - this.from + this.hi - this.lo;
  }

  /** The one cover of a threshold below 0, the empty one: nothing added to an empty path. */
  protected emitNothing(): true {
    this.ended = true;
    this.codes = Uint32Array.of(0);
    return this.leave(0, 0, 0, 0, 0, 0, 1);
  }

  /** Use tables of the tail from now on. */
  protected install(codes: Uint32Array, start: number, patience: number = Number.POSITIVE_INFINITY): void {
    this.coldFor = patience;
    this.codes = codes;
    this.start = this.alone + start;
  }

  /** Store where the search stands (picks, next rank, residual) and what it found. */
  protected leave(p: number, j: number, r: number, from: number, to: number, lo: number, hi: number): true {
    this.p = this.depth = p;
    this.j = j;
    this.r = r;
    this.from = from;
    this.to = to;
    this.lo = lo;
    this.hi = hi;
    this.coldFor -= 1;
    return true;
  }

  /** The node of a table for residual r, or −1 when r is too near to a breakpoint to be certain. */
  protected certainNode(finder: Finder, r: number): number {
    const { breaks } = finder;
    const node = nodeOf(finder, r);
    const { window } = this.grid;
    if (window === 0) return node;
    return r - breaks[node] >= window && (node + 1 === breaks.length || breaks[node + 1] - r >= window)
      ? node
      : -1;
  }

  /** Exactly: with the first p picks, does the sum of the ranks from `from` to before `to` exceed the residual? */
  exactlyExceeds(p: number, from: number, to: number): boolean {
    const { weights, threshold } = this.cover;
    let left = threshold;
    for (let q = 0; q < p; q++) left -= weights[this.path[q] - this.alone];
    for (let j = from; j < to && left >= 0n; j++) left -= weights[j - this.alone];
    return left < 0n;
  }

  /** The end of the ranks from j on that close at depth p with residual r. */
  protected endOfClosers(p: number, j: number, r: number, stop: number): number {
    const { closes, opens } = this;
    let end = j;
    while (end < stop && (closes[end] >= r || (opens[end] > r && this.exactlyExceeds(p, end, end + 1))))
      end += 1;
    return end;
  }
}

/** Covers in the paper's order: heaviest first, picking before skipping. */
export class DepthFirst extends Search {
  /** By rank: residuals up to which the rest certainly covers / from which it certainly does not. */
  readonly enough: Float64Array;
  readonly scarce: Float64Array;
  /** The node of the table behind the current run of tail codes. */
  node = -1;
  private readonly tabulate: (weights: Float64Array) => Tail;
  private tail: Tail | null = null;

  constructor(cover: Cover, settings: SearchSettings = {}) {
    super(cover, settings);
    this.tabulate = settings.tabulate ?? tailCovers;
    const { window } = this.grid;
    this.enough = new Float64Array(this.count + 1);
    this.scarce = new Float64Array(this.count + 1);
    let sum = 0;
    for (let j = this.count - 1; j >= 0; j--) {
      sum += this.d[j];
      this.enough[j] = sum - Math.max(window, 1);
      this.scarce[j] = sum + window;
    }
  }

  next(): boolean {
    if (this.ended) return false;
    if (this.cover.threshold < 0n) return this.emitNothing();
    if (this.coldFor < 0) {
      this.tail = this.tabulate(this.grid.weights);
      this.install(this.tail.codes, this.tail.start, this.tail.patience);
    }
    const { d, closes, opens, enough, scarce, path, residual, count, start } = this;
    let { p, j, r } = this;
    // After `seek` no run has shown the path yet.
    this.changed = Math.min(p, this.depth);
    for (;;) {
      if (j === start && start < count) {
        // When the table cannot tell for certain, go on step by step: below here j never is `start` again.
        const { finder, bounds } = this.tail as Tail;
        const node = this.certainNode(finder, r);
        if (node >= 0) {
          this.node = node;
          if (bounds[node + 1] > bounds[node])
            return this.leave(p, count, r, 0, 0, bounds[node], bounds[node + 1]);
          j = count;
        }
      }
      if (j < count) {
        if (closes[j] >= r || (opens[j] > r && this.exactlyExceeds(p, j, j + 1))) {
          const end = this.endOfClosers(p, j + 1, r, j < start ? start : count);
          return this.leave(p, end, r, j, end, 0, 0);
        }
        if (enough[j] >= r || (scarce[j] > r && this.exactlyExceeds(p, j, count))) {
          if (p < this.changed) this.changed = p;
          path[p] = j;
          residual[p] = r;
          r -= d[j];
          p += 1;
          j += 1;
          continue;
        }
      }
      if (p === 0) {
        this.ended = true;
        return false;
      }
      p -= 1;
      j = path[p] + 1;
      r = residual[p];
    }
  }
}
