// Whole tables: which features are in every explanation of a row, and which are in some.
import { LimitError } from '../errors.ts';
import type { Budget } from '../model/budget.ts';
import type { Classifier } from '../model/prepared.ts';
import { necessary } from '../query/necessary.ts';
import { relevant } from '../query/relevant.ts';
import { MOST_LISTED } from '../query/tally.ts';
import { toReduced } from '../reduce/classifier.ts';
import { wordsFor } from '../search/source.ts';
import type { Weighed, WeighOptions } from '../weigh/problem.ts';
import type { Block, BlockClasses } from './block-data.ts';
import { DOUBT } from './chunk-engine.ts';
import { eachChunk, emptyAnswer, narrowerOf, problemAt } from './each-chunk.ts';

/** Options of {@link relevanceBlock}. */
export interface RelevanceBlockOptions extends WeighOptions {
  /** What deciding one row may cost. Default: as `relevant`. */
  readonly budget?: Budget | undefined;
}

/** Per row: the features that matter. */
export interface BlockRelevance extends BlockClasses {
  /** As masks, feature i being bit `i & 31` of word `r·words + (i >> 5)`: features in every explanation, and features in some. */
  readonly necessary: Uint32Array;
  readonly relevant: Uint32Array;
  readonly words: number;
  /** 0 where relevance took more steps than it may: `relevant` is empty there. */
  readonly decided: Uint8Array;
}

/**
 * Find the necessary and the relevant features of every row of a block: the same as `necessary` and `relevant` give one by one.
 *
 * @throws {InstanceError} when the block does not have one column per feature or a column is too short.
 * @example
 * ```ts
 * import { linearModel, reduce, relevanceBlock } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const classifier = reduce(linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 4], [0, 2], [0, 1]], intercept: -4.5 }));
 * const answer = relevanceBlock(classifier, { rows: 1, columns: [Uint8Array.of(1), Uint8Array.of(1), Uint8Array.of(1)] });
 * Array.from(answer.necessary); // => [0b001]
 * Array.from(answer.relevant); // => [0b111]
 * ```
 */
export function relevanceBlock(
  classifier: Classifier,
  block: Block,
  { within, budget }: RelevanceBlockOptions = {},
): BlockRelevance {
  const reduced = toReduced(classifier).whole;
  const narrower = narrowerOf(reduced, within);
  const n = reduced.features.length;
  const words = wordsFor(n);
  const { rows } = block;
  const answer: BlockRelevance = {
    ...emptyAnswer(reduced, block, 'axp'),
    necessary: new Uint32Array(rows * words),
    relevant: new Uint32Array(rows * words),
    words,
    decided: new Uint8Array(rows).fill(1),
  };
  const mark = (masks: Uint32Array, r: number, i: number): void => {
    masks[r * words + (i >> 5)] |= 1 << (i & 31);
  };
  const askRow = (r: number, problem: Weighed): void => {
    for (const i of necessary(problem)) mark(answer.necessary, r, i);
    try {
      for (const i of relevant(problem, { budget })) mark(answer.relevant, r, i);
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      answer.decided[r] = 0;
    }
  };
  eachChunk(
    reduced,
    block,
    answer,
    {
      chunk(engine, first, count) {
        engine.tally(count, 'axp', MOST_LISTED);
        const { counts, complete, frequency } = engine;
        for (let r = 0; r < count; r++) {
          if (counts[r] === DOUBT || complete[r] === 0) {
            askRow(first + r, problemAt(reduced, block, first + r, narrower));
            continue;
          }
          for (let i = 0; i < n; i++) {
            const times = frequency[r * n + i];
            if (times === 0) continue;
            mark(answer.relevant, first + r, i);
            if (times === counts[r]) mark(answer.necessary, first + r, i);
          }
        }
      },
      row: askRow,
    },
    narrower,
  );
  return answer;
}
