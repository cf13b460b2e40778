// The class of each row of a block, and by how much it leads.

import { type Block, type BlockMargins, blockMargins, type Classifier, predictBlock } from '@xpxlc/core';
import { standingNumber } from '../terminal/standing.ts';
import { constant, type Sources } from './row-writer.ts';

/** Classes by position, with their margins. */
export interface Decisions extends BlockMargins {
  readonly classes: Uint16Array;
  /** Per row and class; of more than two classes. */
  readonly scores?: Float64Array;
}

/** The decisions on the rows of a block. */
export function decisionsOf(classifier: Classifier, block: Block): Decisions {
  const answer = predictBlock(classifier, block);
  return { classes: answer.classes, scores: answer.scores, ...blockMargins(classifier, block, answer) };
}

/** Where the decision's fields are. @param own - the position of the class. */
export function decidedSources<F extends { readonly margins: BlockMargins }>(
  classifier: Classifier,
  own: (found: F, r: number) => number,
  scores: (found: F, r: number) => ArrayLike<number> | undefined = () => undefined,
): Sources<F> {
  const standing = standingNumber(classifier);
  return {
    class: { code: own, values: classifier.classes },
    margin: { number: ({ margins }, r) => margins.margins[r] },
    ...(standing === undefined
      ? {}
      : {
          [standing.key]: {
            number: (found: F, r: number) =>
              standing.of(own(found, r), found.margins.margins[r], scores(found, r)),
          },
        }),
    cutoff: standing?.cutoff === undefined ? undefined : constant(standing.cutoff),
    doubtful: { code: ({ margins }, r) => margins.doubtful[r], values: [undefined, true] },
  };
}
