// Rows beyond the bounds of the model, each answered by a classifier of its own that has room for it. All other rows are answered as
// ever: what is said of a row does not depend on the rows around it.
import type { Value } from '@xpxlc/core';
import { sliceRows } from '../cells/row-block.ts';
import { type Answerer, type Elsewhere, valuesOf } from './answerer.ts';
import { type Extended, extendedText } from './extend-bounds.ts';

/** What answers one row, and the bounds that were extended for it. */
export interface OwnAnswerer {
  readonly answerer: Answerer;
  readonly extended: Extended | undefined;
}

/** Answers rows `within` the bounds and those beyond, each by what `make` makes for its values. With `noted` (answers for people) a line after it says so. */
export function answerBeyond(
  within: Answerer,
  make: (values: readonly Value[]) => OwnAnswerer,
  noted: boolean,
): Answerer {
  return {
    *answer(block, stop) {
      const elsewhere: Elsewhere = function* (r) {
        const { answerer, extended } = make(valuesOf(block, r));
        const outcome = yield* answerer.answer({ ...sliceRows(block, r, r + 1), extended }, stop);
        if (noted && extended !== undefined && outcome.rows > 0)
          yield new TextEncoder().encode(
            `  beyond the bounds of the model; here ${extendedText(extended)}\n`,
          );
        return outcome;
      };
      return yield* within.answer(block, stop, elsewhere);
    },
  };
}
