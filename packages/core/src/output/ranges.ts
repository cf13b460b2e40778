// Regions as data: names of categories, and ranges of numbers with open or closed ends.

import type { Classifier } from '../model/prepared.ts';
import type { WideLiteral } from '../query/inflate.ts';
import { toReduced } from '../reduce/classifier.ts';

/** Numbers from … to …, the ends included (`from`, `to`) or not (`above`, `below`); no end: as far as the domain goes. Or the missing value. */
export interface Range {
  readonly from?: number;
  readonly above?: number;
  readonly to?: number;
  readonly below?: number;
  readonly missing?: true;
  /** Ends that the class only just reaches: see {@link Doubt}. Of the regions of contrasts, in records. */
  readonly doubtful?: { readonly from?: Doubt; readonly to?: Doubt };
}

/** What an end of a range is: a `tie` that the tie rule decides, or so near to one that it is within the noise of the model's own arithmetic. */
export type Doubt = 'tie' | 'noise';

/** The values of a region: categories by name, numbers by ranges in increasing order. */
export type RegionValues = readonly string[] | readonly Range[];

/**
 * The values that a widened literal allows, as data.
 *
 * @example
 * ```ts
 * import { reduce, regionValues, scorecard } from '@xpxlc/core';
 * const card = scorecard({ classes: ['no', 'yes'], features: [{ name: 'age', lower: 18, upper: 99 }], cutoff: 5, points: [{ cuts: [30, 50], values: [0, 5, 9] }] });
 * regionValues(reduce(card), { feature: 0, region: { kind: 'options', options: [1, 2] } }); // => [{ from: 30 }]
 * ```
 */
export function regionValues(classifier: Classifier, { feature: i, region }: WideLiteral): RegionValues {
  const { features, terms } = toReduced(classifier);
  const feature = features[i];
  if (feature.kind === 'categorical')
    return region.kind === 'options' ? region.options.map((v) => feature.values[v]) : [];
  if (region.kind === 'interval') {
    return [
      {
        ...(region.lower > feature.lower ? { from: region.lower } : {}),
        ...(region.upper < feature.upper ? { to: region.upper } : {}),
      },
    ];
  }
  const term = terms[i];
  const { cuts, closed } = (term.kind === 'choice' ? term.bins : undefined) ?? { cuts: [], closed: 'left' };
  const ranges = runsOf(region.options.filter((bin) => bin <= cuts.length)).map(([first, last]): Range => {
    const [low, high] = [cuts[first - 1], cuts[last]];
    if (closed === 'left')
      return { ...(first > 0 ? { from: low } : {}), ...(last < cuts.length ? { below: high } : {}) };
    return { ...(first > 0 ? { above: low } : {}), ...(last < cuts.length ? { to: high } : {}) };
  });
  return region.options.includes(cuts.length + 1) ? [...ranges, { missing: true }] : ranges;
}

/** Neighbouring bins run together: first and last of each run. */
export function runsOf(bins: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const bin of bins) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === bin - 1) last[1] = bin;
    else runs.push([bin, bin]);
  }
  return runs;
}
