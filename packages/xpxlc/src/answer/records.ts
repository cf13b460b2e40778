// A record for each row, in any format; and what is added up over rows.

import { type Classifier, given, type Problem } from '@xpxlc/core';
import type { RowBlock } from '../cells/row-block.ts';
import type { Allowance } from './allowance.ts';
import type { Answerer } from './answerer.ts';
import type { Pages } from './pages.ts';
import type { At, ErrorRecord, Failed, Given } from './record-fields.ts';
import { answerRows, type RowAnswer, type RowHandler, type RowLimits } from './rows.ts';

/** What is added up over rows. */
export interface Adder<R> {
  /** The record of row r of the block. */
  add(record: R, r: number): void;
  addFailed(r: number): void;
  /** Plain data, to be merged by the one who asks. */
  state(): unknown;
}

/** How a command answers. */
export interface RecordsOptions<R extends object, A extends Adder<R>> {
  readonly pages: Pages<(At & Given & R) | Failed>;
  ask(problem: Problem, allowance: Allowance): R;
  readonly limits?: RowLimits;
  /** Adds up the records of a block; without `each` that is all that is put out. */
  readonly adder?: (block: RowBlock) => A;
  readonly each?: boolean;
  /** The quick way through a block: tells of row r, or adds it up; false where that does not go. */
  readonly quick?: (block: RowBlock, sum: A | undefined) => (r: number) => boolean;
}

/** Answers row by row. */
export function answerRecords<R extends object, A extends Adder<R> = Adder<R>>(
  classifier: Classifier,
  { pages, ask, limits = {}, adder, each = true, quick }: RecordsOptions<R, A>,
): Answerer {
  const handler: RowHandler<{
    readonly sum: A | undefined;
    readonly say: ((r: number) => boolean) | undefined;
  }> = {
    begin(block: RowBlock) {
      const sum = adder?.(block);
      return { sum, say: quick?.(block, sum) };
    },
    quick: ({ say }, _, r) => say?.(r) === true,
    // biome-ignore lint/correctness/useYield: a record is one part
    *slow({ sum }, at, problem, r, allowance): RowAnswer {
      const weighed = problem();
      const record = ask(weighed, allowance);
      if (allowance.stopped === 'interrupted') return;
      sum?.add(record, r);
      const taken = limits.within === undefined ? {} : { given: given(weighed) };
      if (each) pages.put({ ...at, ...taken, ...record });
    },
    fail(at: At, error: ErrorRecord, { sum }, r) {
      sum?.addFailed(r);
      if (each) pages.put({ ...at, error });
    },
    sum: adder && (({ sum }) => sum?.state()),
  };
  return answerRows(classifier, pages, handler, limits);
}
