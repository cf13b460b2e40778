// The masks of a search, made by the kernel: the same covers in the same order as `CoverSource` gives, many times faster. A search is
// prepared here and continues there, in memory, from its weights and limits to its table of the tail; only what is in doubt comes back,
// to be decided by exact integers.
//
// There is one memory for all searches. The one that is asked holds it; the one before keeps its place, without its table, which
// is built again when it goes on.
import { type Kernel, kernelFor } from '../kernel/load.ts';
import { DepthFirst } from './cover-search.ts';
import {
  BOUNDS_ROOM,
  decide,
  ENDED,
  type KernelSearch,
  Layout,
  LEFT,
  NODES,
  OUT,
  PASS,
  PHASE,
  type Place,
  placeSearch,
  stateOf,
  TABLE,
  writeMasks,
  writeSearch,
} from './kernel-state.ts';
import { type Source, wordsFor } from './source.ts';

/** Wider masks are put together by the engine in TypeScript. */
const MOST_FEATURES = 1024;
/** Bytes of masks the kernel makes at once: they are copied while they are in the nearest cache. */
const PIECE_BYTES = 1 << 13;

/** After so many covers a table of so many masks is worth building. */
interface Stage {
  readonly after: number;
  readonly most: number;
}
const STAGES: readonly Stage[] = [
  { after: 512, most: 1 << 11 },
  { after: 1 << 12, most: 1 << 16 },
];
/** Wider masks are fewer. */
const MOST_WORDS = 1 << 17;
/** Bounds of lists by size, of all nodes together. */
const MOST_BOUNDS = 1 << 18;

/** Settings that only tests change. */
export interface KernelSettings {
  readonly stages?: readonly Stage[] | undefined;
}

/** The masks of a search through the kernel; null where there is none, or where it would not help. */
export function kernelSource(
  search: KernelSearch,
  forced: readonly number[],
  features: number,
  settings?: KernelSettings,
): Source | null {
  if (features > MOST_FEATURES || search.cover.threshold < 0n || search.ended) return null;
  const kernel = kernelFor('tails');
  if (kernel === null) return null;
  const source = new KernelSource(kernel, search, forced, features, settings);
  return kernel.room(source.end) ? source : null;
}

/** Whose search is in the memory. */
let holder: KernelSource | null = null;

/** Take the memory for something else: the search that holds it keeps its place. */
export function freeMemory(): void {
  holder?.leave();
  holder = null;
}

class KernelSource implements Source {
  readonly words: number;
  private readonly kernel: Kernel;
  private readonly search: KernelSearch;
  private readonly forced: readonly number[];
  private readonly stages: readonly Stage[];
  private stage = 0;
  /** Masks made so far. */
  private made = 0;
  private ended = false;
  /** Where everything is. */
  private readonly place: Place;
  private readonly masks: number;
  private readonly piece: number;
  private readonly out: number;
  private readonly tables: readonly number[];
  private readonly light: number;
  private readonly sizes: number;
  /** Bytes of memory it takes. */
  readonly end: number;
  /** State, ranks, frames and masks while another search holds the memory. */
  private image: Uint8Array | null = null;

  constructor(
    kernel: Kernel,
    search: KernelSearch,
    forced: readonly number[],
    features: number,
    { stages = STAGES }: KernelSettings = {},
  ) {
    this.kernel = kernel;
    this.search = search;
    this.forced = forced;
    this.words = wordsFor(features);
    const size = 4 * this.words;
    const limit = Math.floor(MOST_WORDS / this.words);
    this.stages = stages.map(({ after, most }) => ({ after, most: Math.min(most, limit) }));
    const most = this.stages.reduce((larger, stage) => Math.max(larger, stage.most), 0);
    const layout = new Layout(kernel);
    this.place = placeSearch(layout, search, this.words);
    this.masks = layout.take(size * search.count);
    this.piece = PIECE_BYTES - (PIECE_BYTES % size);
    this.out = layout.take(this.piece);
    // Two halves of nodes and lists, and in between the finder with a place for the last node.
    const half = () => [layout.take(16 * (most + 2)), layout.take(size * most)];
    this.tables = [...half(), layout.take(16 * most + 20), 0, ...half()];
    this.light = layout.take(8 * (search.count + 2));
    this.sizes = search instanceof DepthFirst ? 0 : layout.take(4 * MOST_BOUNDS);
    this.end = layout.end;
  }

  fill(masks: Uint32Array, capacity: number): number {
    if (this.ended) return 0;
    if (holder !== this) this.enter();
    const { kernel, search, place, words, piece, stages } = this;
    const fields = stateOf(kernel, place);
    const out = new Uint32Array(kernel.buffer, this.out, piece / 4);
    const size = 4 * words;
    let at = 0;
    for (let left = capacity * size; left > 0; ) {
      let wanted = Math.min(left, piece);
      if (this.stage < stages.length && this.made >= stages[this.stage].after) {
        // What is left of a run may be in the table.
        if (fields[LEFT] > 0) wanted = Math.min(wanted, fields[LEFT]);
        else this.grow(stages[this.stage++]);
      }
      const answer = decide(kernel, place, fields, search);
      const made =
        search instanceof DepthFirst
          ? kernel.calls.list(place.state, wanted, answer)
          : kernel.calls.listSized(place.state, wanted, answer);
      masks.set(made === piece ? out : out.subarray(0, made / 4), at);
      at += made / 4;
      left -= made;
      this.made += made / size;
      if (made === 0 && fields[PHASE] === ENDED) {
        this.ended = true;
        holder = null;
        break;
      }
    }
    return at / words;
  }

  private grow({ most }: Stage): void {
    const { place, search, words, kernel } = this;
    kernel.calls.growTable(place.state, place.ranks + search.alone * place.rank, 4 * words * most);
    if (!(search instanceof DepthFirst)) kernel.calls.sortTable(place.state);
  }

  /** Take the memory from the search that holds it. */
  private enter(): void {
    freeMemory();
    holder = this;
    const { kernel, search, place, words, image } = this;
    if (image === null) {
      writeSearch(kernel, place, search, words);
      writeMasks(kernel, place, search, words, this.masks, this.forced);
      if (!(search instanceof DepthFirst))
        stateOf(kernel, place).set([search.pass, search.largest, this.light, this.sizes], PASS);
    } else {
      new Uint8Array(kernel.buffer, place.state, image.length).set(image);
      this.image = null;
    }
    const fields = stateOf(kernel, place);
    fields[OUT] = this.out;
    fields[NODES] = 0;
    fields.set(this.tables, TABLE);
    fields[BOUNDS_ROOM] = search instanceof DepthFirst ? 0x7fffffff : MOST_BOUNDS;
    if (!(search instanceof DepthFirst)) {
      const { prefix, count } = search;
      // What the m lightest weights add up to without the very lightest.
      const light = new Float64Array(kernel.buffer, this.light, count + 2).fill(0);
      for (let m = 2; m <= count; m++) light[m] = prefix[count - 1] - prefix[count - m];
    }
    if (this.stage > 0) this.grow(this.stages[this.stage - 1]);
  }

  /** Make way for another search. */
  leave(): void {
    const { state } = this.place;
    this.image = new Uint8Array(this.kernel.buffer, state, this.out - state).slice();
  }
}
