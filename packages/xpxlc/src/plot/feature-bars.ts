// How much does each feature matter? A bar per feature and measure.
import { axisX, gridX, rect } from '@observablehq/plot';
import { numberText, roundTicks } from './axis.ts';
import { layBands } from './bands.ts';
import { draw, type PlotOptions, WIDTH } from './chart.ts';
import { NEUTRAL, pale } from './palette.ts';

/** What {@link featureBars} draws. */
export interface FeatureBarsData {
  /** One or two names. */
  readonly measures: readonly string[];
  /** The most important first. */
  readonly parts: readonly {
    readonly label: string;
    /** Shares, one per measure. */
    readonly values: readonly number[];
    /** The same for readers. */
    readonly text: string;
  }[];
  /** What is to be said of the others. */
  readonly remarks: readonly string[];
}

/** A bar per feature, or two side by side: the second one pale. */
export function featureBars(data: FeatureBarsData, options: PlotOptions = {}): SVGSVGElement {
  const { width = WIDTH } = options;
  const { measures, parts, remarks } = data;
  const bar = measures.length > 1 ? 20 : 14;
  const most = parts.flatMap(({ values }) => values).reduce((a, b) => Math.max(a, b), 0) || 1;
  const ticks = roundTicks(0, 100 * most, width);
  const bands = layBands(
    [
      ...parts.map(({ label, text }) => ({ label, value: text })),
      ...remarks.map((label) => ({ label, bare: true })),
    ],
    { width, bar, ticks: ticks.map(numberText) },
  );
  const look = (m: number) => (m === 0 ? { fill: NEUTRAL } : pale(NEUTRAL));
  const thick = bar / measures.length;
  return draw(
    {
      title: `Features by ${measures.join(' and ')}`,
      says: `${parts.map(({ label, text }) => `${label} ${text}`).join(', ')}.`,
      height: { frame: bands.frame },
      above: 12,
      marginLeft: bands.marginLeft,
      marginRight: bands.marginRight,
      keys:
        measures.length < 2
          ? []
          : measures.map((name, m) => ({ name, color: NEUTRAL, look: m === 0 ? 'area' : 'outline' })),
      scales: { x: { domain: [0, 100 * most] }, y: bands.y },
      marks: [
        gridX({ ticks }),
        axisX({
          label: measures.length === 1 ? `${measures[0]} (%)` : '%',
          ticks,
          tickFormat: numberText,
        }),
        ...measures.map((_, m) =>
          rect(
            parts.flatMap(({ values }, x) => {
              const y1 = bands.places[x].y1 + m * thick;
              return values[m] > 0 ? [{ end: 100 * values[m], y1, y2: y1 + thick }] : [];
            }),
            { x1: () => 0, x2: 'end', y1: 'y1', y2: 'y2', ...look(m), className: `measure-${m + 1}` },
          ),
        ),
        ...bands.marks,
      ],
    },
    options,
  );
}
