// Chunks of rows in WebAssembly. One model lies in the kernel's memory at a time; another one takes its place when it is asked about.
import { type Kernel, kernelFor } from '../kernel/load.ts';
import type { Reduced } from '../reduce/classifier.ts';
import type { Kind } from '../weigh/cover.ts';
import type { Side } from '../weigh/sides.ts';
import { CHUNK, type ChunkEngine, LIST_ROOM } from './chunk-engine.ts';

/** A mask is at most a word of 64 bits, and the bitset over ranks 64 such words. */
const MOST_FEATURES = 64;
const MOST_RANKS = 64 * 64;
/** No feature has so many. */
const NO_CATEGORY = 0xffffffff;
/** Bytes of a side's entry: where its tables are, and its numbers. */
const SIDE = 48;

let current:
  | { readonly sides: readonly Side[]; readonly kernel: Kernel; readonly engine: ChunkEngine | null }
  | undefined;

/** The engine with this model in place; null where the kernel is missing, and for models that are too wide for it. */
export function kernelEngine({ features }: Reduced, sides: readonly Side[]): ChunkEngine | null {
  const n = features.length;
  if (n > MOST_FEATURES || sides.some(({ counted }) => counted > MOST_RANKS)) return null;
  const kernel = kernelFor('rows');
  if (kernel === null) return null;
  if (current?.sides !== sides || current.kernel !== kernel)
    current = { sides, kernel, engine: install(kernel, n, sides) };
  return current.engine;
}

/** Lay out the memory for a model, and write its tables. */
function install(kernel: Kernel, n: number, sides: readonly Side[]): ChunkEngine | null {
  const { calls } = kernel;
  const words = n > 32 ? 2 : 1;
  const start = calls.base();
  let end = start;
  const take = (bytes: number): number => {
    const at = end;
    end += (bytes + 15) & ~15;
    return at;
  };
  const entries = take(2 * SIDE);
  const tables = sides.map(({ rank }) => ({
    drops: take(8 * rank.length),
    rank: take(4 * rank.length),
    byRank: take(8 * rank.length),
    bit: take(8 * rank.length),
    feature: take(4 * rank.length),
  }));
  const options = take(4 * CHUNK * n);
  const classes = take(CHUNK);
  const leads = take(8 * CHUNK);
  const column = take(4 * CHUNK);
  const sizes = take(4 * CHUNK);
  const counts = take(4 * CHUNK);
  const complete = take(CHUNK);
  const sizeCounts = take(4 * CHUNK * (n + 1));
  const frequency = take(4 * CHUNK * n);
  const masks = take(4 * LIST_ROOM * words);
  if (!kernel.room(end)) return null;
  const { buffer } = kernel;
  sides.forEach((side, c) => {
    const { drops, rank, byRank, bit, feature } = tables[c];
    const count = side.rank.length;
    new Float64Array(buffer, drops, count).set(side.drops);
    new Int32Array(buffer, rank, count).set(side.rank);
    new Float64Array(buffer, byRank, count).set(side.byRank);
    new Int32Array(buffer, feature, count).set(side.feature);
    const bits = new Uint32Array(buffer, bit, 2 * count).fill(0);
    side.feature.forEach((i, at) => {
      bits[2 * at + (i >> 5)] = 1 << (i & 31);
    });
    const entry = entries + c * SIDE;
    new Uint32Array(buffer, entry, 8).set([
      ...[drops, rank, byRank, bit, feature],
      ...[side.counted, Number(side.constant), 0],
    ]);
    new Float64Array(buffer, entry + 32, 2).set([side.threshold, side.window]);
  });
  const bytes = new Uint8Array(buffer, column, CHUNK);
  const shorts = new Uint16Array(buffer, column, CHUNK);
  const longs = new Uint32Array(buffer, column, CHUNK);
  return {
    options: new Int32Array(buffer, options, CHUNK * n),
    classes: new Uint8Array(buffer, classes, CHUNK),
    leads: new Float64Array(buffer, leads, CHUNK),
    gather(cells, i, first, values) {
      const room = cells instanceof Uint8Array ? bytes : cells instanceof Uint16Array ? shorts : longs;
      // What is no whole number from 0 on becomes a number that no category has.
      if (cells instanceof Float64Array || cells instanceof Float32Array)
        for (let r = 0; r < cells.length; r++)
          longs[r] =
            cells[r] >= 0 && cells[r] < values && Number.isInteger(cells[r]) ? cells[r] : NO_CATEGORY;
      else room.set(cells);
      return calls.gatherColumn(
        ...([room.BYTES_PER_ELEMENT, column, cells.length, values, first] as const),
        ...([options + 4 * i, 4 * n, tables[1].drops, leads] as const),
      );
    },
    sizes: new Uint32Array(buffer, sizes, CHUNK),
    masks: new Uint32Array(buffer, masks, LIST_ROOM * words),
    words,
    counts: new Uint32Array(buffer, counts, CHUNK),
    complete: new Uint8Array(buffer, complete, CHUNK),
    sizeCounts: new Uint32Array(buffer, sizeCounts, CHUNK * (n + 1)),
    frequency: new Uint32Array(buffer, frequency, CHUNK * n),
    smallest(rows, kind) {
      return calls.smallestRows(entries, options, classes, n, rows, isContrast(kind), sizes, masks);
    },
    list(first, rows, kind, most) {
      return calls.listRows(
        ...([entries, options, classes, n, first, rows, isContrast(kind), most, LIST_ROOM] as const),
        ...([counts, complete, masks] as const),
      );
    },
    tally(rows, kind, most) {
      return calls.tallyRows(
        ...([entries, options, classes, n, rows, isContrast(kind), most] as const),
        ...([counts, complete, sizeCounts, frequency] as const),
      );
    },
  };
}

function isContrast(kind: Kind): number {
  return kind === 'cxp' ? 1 : 0;
}
