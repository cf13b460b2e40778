// The class of each row of a block, and by how much it leads.
import { type BlockMargins, blockMargins, type Classifier, predictBlock } from '@xpxlc/core';
import type { Decision } from '../record/explain-record.ts';
import type { RowBlock } from '../table/encode.ts';

/** Classes by position, with their margins. */
export interface Decisions extends BlockMargins {
  readonly classes: Uint16Array;
}

/** The decisions on the rows of a block. */
export function decisionsOf(classifier: Classifier, block: RowBlock): Decisions {
  const answer = predictBlock(classifier, block);
  return { classes: answer.classes, ...blockMargins(classifier, block, answer) };
}

/** The decision on row r, in words. */
export function decisionOn(
  { classes: names }: Classifier,
  { classes, margins, doubtful }: Decisions,
  r: number,
): Decision {
  return {
    class: names[classes[r]],
    margin: String(margins[r]),
    ...(doubtful[r] === 1 ? { doubtful: true } : {}),
  };
}
