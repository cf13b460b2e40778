// Whole tables: what each row's contrast changes its values to.
import { fromDouble } from '../exact/dyadic.ts';
import type { Classifier } from '../model/prepared.ts';
import { anyWitness } from '../query/counterfactual.ts';
import { type Reduced, toReduced } from '../reduce/classifier.ts';
import { listMask } from '../search/feature-set.ts';
import { decide, doubtBetween, floatScores, toOptions } from '../weigh/decide.ts';
import { type Side, toSides } from '../weigh/sides.ts';
import { type Block, type BlockAnswer, ROW_STATUS } from './block-data.ts';
import { problemAt } from './each-chunk.ts';
import type { BlockLists } from './explain-block.ts';
import { noiseBound } from './predict-block.ts';

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
 * one. A row without a contrast, or whose contrast needs a number that is not a double, has no entries.
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
export function blockChanges(classifier: Classifier, block: Block, answer: BlockAnswer): BlockChanges {
  const reduced = toReduced(classifier);
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
  const quick = categories ? toSides(reduced)?.map((side, c) => toQuick(reduced, side, c)) : undefined;
  let at = 0;
  for (let r = 0; r < rows; r++) {
    if (status[r] === ROW_STATUS.ok && sizes[r] > 0) {
      if (quick === undefined) move(r);
      else change(r, quick[from[r]]);
    }
    offsets[r + 1] = at;
  }
  // Rows without values are left out at the end, if there were any.
  return at === indices.length
    ? changes
    : { ...changes, indices: indices.slice(0, at), values: values.slice(0, at) };

  /** Two classes of categories: where each feature goes depends on the class alone. */
  function change(r: number, { offset, drops, worst, threshold, surely }: Quick): void {
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
    const problem = problemAt(reduced, block, r);
    const moving = listMask(masks, r * words, words);
    const found = anyWitness(problem, moving, 'least');
    if (found === undefined) return;
    for (const i of moving) {
      indices[at] = i;
      values[at] = found.encoded.values[i];
      at += 1;
    }
    classes[r] = found.class;
    doubtful[r] = found.certain ? 0 : 1;
  }
}

/** What a class's rows need. */
interface Quick extends Pick<Side, 'drops' | 'threshold'> {
  readonly offset: Int32Array;
  /** By feature: the category that hurts the class most. */
  readonly worst: ArrayLike<number>;
  /** Steps of the grid beyond the threshold from which on the other class is beyond doubt. */
  readonly surely: number;
}

function toQuick(classifier: Reduced, { drops, threshold, window, quantum }: Side, c: number): Quick {
  const { offset, pair } = classifier;
  // Scores that differ by more than twice their noise differ, in doubles too, by more than the noise.
  const doubt = 2 * doubtBetween(classifier, { noise: noiseBound(classifier) }, 0, 1);
  // Rounding the drops and the threshold, and the tie rule in it, are worth less than a window and two steps.
  const surely = Number.isFinite(doubt) ? stepsOf(doubt, quantum) + window + 2 : Number.POSITIVE_INFINITY;
  return { offset, drops, worst: pair(c, 1 - c).worst, threshold, surely };
}

/** A positive number in steps of a quantum, rounded up. */
function stepsOf(x: number, quantum: { readonly m: bigint; readonly e: number }): number {
  const { m, e } = fromDouble(x);
  const shift = BigInt(Math.abs(e - quantum.e));
  const [top, bottom] = e >= quantum.e ? [m << shift, quantum.m] : [m, quantum.m << shift];
  return Number(top / bottom) + 1;
}
