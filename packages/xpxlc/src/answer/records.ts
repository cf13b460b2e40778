// A record for each row, in any format; and what is added up over rows.
import type { Classifier, Problem } from '@xpxlc/core';
import { type Answerer, type At, atRow, type Failed, problemOf, troubles, tryAnswer } from './answerer.ts';
import { type Format, type Layout, Pages } from './layout.ts';

/** What is added up over rows. */
export interface Adder<R> {
  add(record: R): void;
  addFailed(): void;
  /** Plain data, to be merged by the one who asks. */
  state(): unknown;
}

/** How a command answers. */
export interface RecordsOptions<R extends object> {
  readonly format: Format;
  readonly layout: Layout<(At & R) | Failed>;
  ask(problem: Problem): R;
  /** Adds up the records of a block; without `each` that is all that is put out. */
  readonly adder?: () => Adder<R>;
  readonly each?: boolean;
}

/** Answers row by row. */
export function answerRecords<R extends object>(
  classifier: Classifier,
  { format, layout, ask, adder, each = true }: RecordsOptions<R>,
): Answerer {
  return {
    *answer(block, stop) {
      const pages = new Pages(format, layout);
      const sum = adder?.();
      const bad = troubles(block);
      let failed = 0;
      let r = 0;
      for (; r < block.rows && !stop.aborted; r++) {
        const at = atRow(block, r);
        const trouble = bad.get(r);
        const record =
          trouble === undefined
            ? tryAnswer(at, () => ask(problemOf(classifier, block, r)))
            : { ...at, error: trouble };
        if ('error' in record) {
          failed += 1;
          sum?.addFailed();
        } else sum?.add(record);
        if (!each) continue;
        pages.put(record);
        yield* pages.full();
      }
      yield* pages.rest();
      return { rows: r, failed, ...(sum === undefined ? {} : { summary: sum.state() }) };
    },
  };
}
