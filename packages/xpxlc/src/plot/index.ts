// Pictures of results, as SVG: the same in a page and on Node. They take numbers and names, never models.

export type { Axis } from './axis.ts';
export { type CactusOptions, type CactusSeries, cactus, cactusSeries } from './cactus.ts';
export { type ChangeData, type ChangeScale, changeView } from './change-view.ts';
export type { PlotOptions } from './chart.ts';
export { type Contribution, type ContributionsData, contributions } from './contributions.ts';
export { type DropBarData, type DropPanel, type DropPart, type DropRest, dropBar } from './drop-bar.ts';
export { type FeatureBarsData, featureBars } from './feature-bars.ts';
export { type Fit, fit, fitText, fitted } from './fit.ts';
export { type HistogramGroup, type HistogramOptions, histogram } from './histogram.ts';
export { type LineSeries, type LinesOptions, lines } from './lines.ts';
export { type MatrixData, matrix } from './matrix.ts';
export { type OutcomeRow, type OutcomesOptions, outcomes } from './outcomes.ts';
export { classColor } from './palette.ts';
export { type PopulationData, population } from './population.ts';
export { type RulesData, rules } from './rules.ts';
export { type ScatterOptions, type ScatterPoint, scatter } from './scatter.ts';
export { countText, type SizesData, sizes } from './sizes.ts';
export { stacked } from './stacked.ts';
export { svgText } from './svg-text.ts';
export { toSvgText } from './to-svg-text.ts';
