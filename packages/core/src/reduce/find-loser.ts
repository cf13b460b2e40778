// Is there a class that another one beats for every instance? Pairwise and exact: class j loses everywhere to c
// iff the minimum of score_c − score_j over the whole feature space is positive (or 0, and c wins ties).
import type { Dyadic } from '../exact/dyadic.ts';
import { errorOfSum } from '../exact/filter.ts';
import { align, type Ratio, toDouble, whole } from '../exact/ratio.ts';
import type { NumericFeature } from '../model/types.ts';
import type { Reduced } from './classifier.ts';
import { isPlain, lowest, lowestValue, pairCurve } from './curve.ts';
import type { Coefficients } from './term.ts';

/** The first class that can never be predicted, and one that beats it; undefined when there is none. */
export function findLoser(classifier: Reduced): { loser: number; winner: number } | undefined {
  const { classes } = classifier;
  for (let loser = 0; loser < classes.length; loser++) {
    for (let winner = 0; winner < classes.length; winner++) {
      if (winner !== loser && beatsEverywhere(classifier, winner, loser)) return { loser, winner };
    }
  }
  return undefined;
}

function beatsEverywhere(classifier: Reduced, c: number, j: number): boolean {
  if (losesSomewhere(classifier, c, j)) return false;
  const { bias, terms, tieRank } = classifier;
  const curves: Ratio[] = [];
  for (const term of terms) {
    if (term.kind !== 'curve') continue;
    const curve = pairCurve(term.feature, term.coefficients[c], term.coefficients[j]);
    const value = lowestValue(curve, lowest(curve));
    if (value === undefined) return false; // falls without end: j wins far out
    curves.push(value);
  }
  // Plain doubles first: nearly always one class is far ahead somewhere, and that is certain.
  let sum = 0;
  let size = 0;
  let count = 0;
  const take = (x: number): void => {
    sum += x;
    size += Math.abs(x);
    count += 1;
  };
  for (const x of bias[c]) take(x);
  for (const x of bias[j]) take(-x);
  for (const value of curves) take(toDouble(value));
  for (const term of terms)
    if (term.kind === 'choice') take(smallestDifference(term.values[c], term.values[j], term.reachable));
  const noise = errorOfSum(count, size);
  if (sum < -noise) return false;
  if (sum > noise) return true;
  const { integers } = align([...curves, whole(exactChoices(classifier, c, j))]);
  const exact = integers.reduce((a, b) => a + b, 0n);
  return exact > 0n || (exact === 0n && tieRank[c] < tieRank[j]);
}

/**
 * Is class c certainly behind class j in some instance? Looks at one, the worst for c as far as doubles tell. What c has over j there is computed by
 * terms of at most four roundings each, as {@link errorOfSum} has it; that they add up to less than 0 is certain then.
 */
function losesSomewhere({ bias, terms }: Reduced, c: number, j: number): boolean {
  let sum = 0;
  let size = 0;
  let lost = 0;
  let count = bias[c].length + bias[j].length;
  for (const x of bias[c]) {
    sum += x;
    size += Math.abs(x);
  }
  for (const x of bias[j]) {
    sum -= x;
    size += Math.abs(x);
  }
  for (const term of terms) {
    if (term.kind === 'choice') {
      const least = smallestDifference(term.values[c], term.values[j], term.reachable);
      sum += least;
      size += Math.abs(least);
      count += 1;
      continue;
    }
    const a = term.coefficients[c];
    const b = term.coefficients[j];
    if (isPlain(a) && isPlain(b)) {
      // The sign of a difference is right in doubles.
      const slope = a.linear - b.linear;
      if (slope === 0) continue;
      const bound = slope > 0 ? term.feature.lower : term.feature.upper;
      if (!Number.isFinite(bound)) return true; // it falls without end
      const part = slope * bound;
      sum += part;
      size += Math.abs(part);
      count += 1;
      continue;
    }
    const x = worstNumber(term.feature, a, b);
    for (const [sign, { quadratic, linear, constant, center }] of [
      [1, a],
      [-1, b],
    ] as const) {
      const d = x - center;
      const square = quadratic * d * d;
      lost += Math.abs(d) * Number.MIN_VALUE; // where quadratic · d is subnormal
      const line = linear * d;
      sum += sign * (square + line + constant);
      size += Math.abs(square) + Math.abs(line) + Math.abs(constant);
    }
    count += 6;
  }
  return sum < -errorOfSum(2 * count, size) - 2 * lost;
}

/** A number of the domain where a − b is small, as far as doubles tell. */
function worstNumber({ kind, lower, upper }: NumericFeature, a: Coefficients, b: Coefficients): number {
  const quadratic = a.quadratic - b.quadratic;
  const linear = a.linear - 2 * a.quadratic * a.center - (b.linear - 2 * b.quadratic * b.center);
  const middle = (a.center + b.center) / 2;
  let x: number;
  if (quadratic > 0) x = -linear / (2 * quadratic);
  else if (quadratic < 0 && Number.isFinite(lower) && Number.isFinite(upper))
    x = quadratic * (upper - lower) * (upper + lower) + linear * (upper - lower) < 0 ? upper : lower;
  // Far out, where there is no end: some multiples of what there is.
  else {
    const far = 16 * (1 + Math.abs(a.center) + Math.abs(b.center) + 1 / Math.sqrt(Math.abs(quadratic) || 1));
    const down = quadratic < 0 ? !Number.isFinite(lower) : linear > 0;
    x = middle + (down ? -far : far);
  }
  if (Number.isNaN(x)) x = middle;
  if (kind === 'integer') x = Math.round(x);
  return Math.min(Math.max(x, lower), upper);
}

function smallestDifference(
  a: readonly number[],
  b: readonly number[],
  reachable: readonly boolean[],
): number {
  let least = Number.POSITIVE_INFINITY;
  for (let v = 0; v < reachable.length; v++) if (reachable[v]) least = Math.min(least, a[v] - b[v]);
  return least;
}

function exactChoices(classifier: Reduced, c: number, j: number): Dyadic {
  const pair = classifier.pair(c, j);
  let total = pair.bias;
  classifier.terms.forEach((term, i) => {
    if (term.kind === 'choice') total += pair.gain[classifier.offset[i] + pair.worst[i]];
  });
  return { m: total, e: pair.exponent };
}
