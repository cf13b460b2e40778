// Which class wins for an instance, exactly: doubles where a bound proves them right, integers otherwise.
import { add, at, bitLength, compare, type Dyadic, fromDouble, multiply, trimmed } from '../exact/dyadic.ts';
import { errorOfSum, isRounded, SINGLE_ROUNDOFF, UNIT_ROUNDOFF } from '../exact/filter.ts';
import type { Reduced } from '../reduce/classifier.ts';
import { valueAt } from '../reduce/curve.ts';
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

function optionOf(term: Term, x: number): number {
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

function toLines({ terms, classes, roundoff }: Reduced): Lines {
  let lines = linesOf.get(terms);
  if (lines === undefined) {
    const plain = new Uint8Array(terms.length);
    const weights = new Float64Array(terms.length * classes.length);
    terms.forEach((term, i) => {
      if (term.kind !== 'curve' || roundoff === SINGLE_ROUNDOFF) return;
      const { coefficients } = term;
      if (coefficients.some((own) => own.quadratic !== 0 || own.constant !== 0 || own.center !== 0)) return;
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
function addUp(total: Sums, classifier: Reduced, { values, options }: Encoded, except: number): void {
  total.sum.fill(0);
  total.size.fill(0);
  total.lost.fill(0);
  addBiases(total, classifier);
  const lines = toLines(classifier);
  for (let i = 0; i < options.length; i++)
    if (i !== except) addFeature(total, classifier, lines, i, values[i], options[i]);
}

function addFeature(
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
function changesBin({ bins }: Choice, x: number): boolean {
  if (bins === undefined || Number.isNaN(x)) return false;
  return binOf(Math.fround(x), { ...bins, cuts: bins.cuts.map(Math.fround) }) !== binOf(x, bins);
}

function toScores({ sum, size, lost, noise }: Sums, classifier: Reduced, factor: number): FloatScores {
  for (let k = 0; k < sum.length; k++) noise[k] = noiseOf(classifier, k, size[k], lost[k], factor);
  return { scores: sum, noise };
}

/** The bound on the error of class k's score. */
function noiseOf({ terms, bias }: Reduced, k: number, size: number, lost: number, factor: number): number {
  return factor * (errorOfSum(3 * terms.length + bias[k].length, size) + lost);
}

/** score_c − score_k, exactly. */
export function exactMargin(classifier: Reduced, { values, options }: Encoded, c: number, k: number): Dyadic {
  const pair = classifier.pair(c, k);
  let sum = pair.bias;
  for (let i = 0; i < options.length; i++)
    if (options[i] >= 0) sum += pair.gain[classifier.offset[i] + options[i]];
  let margin: Dyadic = { m: sum, e: pair.exponent };
  for (const [i, { curve }] of pair.curves) margin = add(margin, valueAt(curve, fromDouble(values[i])));
  return margin;
}

/** Who wins, and whether the model's own program must say the same. */
export interface Decision {
  readonly winner: number;
  /** Rounding in the model's own arithmetic cannot change the winner. */
  readonly certain: boolean;
}

/** The winning class, exactly, and how certain it is. */
export function decide(classifier: Reduced, encoded: Encoded, float: FloatScores): Decision {
  const winner = winnerOf(classifier, encoded, float);
  return { winner, certain: isCertain(classifier, encoded, float, winner) };
}

/** The winning class, exactly. */
export function winnerOf(classifier: Reduced, encoded: Encoded, float: FloatScores): number {
  const { tieRank } = classifier;
  const { scores, noise } = float;
  let winner = 0;
  // A tournament: each comparison is exact, and the order (score, then tie rank) is total.
  for (let k = 1; k < scores.length; k++) {
    const difference = scores[winner] - scores[k];
    const doubt = noise[winner] + noise[k];
    if (Math.abs(difference) > doubt) {
      if (difference < 0) winner = k;
      continue;
    }
    const { m } = exactMargin(classifier, encoded, winner, k);
    if (m < 0n || (m === 0n && tieRank[k] < tieRank[winner])) winner = k;
  }
  return winner;
}

/** Must the model's own program see this winner, too? */
export function isCertain(
  classifier: Reduced,
  encoded: Encoded,
  float: FloatScores,
  winner: number,
): boolean {
  return float.scores.every(
    (_, k) =>
      k === winner || isAhead(classifier, float, winner, k) || bothExact(classifier, encoded, winner, k),
  );
}

/** The class that is ahead of all others by more than the model's own arithmetic can be wrong; −1 where none is. No exact numbers needed. */
export function clearWinner(classifier: Reduced, float: FloatScores): number {
  const { scores } = float;
  let winner = 0;
  for (let k = 1; k < scores.length; k++) if (scores[k] > scores[winner]) winner = k;
  for (let k = 0; k < scores.length; k++)
    if (k !== winner && !isAhead(classifier, float, winner, k)) return -1;
  return winner;
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

/** Are both scores free of rounding in the model's own arithmetic? Then their comparison is right, however close. */
function bothExact(classifier: Reduced, encoded: Encoded, c: number, k: number): boolean {
  return [c, k].every((index) => addsUpExactly(classifier, encoded, index));
}

/** The usual case of that: whole numbers per category and bin, and not very many of them. */
function wholeSum(
  bias: readonly number[],
  table: Float64Array,
  offset: Int32Array,
  options: Int32Array,
): boolean {
  let size = 0;
  for (const b of bias) {
    if (!Number.isInteger(b)) return false;
    size += Math.abs(b);
  }
  for (let i = 0; i < options.length; i++) {
    const x = options[i] < 0 ? Number.NaN : table[offset[i] + options[i]];
    if (!Number.isInteger(x)) return false;
    size += Math.abs(x);
  }
  return size <= Number.MAX_SAFE_INTEGER;
}

/**
 * Does adding up class k's contributions round nothing, in whatever order? So it is when all of them are multiples of one power of
 * two and their absolute values add up to no more than a significand holds: whole points of a scorecard, for example.
 *
 * @param except - a feature to leave out. If the others do not add up exactly, neither do all, whatever this one is.
 */
export function addsUpExactly(
  classifier: Reduced,
  { values, options }: Encoded,
  k: number,
  except = -1,
): boolean {
  const { classes, bias, terms, offset, table, roundoff } = classifier;
  if (roundoff !== SINGLE_ROUNDOFF && wholeSum(bias[k], table[k], offset, options)) return true;
  const { weights, plain } = toLines(classifier);
  for (let i = 0; i < options.length; i++)
    if (plain[i] === 1 && i !== except && isRounded(weights[i * classes.length + k], values[i])) return false;
  const addends = bias[k].map(fromDouble);
  for (let i = 0; i < options.length; i++) {
    if (i === except) continue;
    if (options[i] >= 0) {
      if (roundoff === SINGLE_ROUNDOFF && changesBin(terms[i] as Choice, values[i])) return false;
      addends.push(fromDouble(table[k][offset[i] + options[i]]));
      continue;
    }
    const { quadratic, linear, constant, center } = (terms[i] as Curve).coefficients[k];
    if (quadratic !== 0 || center !== 0) return false;
    const product = multiply(fromDouble(linear), fromDouble(values[i]));
    const computed = linear * values[i];
    if (roundoff === SINGLE_ROUNDOFF && [linear, values[i]].some((x) => Math.fround(x) !== x)) return false;
    if (!Number.isFinite(computed) || compare(fromDouble(computed), product) !== 0) return false;
    addends.push(product, fromDouble(constant));
  }
  const parts = addends.filter(({ m }) => m !== 0n).map(trimmed);
  const unit = parts.reduce((least, { e }) => Math.min(least, e), Number.POSITIVE_INFINITY);
  const size = parts.reduce(
    (sum, part) => sum + at({ m: part.m < 0n ? -part.m : part.m, e: part.e }, unit),
    0n,
  );
  const [digits, largest, smallest] = roundoff === SINGLE_ROUNDOFF ? [24, 127, -149] : [53, 1023, -1074];
  return (
    bitLength(size) <= digits && (size === 0n || (unit >= smallest && bitLength(size) + unit <= largest))
  );
}
