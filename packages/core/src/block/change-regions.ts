// Which values of the changed features of a contrast give the new class, for two classes and categories. The core's `changeRegion`
// says it with integers; here doubles do where their error cannot matter.
//
// The changed features have moved to their worst values for the old class, so what another value costs the new class is that value's
// drop. One feature after the other takes all values whose cost is left of the lead. With k features the lead is a sum of k drops and
// the margin, each off by half a unit in the last place, and each feature takes one cost away: fewer than 4k + 4 roundings of
// numbers no larger than the sum of all sizes. Twice that is the error; whatever is closer to a tie is left to the core.
import type { Classifier } from '../model/prepared.ts';
import { type Reduced, toReduced } from '../reduce/classifier.ts';
import { doubtBetween } from '../weigh/float-scores.ts';
import { noiseBound } from '../weigh/noise.ts';

const U = 2 ** -53;
/** Below this doubles have fewer digits. */
const SMALL = 2 ** -900;
/** Whole numbers up to this add up without rounding. */
const WHOLE = 2n ** 51n;

/**
 * The new values of contrasts of many rows, and those that would do as well, in numbers. Of classifiers with two classes whose
 * features are categories.
 *
 * @example
 * ```ts
 * import { ChangeRegions, linearModel, reduce } from '@xpxlc/core';
 * const classifier = reduce(linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', values: ['a', 'b', 'c'] }], weights: [[-2, -1, 1]] }));
 * const regions = new ChangeRegions(classifier);
 * regions.open(Int32Array.of(2), 0); // x = c, which is 'yes' by a margin of 1
 * regions.find(1, 1, Int32Array.of(0), 1); // => true
 * regions.cheapest(1, 0, regions.counts[0]); // => [0, 1]
 * ```
 */
export class ChangeRegions {
  /** By feature of the contrast found last: how many values would do. */
  readonly counts: Int32Array;
  private readonly offset: Int32Array;
  private readonly clear: number;
  /** By old class. */
  private readonly losses: readonly Loss[];
  private options: Int32Array = new Int32Array(0);
  private at = 0;

  /** @param classifier - of two classes and categories. */
  constructor(classifier: Classifier) {
    const reduced = toReduced(classifier);
    this.counts = new Int32Array(reduced.features.length);
    this.offset = reduced.offset;
    // Scores that differ by more than twice their noise differ, in doubles too, by more than the noise.
    this.clear = 2 * doubtBetween(reduced, { noise: noiseBound(reduced) }, 0, 1);
    this.losses = reduced.classes.map((_, own) => toLoss(reduced, own));
  }

  /** By feature: the value that it changes to, away from class `own`. */
  worst(own: number): ArrayLike<number> {
    return this.losses[own].worst;
  }

  /** The row at hand: from `at` on, its categories by feature. */
  open(options: Int32Array, at: number): void {
    this.options = options;
    this.at = at;
  }

  /**
   * Find the values that would do for a contrast of the row, whose class leads by `margin`. False where the new class does not clearly
   * win in the model's own arithmetic, or where doubles cannot tell.
   */
  find(own: number, margin: number, members: Int32Array, size: number): boolean {
    const { options, at, offset, counts } = this;
    const { drops, costs, most, exact, winsTies } = this.losses[own];
    let left = -margin;
    let sum = margin;
    for (let m = 0; m < size; m++) {
      const i = members[m];
      left += drops[offset[i] + options[at + i]];
      sum += 2 * most[i];
    }
    if (!(sum > SMALL && sum < Number.MAX_VALUE)) return false;
    const error = exact ? 0 : 8 * (size + 1) * U * sum;
    if (!(left - error > this.clear)) return false;
    for (let m = 0; m < size; m++) {
      const i = members[m];
      const end = i + 1 < offset.length ? offset[i + 1] : costs.length;
      let v = offset[i];
      for (; v < end; v++) {
        const rest = left - costs[v];
        if (rest > error || (rest === 0 && exact && winsTies)) continue;
        if (rest < -error || exact) break;
        return false;
      }
      counts[i] = v - offset[i];
      left -= costs[v - 1];
    }
    return true;
  }

  /** The `count` values of feature i that cost least, in increasing order. */
  cheapest(own: number, i: number, count: number): number[] {
    const { order } = this.losses[own];
    const start = this.offset[i];
    return Array.from(order.subarray(start, start + count)).sort((a, b) => a - b);
  }
}

/** What is known of changes from one class. */
interface Loss {
  /** By option: the drop, as the nearest double. */
  readonly drops: Float64Array;
  /** By feature, in increasing order: the drops, and whose they are. */
  readonly costs: Float64Array;
  readonly order: Int32Array;
  /** By feature: the largest drop. */
  readonly most: Float64Array;
  /** Sums of these doubles are not rounded at all. */
  readonly exact: boolean;
  /** The new class wins ties. */
  readonly winsTies: boolean;
  /** By feature: the option with the drop 0 that comes first. */
  readonly worst: Int32Array;
}

function toLoss(classifier: Reduced, own: number): Loss {
  const { offset, terms, tieRank } = classifier;
  const { drop, approx, gain, bias, exponent, worst } = classifier.pair(own, 1 - own);
  const costs = new Float64Array(approx.length);
  const order = new Int32Array(approx.length);
  const most = new Float64Array(terms.length);
  let size = bias < 0n ? -bias : bias;
  terms.forEach((_, i) => {
    const start = offset[i];
    const end = offset[i + 1] ?? approx.length;
    const options = Array.from({ length: end - start }, (_option, v) => v).sort((a, b) => {
      const difference = drop[start + a] - drop[start + b];
      return difference < 0n ? -1 : difference > 0n ? 1 : a - b;
    });
    let largest = 0n;
    options.forEach((v, rank) => {
      order[start + rank] = v;
      costs[start + rank] = approx[start + v];
      const g = gain[start + v];
      if (g > largest || -g > largest) largest = g < 0n ? -g : g;
    });
    most[i] = costs[end - 1];
    size += 4n * largest; // gains, drops and costs
  });
  return {
    drops: approx,
    costs,
    order,
    most,
    exact: size < WHOLE && exponent > -900 && exponent < 900,
    winsTies: tieRank[1 - own] < tieRank[own],
    worst,
  };
}
