// Whole tables: what each row's contrast changes its values to.
import type { Classifier } from '../model/prepared.ts';
import { type CategoryMoves, categoryMoves } from '../move/categories.ts';
import { anyWitness } from '../query/counterfactual.ts';
import { toReduced } from '../reduce/classifier.ts';
import { listMask } from '../search/feature-set.ts';
import { decide } from '../weigh/decide.ts';
import { floatScores, toOptions } from '../weigh/float-scores.ts';
import type { WeighOptions } from '../weigh/problem.ts';
import { type Block, type BlockAnswer, ROW_STATUS } from './block-data.ts';
import { narrowerOf, problemAt } from './each-chunk.ts';
import type { BlockLists } from './explain-block.ts';

/** Per row: the features of a contrast with their new values, and the class they lead to. */
export interface BlockChanges extends BlockLists {
  /** Beside `indices`: the new value, a position of a category or a number. */
  readonly values: Float64Array;
  /** By row: position of the new class; 0 where nothing changes it. */
  readonly classes: Uint16Array;
  /** 1 where the new class is within the noise of the model's own arithmetic. */
  readonly doubtful: Uint8Array;
}

/**
 * Turn the contrasts of a block, from `explainBlock` with kind `'cxp'`, into changed values: the same as `counterfactual` gives one by
 * one, with the same `within`. A row without a contrast, or whose contrast needs a number that is not a double, has no entries.
 *
 * @example
 * ```ts
 * import { blockChanges, explainBlock, linearModel, reduce } from '@xpxlc/core';
 * const classifier = reduce(linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', values: ['low', 'high'] }, { name: 'y', lower: 0, upper: 1 }], weights: [[0, 2], 1], intercept: -1.5 }));
 * const block = { rows: 2, columns: [Uint8Array.of(0, 1), Float64Array.of(0.5, 0.5)] };
 * const { indices, values } = blockChanges(classifier, block, explainBlock(classifier, block, { kind: 'cxp' }));
 * Array.from(indices); // => [0, 0]
 * Array.from(values); // => [1, 0]
 * ```
 */
export function blockChanges(
  classifier: Classifier,
  block: Block,
  answer: BlockAnswer,
  { within }: WeighOptions = {},
): BlockChanges {
  const reduced = toReduced(classifier).whole;
  const narrower = narrowerOf(reduced, within);
  const { status, classes: from, sizes, masks, words } = answer;
  const { rows, columns } = block;
  const offsets = new Uint32Array(rows + 1);
  for (let r = 0; r < rows; r++) offsets[r + 1] = offsets[r] + sizes[r];
  const changes = {
    offsets,
    indices: new Int32Array(offsets[rows]),
    values: new Float64Array(offsets[rows]),
    classes: new Uint16Array(rows),
    doubtful: new Uint8Array(rows),
  };
  const { indices, values, classes, doubtful } = changes;
  const categories = reduced.features.every(({ kind }) => kind === 'categorical');
  const quick = categories && narrower === undefined ? categoryMoves(reduced) : null;
  let at = 0;
  for (let r = 0; r < rows; r++) {
    if (status[r] === ROW_STATUS.ok && sizes[r] > 0) {
      if (quick === null) move(r);
      else change(r, quick[from[r]]);
    }
    offsets[r + 1] = at;
  }
  // Rows without values are left out at the end, if there were any.
  return at === indices.length
    ? changes
    : { ...changes, indices: indices.slice(0, at), values: values.slice(0, at) };

  /** Two classes of categories: where each feature goes depends on the class alone. */
  function change(r: number, { offset, drops, worst, threshold, surely }: CategoryMoves): void {
    let lead = -threshold;
    for (let i = 0; i < columns.length; i++) {
      if ((masks[r * words + (i >> 5)] >>> (i & 31)) & 1) {
        indices[at] = i;
        values[at] = worst[i];
        at += 1;
      } else lead += drops[offset[i] + columns[i][r]];
    }
    classes[r] = 1 - from[r];
    if (-lead < surely) doubtful[r] = isDoubtful(r) ? 1 : 0;
  }

  /** Whether the changed row is within the noise, its features being the last ones written. */
  function isDoubtful(r: number): boolean {
    const changed = Float64Array.from(columns, (column) => column[r]);
    for (let x = at - sizes[r]; x < at; x++) changed[indices[x]] = values[x];
    const encoded = toOptions(reduced, changed);
    return !decide(reduced, encoded, floatScores(reduced, encoded)).certain;
  }

  function move(r: number): void {
    const problem = problemAt(reduced, block, r, narrower);
    const moving = listMask(masks, r * words, words);
    const found = anyWitness(problem, moving, 'least');
    if (found === undefined) return;
    for (const i of moving) {
      indices[at] = i;
      values[at] = found.values[i];
      at += 1;
    }
    classes[r] = found.class;
    doubtful[r] = found.certain ? 0 : 1;
  }
}
