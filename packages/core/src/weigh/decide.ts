// Which class wins for an instance, exactly: doubles where a bound proves them right, integers otherwise.
import { add, type Dyadic, fromDouble } from '../exact/dyadic.ts';
import { errorOfSum } from '../exact/filter.ts';
import type { Classifier } from '../reduce/classifier.ts';
import { valueAt } from '../reduce/curve.ts';
import { binOf, type Curve } from '../reduce/term.ts';

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
export function toOptions({ terms }: Classifier, values: Float64Array): Encoded {
  const options = new Int32Array(terms.length);
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i];
    options[i] =
      term.kind === 'curve' ? -1 : term.bins === undefined ? values[i] : binOf(values[i], term.bins);
  }
  return { values, options };
}

/** The model's own arithmetic: biases, then features in order, added up in doubles. */
export function floatScores(
  { classes, bias, terms, offset, table }: Classifier,
  { values, options }: Encoded,
): FloatScores {
  const scores = new Float64Array(classes.length);
  const noise = new Float64Array(classes.length);
  for (let k = 0; k < classes.length; k++) {
    let sum = 0;
    let size = 0;
    let lost = 0; // what rounding quadratic·x to a subnormal number can cost once multiplied by x again
    for (const b of bias[k]) {
      sum += b;
      size += Math.abs(b);
    }
    const flat = table[k];
    for (let i = 0; i < options.length; i++) {
      if (options[i] >= 0) {
        const x = flat[offset[i] + options[i]];
        sum += x;
        size += Math.abs(x);
        continue;
      }
      const { quadratic, linear, constant, center } = (terms[i] as Curve).coefficients[k];
      const x = values[i] - center;
      sum += quadratic * x * x + linear * x + constant;
      size += Math.abs(quadratic * x * x) + Math.abs(linear * x) + Math.abs(constant);
      lost += Math.abs(x) * Number.MIN_VALUE;
    }
    scores[k] = sum;
    noise[k] = errorOfSum(3 * options.length + bias[k].length, size) + lost;
  }
  return { scores, noise };
}

/** score_c − score_k, exactly. */
export function exactMargin(
  classifier: Classifier,
  { values, options }: Encoded,
  c: number,
  k: number,
): Dyadic {
  const pair = classifier.pair(c, k);
  let sum = pair.bias;
  for (let i = 0; i < options.length; i++)
    if (options[i] >= 0) sum += pair.gain[classifier.offset[i] + options[i]];
  let margin: Dyadic = { m: sum, e: pair.exponent };
  for (const [i, { curve }] of pair.curves) margin = add(margin, valueAt(curve, fromDouble(values[i])));
  return margin;
}

/** The winning class; `certain` when doubles alone prove it against every rival. */
export function decide(
  classifier: Classifier,
  encoded: Encoded,
  { scores, noise }: FloatScores,
): { winner: number; certain: boolean } {
  const { tieRank } = classifier;
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
  let certain = true;
  for (let k = 0; k < scores.length; k++) {
    if (k !== winner && !(scores[winner] - scores[k] > noise[winner] + noise[k])) certain = false;
  }
  return { winner, certain };
}
