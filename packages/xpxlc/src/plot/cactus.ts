// How many instances are done within which time? Times in increasing order, one line per way of doing it: lower and farther to the
// right is better.
import { axisX, axisY, gridX, gridY, lineY, ruleY } from '@observablehq/plot';
import { type Axis, axisLabel, decades, logDomain, numberText, tickText } from './axis.ts';
import { draw, type PlotOptions, WIDTH } from './chart.ts';
import { at, DASHES, SERIES } from './palette.ts';

/** One line. */
export interface CactusSeries {
  readonly name: string;
  /** How many instances took at most how long; both increase. */
  readonly points: readonly (readonly [count: number, value: number])[];
}

export interface CactusOptions extends PlotOptions {
  /** Default: instances. */
  readonly x?: Axis;
  /** Default: time per instance, in seconds. */
  readonly y?: Axis;
  /** A limit, drawn as a line. */
  readonly limit?: number;
}

/**
 * The points of a line from its values. Of many, about `most` are kept; the largest ones all.
 *
 * @param most - at least 2; default 400.
 */
export function cactusSeries(name: string, values: Iterable<number>, most = 400): CactusSeries {
  const sorted = Float64Array.from(values).sort();
  const every = Math.max(1, Math.ceil(sorted.length / (most / 2)));
  const last = sorted.length - Math.floor(most / 2);
  const points: [number, number][] = [];
  sorted.forEach((value, i) => {
    if (i % every === 0 || i >= last) points.push([i + 1, value]);
  });
  return { name, points };
}

/** A line per series, from the fastest instance to the slowest; the y axis is logarithmic. */
export function cactus(series: readonly CactusSeries[], options: CactusOptions = {}): SVGSVGElement {
  const { width = WIDTH, limit } = options;
  const x = options.x ?? { label: 'instances' };
  const y = { scale: 'log', ...(options.y ?? { label: 'time per instance', unit: 's' }) } as const;
  const values = series.flatMap(({ points }) => points.map(([, value]) => value));
  const domain = logDomain(limit === undefined ? values : [...values, limit]);
  const ticks = decades(domain[0], domain[1], 10);
  return draw(
    {
      title: `${axisLabel(y)}, ${x.label} in increasing order`,
      height: 340,
      yLabel: axisLabel(y),
      marginLeft: 62,
      keys: series.map(({ name }, i) => ({ name, color: at(SERIES, i), look: { dash: at(DASHES, i) } })),
      scales: {
        x: { domain: [0, Math.max(1, ...series.map(({ points }) => points.at(-1)?.[0] ?? 0))] },
        y: { type: 'log', domain },
      },
      marks: [
        gridX({ ticks: width < 480 ? 4 : 8 }),
        gridY({ ticks }),
        axisX({ label: axisLabel(x), ticks: width < 480 ? 4 : 8, tickFormat: numberText }),
        axisY({ label: null, ticks, tickFormat: tickText(y) }),
        ...(limit === undefined ? [] : [ruleY([limit], { strokeDasharray: '4 4' })]),
        ...series.map(({ points }, i) =>
          lineY(points, {
            x: ([count]: readonly [number, number]) => count,
            y: ([, value]: readonly [number, number]) => value,
            curve: 'step-before',
            stroke: at(SERIES, i),
            strokeWidth: 2,
            strokeDasharray: at(DASHES, i),
          }),
        ),
      ],
    },
    options,
  );
}
