// Row after row of a block: quickly where that goes, otherwise the general way, in order; and what is added up over rows.

import type { Classifier, Problem, Within } from '@xpxlc/core';
import type { BadRow } from '../cells/bad-row.ts';
import type { RowBlock } from '../cells/row-block.ts';
import type { Stop } from './allowance.ts';
import { type Answerer, atRow, type Outcome, type Part, problemOf } from './answerer.ts';
import { toErrorRecord } from './explain-record.ts';
import type { Pages } from './pages.ts';
import type { At, ErrorRecord } from './record-fields.ts';

/** Parts of what is told of a row; in the end why there is nothing, or no more, to tell. */
export type RowAnswer = Generator<Part, ErrorRecord | 'cut' | undefined, void>;

/** How a command tells of rows. */
export interface RowHandler<B> {
  /** What is known of all rows of a block before the first is told of. */
  begin(block: RowBlock, stop: Stop): B;
  /** Tell of row r in bytes, without an object; false where that does not go. */
  quick?(known: B, block: RowBlock, r: number): boolean;
  /** Tell of a row in any case; an error is left to {@link fail}, and `'cut'` says that the row is not done. */
  slow(known: B, at: At, problem: () => Problem, r: number, stop: Stop): RowAnswer;
  /** Tell of a row that has no answer; `bad` as it was read. */
  fail(at: At, error: ErrorRecord, known: B, r: number, bad?: BadRow): void;
  /** What was added up over the rows of the block. */
  sum?(known: B): unknown;
}

/** @param within - what may move in every row. */
export function answerRows<B, R extends object>(
  classifier: Classifier,
  pages: Pages<R>,
  handler: RowHandler<B>,
  within?: Within | undefined,
): Answerer {
  return {
    *answer(block, stop, elsewhere) {
      const bad = new Map(block.bad.map((row) => [row.index, row]));
      const known = handler.begin(block, stop);
      const beyond = new Set(elsewhere === undefined ? [] : block.beyond);
      const others: Outcome[] = [];
      let failed = 0;
      let r = 0;
      for (; r < block.rows && !stop.aborted; r++) {
        if (elsewhere !== undefined && beyond.has(r)) {
          yield* pages.rest();
          const other = yield* elsewhere(r);
          if (other.rows === 0) break;
          others.push(other);
          failed += other.failed;
          continue;
        }
        const trouble = bad.size === 0 ? undefined : bad.get(r);
        const quickly = trouble === undefined && block.extended === undefined;
        if (!quickly || handler.quick?.(known, block, r) !== true) {
          const at = atRow(block, r);
          const error =
            trouble === undefined
              ? yield* handler.slow(known, at, () => problemOf(classifier, block, r, within), r, stop)
              : toErrorRecord(trouble);
          if (error === 'cut') break;
          if (error !== undefined) {
            failed += 1;
            handler.fail(at, error, known, r, trouble);
          }
        }
        if (pages.isFull) yield* pages.rest();
      }
      yield* pages.rest();
      return { rows: r, failed, ...summed(handler.sum?.(known), others) };
    },
  };
}

/** What the rows add up to, with those that were answered elsewhere. */
function summed(own: unknown, others: readonly Outcome[]): Partial<Outcome> {
  const summary = { summary: own };
  if (others.length === 0) return summary;
  return { ...summary, summaries: others.map((other) => other.summary), extended: others.length };
}
