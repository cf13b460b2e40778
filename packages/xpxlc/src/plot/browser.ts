// What `xpxlc/plot` is in a page (the condition `browser` of package.json): the same names as in index.ts.

export type { Axis } from './axis.ts';
export { type CactusOptions, type CactusSeries, cactus, cactusSeries } from './cactus.ts';
export type { PlotOptions } from './chart.ts';
export type { DropBarData, DropPanel, DropPart, DropRest } from './drop-bar.ts';
export { dropBar } from './drop-bar.ts';
export { type Fit, fit, fitText, fitted } from './fit.ts';
export { type HistogramGroup, type HistogramOptions, histogram } from './histogram.ts';
export { type LineSeries, type LinesOptions, lines } from './lines.ts';
export { type OutcomeRow, type OutcomesOptions, outcomes } from './outcomes.ts';
export { type ScatterOptions, type ScatterPoint, scatter } from './scatter.ts';
export { toSvgText } from './to-svg-text-in-page.ts';
