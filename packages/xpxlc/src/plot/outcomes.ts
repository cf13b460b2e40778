// What became of them? One bar per row, divided by outcome, from good to bad.
import { axisX, barX, gridX, text } from '@observablehq/plot';
import { type Axis, axisLabel, numberText } from './axis.ts';
import { draw, type PlotOptions, WIDTH } from './chart.ts';
import { wrap } from './legend.ts';
import { ordered } from './palette.ts';

/** One bar. */
export interface OutcomeRow {
  readonly name: string;
  /** How many had each outcome, in the order of the outcomes. */
  readonly counts: readonly number[];
}

export interface OutcomesOptions extends PlotOptions {
  /** What is counted. Default: instances. */
  readonly x?: Axis;
  /** In percent of the row. */
  readonly share?: boolean;
}

const BAR = 22;
const LINE = 16;

/**
 * A bar per row, a part per outcome. Names stand above their bars: however long they are, none is cut.
 *
 * @param outcomes - their names, best first.
 */
export function outcomes(
  outcomes: readonly string[],
  rows: readonly OutcomeRow[],
  options: OutcomesOptions = {},
): SVGSVGElement {
  const { width = WIDTH, share = false } = options;
  const counted = options.x ?? { label: 'instances' };
  const x = share ? { ...counted, unit: '%' } : counted;
  const colors = ordered(outcomes.length);
  const names = rows.map(({ name }) => wrap(name, Math.floor((width - 24) / 7)));
  const lines = Math.max(1, ...names.map((name) => name.length));
  const step = BAR + lines * LINE + 10;
  const parts = rows.flatMap(({ counts }, row) => {
    const total = counts.reduce((a, b) => a + b, 0);
    let end = 0;
    return counts.map((count, outcome) => {
      const start = end;
      end += share ? (100 * count) / Math.max(1, total) : count;
      return { row: String(row), outcome, count, start, end };
    });
  });
  const most = Math.max(1, ...parts.map(({ end }) => end));
  const room = width - 32;
  return draw(
    {
      title: `${axisLabel(x)} by outcome`,
      height: rows.length * step + 80,
      marginLeft: 8,
      keys: outcomes.map((name, i) => ({ name, color: colors[i], look: 'area' })),
      scales: {
        x: { domain: [0, most] },
        y: { axis: null, domain: rows.map((_, row) => String(row)), padding: 0 },
      },
      marks: [
        gridX(),
        axisX({ label: axisLabel(x), ticks: width < 480 ? 4 : 8, tickFormat: numberText }),
        ...outcomes.map((_, i) =>
          barX(
            parts.filter(({ outcome, count }) => outcome === i && count > 0),
            { y: 'row', x1: 'start', x2: 'end', fill: colors[i], insetTop: lines * LINE + 6, insetBottom: 4 },
          ),
        ),
        // A number where its part has room for it.
        text(
          parts.filter(
            ({ start, end, count }) =>
              count > 0 && ((end - start) / most) * room > 8 * numberText(count).length,
          ),
          {
            y: 'row',
            x: (part: { start: number; end: number }) => (part.start + part.end) / 2,
            dy: (lines * LINE + 2) / 2,
            text: ({ count }: { count: number }) => numberText(count),
            fill: '#000000',
            stroke: '#ffffff',
            strokeWidth: 3,
            className: 'numbers',
          },
        ),
        text(names, {
          y: (_: unknown, row: number) => String(row),
          frameAnchor: 'left',
          textAnchor: 'start',
          lineAnchor: 'bottom',
          dy: lines * LINE - step / 2 + 2,
          text: (name: readonly string[]) => name.join('\n'),
          lineHeight: LINE / 12,
          className: 'names',
        }),
      ],
    },
    options,
  );
}
