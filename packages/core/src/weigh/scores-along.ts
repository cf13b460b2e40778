// Scores as one number moves: all but that feature is added up once.
import { UNIT_ROUNDOFF } from '../exact/filter.ts';
import type { Reduced } from '../reduce/classifier.ts';
import {
  addFeature,
  addUp,
  type Encoded,
  emptySums,
  type FloatScores,
  isAhead,
  noiseOf,
  optionOf,
  type Sums,
  toLines,
  toScores,
} from './float-scores.ts';

/** The scores as one feature moves and all others stay. */
export interface ScoresAlong {
  /** The scores at a value; the next answer is written over this one. */
  readonly at: (x: number) => FloatScores;
  /** Do the scores at a value put class c ahead of class k, as {@link isAhead} says? Without those of other classes. */
  readonly isAhead: (x: number, c: number, k: number) => boolean;
  /** Between these values (excluded) class c is exactly ahead of all others. There may be more such values. */
  readonly safe: (c: number) => readonly [from: number, to: number];
}

/**
 * That feature is added last, which the bound on the error allows.
 *
 * @param factor - the bound on the error is made so many times larger.
 * @param rest, total - written over, and not to be used otherwise as long as the answer is.
 */
export function floatScoresAlong(
  classifier: Reduced,
  encoded: Encoded,
  feature: number,
  factor: number,
  rest: Sums = emptySums(classifier.classes.length),
  total: Sums = emptySums(classifier.classes.length),
): ScoresAlong {
  const count = classifier.classes.length;
  addUp(rest, classifier, encoded, feature);
  const term = classifier.terms[feature];
  const lines = toLines(classifier);
  const at = (x: number): FloatScores => {
    for (let k = 0; k < count; k++) {
      total.sum[k] = rest.sum[k];
      total.size[k] = rest.size[k];
      total.lost[k] = rest.lost[k];
    }
    addFeature(total, classifier, lines, feature, x, optionOf(term, x));
    return toScores(total, classifier, factor);
  };
  const start = feature * count;
  const plain = lines.plain[feature] === 1;
  return {
    at,
    isAhead: (x, c, k) => {
      if (!plain) return isAhead(classifier, at(x), c, k);
      const first = lines.weights[start + c] * x;
      const second = lines.weights[start + k] * x;
      const underflow = Math.abs(x) * Number.MIN_VALUE;
      const doubt =
        noiseOf(classifier, c, rest.size[c] + Math.abs(first), rest.lost[c] + underflow, factor) +
        noiseOf(classifier, k, rest.size[k] + Math.abs(second), rest.lost[k] + underflow, factor);
      return rest.sum[c] + first - (rest.sum[k] + second) > doubt;
    },
    safe: (c) =>
      plain ? safeBetween(classifier, rest, lines.weights.subarray(start, start + count), c) : NOWHERE,
  };
}

const NOWHERE: readonly [from: number, to: number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** Slopes within these are ordinary numbers, and so are quotients by them, as far as it matters here. */
const ORDINARY = 2 ** 500;

/**
 * Class k overtakes class c where D + m·x = 0, D being what it is ahead by without the feature and m the difference of the weights. The
 * computed quotient is off by no more than what D and m are off by, each relative to the other: twice that is left between.
 */
function safeBetween(
  classifier: Reduced,
  { sum, size, lost }: Sums,
  weights: Float64Array,
  c: number,
): readonly [from: number, to: number] {
  let from = Number.NEGATIVE_INFINITY;
  let to = Number.POSITIVE_INFINITY;
  const own = noiseOf(classifier, c, size[c], lost[c], 1);
  for (let k = 0; k < sum.length; k++) {
    if (k === c) continue;
    const ahead = sum[k] - sum[c];
    const slope = weights[k] - weights[c];
    const error = own + noiseOf(classifier, k, size[k], lost[k], 1) + UNIT_ROUNDOFF * Math.abs(ahead);
    if (slope === 0) {
      if (!(ahead < -2 * error)) return NOWHERE;
      continue;
    }
    const steep = Math.abs(slope);
    if (!(steep > 1 / ORDINARY && steep < ORDINARY && error < ORDINARY)) return NOWHERE;
    const meeting = -ahead / slope;
    const doubt = 2 * (error / steep + 8 * UNIT_ROUNDOFF * Math.abs(meeting));
    if (slope > 0) to = Math.min(to, meeting - doubt);
    else from = Math.max(from, meeting + doubt);
  }
  return [from, to];
}
