// Two ways of doing the same, instance by instance: which one is faster, and by how much? Below the diagonal y is.
import { axisX, axisY, dot, gridX, gridY, line, ruleX, ruleY, text } from '@observablehq/plot';
import { type Axis, axisLabel, decades, logDomain, tickText } from './axis.ts';
import { draw, type PlotOptions, WIDTH } from './chart.ts';
import { at, SERIES, SYMBOLS } from './palette.ts';

/** One instance. */
export interface ScatterPoint {
  /** Null: not done within the limits. */
  readonly x: number | null;
  readonly y: number | null;
  /** Points of a group look the same. */
  readonly group?: string;
}

export interface ScatterOptions extends PlotOptions {
  readonly x: Axis;
  readonly y: Axis;
  /** What is written at the border for those not done. Default: not done. */
  readonly beyond?: string;
}

/** Both axes are logarithmic and have the same range; what was not done lies on a border of its own. */
export function scatter(points: readonly ScatterPoint[], options: ScatterOptions): SVGSVGElement {
  const { width = WIDTH, beyond = 'not done' } = options;
  const x = { ...options.x, scale: 'log' } as const;
  const y = { ...options.y, scale: 'log' } as const;
  const [low, high] = logDomain(points.flatMap((point) => [point.x ?? 0, point.y ?? 0]));
  const undone = points.some((point) => point.x === null || point.y === null);
  // The border lies as far beyond the largest number as a twentieth of the range.
  const border = high * (high / low) ** 0.05;
  const domain = [low, undone ? border * (high / low) ** 0.02 : high];
  const ticks = decades(low, high, width < 480 ? 5 : 8);
  const groups = [...new Set(points.map(({ group = '' }) => group))];
  const frame = Math.min(width, 560);
  return draw(
    {
      title: `${axisLabel(y)} against ${axisLabel(x)}`,
      height: frame - 40,
      yLabel: axisLabel(y),
      marginLeft: 62,
      keys:
        groups.length < 2
          ? []
          : groups.map((name, i) => ({ name, color: at(SERIES, i), look: { symbol: at(SYMBOLS, i) } })),
      scales: { x: { type: 'log', domain }, y: { type: 'log', domain } },
      marks: [
        gridX({ ticks }),
        gridY({ ticks }),
        axisX({ label: axisLabel(x), ticks, tickFormat: tickText(x) }),
        axisY({ label: null, ticks, tickFormat: tickText(y) }),
        line(
          [
            [low, low],
            [high, high],
          ],
          { stroke: 'currentColor', strokeOpacity: 0.5, className: 'diagonal' },
        ),
        ...(undone
          ? [
              ruleX([border], { strokeDasharray: '4 4', strokeOpacity: 0.6 }),
              ruleY([border], { strokeDasharray: '4 4', strokeOpacity: 0.6 }),
              text([beyond], {
                x: () => low,
                y: () => border,
                text: (words: string) => words,
                textAnchor: 'start',
                dx: 6,
                dy: -9,
              }),
            ]
          : []),
        ...groups.map((group, i) =>
          dot(
            points.filter((point) => (point.group ?? '') === group),
            {
              x: (point: ScatterPoint) => point.x ?? border,
              y: (point: ScatterPoint) => point.y ?? border,
              symbol: at(SYMBOLS, i),
              stroke: at(SERIES, i),
              strokeOpacity: 0.8,
              r: 3,
            },
          ),
        ),
      ],
    },
    options,
  );
}
