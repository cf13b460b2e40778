// Which rules cover most rows? The rule in words, and below it how many rows it covers.
import { axisX, gridX, rect } from '@observablehq/plot';
import { numberText, roundTicks } from './axis.ts';
import { layBands } from './bands.ts';
import { draw, type PlotOptions, WIDTH } from './chart.ts';
import { classColor } from './palette.ts';

/** What {@link rules} draws. */
export interface RulesData {
  readonly rows: number;
  /** Those that cover most rows first. */
  readonly rules: readonly {
    /** `IF age < 31 THEN refuse`. */
    readonly label: string;
    readonly class: string;
    /** Its position in the model, for its colour. */
    readonly classIndex: number;
    readonly rows: number;
    /** How many rows, for readers. */
    readonly text: string;
  }[];
  /** Rules that are not shown. */
  readonly more: number;
}

/** A bar per rule. */
export function rules(data: RulesData, options: PlotOptions = {}): SVGSVGElement {
  const { width = WIDTH } = options;
  const remark = data.more > 0 ? `… ${data.more} more ${data.more === 1 ? 'rule' : 'rules'}` : undefined;
  const most = Math.max(1, data.rules[0]?.rows ?? 0);
  const ticks = roundTicks(0, most, width).filter(Number.isInteger);
  const bands = layBands(
    [
      ...data.rules.map(({ label, text }) => ({ label, value: text })),
      ...(remark === undefined ? [] : [{ label: remark, bare: true }]),
    ],
    { width, bar: 12, names: 'above', ticks: ticks.map(numberText) },
  );
  const classes = [...new Map(data.rules.map((rule) => [rule.classIndex, rule.class]))].sort(
    ([a], [b]) => a - b,
  );
  return draw(
    {
      title: `Rules that cover most of ${numberText(data.rows)} rows`,
      says: data.rules.map(({ label, text }) => `${label}: ${text}.`).join(' '),
      height: { frame: bands.frame },
      above: 12,
      marginLeft: bands.marginLeft,
      marginRight: bands.marginRight,
      keys:
        classes.length < 2 ? [] : classes.map(([k, name]) => ({ name, color: classColor(k), look: 'area' })),
      scales: { x: { domain: [0, most] }, y: bands.y },
      marks: [
        gridX({ ticks }),
        axisX({ label: 'rows', ticks, tickFormat: numberText }),
        ...classes.map(([k]) =>
          rect(
            data.rules.flatMap((rule, x) =>
              rule.classIndex === k && rule.rows > 0 ? [{ ...bands.places[x], rows: rule.rows }] : [],
            ),
            { x1: () => 0, x2: 'rows', y1: 'y1', y2: 'y2', fill: classColor(k), className: 'covered' },
          ),
        ),
        ...bands.marks,
      ],
    },
    options,
  );
}
