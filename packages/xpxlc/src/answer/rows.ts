// Row after row of a block: quickly where that goes, otherwise the general way, in order; and what is added up over rows.

import { type Classifier, type Problem, type Within, XpxlcError } from '@xpxlc/core';
import type { BadRow } from '../cells/bad-row.ts';
import type { RowBlock } from '../cells/row-block.ts';
import { Allowance, type AllowanceOptions, type Stop } from './allowance.ts';
import { type AnswerBlock, type Answerer, atRow, type Outcome, type Part, problemOf } from './answerer.ts';
import { toErrorRecord } from './explain-record.ts';
import type { Pages } from './pages.ts';
import type { At, ErrorRecord } from './record-fields.ts';

/** Parts of what is written of a row. */
export type RowAnswer = Generator<Part, void, void>;

/** How a command writes rows. */
export interface RowHandler<B> {
  /** What is known of all rows of a block before the first is written. */
  begin(block: RowBlock, stop: Stop): B;
  /** Write row r in bytes, without an object; false where that does not go. */
  quick?(known: B, block: RowBlock, r: number): boolean;
  /** Write a row in any case. What the core throws is left to {@link fail}; a row that was interrupted is not done. */
  slow(known: B, at: At, problem: () => Problem, r: number, allowance: Allowance): RowAnswer;
  /** Write a row that has no answer; `bad` as it was read. */
  fail(at: At, error: ErrorRecord, known: B, r: number, bad?: BadRow): void;
  /** What was added up over the rows of the block. */
  sum?(known: B): unknown;
}

/** What is asked of every row: what may move, and what it may cost. */
export type RowLimits = AllowanceOptions & { readonly within?: Within | undefined };

export function answerRows<B, R extends object>(
  classifier: Classifier,
  pages: Pages<R>,
  handler: RowHandler<B>,
  limits: RowLimits = {},
): Answerer {
  const { within } = limits;
  /** A row in the general way; in the end why it has no answer. */
  function* slowly(
    known: B,
    block: AnswerBlock,
    r: number,
    stop: Stop,
  ): Generator<Part, ErrorRecord | 'cut' | undefined, void> {
    const allowance = new Allowance(limits, stop);
    try {
      yield* handler.slow(
        known,
        atRow(block, r),
        () => problemOf(classifier, block, r, within),
        r,
        allowance,
      );
    } catch (error) {
      if (!(error instanceof XpxlcError)) throw error;
      if (error.code !== 'aborted' || allowance.stopped !== 'interrupted')
        return toErrorRecord(allowance.explain(error));
    }
    return allowance.stopped === 'interrupted' ? 'cut' : undefined;
  }
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
          const error = trouble === undefined ? yield* slowly(known, block, r, stop) : toErrorRecord(trouble);
          if (error === 'cut') break;
          if (error !== undefined) {
            failed += 1;
            handler.fail(atRow(block, r), error, known, r, trouble);
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
