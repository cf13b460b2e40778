// How often does each value occur, for one or several groups side by side?
import { axisFx, axisY, barY, gridY, ruleY } from '@observablehq/plot';
import { type Axis, axisLabel, numberText } from './axis.ts';
import { draw, type PlotOptions, WIDTH } from './chart.ts';
import { at, SERIES } from './palette.ts';

/** The counts of a group, one per bin. */
export interface HistogramGroup {
  readonly name: string;
  readonly counts: readonly number[];
}

export interface HistogramOptions extends PlotOptions {
  /** What the bins are values of. */
  readonly x: Axis;
  /** What is counted. Default: instances. */
  readonly y?: Axis;
  /** In percent of the group, so that groups of different size compare. */
  readonly share?: boolean;
}

/**
 * A bar per bin and group.
 *
 * @param bins - their names, in order; the counts of each group go with them.
 */
export function histogram(
  bins: readonly string[],
  groups: readonly HistogramGroup[],
  options: HistogramOptions,
): SVGSVGElement {
  const { width = WIDTH, x, share = false } = options;
  const counted = options.y ?? { label: 'instances' };
  const y = share ? { ...counted, unit: '%' } : counted;
  const bars = groups.flatMap(({ name, counts }) => {
    const total = counts.reduce((a, b) => a + b, 0);
    return counts.map((count, b) => ({
      bin: bins[b],
      name,
      value: share ? (100 * count) / Math.max(1, total) : count,
    }));
  });
  const most = Math.max(...bars.map(({ value }) => value), 0);
  const longest = Math.max(...bins.map((bin) => bin.length));
  const slanted = 7 * longest > ((width - 80) / bins.length) * 0.95;
  return draw(
    {
      title: `${axisLabel(y)} by ${axisLabel(x)}`,
      height: 320,
      yLabel: axisLabel(y),
      marginLeft: 24 + 7.5 * numberText(Math.ceil(most)).length,
      marginRight: 8,
      marginBottom: slanted ? 44 + 4.2 * longest : 44,
      keys:
        groups.length < 2 ? [] : groups.map(({ name }, i) => ({ name, color: at(SERIES, i), look: 'area' })),
      scales: {
        x: { axis: null, domain: groups.map(({ name }) => name), padding: 0.05 },
        fx: { domain: [...bins], padding: groups.length < 2 ? 0.1 : 0.2 },
        y: { domain: [0, most > 0 ? most : 1], nice: true },
      },
      marks: [
        gridY({ ticks: 6 }),
        axisY({ label: null, tickFormat: numberText, ticks: 6, anchor: 'left' }),
        axisFx({
          label: axisLabel(x),
          anchor: 'bottom',
          labelOffset: slanted ? 36 + 4.2 * longest : 36,
          ...(slanted ? { tickRotate: -35, textAnchor: 'end' } : {}),
        }),
        ...groups.map(({ name }, i) =>
          barY(
            bars.filter((bar) => bar.name === name),
            { fx: 'bin', x: 'name', y: 'value', fill: at(SERIES, i) },
          ),
        ),
        ruleY([0]),
      ],
    },
    options,
  );
}
