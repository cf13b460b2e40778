// How far scores in doubles can be off, whatever the instance: for models of categories and bins.
import { errorOfSum, SINGLE_ROUNDOFF } from '../exact/filter.ts';
import type { Reduced } from '../reduce/classifier.ts';

const cache = new WeakMap<Reduced, Float64Array>();

/** For each class, a bound on the error of its score in the model's own arithmetic. */
export function noiseBound(classifier: Reduced): Float64Array {
  let noise = cache.get(classifier);
  if (noise === undefined) {
    noise = toNoise(classifier);
    cache.set(classifier, noise);
  }
  return noise;
}

function toNoise({ bias, terms, table, offset, roundoff }: Reduced): Float64Array {
  // In single precision a number may fall into another bin: that is looked at row by row.
  const binned = terms.some((term) => term.kind === 'choice' && term.bins !== undefined);
  if (binned && roundoff === SINGLE_ROUNDOFF)
    return new Float64Array(bias.length).fill(Number.POSITIVE_INFINITY);
  return Float64Array.from(bias, (addends, c) => {
    let size = addends.reduce((sum, b) => sum + Math.abs(b), 0);
    terms.forEach((term, i) => {
      const options = term.kind === 'choice' ? term.reachable.length : 0;
      let most = 0;
      for (let v = 0; v < options; v++) most = Math.max(most, Math.abs(table[c][offset[i] + v]));
      size += most;
    });
    return errorOfSum(3 * terms.length + addends.length, size); // as floatScores says it of a row
  });
}
