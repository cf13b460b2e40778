// Whole tables: the class and one smallest explanation or contrast of every row of a column-wise block, in typed arrays, without an
// object per row.
import type { Budget } from '../model/budget.ts';
import type { Classifier } from '../model/prepared.ts';
import type { Within } from '../model/within.ts';
import { toReduced } from '../reduce/classifier.ts';
import { listMask } from '../search/feature-set.ts';
import { knownSmallest } from '../search/smallest-set.ts';
import { wordsFor } from '../search/source.ts';
import type { Kind } from '../weigh/cover.ts';
import type { Weighed } from '../weigh/problem.ts';
import { type Block, type BlockAnswer, zeros } from './block-data.ts';
import { DOUBT } from './chunk-engine.ts';
import { eachChunk, emptyAnswer, narrowerOf, problemAt } from './each-chunk.ts';

/** Options of {@link explainBlock}. */
export interface ExplainBlockOptions {
  /** `'axp'` (default): sufficient reasons. `'cxp'`: contrasts. */
  readonly kind?: Kind;
  /** What may move, in every row. Rows that are not part of it are flagged. Default: everything. */
  readonly within?: Within | undefined;
  /** What the search of one row may cost, with more than two classes. Default: as `smallestKnown`. */
  readonly budget?: Budget | undefined;
  /** An earlier answer that is no longer needed: its arrays are written over, where they are large enough. */
  readonly into?: BlockAnswer | undefined;
}

/** The explanations as lists laid end to end. */
export interface BlockLists {
  /** Row r's features are `indices[offsets[r] … offsets[r + 1])`, in increasing order. */
  readonly offsets: Uint32Array;
  readonly indices: Int32Array;
}

/**
 * Explain every row of a block: the same answers as `smallestKnown`, millions a second for categories and bins.
 *
 * @throws {InstanceError} when the block does not have one column per feature or a column is too short.
 * @example
 * ```ts
 * import { explainBlock, linearModel, reduce } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const classifier = reduce(linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 2], [0, 2], [0, 1]], intercept: -2.5 }));
 * const answer = explainBlock(classifier, { rows: 2, columns: [Uint8Array.of(1, 0), Uint8Array.of(1, 0), Uint8Array.of(1, 1)] });
 * Array.from(answer.classes); // => [1, 0]
 * Array.from(answer.masks); // => [0b011, 0b011]
 * ```
 */
export function explainBlock(
  classifier: Classifier,
  block: Block,
  { kind = 'axp', into, within, budget }: ExplainBlockOptions = {},
): BlockAnswer {
  const reduced = toReduced(classifier).whole;
  const narrower = narrowerOf(reduced, within);
  const words = wordsFor(reduced.features.length);
  const { rows } = block;
  const classes = emptyAnswer(reduced, block, kind, into);
  const sizes = zeros(Uint32Array, rows, into?.sizes);
  // Without a search the bounds are the sizes.
  const searches = kind === 'axp' && reduced.classes.length > 2;
  const earlier = into?.atLeast === into?.sizes ? undefined : into?.atLeast;
  const answer: BlockAnswer = {
    ...classes,
    sizes,
    masks: zeros(Uint32Array, rows * words, into?.masks),
    words,
    complete: zeros(Uint8Array, rows, into?.complete).fill(1),
    atLeast: searches ? zeros(Uint32Array, rows, earlier) : sizes,
  };
  const { masks, complete, atLeast } = answer;
  const askRow = (r: number, problem: Weighed): void => {
    const known = knownSmallest(problem, kind, budget);
    if (known === undefined) {
      sizes[r] = 0;
      return;
    }
    sizes[r] = known.features.length;
    complete[r] = Number(known.complete);
    atLeast[r] = known.atLeast;
    for (const i of known.features) masks[r * words + (i >> 5)] |= 1 << (i & 31);
  };
  eachChunk(
    reduced,
    block,
    answer,
    {
      chunk(engine, first, count) {
        const doubts = engine.smallest(count, kind);
        masks.set(engine.masks.subarray(0, count * words), first * words);
        sizes.set(engine.sizes.subarray(0, count), first);
        if (doubts > 0)
          for (let r = first; r < first + count; r++)
            if (sizes[r] === DOUBT) askRow(r, problemAt(reduced, block, r, narrower));
      },
      row: askRow,
    },
    narrower,
  );
  return answer;
}

/** The lists of a {@link BlockAnswer}. */
export function blockLists({ masks, words, sizes }: BlockAnswer): BlockLists {
  const rows = sizes.length;
  const offsets = new Uint32Array(rows + 1);
  for (let r = 0; r < rows; r++) offsets[r + 1] = offsets[r] + sizes[r];
  const indices = new Int32Array(offsets[rows]);
  for (let r = 0; r < rows; r++) indices.set(listMask(masks, r * words, words), offsets[r]);
  return { offsets, indices };
}
