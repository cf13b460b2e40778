// How much each feature matters to one decision: in how many of its explanations it is, and its power in the vote that they are.
import { type Budget, count, type PowerIndex, type Problem, powerIndices } from '@xpxlc/core';
import { ratio } from '../answer/count-record.ts';
import type { FeatureBarsData } from '../plot/feature-bars.ts';
import { percentRange } from '../terminal/percent.ts';

/** What can be measured: the share of explanations with the feature, or a power index. */
export type FeatureMeasure = 'frequency' | PowerIndex;

/** Options of {@link featureBarsOf}. */
export interface FeatureBarsOfOptions {
  /** Explanations (`'axp'`, the default) or contrasts. */
  readonly kind?: 'axp' | 'cxp';
  /** One or two. Default: the frequency. */
  readonly measures?: readonly FeatureMeasure[];
  /** What it may cost. */
  readonly budget?: Budget;
  /** Features shown one by one. Default 20. */
  readonly most?: number;
}

const NAMES: Readonly<Record<PowerIndex, string>> = {
  shapleyShubik: 'Shapley–Shubik power',
  banzhaf: 'Banzhaf power',
  deeganPackel: 'Deegan–Packel power',
  hollerPackel: 'Holler–Packel power',
};

/**
 * Measures of each feature, the most important by the first measure first. Features that are in no explanation are counted, not listed.
 *
 * @throws {LimitError} `count-too-large` when it would take more than the budget allows; `several-rivals` for power where more than one rival
 * matters.
 */
export function featureBarsOf(problem: Problem, options: FeatureBarsOfOptions = {}): FeatureBarsData {
  const { measures = ['frequency'] } = options;
  const measured = measures.map((measure) => ({ measure, values: valuesOf(problem, measure, options) }));
  return barsOf(problem, measured, options);
}

/** What was measured of each feature. */
export interface Measured {
  readonly measure: FeatureMeasure;
  readonly values: readonly number[];
}

/** {@link featureBarsOf} what is known already. */
export function barsOf(
  { classifier: { features } }: Problem,
  measured: readonly Measured[],
  { kind = 'axp', most = 20 }: Pick<FeatureBarsOfOptions, 'kind' | 'most'> = {},
): FeatureBarsData {
  const what = kind === 'axp' ? 'explanations' : 'contrasts';
  const [first] = measured;
  const order = features
    .map((_, i) => i)
    .filter((i) => measured.some(({ values }) => values[i] > 0))
    .sort((i, j) => first.values[j] - first.values[i] || i - j);
  const shown = order.length <= most + 1 ? order : order.slice(0, most);
  const [less, unused] = [order.length - shown.length, features.length - order.length];
  return {
    measures: measured.map(({ measure }) =>
      measure === 'frequency' ? `share of all ${what}` : NAMES[measure],
    ),
    parts: shown.map((i) => ({
      label: features[i].name,
      values: measured.map(({ values }) => values[i]),
      text: measured.map(({ values }) => percentRange({ low: values[i], high: values[i] })).join(' · '),
    })),
    remarks: [
      ...(less === 0 ? [] : [`… ${less} more, each less important`]),
      ...(unused === 0
        ? []
        : [`… ${unused} more that ${unused === 1 ? 'is' : 'are'} in none of the ${what}`]),
    ],
  };
}

function valuesOf(problem: Problem, measure: FeatureMeasure, options: FeatureBarsOfOptions): number[] {
  const question = {
    kind: options.kind ?? 'axp',
    budget: options.budget,
  } as const;
  if (measure === 'frequency') {
    const { count: total, frequency = [] } = count(problem, { ...question, frequency: true });
    return frequency.map((times) => (total === 0n ? 0 : ratio(times, total)));
  }
  return (powerIndices(problem, { ...question, indices: [measure] })[measure] ?? []).map(
    ({ value }) => value,
  );
}
