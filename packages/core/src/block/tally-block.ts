// Whole tables: how many explanations or contrasts every row has, how large they are and how often each feature occurs.
import type { Budget } from '../model/budget.ts';
import { checkLimit } from '../model/pick.ts';
import type { Classifier } from '../model/prepared.ts';
import type { Within } from '../model/within.ts';
import { MOST_LISTED, tally } from '../query/tally.ts';
import { toReduced } from '../reduce/classifier.ts';
import type { Kind } from '../weigh/cover.ts';
import type { Weighed } from '../weigh/problem.ts';
import { type Block, type BlockClasses, zeros } from './block-data.ts';
import { DOUBT } from './chunk-engine.ts';
import { eachChunk, emptyAnswer, narrowerOf, problemAt } from './each-chunk.ts';

/** Options of {@link tallyBlock}. */
export interface TallyBlockOptions {
  /** `'axp'` (default) or `'cxp'`. */
  readonly kind?: Kind;
  /** Count only the first so many of a row. Default: 4096. */
  readonly limit?: number;
  /** What may move, in every row. Rows that are not part of it are flagged. Default: everything. */
  readonly within?: Within | undefined;
  /** What one row may cost where it is not counted with others. Default: anything. */
  readonly budget?: Budget | undefined;
  /** An earlier answer that is no longer needed: its arrays are written over, where they are large enough. */
  readonly into?: BlockTally | undefined;
}

/** Per row: its sets, counted. */
export interface BlockTally extends BlockClasses {
  readonly counts: Uint32Array;
  /** 1 where these are all the row's sets; otherwise they are the first in the order of the search, and `count` knows the number of all. */
  readonly complete: Uint8Array;
  /** With n features, `sizes[r·(n+1) + k]` of row r's sets have k features. */
  readonly sizes: Uint32Array;
  /** Feature i is in `frequency[r·n + i]` of row r's sets. */
  readonly frequency: Uint32Array;
}

/**
 * Count the explanations of every row of a block: the same as `tally` gives one by one.
 *
 * @throws {InstanceError} when the block does not have one column per feature, a column is too short, or an option is unknown.
 * @example
 * ```ts
 * import { linearModel, reduce, tallyBlock } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const classifier = reduce(linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 2], [0, 2], [0, 1]], intercept: -2.5 }));
 * const answer = tallyBlock(classifier, { rows: 2, columns: [Uint8Array.of(1, 0), Uint8Array.of(1, 0), Uint8Array.of(1, 1)] });
 * Array.from(answer.counts); // => [3, 1]
 * Array.from(answer.frequency); // => [2, 2, 2, 1, 1, 0]
 * ```
 */
export function tallyBlock(
  classifier: Classifier,
  block: Block,
  { kind = 'axp', limit = MOST_LISTED, into, within, budget }: TallyBlockOptions = {},
): BlockTally {
  const reduced = toReduced(classifier).whole;
  const narrower = narrowerOf(reduced, within);
  const most = Math.min(checkLimit(limit), 2 ** 31 - 1);
  const { rows } = block;
  const n = reduced.features.length;
  const answer: BlockTally = {
    ...emptyAnswer(reduced, block, kind, into),
    counts: zeros(Uint32Array, rows, into?.counts),
    complete: zeros(Uint8Array, rows, into?.complete).fill(1),
    sizes: zeros(Uint32Array, rows * (n + 1), into?.sizes),
    frequency: zeros(Uint32Array, rows * n, into?.frequency),
  };
  const askRow = (r: number, problem: Weighed): void => {
    const found = tally(problem, { kind, limit: most, budget });
    answer.counts[r] = found.count;
    answer.complete[r] = Number(found.complete);
    answer.sizes.set(found.sizes, r * (n + 1));
    answer.frequency.set(found.frequency, r * n);
  };
  eachChunk(
    reduced,
    block,
    answer,
    {
      chunk(engine, first, count) {
        const doubts = engine.tally(count, kind, most);
        answer.counts.set(engine.counts.subarray(0, count), first);
        answer.complete.set(engine.complete.subarray(0, count), first);
        answer.sizes.set(engine.sizeCounts.subarray(0, count * (n + 1)), first * (n + 1));
        answer.frequency.set(engine.frequency.subarray(0, count * n), first * n);
        if (doubts > 0)
          for (let r = first; r < first + count; r++)
            if (answer.counts[r] === DOUBT) askRow(r, problemAt(reduced, block, r, narrower));
      },
      row: askRow,
    },
    narrower,
  );
  return answer;
}
