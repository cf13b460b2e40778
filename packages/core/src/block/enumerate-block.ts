// Whole tables: all explanations or contrasts of every row, as masks laid end to end.
import type { Budget } from '../model/budget.ts';
import { checkLimit, checkOption } from '../model/pick.ts';
import type { Classifier } from '../model/prepared.ts';
import type { Within } from '../model/within.ts';
import { enumerateMasks } from '../query/enumerate.ts';
import { toReduced } from '../reduce/classifier.ts';
import { sortBySize } from '../search/feature-set.ts';
import { wordsFor } from '../search/source.ts';
import type { Kind } from '../weigh/cover.ts';
import type { Weighed } from '../weigh/problem.ts';
import { type Block, type BlockClasses, capacityOf, zeros } from './block-data.ts';
import { type ChunkEngine, DOUBT, LIST_ROOM } from './chunk-engine.ts';
import { eachChunk, emptyAnswer, narrowerOf, problemAt } from './each-chunk.ts';

/** Options of {@link enumerateBlock}. */
export interface EnumerateBlockOptions {
  /** `'axp'` (default): sufficient reasons. `'cxp'`: contrasts. */
  readonly kind?: Kind;
  /** `'search'` (default): the paper's depth-first order. `'size'`: smallest first. */
  readonly order?: 'search' | 'size';
  /** At most this many per row. Default: 1000. */
  readonly limit?: number;
  /** What may move, in every row. Rows that are not part of it are flagged. Default: everything. */
  readonly within?: Within | undefined;
  /** What one row may cost where it is not listed with others. Default: anything. */
  readonly budget?: Budget | undefined;
  /** An earlier answer that is no longer needed: its arrays are written over, where they are large enough. */
  readonly into?: BlockSets | undefined;
}

/** Per row: all its sets. */
export interface BlockSets extends BlockClasses {
  /** Row r's sets are those from `offsets[r]` to `offsets[r + 1]`. */
  readonly offsets: Uint32Array;
  /** Set s is `masks[s·words … (s+1)·words)`, feature i being bit `i & 31` of word `i >> 5`. */
  readonly masks: Uint32Array;
  readonly words: number;
  /** 1 where the row has no more sets than these. */
  readonly complete: Uint8Array;
}

/**
 * List the explanations of every row of a block: the same as `enumerateMasks` gives one by one.
 *
 * @throws {InstanceError} when the block does not have one column per feature, a column is too short, or an option is unknown.
 * @example
 * ```ts
 * import { enumerateBlock, linearModel, reduce } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const classifier = reduce(linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 2], [0, 2], [0, 1]], intercept: -2.5 }));
 * const answer = enumerateBlock(classifier, { rows: 2, columns: [Uint8Array.of(1, 0), Uint8Array.of(1, 0), Uint8Array.of(1, 1)] });
 * Array.from(answer.offsets); // => [0, 3, 4]
 * Array.from(answer.masks); // => [0b011, 0b101, 0b110, 0b011]
 * ```
 */
export function enumerateBlock(
  classifier: Classifier,
  block: Block,
  { kind = 'axp', order = 'search', limit = 1000, into, within, budget }: EnumerateBlockOptions = {},
): BlockSets {
  const reduced = toReduced(classifier).whole;
  const narrower = narrowerOf(reduced, within);
  checkOption(order, ['search', 'size'], 'order');
  checkLimit(limit);
  const classes = emptyAnswer(reduced, block, kind, into);
  const words = wordsFor(reduced.features.length);
  const { rows } = block;
  const offsets = zeros(Uint32Array, rows + 1, into?.offsets);
  const complete = zeros(Uint8Array, rows, into?.complete).fill(1);
  const list = new MaskList(words, into?.masks);
  // To know the smallest ones one must know them all.
  const most = order === 'size' ? LIST_ROOM : Math.min(limit, LIST_ROOM);

  const askRow = (r: number, problem: Weighed): void => {
    let left = limit;
    // One more than asked for, to know whether there are more.
    const wanted = Math.min(limit + 1, Number.MAX_SAFE_INTEGER);
    const batches = enumerateMasks(problem, {
      kind,
      order,
      limit: wanted,
      batch: 4096,
      budget,
    });
    let step = batches.next();
    for (; !step.done; step = batches.next()) {
      const { masks, count: found } = step.value;
      const count = Math.min(found, left);
      list.append(masks, 0, count);
      left -= count;
    }
    complete[r] = Number(step.value);
    offsets[r + 1] = list.length;
  };

  eachChunk(
    reduced,
    block,
    classes,
    {
      chunk(engine, first, count) {
        for (let from = 0; from < count; ) {
          const to = engine.list(from, count, kind, most);
          if (order === 'search' && isPlain(engine, from, to)) takeAll(engine, first, from, to);
          else for (let r = from, at = 0; r < to; r++) at += take(engine, first, r, at);
          from = to;
        }
        if (first === 0) list.expect(rows / count);
      },
      row: askRow,
    },
    narrower,
  );
  // Rows that have no sets were passed over.
  for (let r = 0; r < rows; r++) if (offsets[r + 1] < offsets[r]) offsets[r + 1] = offsets[r];
  return { ...classes, offsets, masks: list.masks.subarray(0, list.length * words), words, complete };

  /** Are all these rows' lists as they are wanted? */
  function isPlain(engine: ChunkEngine, from: number, to: number): boolean {
    for (let r = from; r < to; r++)
      if (engine.counts[r] === DOUBT || (engine.complete[r] === 0 && most < limit)) return false;
    return true;
  }

  function takeAll(
    { counts, complete: all, masks }: ChunkEngine,
    first: number,
    from: number,
    to: number,
  ): void {
    let { length } = list;
    for (let r = from; r < to; r++) {
      length += counts[r];
      offsets[first + r + 1] = length;
      complete[first + r] = all[r];
    }
    list.append(masks, 0, length - list.length);
  }

  /** One row's list: how many masks of the engine's it is. */
  function take(engine: ChunkEngine, first: number, r: number, at: number): number {
    const found = engine.counts[r];
    const cut = engine.complete[r] === 0;
    if (found === DOUBT || (cut && (order === 'size' || most < limit))) {
      askRow(first + r, problemAt(reduced, block, first + r, narrower));
      return found === DOUBT ? 0 : found;
    }
    if (order === 'size') sortBySize(engine.masks, at, found, words);
    const count = Math.min(found, limit);
    list.append(engine.masks, at, count);
    complete[first + r] = Number(!cut && count === found);
    offsets[first + r + 1] = list.length;
    return found;
  }
}

/** Words: later rows may have far fewer sets than the first ones. */
const MOST_EXPECTED = 1 << 26;

/** Masks in an array that grows. */
class MaskList {
  masks: Uint32Array;
  length = 0;
  private readonly words: number;

  /** @param earlier - masks that are no longer needed. */
  constructor(words: number, earlier: Uint32Array | undefined) {
    this.words = words;
    this.masks =
      earlier === undefined
        ? new Uint32Array(64 * words)
        : new Uint32Array(earlier.buffer, earlier.byteOffset, capacityOf(earlier));
  }

  /** Make room for so many times as much as there is, and a little more; but not for more than is easily had. */
  expect(times: number): void {
    if (times > 1) this.reserve(Math.min(Math.ceil(this.length * times * 1.1) * this.words, MOST_EXPECTED));
  }

  /** Append `count` masks of an array, from the given one on. */
  append(source: Uint32Array, from: number, count: number): void {
    const { words } = this;
    const start = this.length * words;
    const end = start + count * words;
    if (end > this.masks.length) this.reserve(Math.max(end, 2 * this.masks.length));
    const { masks } = this;
    // Short lists are copied faster in a loop than by a call.
    if (count * words < 64) for (let x = start, y = from * words; x < end; x++, y++) masks[x] = source[y];
    else masks.set(source.subarray(from * words, (from + count) * words), start);
    this.length += count;
  }

  private reserve(length: number): void {
    // Stryker disable next-line ConditionalExpression,EqualityOperator: as much room elsewhere does as well, it only takes longer
    if (length <= this.masks.length) return;
    const longer = new Uint32Array(length);
    longer.set(this.masks.subarray(0, this.length * this.words));
    this.masks = longer;
  }
}
