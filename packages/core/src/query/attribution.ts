// How often features occur in explanations, over many instances: exact sums and shares.

import { type Fraction, fraction } from '../count/fraction.ts';
import { InstanceError } from '../errors.ts';
import type { Count } from './count.ts';

/**
 * Adds up counts of explanations over instances of one model. Two ways to weigh instances: every explanation counts the same
 * (`share`), or every instance does (`meanShare`).
 *
 * @example
 * ```ts
 * import { Attribution, count, linearModel, reduce, weigh } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const classifier = reduce(linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 4], [0, 2], [0, 1]], intercept: -4.5 }));
 * const sum = new Attribution(3);
 * for (const row of [['yes', 'yes', 'yes'], ['no', 'yes', 'yes']]) sum.add(count(weigh(classifier, row), { frequency: true }));
 * sum.explanations; // => 3n
 * sum.share(0).value; // => 1
 * sum.meanShare(1); // => 0.25
 * ```
 */
export class Attribution {
  /** Instances added so far. */
  instances = 0;
  /** Their explanations together. */
  explanations = 0n;
  /** By feature: explanations with it. */
  readonly frequency: bigint[];
  /** By feature: the sum over instances of the part of their explanations with it, in units of 2^-SHIFT, each rounded down. */
  private readonly parts: bigint[];

  constructor(features: number) {
    this.frequency = new Array<bigint>(features).fill(0n);
    this.parts = new Array<bigint>(features).fill(0n);
  }

  /**
   * Add an instance, counted with `frequency: true`. One without explanations counts as an instance.
   *
   * @throws {InstanceError} `bad-frequency` when there are none, or not one per feature.
   */
  add({ count, frequency }: Pick<Count, 'count' | 'frequency'>): void {
    if (frequency?.length !== this.frequency.length) {
      throw new InstanceError('not the frequencies of this model', {
        code: 'bad-frequency',
        place: 'frequency',
        expected: `${this.frequency.length} numbers`,
        got: frequency === undefined ? 'none' : `${frequency.length}`,
      });
    }
    this.instances += 1;
    this.explanations += count;
    frequency.forEach((times, i) => {
      this.frequency[i] += times;
      if (times > 0n) this.parts[i] += (times << SHIFT) / count;
    });
  }

  /** The part of all explanations that contain the feature. */
  share(feature: number): Fraction {
    return fraction(this.frequency[feature], this.explanations);
  }

  /**
   * The mean over instances of the part of their explanations that contain the feature. Within 2^-100 of the exact mean: a common
   * denominator of thousands of counts would have millions of digits.
   */
  meanShare(feature: number): number {
    return fraction(this.parts[feature], BigInt(Math.max(1, this.instances)) << SHIFT).value;
  }
}

const SHIFT = 100n;
