// Whole tables: the class and the scores of every row of a column-wise block, in typed arrays. Scores are the model's own
// arithmetic in doubles; classes are exact: where doubles cannot prove the winner, integers decide.
import type { Classifier } from '../model/prepared.ts';
import { type Reduced, toReduced } from '../reduce/classifier.ts';
import { binOf } from '../reduce/term.ts';
import { decide } from '../weigh/decide.ts';
import { doubtBetween, floatScores, toOptions } from '../weigh/float-scores.ts';
import { noiseBound } from '../weigh/noise.ts';
import { type Block, type BlockClasses, checkBlock, flagRow, ROW_STATUS, troubleWith } from './block-data.ts';

/** What {@link predictBlock} answers, per row. */
export interface BlockPrediction extends BlockClasses {
  /** Row r's scores are `scores[r·K … (r+1)·K)`, one per class. */
  readonly scores: Float64Array;
  /** 1 where the margin is within the noise of double arithmetic. */
  readonly doubtful: Uint8Array;
}

/**
 * Predict every row of a block: the same classes as `predict`.
 *
 * @throws {InstanceError} when the block does not have one column per feature or a column is too short.
 * @example
 * ```ts
 * import { linearModel, predictBlock, reduce } from '@xpxlc/core';
 * const classifier = reduce(linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 9 }], weights: [2], intercept: -3 }));
 * const { classes, scores } = predictBlock(classifier, { rows: 3, columns: [Float64Array.of(1, 2, 3)] });
 * Array.from(classes); // => [0, 1, 1]
 * Array.from(scores); // => [0, -1, 0, 1, 0, 3]
 * ```
 */
export function predictBlock(classifier: Classifier, block: Block): BlockPrediction {
  const reduced = toReduced(classifier).whole;
  checkBlock(reduced, block);
  const { rows, columns } = block;
  const { classes, features, terms } = reduced;
  const answer: BlockPrediction = {
    status: new Uint8Array(rows),
    badFeature: new Int32Array(rows),
    classes: new Uint16Array(rows),
    scores: new Float64Array(rows * classes.length),
    doubtful: new Uint8Array(rows),
  };
  features.forEach((feature, i) => {
    const column = columns[i];
    for (let r = 0; r < rows; r++) {
      const trouble = troubleWith(feature, column[r]);
      if (trouble !== ROW_STATUS.ok) flagRow(answer, r, i, trouble);
    }
  });
  const quick = terms.every(({ kind }) => kind === 'choice');
  if (quick) addChoices(reduced, block, answer);
  const noise = quick ? noiseBound(reduced) : undefined;
  for (let r = 0; r < rows; r++)
    if (answer.status[r] === ROW_STATUS.ok) decideRow(reduced, block, answer, r, noise);
  return answer;
}

/** Scores of models of categories and bins, column by column: biases, then features in order. */
function addChoices(
  { bias, terms, offset, table }: Reduced,
  { rows, columns }: Block,
  { scores, status }: BlockPrediction,
): void {
  const k = bias.length;
  const start = bias.map((addends) => addends.reduce((sum, b) => sum + b, 0));
  for (let r = 0; r < rows; r++) for (let c = 0; c < k; c++) scores[r * k + c] = start[c];
  terms.forEach((term, i) => {
    const column = columns[i];
    const bins = term.kind === 'choice' ? term.bins : undefined;
    for (let r = 0; r < rows; r++) {
      if (status[r] !== ROW_STATUS.ok) continue;
      const at = offset[i] + (bins === undefined ? column[r] : binOf(column[r], bins));
      for (let c = 0; c < k; c++) scores[r * k + c] += table[c][at];
    }
  });
}

function decideRow(
  classifier: Reduced,
  { columns }: Block,
  { classes, scores, doubtful }: BlockPrediction,
  r: number,
  noise: Float64Array | undefined,
): void {
  const k = classifier.classes.length;
  if (noise !== undefined) {
    let winner = 0;
    for (let c = 1; c < k; c++) if (scores[r * k + c] > scores[r * k + winner]) winner = c;
    let certain = true;
    for (let c = 0; c < k; c++)
      if (
        c !== winner &&
        !(scores[r * k + winner] - scores[r * k + c] > doubtBetween(classifier, { noise }, winner, c))
      )
        certain = false;
    if (certain) {
      classes[r] = winner;
      return;
    }
  }
  const encoded = toOptions(
    classifier,
    Float64Array.from(columns, (column) => column[r]),
  );
  const float = floatScores(classifier, encoded);
  const { winner, certain } = decide(classifier, encoded, float);
  scores.set(float.scores, r * k);
  classes[r] = winner;
  doubtful[r] = certain ? 0 : 1;
}
