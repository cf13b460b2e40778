// Which features matter over many rows? In how many rows every explanation uses the feature, and in how many some does: the first bar lies
// within the second.
import { axisX, gridX, rect } from '@observablehq/plot';
import { numberText } from './axis.ts';
import { layBands } from './bands.ts';
import { draw, type PlotOptions, WIDTH } from './chart.ts';
import { NEUTRAL, pale } from './palette.ts';

/** What {@link population} draws. */
export interface PopulationData {
  readonly rows: number;
  /** The most important first. */
  readonly parts: readonly {
    readonly label: string;
    /** Share of the rows whose every explanation uses it, and whose some explanation does. */
    readonly every: number;
    readonly some: number;
    /** Both for readers. */
    readonly text: string;
  }[];
  /** What is to be said of the others. */
  readonly remarks: readonly string[];
}

const INSET = 3;

/** Two nested bars per feature. */
export function population(data: PopulationData, options: PlotOptions = {}): SVGSVGElement {
  const { width = WIDTH } = options;
  const { parts, remarks } = data;
  const bands = layBands(
    [
      ...parts.map(({ label, text }) => ({ label, value: text })),
      ...remarks.map((label) => ({ label, bare: true })),
    ],
    { width, bar: 16, ticks: ['100'] },
  );
  const bars = parts.map(({ every, some }, x) => {
    const { y1, y2 } = bands.places[x];
    return { every: 100 * every, some: 100 * some, y1, y2, in1: y1 + INSET, in2: y2 - INSET };
  });
  const rows = `${numberText(data.rows)} ${data.rows === 1 ? 'row' : 'rows'}`;
  return draw(
    {
      title: `Features that the explanations of ${rows} use`,
      says: `In every and in some explanation of a row: ${parts.map(({ label, text }) => `${label} ${text}`).join(', ')}.`,
      height: { frame: bands.frame },
      above: 12,
      marginLeft: bands.marginLeft,
      marginRight: bands.marginRight,
      keys: [
        { name: 'in every explanation of the row', color: NEUTRAL, look: 'area' },
        { name: 'in some explanation of the row', color: NEUTRAL, look: 'outline' },
      ],
      scales: { x: { domain: [0, 100] }, y: bands.y },
      marks: [
        gridX({ ticks: 5 }),
        axisX({ label: `share of ${rows} (%)`, ticks: 5, tickFormat: numberText }),
        rect(
          bars.filter(({ some }) => some > 0),
          { x1: () => 0, x2: 'some', y1: 'y1', y2: 'y2', ...pale(NEUTRAL), className: 'some' },
        ),
        rect(
          bars.filter(({ every }) => every > 0),
          { x1: () => 0, x2: 'every', y1: 'in1', y2: 'in2', fill: NEUTRAL, className: 'every' },
        ),
        ...bands.marks,
      ],
    },
    options,
  );
}
