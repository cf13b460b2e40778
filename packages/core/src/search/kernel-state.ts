// A search laid out in the memory of the kernel: its state, a record per rank and a frame per depth (packages/core/kernel/state.ts).
import type { Kernel } from '../kernel/load.ts';
import { DepthFirst } from './cover-search.ts';
import type { SizeFirst } from './size-search.ts';

/** Places in the state: doubles, and 32-bit numbers. */
const R = 0;
const WINDOW = 1;
const CERTAIN = 2;
const THRESHOLD = 3;
const J = 10;
const FRAME = 11;
export const PHASE = 12;
const WORDS = 13;
const RANK = 14;
const DEPTH = 15;
const RANKS = 16;
const START = 17;
const END = 18;
const FRAMES = 19;
export const OUT = 20;
export const LEFT = 22;
export const NODES = 24;
export const TABLE = 25;
export const FIRST = 27;
export const BOUNDS_ROOM = 31;
/** Smallest first: pass, largest, light, sizes. */
export const PASS = 32;
/** Bytes of the state, with what a tally needs. */
const STATE_BYTES = 256;

/** Bytes of a rank and of a frame before their masks, and where a rank says where its mask is. */
const RANK_BYTES = 48;
const FRAME_BYTES = 16;
const MASK_OF_RANK = 40;

/** Phases: in doubt whether a rank closes, whether the rest suffices; nothing left; more than the limit. */
const ASK_CLOSES = 2;
const ASK_ENOUGH = 3;
export const ENDED = 4;
export const CUT = 5;
const YES = 1;
const NO = 2;

/** What the kernel may read and write beyond an array. */
const SPARE = 128;

/** The searches that the kernel can go on with. */
export type KernelSearch = DepthFirst | SizeFirst;

/** Memory handed out from the beginning, in pieces that begin at multiples of 16. */
export class Layout {
  end: number;

  constructor(kernel: Kernel) {
    this.end = kernel.calls.base();
  }

  take(bytes: number): number {
    const at = this.end;
    this.end += (bytes + SPARE + 15) & ~15;
    return at;
  }
}

/** Where the parts of a search are. */
export interface Place {
  readonly state: number;
  /** Of the ranks, and how many bytes each has; of the frames likewise. */
  readonly ranks: number;
  readonly rank: number;
  readonly frames: number;
  readonly depth: number;
}

/** Room for a search with masks of so many words. */
export function placeSearch(layout: Layout, { count }: KernelSearch, words: number): Place {
  const mask = 8 * ((words + 1) >> 1);
  const rank = RANK_BYTES + mask;
  const depth = FRAME_BYTES + mask;
  const state = layout.take(STATE_BYTES);
  const ranks = layout.take(rank * (count + 1));
  const frames = layout.take(depth * (count + 1));
  return { state, ranks, rank, frames, depth };
}

/** The 32-bit part of a state. */
export function stateOf(kernel: Kernel, { state }: Place): Int32Array {
  return new Int32Array(kernel.buffer, state, STATE_BYTES / 4);
}

/** Write a search as it stands, with empty masks. */
export function writeSearch(kernel: Kernel, place: Place, search: KernelSearch, words: number): void {
  const { state, ranks, rank, frames, depth } = place;
  const { count, d, closes, opens, path, residual, p, grid } = search;
  const [more, most] =
    search instanceof DepthFirst ? [search.enough, search.scarce] : [search.prefix, search.d];
  new Uint8Array(kernel.buffer, state, frames + depth * (count + 1) - state).fill(0);
  const doubles = new Float64Array(kernel.buffer);
  const ints = new Int32Array(kernel.buffer);
  for (let k = 0; k < count; k++) {
    const at = (ranks + k * rank) / 8;
    doubles[at] = d[k];
    doubles[at + 1] = closes[k];
    doubles[at + 2] = opens[k];
    doubles[at + 3] = more[k];
    doubles[at + 4] = most[k];
  }
  doubles[(ranks + count * rank) / 8 + 3] = more[count];
  for (let q = 0; q < p; q++) {
    const at = frames + q * depth;
    doubles[at / 8] = residual[q];
    ints[at / 4 + 2] = ranks + path[q] * rank;
  }
  const at = state / 8;
  doubles[at + R] = search.r;
  doubles[at + WINDOW] = grid.window;
  doubles[at + CERTAIN] = Math.max(grid.window, 1);
  doubles[at + THRESHOLD] = grid.threshold;
  const fields = stateOf(kernel, place);
  fields[J] = ranks + search.j * rank;
  fields[FRAME] = frames + p * depth;
  fields[WORDS] = words;
  fields[RANK] = rank;
  fields[DEPTH] = depth;
  fields[RANKS] = ranks;
  fields[START] = fields[END] = ranks + count * rank;
  fields[FRAMES] = frames;
}

/**
 * Write the masks of a search: of each rank, also end to end from `masks` on; and of the path, beginning with what is in every cover.
 */
export function writeMasks(
  kernel: Kernel,
  { ranks, rank, frames, depth }: Place,
  { count, features, path, p }: KernelSearch,
  words: number,
  masks: number,
  forced: readonly number[],
): void {
  const ints = new Uint32Array(kernel.buffer);
  ints.fill(0, masks / 4, masks / 4 + words * count);
  for (let k = 0; k <= count; k++) {
    const at = ranks + k * rank;
    const mask = masks + 4 * words * k;
    ints[(at + MASK_OF_RANK) / 4] = mask;
    if (k === count) break;
    const word = features[k] >> 5;
    const bit = 1 << (features[k] & 31);
    ints[(at + RANK_BYTES) / 4 + word] |= bit;
    ints[mask / 4 + word] |= bit;
  }
  const first = (frames + FRAME_BYTES) / 4;
  for (const feature of forced) ints[first + (feature >> 5)] |= 1 << (feature & 31);
  for (let q = 0; q < p; q++)
    for (let w = 0; w < words; w++)
      ints[first + ((q + 1) * depth) / 4 + w] =
        ints[first + (q * depth) / 4 + w] | ints[(ranks + path[q] * rank + RANK_BYTES) / 4 + w];
}

/** The exact answer to what is in doubt; 0 when nothing is. */
export function decide(kernel: Kernel, place: Place, fields: Int32Array, search: KernelSearch): number {
  const phase = fields[PHASE];
  if (phase !== ASK_CLOSES && phase !== ASK_ENOUGH) return 0;
  const { ranks, rank, frames, depth } = place;
  const p = (fields[FRAME] - frames) / depth;
  const ints = new Int32Array(kernel.buffer);
  for (let q = 0; q < p; q++) search.path[q] = (ints[(frames + q * depth) / 4 + 2] - ranks) / rank;
  const j = (fields[J] - ranks) / rank;
  const rest = search instanceof DepthFirst ? search.count : j + fields[PASS] - p;
  return search.exactlyExceeds(p, j, phase === ASK_CLOSES ? j + 1 : rest) ? YES : NO;
}
