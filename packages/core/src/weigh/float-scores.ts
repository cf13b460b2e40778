// Scores in the model's own arithmetic, in doubles, and how far they can be off.
import { errorOfSum, SINGLE_ROUNDOFF, UNIT_ROUNDOFF } from '../exact/filter.ts';
import type { Reduced } from '../reduce/classifier.ts';
import { isPlain } from '../reduce/curve.ts';
import { binOf, type Choice, type Curve, type Term } from '../reduce/term.ts';

/** Results beyond this may overflow in single precision. */
const SINGLE_LARGEST = 2 ** 126;

/** What a result that underflows in single precision may lose, on the scale of errors of doubles: see {@link doubtBetween}. */
const SINGLE_UNDERFLOW: number = 2 ** -149 * (UNIT_ROUNDOFF / SINGLE_ROUNDOFF);

/** An instance as numbers: raw values, and the option of each choice (−1 for curves). */
export interface Encoded {
  readonly values: Float64Array;
  readonly options: Int32Array;
}

/** Scores in plain doubles, each with a bound on its error. */
export interface FloatScores {
  readonly scores: Float64Array;
  readonly noise: Float64Array;
}

/** Find the option of each choice. */
export function toOptions({ terms }: Reduced, values: Float64Array): Encoded {
  const options = new Int32Array(terms.length);
  for (let i = 0; i < terms.length; i++) options[i] = optionOf(terms[i], values[i]);
  return { values, options };
}

export function optionOf(term: Term, x: number): number {
  return term.kind === 'curve' ? -1 : term.bins === undefined ? x : binOf(x, term.bins);
}

/** The model's own arithmetic: biases, then features in order, added up in doubles. */
export function floatScores(classifier: Reduced, encoded: Encoded): FloatScores {
  return scoreInto(emptySums(classifier.classes.length), classifier, encoded);
}

/** The same, written over what `total` holds. */
export function scoreInto(total: Sums, classifier: Reduced, encoded: Encoded): FloatScores {
  addUp(total, classifier, encoded, -1);
  return toScores(total, classifier, 1);
}

/** Per class: what is added up so far, its size in absolute numbers, and what rounding quadratic·x to a subnormal number can cost once multiplied by x again. */
export interface Sums {
  readonly sum: Float64Array;
  readonly size: Float64Array;
  readonly lost: Float64Array;
  /** Room for the bound on the error. */
  readonly noise: Float64Array;
}

export function emptySums(classes: number): Sums {
  if (classes <= SMALL)
    return {
      sum: new Float64Array(classes),
      size: new Float64Array(classes),
      lost: new Float64Array(classes),
      noise: new Float64Array(classes),
    };
  const all = new Float64Array(4 * classes);
  return {
    sum: all.subarray(0, classes),
    size: all.subarray(classes, 2 * classes),
    lost: all.subarray(2 * classes, 3 * classes),
    noise: all.subarray(3 * classes),
  };
}

/** Larger arrays are slow to make; one for all is faster then. */
const SMALL = 8;

function addBiases({ sum, size }: Sums, { bias }: Reduced): void {
  for (let k = 0; k < bias.length; k++) {
    for (const b of bias[k]) {
      sum[k] += b;
      size[k] += Math.abs(b);
    }
  }
}

/** Weights of plain lines through zero, `weights[feature · classes + class]`: what most models of numbers consist of. */
interface Lines {
  readonly weights: Float64Array;
  /** 1 where the feature is one, for all classes and in doubles. */
  readonly plain: Uint8Array;
}

const linesOf = new WeakMap<readonly Term[], Lines>();

export function toLines({ whole: { terms }, classes, roundoff }: Reduced): Lines {
  let lines = linesOf.get(terms);
  if (lines === undefined) {
    const plain = new Uint8Array(terms.length);
    const weights = new Float64Array(terms.length * classes.length);
    terms.forEach((term, i) => {
      if (term.kind !== 'curve' || roundoff === SINGLE_ROUNDOFF) return;
      const { coefficients } = term;
      if (!coefficients.every(isPlain)) return;
      plain[i] = 1;
      coefficients.forEach(({ linear }, k) => {
        weights[i * classes.length + k] = linear;
      });
    });
    lines = { weights, plain };
    linesOf.set(terms, lines);
  }
  return lines;
}

/** @param except - a feature to leave out, or −1. */
export function addUp(total: Sums, classifier: Reduced, { values, options }: Encoded, except: number): void {
  total.sum.fill(0);
  total.size.fill(0);
  total.lost.fill(0);
  addBiases(total, classifier);
  const lines = toLines(classifier);
  for (let i = 0; i < options.length; i++)
    if (i !== except) addFeature(total, classifier, lines, i, values[i], options[i]);
}

export function addFeature(
  { sum, size, lost }: Sums,
  { terms, offset, table, roundoff }: Reduced,
  { weights, plain }: Lines,
  i: number,
  value: number,
  option: number,
): void {
  if (plain[i] === 1) {
    // The same numbers as below, where nothing but the weight counts.
    const start = i * sum.length;
    const underflow = Math.abs(value) * Number.MIN_VALUE;
    for (let k = 0; k < sum.length; k++) {
      const part = weights[start + k] * value;
      sum[k] += part;
      size[k] += Math.abs(part);
      lost[k] += underflow;
    }
    return;
  }
  if (option >= 0) {
    for (let k = 0; k < sum.length; k++) {
      const x = table[k][offset[i] + option];
      sum[k] += x;
      size[k] += Math.abs(x);
    }
    if (roundoff === SINGLE_ROUNDOFF && changesBin(terms[i] as Choice, value))
      lost.fill(Number.POSITIVE_INFINITY);
    return;
  }
  const { coefficients } = terms[i] as Curve;
  for (let k = 0; k < sum.length; k++) {
    const { quadratic, linear, constant, center } = coefficients[k];
    const x = value - center;
    sum[k] += quadratic * x * x + linear * x + constant;
    size[k] += Math.abs(quadratic * x * x) + Math.abs(linear * x) + Math.abs(constant);
    lost[k] += Math.abs(x) * Number.MIN_VALUE;
    if (roundoff !== SINGLE_ROUNDOFF) continue;
    // Value, center and coefficients are rounded before anything is computed: by how much does not depend on their difference.
    const slope = 2 * Math.abs(quadratic * x) + Math.abs(linear);
    if (center !== 0) size[k] += slope * (Math.abs(value) + Math.abs(center));
    const square = quadratic === 0 ? 0 : x * x;
    lost[k] += SINGLE_UNDERFLOW * (slope + 2 * Math.abs(x) + square);
    const largest = Math.max(...[value, quadratic, linear, constant, center].map(Math.abs));
    if (largest > SINGLE_LARGEST) lost[k] = Number.POSITIVE_INFINITY;
  }
}

/** Does a number fall into another bin once it and the cuts are rounded to single precision? */
export function changesBin({ bins }: Choice, x: number): boolean {
  if (bins === undefined || Number.isNaN(x)) return false;
  return binOf(Math.fround(x), { ...bins, cuts: bins.cuts.map(Math.fround) }) !== binOf(x, bins);
}

export function toScores({ sum, size, lost, noise }: Sums, classifier: Reduced, factor: number): FloatScores {
  for (let k = 0; k < sum.length; k++) noise[k] = noiseOf(classifier, k, size[k], lost[k], factor);
  return { scores: sum, noise };
}

/** The bound on the error of class k's score. */
export function noiseOf(
  { terms, bias }: Reduced,
  k: number,
  size: number,
  lost: number,
  factor: number,
): number {
  return factor * (errorOfSum(3 * terms.length + bias[k].length, size) + lost);
}

/** Is class c ahead of class k by more than the model's own arithmetic can be wrong? */
export function isAhead(classifier: Reduced, float: FloatScores, c: number, k: number): boolean {
  return float.scores[c] - float.scores[k] > doubtBetween(classifier, float, c, k);
}

/**
 * How far the difference of two classes' scores can be off in the model's own arithmetic. Single precision underflows and overflows
 * far earlier than doubles do: beyond the range the doubt is infinite.
 */
export function doubtBetween(
  { roundoff, terms, bias }: Pick<Reduced, 'roundoff' | 'terms' | 'bias'>,
  { noise }: Pick<FloatScores, 'noise'>,
  c: number,
  k: number,
): number {
  const both = noise[c] + noise[k];
  if (roundoff !== SINGLE_ROUNDOFF) return both;
  const count = 3 * terms.length + Math.max(bias[c].length, bias[k].length);
  if (both > errorOfSum(0, SINGLE_LARGEST)) return Number.POSITIVE_INFINITY;
  return (SINGLE_ROUNDOFF / UNIT_ROUNDOFF) * (both + 2 * (count + 4) * SINGLE_UNDERFLOW);
}
