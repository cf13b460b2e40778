// Which component of a mixture an instance comes from, as far as the values that are held tell.
import { InstanceError } from '../errors.ts';
import { down, up } from '../exact/exponential.ts';
import type { Encoded } from '../weigh/float-scores.ts';
import type { Spread } from './spread.ts';

/** Per component doubles not above its probability. With one component it is certain. */
export function posterior(spread: Spread, encoded: Encoded, held: readonly number[]): Float64Array {
  const { components, features } = spread;
  const count = components.low.length;
  if (count === 1) return Float64Array.of(1);
  const low = components.low.slice();
  const high = components.high.slice();
  for (const i of held) {
    for (let k = 0; k < count; k++) {
      const [least, most] = weightBounds(features[i], k, encoded, i);
      low[k] = down(low[k] * least);
      high[k] = up(high[k] * most);
    }
    rescale(low, high);
  }
  const possible = high.reduce((a, b) => a + b, 0);
  if (possible === 0) throw never();
  return low.map((own, k) => {
    let others = 0;
    for (let j = 0; j < count; j++) if (j !== k) others += high[j];
    return own === 0 ? 0 : Math.max(0, (own / (own + others)) * (1 - (count + 3) * 2 ** -52));
  });
}

/** The same as integers in proportion; the shares must have integers. */
export function exactPosterior(spread: Spread, encoded: Encoded, held: readonly number[]): bigint[] {
  const { components, features } = spread;
  const count = components.low.length;
  if (count === 1) return [1n];
  const above = [...(components.weights as readonly bigint[])];
  const below = above.map(() => 1n);
  for (const i of held) {
    const feature = features[i];
    if (feature.kind === 'line') throw new TypeError('a line has no integers');
    for (let k = 0; k < count; k++) {
      const { weights, total } = feature.shares[k];
      above[k] *= (weights as readonly bigint[])[encoded.options[i]];
      below[k] *= total;
    }
  }
  if (above.every((weight) => weight === 0n)) throw never();
  // One denominator for all: the product of all others.
  return above.map((weight, k) => below.reduce((product, d, j) => (j === k ? product : product * d), weight));
}

function weightBounds(
  feature: Spread['features'][number],
  k: number,
  { options, values }: Encoded,
  i: number,
): readonly [number, number] {
  if (feature.kind === 'line') return feature.line.density(k, values[i]);
  const { low, high } = feature.shares[k];
  return [low[options[i]], high[options[i]]];
}

/** By a power of two, which rounds nothing, so that the largest stays near 1. */
function rescale(low: Float64Array, high: Float64Array): void {
  const largest = high.reduce((a, b) => Math.max(a, b), 0);
  if (largest === 0 || (largest > 2 ** -64 && largest < 2 ** 64)) return;
  const factor = 2 ** -Math.round(Math.log2(largest));
  for (let k = 0; k < low.length; k++) {
    low[k] *= factor;
    high[k] *= factor;
  }
}

function never(): InstanceError {
  return new InstanceError('the model says that these values never occur together', {
    code: 'never-occurs',
    place: 'features',
    expected: 'values with a positive probability in some class',
    got: 'probability 0 in all of them',
  });
}
