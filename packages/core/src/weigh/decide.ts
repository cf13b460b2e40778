// Which class wins for an instance, exactly: doubles where a bound proves them right, integers otherwise.
import { add, at, bitLength, compare, type Dyadic, fromDouble, multiply, trimmed } from '../exact/dyadic.ts';
import { isRounded, SINGLE_ROUNDOFF } from '../exact/filter.ts';
import type { Reduced } from '../reduce/classifier.ts';
import { valueAt } from '../reduce/curve.ts';
import type { Choice, Curve } from '../reduce/term.ts';
import { changesBin, type Encoded, type FloatScores, isAhead, toLines } from './float-scores.ts';

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
