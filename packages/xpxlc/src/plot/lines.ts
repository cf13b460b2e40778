// How does a cost grow with size? Points, and the line that fits them with its slope in the legend; or lines from point to point.
import { axisX, axisY, dot, gridX, gridY, line } from '@observablehq/plot';
import { type Axis, axisLabel, decades, logDomain, tickText } from './axis.ts';
import { draw, type PlotOptions, WIDTH } from './chart.ts';
import { type Fit, fit, fitText, fitted } from './fit.ts';
import { at, SERIES, SYMBOLS } from './palette.ts';

/** One line. */
export interface LineSeries {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** What to fit. Without it no slope is shown. */
  readonly fit?: Fit['kind'];
  /** The smallest x to fit from: small sizes say little of growth. */
  readonly fitFrom?: number;
}

export interface LinesOptions extends PlotOptions {
  readonly x: Axis;
  readonly y: Axis;
}

/** A series of points each; both axes are logarithmic unless they say otherwise. */
export function lines(series: readonly LineSeries[], options: LinesOptions): SVGSVGElement {
  const { width = WIDTH } = options;
  const x = { scale: 'log', ...options.x } as const;
  const y = { scale: 'log', ...options.y } as const;
  const xs = series.flatMap(({ points }) => points.map(([value]) => value));
  const ys = series.flatMap(({ points }) => points.map(([, value]) => value));
  const fits = series.map(
    (one) =>
      one.fit &&
      fit(
        one.points.filter(([value]) => value >= (one.fitFrom ?? 0)),
        one.fit,
      ),
  );
  const keys = series.map(({ name }, i) => {
    const slope = fits[i];
    return {
      name: slope === undefined ? name : `${name}: ${fitText(slope)}`,
      color: at(SERIES, i),
      look: { symbol: at(SYMBOLS, i) },
    };
  });
  const horizontal = scaleOf(x, xs, width < 480 ? 5 : 8);
  const vertical = scaleOf(y, ys, 10);
  const grid = (ticks: number[] | undefined) => ({ ticks });
  return draw(
    {
      title: `${axisLabel(y)} against ${axisLabel(x)}`,
      height: 340,
      yLabel: axisLabel(y),
      marginLeft: 62,
      keys,
      scales: { x: horizontal.scale, y: vertical.scale },
      marks: [
        gridX(grid(horizontal.ticks)),
        gridY(grid(vertical.ticks)),
        axisX({ label: axisLabel(x), tickFormat: tickText(x), ...grid(horizontal.ticks) }),
        axisY({ label: null, tickFormat: tickText(y), ...grid(vertical.ticks) }),
        ...series.flatMap(({ points }, i) => {
          const slope = fits[i];
          const stroke = at(SERIES, i);
          const [from, to] = [Math.max(series[i].fitFrom ?? 0, points[0]?.[0] ?? 0), points.at(-1)?.[0] ?? 0];
          return [
            slope === undefined
              ? line(points, { stroke, strokeWidth: 1.5 })
              : line(
                  [from, to].map((value) => [value, fitted(slope, value)]),
                  { stroke, strokeWidth: 1.5, strokeDasharray: '5 4', className: 'fit' },
                ),
            dot(points, { fill: stroke, symbol: at(SYMBOLS, i), r: 3.5 }),
          ];
        }),
      ],
    },
    options,
  );
}

function scaleOf({ scale }: Axis, values: readonly number[], most: number) {
  if (scale === 'linear') return { scale: {}, ticks: undefined };
  const domain = logDomain(values);
  return { scale: { type: 'log' as const, domain }, ticks: decades(domain[0], domain[1], most) };
}
