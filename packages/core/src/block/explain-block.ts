// Whole tables: the class and one smallest explanation of every row of a column-wise block, in typed arrays, without an
// object per row. Everything that depends on the model alone is done once per classifier.
// Two classes, categories and bins go the quick way of rank-walk.ts; curves and more classes row by row.
import { InstanceError, show } from '../errors.ts';
import type { Classifier } from '../reduce/classifier.ts';
import { listMask } from '../search/feature-set.ts';
import { smallestSet } from '../search/smallest-set.ts';
import { wordsFor } from '../search/source.ts';
import { toOptions } from '../weigh/decide.ts';
import { weighEncoded } from '../weigh/problem.ts';
import { toSides } from '../weigh/sides.ts';
import { type Block, type BlockAnswer, flagRow, ROW_STATUS, troubleWith } from './block-data.ts';
import { CHUNK, explainChunk } from './rank-walk.ts';

/** The explanations as lists laid end to end. */
export interface BlockLists {
  /** Row r's features are `indices[offsets[r] … offsets[r + 1])`, in increasing order. */
  readonly offsets: Uint32Array;
  readonly indices: Int32Array;
}

/**
 * Explain every row of a block: the same answers as `smallest`, millions a second for categories and bins.
 *
 * @throws {InstanceError} when the block does not have one column per feature or a column is too short.
 * @example
 * ```ts
 * import { explainBlock, linearModel, reduce } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const classifier = reduce(linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 2], [0, 2], [0, 1]], intercept: -2.5 }));
 * const answer = explainBlock(classifier, { rows: 2, columns: [Uint8Array.of(1, 0), Uint8Array.of(1, 0), Uint8Array.of(1, 1)] });
 * Array.from(answer.classes); // => [1, 0]
 * Array.from(answer.masks); // => [0b011, 0b011]
 * ```
 */
export function explainBlock(classifier: Classifier, block: Block): BlockAnswer {
  checkBlock(classifier, block);
  const words = wordsFor(classifier.features.length);
  const { rows } = block;
  const answer: BlockAnswer = {
    status: new Uint8Array(rows),
    badFeature: new Int32Array(rows),
    classes: new Uint16Array(rows),
    sizes: new Uint32Array(rows),
    masks: new Uint32Array(rows * words),
    words,
  };
  const sides = toSides(classifier);
  // Stryker disable next-line ConditionalExpression: row by row gives the same answers, only later
  if (sides === null) explainRows(classifier, block, answer);
  else
    for (let first = 0; first < rows; first += CHUNK)
      explainChunk(classifier, sides, block, first, Math.min(rows, first + CHUNK), answer);
  return answer;
}

/** The lists of a {@link BlockAnswer}. */
export function blockLists({ masks, words, sizes }: BlockAnswer): BlockLists {
  const rows = sizes.length;
  const offsets = new Uint32Array(rows + 1);
  for (let r = 0; r < rows; r++) offsets[r + 1] = offsets[r] + sizes[r];
  const indices = new Int32Array(offsets[rows]);
  for (let r = 0; r < rows; r++) indices.set(listMask(masks, r * words, words), offsets[r]);
  return { offsets, indices };
}

/** One column per feature, each long enough. */
export function checkBlock({ features }: Classifier, { rows, columns }: Block): void {
  if (columns.length !== features.length) {
    throw new InstanceError('wrong number of columns', {
      code: 'wrong-length',
      place: 'block',
      expected: `${features.length}, one per feature`,
      got: String(columns.length),
    });
  }
  columns.forEach((column, i) => {
    if (!ArrayBuffer.isView(column) || column.length < rows) {
      throw new InstanceError('column too short', {
        code: 'wrong-length',
        place: `feature '${features[i].name}'`,
        expected: `a typed array of ${rows} values`,
        got: ArrayBuffer.isView(column) ? String(column.length) : show(column),
      });
    }
  });
}

/** One by one, for curves and for more than two classes. */
function explainRows(classifier: Classifier, { rows, columns }: Block, answer: BlockAnswer): void {
  const { status, classes, sizes, masks, words } = answer;
  for (let r = 0; r < rows; r++) {
    classifier.features.forEach((feature, i) => {
      const trouble = troubleWith(feature, columns[i][r]);
      if (trouble !== ROW_STATUS.ok) flagRow(answer, r, i, trouble);
    });
    if (status[r] !== ROW_STATUS.ok) continue;
    const problem = weighEncoded(
      classifier,
      toOptions(
        classifier,
        Float64Array.from(columns, (column) => column[r]),
      ),
    );
    classes[r] = problem.class;
    for (const i of smallestSet(problem, 'axp') as number[]) {
      masks[r * words + (i >> 5)] |= 1 << (i & 31);
      sizes[r] += 1;
    }
  }
}
