// Questions whose answers are numbers: blocks of rows in, typed arrays out, nothing else on the way.
import {
  additiveForm,
  type BlockAnswer,
  type BlockTally,
  blockMargins,
  explainBlock,
  type Kind,
  predictBlock,
  tallyBlock,
  type Within,
} from '@xpxlc/core';
import { standingNumber, worth } from 'xpxlc/view';
import { type BlockRequest, classifierFor, toBlock } from './block.ts';
import { type Handed, handOver } from './memory.ts';
import { classifierOf } from './models.ts';

/** A question about sets of features. */
export interface SetsRequest extends BlockRequest {
  readonly kind: Kind;
  readonly within?: Within;
}

/** Classes, margins, scores; points or probabilities where the model has them. */
export function predictRows(request: BlockRequest): Handed {
  const block = toBlock(request);
  const classifier = classifierFor(classifierOf(request.id), request, block);
  const { status, badFeature, classes, scores } = predictBlock(classifier, block);
  const { margins, doubtful } = blockMargins(classifier, block, { status, classes });
  const standing = standingNumber(classifier);
  const count = classifier.classes.length;
  return handOver({
    status,
    badFeature,
    classes,
    margins,
    doubtful,
    scores,
    ...(standing === undefined
      ? {}
      : {
          standing: margins.map((margin, r) =>
            standing.of(classes[r], margin, scores.subarray(r * count, (r + 1) * count)),
          ),
        }),
  });
}

/** Written over by the next answer. */
let smallest: BlockAnswer | undefined;
let tallied: BlockTally | undefined;

/** One smallest explanation or contrast of every row, and the lead. */
export function smallestRows(request: SetsRequest): Handed {
  const { kind, within } = request;
  const block = toBlock(request);
  const classifier = classifierFor(classifierOf(request.id), request, block);
  smallest = explainBlock(classifier, block, { kind, within, into: smallest });
  const { status, badFeature, classes, sizes, masks, complete, atLeast } = smallest;
  return handOver({
    status,
    badFeature,
    classes,
    sizes,
    masks,
    complete,
    atLeast,
    ...blockMargins(classifier, block, smallest),
  });
}

/** How many sets every row has, by size and by feature; at most `limit` are gone through. */
export function tallyRows(request: SetsRequest & { readonly limit: number }): Handed {
  const { kind, within, limit } = request;
  const block = toBlock(request);
  const classifier = classifierFor(classifierOf(request.id), request, block);
  tallied = tallyBlock(classifier, block, { kind, within, limit, into: tallied });
  return handOver({ ...tallied });
}

/**
 * What each value adds to the lead over the strongest rival, in doubles, and what the lead is before any: `amounts` and `bases`. Bad rows
 * have zeros.
 */
export function contributionRows(request: BlockRequest): Handed {
  const { rows, columns } = toBlock(request);
  const classifier = classifierFor(classifierOf(request.id), request, { rows, columns });
  const { status, classes, scores } = predictBlock(classifier, { rows, columns });
  const { bias, shapes, threshold = 0 } = additiveForm(classifier);
  const count = classifier.classes.length;
  const amounts = new Float64Array(rows * columns.length);
  const bases = new Float64Array(rows);
  const rivals = new Uint16Array(rows);
  const cut = (k: number): number => bias[k] - (k === 1 ? threshold : 0);
  for (let r = 0; r < rows; r++) {
    if (status[r] !== 0) continue;
    const own = classes[r];
    const rival = strongestRival(scores.subarray(r * count, (r + 1) * count), own);
    rivals[r] = rival;
    bases[r] = cut(own) - cut(rival);
    columns.forEach((column, i) => {
      amounts[r * columns.length + i] = worth(shapes[i][own], column[r]) - worth(shapes[i][rival], column[r]);
    });
  }
  return handOver({ status, classes, rivals, amounts, bases });
}

/** Where rivals are equally strong to the last digit, either will do. */
function strongestRival(scores: Float64Array, own: number): number {
  let best = own === 0 ? 1 : 0;
  for (let k = 0; k < scores.length; k++) if (k !== own && scores[k] > scores[best]) best = k;
  return best;
}
