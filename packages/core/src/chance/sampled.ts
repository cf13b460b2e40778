// A probability from random instances, for where bounds stay wide: an estimate, and called one.
import { Random } from '../count/random.ts';
import type { Meter } from '../model/budget.ts';
import { decide } from '../weigh/decide.ts';
import { type Encoded, floatScores, type optionOf } from '../weigh/float-scores.ts';
import type { Held } from './odds.ts';
import { posterior } from './posterior.ts';
import type { FeatureSpread } from './spread.ts';

/** What a sample says of a probability. */
export interface Estimate {
  readonly value: number;
  /** The truth lies between these with the given confidence (Wilson's interval). */
  readonly low: number;
  readonly high: number;
  readonly confidence: number;
  readonly samples: number;
}

const SAMPLES = 4096;
/** Instances between two looks at the signal. */
const LOOK_EVERY = 64;
const CONFIDENCE = 0.99;
/** So many standard deviations hold that much of a normal distribution. */
const Z = 2.5758293035489004;

/** So much of the mixture must be known, or a sample of it says nothing. */
const KNOWN = 1 - 2 ** -10;

/**
 * The same for the same question: the seed is fixed. Undefined where the values held are so rare that they do not tell the component, and where
 * the signal has ended it.
 */
export function sampled({ problem, spread, held, free }: Held, meter: Meter): Estimate | undefined {
  const { classifier, classIndex, encoded } = problem;
  const random = new Random(0);
  const mixture = posterior(spread, encoded, held);
  if (mixture.reduce((a, b) => a + b, 0) < KNOWN) return undefined;
  const values = encoded.values.slice();
  const options = encoded.options.slice();
  let kept = 0;
  for (let s = 0; s < SAMPLES; s++) {
    if (s % LOOK_EVERY === 0 && meter.stopped()) return undefined;
    const k = drawn(mixture, random);
    for (const i of free) place(spread.features[i], k, random, { values, options }, i, classifier.terms[i]);
    const point = { values, options };
    if (decide(classifier, point, floatScores(classifier, point)).winner === classIndex) kept += 1;
  }
  const share = kept / SAMPLES;
  const centre = (share + (Z * Z) / (2 * SAMPLES)) / (1 + (Z * Z) / SAMPLES);
  const half =
    (Z / (1 + (Z * Z) / SAMPLES)) *
    Math.sqrt((share * (1 - share)) / SAMPLES + (Z * Z) / (4 * SAMPLES * SAMPLES));
  return {
    value: share,
    low: Math.max(0, centre - half),
    high: Math.min(1, centre + half),
    confidence: CONFIDENCE,
    samples: SAMPLES,
  };
}

/** A position, each as likely as its share. */
function drawn(shares: Float64Array, random: Random): number {
  const sums = cumulated.get(shares) ?? upTo(shares);
  cumulated.set(shares, sums);
  const at = random.unit() * sums[sums.length - 1];
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle] > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

const cumulated = new WeakMap<Float64Array, Float64Array>();

/** Shares added up to each position, to the last that has one. */
function upTo(shares: Float64Array): Float64Array {
  let sum = 0;
  const sums = shares.map((share) => (sum += share));
  return sums.subarray(0, sums.indexOf(sum) + 1);
}

/** A random value of one feature. */
function place(
  feature: FeatureSpread,
  k: number,
  random: Random,
  { values, options }: Encoded,
  i: number,
  term: Parameters<typeof optionOf>[0],
): void {
  if (feature.kind === 'options') {
    options[i] = drawn(feature.shares[k].low, random);
    // Of the number in a bin only the bin counts.
    if (term.kind === 'choice' && term.bins === undefined) values[i] = options[i];
    return;
  }
  values[i] =
    feature.kind === 'numbers'
      ? feature.numbers[drawn(feature.shares[k].low, random)]
      : feature.line.draw(k, () => random.unit());
}
