// The masks of a search, made by the kernel: the same covers in the same order as `CoverSource` gives, many times faster. A search is
// prepared here and continues there, in memory, from its weights and limits to its table of the tail; only what is in doubt comes back,
// to be decided by exact integers.
//
// There is one memory for all searches. The one that is asked holds it; the one before keeps its place, without its table, which
// is built again when it goes on.
import { type Kernel, kernelFor } from '../kernel/load.ts';
import { DepthFirst, type Search } from './cover-search.ts';
import { type Source, wordsFor } from './source.ts';

/** Places in the kernel's state (kernel/state.ts): doubles, and 32-bit numbers. */
const R = 0;
const WINDOW = 1;
const CERTAIN = 2;
const THRESHOLD = 3;
const J = 10;
const FRAME = 11;
const PHASE = 12;
const WORDS = 13;
const RANK = 14;
const DEPTH = 15;
const RANKS = 16;
const START = 17;
const END = 18;
const FRAMES = 19;
const OUT = 20;
const LEFT = 22;
const NODES = 24;
const TABLE = 25;
const STATE_BYTES = 128;
/** Bytes of a rank and of a frame before their masks. */
const RANK_BYTES = 48;
const FRAME_BYTES = 16;
/** What the kernel may read and write beyond an array. */
const SPARE = 128;

/** Phases: in doubt whether a rank closes, whether the rest suffices; nothing left. */
const ASK_CLOSES = 2;
const ASK_ENOUGH = 3;
const ENDED = 4;
const YES = 1;
const NO = 2;

/** Wider masks are put together by the engine in TypeScript. */
const MOST_FEATURES = 1024;
/** Bytes of masks the kernel makes at once: they are copied while they are in the nearest cache. */
const PIECE_BYTES = 1 << 14;
/** After so many covers a table of so many masks is worth building (of two words; wider ones are fewer). */
const STAGES = [
  { after: 512, most: 1 << 11 },
  { after: 1 << 13, most: 1 << 16 },
] as const;
const MOST_WORDS = 1 << 17;

/** Settings that only tests change. */
export interface KernelSettings {
  readonly stages?: readonly { readonly after: number; readonly most: number }[];
}

/** The masks of a search through the kernel; null where there is none, or where it would not help. */
export function kernelSource(
  search: Search,
  forced: readonly number[],
  features: number,
  settings?: KernelSettings,
): Source | null {
  if (!(search instanceof DepthFirst)) return null;
  if (features > MOST_FEATURES || search.cover.threshold < 0n || search.ended) return null;
  const kernel = kernelFor('tails');
  return kernel === null ? null : new KernelSource(kernel, search, forced, features, settings);
}

/** Whose search is in the memory. */
let holder: KernelSource | null = null;

class KernelSource implements Source {
  readonly words: number;
  private readonly kernel: Kernel;
  private readonly search: DepthFirst;
  private readonly forced: readonly number[];
  private readonly stages: readonly { readonly after: number; readonly most: number }[];
  private readonly piece: number;
  private stage = 0;
  private made = 0;
  /** State and arrays while another search holds the memory. */
  private image: Uint8Array | null = null;
  private ended = false;

  constructor(
    kernel: Kernel,
    search: DepthFirst,
    forced: readonly number[],
    features: number,
    { stages = STAGES }: KernelSettings = {},
  ) {
    this.kernel = kernel;
    this.search = search;
    this.forced = forced;
    this.words = wordsFor(features);
    this.piece = Math.floor(PIECE_BYTES / (4 * this.words)) * 4 * this.words;
    const most = Math.floor(MOST_WORDS / this.words);
    this.stages = stages.map((stage) => ({ after: stage.after, most: Math.min(stage.most, most) }));
  }

  fill(masks: Uint32Array, capacity: number): number {
    if (this.ended) return 0;
    if (holder !== this) this.enter();
    const { kernel, words, piece, stages } = this;
    const state = kernel.calls.base();
    const ints = new Int32Array(kernel.buffer, state, STATE_BYTES / 4);
    const out = new Uint32Array(kernel.buffer, ints[OUT], piece / 4);
    const size = 4 * words;
    let at = 0;
    let left = capacity * size;
    while (left > 0) {
      let wanted = Math.min(left, piece);
      if (this.stage < stages.length && this.made >= stages[this.stage].after * size) {
        // What is left of a run may be in the table.
        if (ints[LEFT] > 0) wanted = Math.min(wanted, ints[LEFT]);
        else this.grow(ints, this.stage++);
      }
      const made = kernel.calls.list(state, wanted, this.decide(ints));
      masks.set(made === piece ? out : out.subarray(0, made / 4), at);
      at += made / 4;
      left -= made;
      this.made += made;
      if (made === 0 && ints[PHASE] === ENDED) {
        this.ended = true;
        holder = null;
        break;
      }
    }
    return at / words;
  }

  private grow(ints: Int32Array, stage: number): void {
    const { kernel, search, words, stages } = this;
    const from = ints[RANKS] + search.alone * ints[RANK];
    kernel.calls.growTable(kernel.calls.base(), from, 4 * words * stages[stage].most);
  }

  /** The answer to what is in doubt; 0 when nothing is. */
  private decide(ints: Int32Array): number {
    const phase = ints[PHASE];
    if (phase !== ASK_CLOSES && phase !== ASK_ENOUGH) return 0;
    const { search } = this;
    const p = (ints[FRAME] - ints[FRAMES]) / ints[DEPTH];
    const rankOf = (at: number): number => (at - ints[RANKS]) / ints[RANK];
    const memory = new DataView(this.kernel.buffer);
    for (let q = 0; q < p; q++)
      search.path[q] = rankOf(memory.getInt32(ints[FRAMES] + q * ints[DEPTH] + 8, true));
    const j = rankOf(ints[J]);
    return search.exactlyExceeds(p, j, phase === ASK_CLOSES ? j + 1 : search.count) ? YES : NO;
  }

  /** Take the memory from the search that holds it. */
  private enter(): void {
    holder?.leave();
    holder = this;
    const { kernel, search, words, image, stages } = this;
    const state = kernel.calls.base();
    const most = stages.reduce((sum, stage) => Math.max(sum, stage.most), 1);
    // State, arrays, piece, table; all begin at multiples of 16.
    let end = state;
    const take = (bytes: number): number => {
      const at = end;
      end += (bytes + SPARE + 15) & ~15;
      return at;
    };
    take(STATE_BYTES);
    const { count } = search;
    const rank = RANK_BYTES + 8 * ((words + 1) >> 1);
    const depth = FRAME_BYTES + 8 * ((words + 1) >> 1);
    const ranks = take(rank * (count + 1));
    const frames = take(depth * (count + 1));
    const masks = take(4 * words * count);
    this.length = end - state;
    const out = take(this.piece);
    const halves = [0, 1].map(() => [take(16 * most + 16), take(4 * words * most)]);
    const first = take(16 * most + 4);
    kernel.room(end);
    const ints = new Int32Array(kernel.buffer, state, STATE_BYTES / 4);
    if (image !== null) {
      new Uint8Array(kernel.buffer, state, image.length).set(image);
      this.image = null;
    } else {
      new Uint8Array(kernel.buffer, state, this.length).fill(0);
      const doubles = new Float64Array(kernel.buffer, state, STATE_BYTES / 8);
      const { window } = search.grid;
      doubles[R] = search.r;
      doubles[WINDOW] = window;
      doubles[CERTAIN] = Math.max(window, 1);
      doubles[THRESHOLD] = search.grid.threshold;
      ints[J] = ranks + search.j * rank;
      ints[FRAME] = frames + search.p * depth;
      ints[WORDS] = words;
      ints[RANK] = rank;
      ints[DEPTH] = depth;
      ints[RANKS] = ranks;
      ints[START] = ints[END] = ranks + count * rank;
      ints[FRAMES] = frames;
      ints[OUT] = out;
      this.writeRanks(ranks, rank, masks);
      this.writeFrames(frames, depth, ranks, rank);
    }
    ints[NODES] = 0;
    ints.set([...halves[0], first, 0, ...halves[1]], TABLE);
    if (this.stage > 0) this.grow(ints, this.stage - 1);
  }

  private length = 0;

  private writeRanks(ranks: number, rank: number, masks: number): void {
    const { search, words } = this;
    const { features, count, d, closes, opens, enough, scarce } = search;
    const doubles = new Float64Array(this.kernel.buffer);
    const ints = new Int32Array(this.kernel.buffer);
    for (let k = 0; k <= count; k++) {
      const at = ranks + k * rank;
      const mask = masks + 4 * words * k;
      ints[(at + 40) / 4] = mask;
      if (k === count) break;
      doubles.set([d[k], closes[k], opens[k], enough[k], scarce[k]], at / 8);
      for (const start of [at + RANK_BYTES, mask])
        ints[start / 4 + (features[k] >> 5)] |= 1 << (features[k] & 31);
    }
  }

  /** The path so far, beginning with what is in every cover. */
  private writeFrames(frames: number, depth: number, ranks: number, rank: number): void {
    const { words, search } = this;
    const { path, residual, p } = search;
    const doubles = new Float64Array(this.kernel.buffer);
    const ints = new Int32Array(this.kernel.buffer);
    const mask = (frames + FRAME_BYTES) / 4;
    for (const feature of this.forced) ints[mask + (feature >> 5)] |= 1 << (feature & 31);
    for (let q = 0; q < p; q++) {
      const at = frames + q * depth;
      doubles[at / 8] = residual[q];
      ints[at / 4 + 2] = ranks + path[q] * rank;
      for (let w = 0; w < words; w++)
        ints[(at + depth + FRAME_BYTES) / 4 + w] =
          ints[(at + FRAME_BYTES) / 4 + w] | ints[(ranks + path[q] * rank + RANK_BYTES) / 4 + w];
    }
  }

  /** Make way for another search. */
  private leave(): void {
    const state = this.kernel.calls.base();
    this.image = new Uint8Array(this.kernel.buffer, state, this.length).slice();
  }
}
