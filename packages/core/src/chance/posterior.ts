// Which component of a mixture an instance comes from, as far as the values that are held tell.
import { InstanceError } from '../errors.ts';
import { down, productUp } from '../exact/exponential.ts';
import type { Encoded } from '../weigh/float-scores.ts';
import type { Spread } from './spread.ts';

/** Per component doubles not above its probability. With one component it is certain. */
export function posterior(spread: Spread, encoded: Encoded, held: readonly number[]): Float64Array {
  const { components, features } = spread;
  const count = components.low.length;
  if (count === 1) return Float64Array.of(1);
  const low = components.low.slice();
  const high = components.high.slice();
  // By component: both times 2 to this power. One that falls far behind may come back with the next features.
  const powers = new Float64Array(count);
  for (const i of held) {
    for (let k = 0; k < count; k++) {
      const [least, most] = weightBounds(features[i], k, encoded, i);
      low[k] = down(low[k] * least);
      high[k] = productUp(high[k], most);
      const power = far(high[k]);
      if (power === 0) continue;
      powers[k] += power;
      low[k] = down(low[k] * 2 ** -power);
      high[k] = productUp(high[k], 2 ** -power);
    }
  }
  if (high.every((most) => most === 0)) throw never();
  const top = powers.reduce((a, b, k) => (high[k] === 0 ? a : Math.max(a, b)), Number.NEGATIVE_INFINITY);
  for (let k = 0; k < count; k++) {
    if (high[k] === 0) continue;
    const factor = 2 ** (powers[k] - top);
    low[k] = down(low[k] * factor);
    high[k] = productUp(high[k], Math.max(factor, Number.MIN_VALUE));
  }
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

/** Which power of two brings a number back near 1, as far as a double holds its inverse; 0 where it is near, or has none. */
function far(x: number): number {
  if ((x > 2 ** -64 && x < 2 ** 64) || x === 0 || x === Number.POSITIVE_INFINITY) return 0;
  return Math.max(-1000, Math.round(Math.log2(x)));
}

function never(): InstanceError {
  return new InstanceError('the model says that these values never occur together', {
    code: 'never-occurs',
    place: 'features',
    expected: 'values with a positive probability in some class',
    got: 'probability 0 in all of them',
  });
}
