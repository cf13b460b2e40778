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
  const { kind = 'axp', measures = ['frequency'], most = 20 } = options;
  const { features } = problem.classifier;
  const what = kind === 'axp' ? 'explanations' : 'contrasts';
  const columns = measures.map((measure) => valuesOf(problem, measure, options));
  const order = features
    .map((_, i) => i)
    .filter((i) => columns.some((values) => values[i] > 0))
    .sort((i, j) => columns[0][j] - columns[0][i] || i - j);
  const shown = order.length <= most + 1 ? order : order.slice(0, most);
  const [less, unused] = [order.length - shown.length, features.length - order.length];
  return {
    measures: measures.map((measure) => (measure === 'frequency' ? `share of all ${what}` : NAMES[measure])),
    parts: shown.map((i) => ({
      label: features[i].name,
      values: columns.map((values) => values[i]),
      text: columns.map((values) => percentRange({ low: values[i], high: values[i] })).join(' · '),
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
