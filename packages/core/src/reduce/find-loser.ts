// Is there a class that another one beats for every instance? Pairwise and exact: class j loses everywhere to c
// iff the minimum of score_c − score_j over the whole feature space is positive (or 0, and c wins ties).
import type { Dyadic } from '../exact/dyadic.ts';
import { errorOfSum } from '../exact/filter.ts';
import { align, type Ratio, toDouble, whole } from '../exact/ratio.ts';
import type { Reduced } from './classifier.ts';
import { lowest, lowestValue, pairCurve } from './curve.ts';

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

function smallestDifference(
  a: readonly number[],
  b: readonly number[],
  reachable: readonly boolean[],
): number {
  let least = Number.POSITIVE_INFINITY;
  reachable.forEach((inDomain, v) => {
    if (inDomain) least = Math.min(least, a[v] - b[v]);
  });
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
