// The exact lead of each row's class over its strongest rival, rounded to the nearest double: with two classes and features
// that are categories or bins by a compensated sum whose rest proves the rounding, otherwise row by row with integers.
import { toShown, whole } from '../exact/ratio.ts';
import type { Classifier } from '../model/prepared.ts';
import { type Reduced, toReduced } from '../reduce/classifier.ts';
import { binOf } from '../reduce/term.ts';
import { exactMargin, isCertain } from '../weigh/decide.ts';
import {
  doubtBetween,
  type Encoded,
  type FloatScores,
  floatScores,
  toOptions,
} from '../weigh/float-scores.ts';
import { noiseBound } from '../weigh/noise.ts';
import { type Block, ROW_STATUS } from './block-data.ts';
import type { BlockPrediction } from './predict-block.ts';

/** 2^−53: half a unit in the last place of 1. */
const U = 2 ** -53;
/** Below this, halves of a unit in the last place are not all doubles. */
const SMALL = 2 ** -960;

/** By how much each row's class leads. */
export interface BlockMargins {
  /** The lead over the strongest rival, as the nearest double; 0 for a tie and for a bad row. */
  readonly margins: Float64Array;
  /** 1 where the margin is within the noise of double arithmetic. */
  readonly doubtful: Uint8Array;
}

/**
 * Margins of rows whose classes are known from `predictBlock` or `explainBlock`: the same as `predict` has.
 *
 * @example
 * ```ts
 * import { blockMargins, linearModel, predictBlock, reduce } from '@xpxlc/core';
 * const classifier = reduce(linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', values: ['a', 'b'] }], weights: [[-0.1, 0.3]] }));
 * const block = { rows: 2, columns: [Uint8Array.of(0, 1)] };
 * Array.from(blockMargins(classifier, block, predictBlock(classifier, block)).margins); // => [0.1, 0.3]
 * ```
 */
export function blockMargins(
  classifier: Classifier,
  block: Block,
  { status, classes }: Pick<BlockPrediction, 'status' | 'classes'>,
): BlockMargins {
  const reduced = toReduced(classifier).whole;
  const margins = new Float64Array(block.rows);
  const doubtful = new Uint8Array(block.rows);
  const quick = reduced.classes.length === 2 && reduced.terms.every(({ kind }) => kind === 'choice');
  const sums = quick ? addUp(reduced, block, status) : undefined;
  const noise = quick ? noiseBound(reduced) : undefined;
  // Scores that differ by more than twice their noise differ, in doubles too, by more than the noise.
  const certain = noise === undefined ? Number.POSITIVE_INFINITY : 2 * doubtBetween(reduced, { noise }, 0, 1);
  for (let r = 0; r < block.rows; r++) {
    if (status[r] !== ROW_STATUS.ok) continue;
    const lead = sums === undefined ? Number.NaN : rounded(sums.high[r], sums.low[r], sums.error);
    margins[r] = Math.abs(lead);
    if (margins[r] > certain) continue;
    const encoded = encodedRow(reduced, block, r);
    const float = floatScores(reduced, encoded);
    if (Number.isNaN(lead)) margins[r] = exactly(reduced, encoded, float, classes[r]);
    doubtful[r] = isCertain(reduced, encoded, float, classes[r]) ? 0 : 1;
  }
  return { margins, doubtful };
}

/** Score of the first class minus that of the second, as `high + low` per row; `error` bounds what low has lost. */
function addUp(
  { bias, terms, offset, table, pair }: Reduced,
  { rows, columns }: Block,
  status: Uint8Array,
): { high: Float64Array; low: Float64Array; error: number } {
  const { exponent } = pair(0, 1);
  const addends = [...bias[0], ...bias[1].map((b) => -b)];
  const high = new Float64Array(rows);
  const low = new Float64Array(rows);
  let size = 0;
  // Knuth's sum of two numbers: what the rounded sum lost is a double again.
  for (const b of addends) {
    size += Math.abs(b);
    const [before, lost] = [high[0] ?? 0, low[0] ?? 0];
    const sum = before + b;
    const part = sum - before;
    high.fill(sum);
    low.fill(lost + (before - (sum - part) + (b - part)));
  }
  terms.forEach((term, i) => {
    const options = term.kind === 'choice' ? term.reachable.length : 0;
    const first = table[0].subarray(offset[i], offset[i] + options);
    const second = table[1].subarray(offset[i], offset[i] + options);
    const gain = Float64Array.from(first, (a, v) => a - second[v]);
    const rest = Float64Array.from(first, (a, v) => {
      const part = gain[v] - a;
      return a - (gain[v] - part) + (-second[v] - part);
    });
    let most = 0;
    for (const g of gain) most = Math.max(most, Math.abs(g));
    size += most;
    const column = columns[i];
    const bins = term.kind === 'choice' ? term.bins : undefined;
    for (let r = 0; r < rows; r++) {
      if (status[r] !== ROW_STATUS.ok) continue;
      const v = bins === undefined ? column[r] : binOf(column[r], bins);
      const before = high[r];
      const sum = before + gain[v];
      const part = sum - before;
      high[r] = sum;
      low[r] += before - (sum - part) + (gain[v] - part) + rest[v];
    }
  });
  // Each of the n steps adds at most 2·U·size to low (its two small parts), with rounding of at most 3·U of what is there. And
  // where all of that stays below 2^53 units of the grid on which all numbers of the model lie, nothing is lost at all.
  const n = terms.length + addends.length + 1;
  const exact = 8 * n * U * size < 2 ** (exponent + 53);
  return { high, low, error: exact ? 0 : 8 * n * n * U * U * size };
}

/** The double nearest to high + low (± error), or NaN when that is not certain. */
function rounded(high: number, low: number, error: number): number {
  const nearest = high + low;
  if (error === 0 && nearest === 0) return 0; // a tie
  const rest = high - nearest + low; // exact: |low| is far below |high|, or else the test fails
  const size = Math.abs(nearest);
  if (!(size > SMALL && size < Number.MAX_VALUE && Math.abs(low) <= Math.abs(high))) return Number.NaN;
  return error === 0 || Math.abs(rest) + error < halfGap(size) ? nearest : Number.NaN;
}

const bits = new BigUint64Array(1);
const double = new Float64Array(bits.buffer);
const words = new Uint32Array(bits.buffer);
/** Where the exponent is: the machine's order of bytes. */
const HIGH = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 1 : 0;
/** By biased exponent: half the distance to the next double up. */
const HALF = Float64Array.from({ length: 2047 }, (_, e) => 2 ** Math.max(e - 1076, -1074));

/** Half the distance from a normal double to its nearest neighbour. */
function halfGap(size: number): number {
  double[0] = size;
  const half = HALF[words[HIGH] >>> 20];
  // Below a power of two the doubles lie twice as close.
  return (words[HIGH] & 0xfffff) === 0 && words[1 - HIGH] === 0 ? half / 2 : half;
}

function encodedRow(classifier: Reduced, { columns }: Block, r: number): Encoded {
  return toOptions(
    classifier,
    Float64Array.from(columns, (column) => column[r]),
  );
}

function exactly(
  classifier: Reduced,
  encoded: Encoded,
  { scores, noise }: FloatScores,
  winner: number,
): number {
  // Rounding keeps the order, so the least of the rounded margins is the rounded least one.
  let least = Number.POSITIVE_INFINITY;
  const lead = (k: number): number => scores[winner] - scores[k];
  // Twice, as these sums are rounded, too.
  const doubt = (k: number): number => 2 * (noise[winner] + noise[k]);
  let most = Number.POSITIVE_INFINITY;
  for (let k = 0; k < scores.length; k++) if (k !== winner) most = Math.min(most, lead(k) + doubt(k)); // NaN where doubles overflow: then none is left out
  for (let k = 0; k < scores.length; k++)
    if (k !== winner && !(lead(k) - doubt(k) > most))
      least = Math.min(least, toShown(whole(exactMargin(classifier, encoded, winner, k))));
  return least;
}
