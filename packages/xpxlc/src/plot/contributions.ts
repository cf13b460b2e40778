// What does each value add to the lead? Bars to either side of zero, the longest first; all together they are the lead.
import { axisX, gridX, rect, ruleX } from '@observablehq/plot';
import { numberText, roundTicks } from './axis.ts';
import { type BandPlace, layBands } from './bands.ts';
import { draw, type PlotOptions, WIDTH } from './chart.ts';
import { classColor, NEUTRAL } from './palette.ts';

/** One amount. */
export interface Contribution {
  /** What adds it: `home = own`. */
  readonly label: string;
  readonly amount: number;
  /** The same for readers, with its sign. */
  readonly text: string;
}

/** What {@link contributions} draws. */
export interface ContributionsData {
  readonly class: string;
  readonly rival: string;
  /** Their positions in the model, for their colours. */
  readonly classIndex: number;
  readonly rivalIndex: number;
  /** What is counted: `points`, `log odds`; empty for nothing with a name. */
  readonly unit: string;
  /** What there is without any value. */
  readonly base: Contribution;
  /** The largest first, by magnitude. */
  readonly parts: readonly Contribution[];
  /** Those that are not shown one by one, together. */
  readonly rest?: Contribution;
  /** The lead. */
  readonly sum: Contribution;
}

/** A bar per feature, to the right for the class, to the left for the rival. */
export function contributions(data: ContributionsData, options: PlotOptions = {}): SVGSVGElement {
  const { width = WIDTH } = options;
  const { base, parts, rest, sum, unit, rival } = data;
  const [own, other] = [classColor(data.classIndex), classColor(data.rivalIndex)];
  const all = [base, ...parts, ...(rest === undefined ? [] : [rest]), sum];
  const amounts = all.map(({ amount }) => amount);
  const low = amounts.reduce((a, b) => Math.min(a, b), 0);
  const high = amounts.reduce((a, b) => Math.max(a, b), 0);
  const domain = low === high ? [-1, 1] : [low, high];
  const ticks = roundTicks(domain[0], domain[1], width);
  const bands = layBands(
    all.map((one) => ({ label: one.label, value: one.text, strong: one === sum })),
    { width, ticks: ticks.map(numberText) },
  );
  const bars = all.map((one, x) => ({ ...bands.places[x], amount: one.amount, isSum: one === sum }));
  const marks = (kind: string, fill: string, chosen: (bar: Bar) => boolean) =>
    rect(
      bars.filter((bar) => bar.amount !== 0 && chosen(bar)),
      { x1: () => 0, x2: 'amount', y1: 'y1', y2: 'y2', fill, className: kind },
    );
  return draw(
    {
      title: `What adds to the lead of ${data.class} over ${rival}`,
      says: `${all.map(({ label, text }) => `${label} ${text}`).join(', ')}.`,
      height: { frame: bands.frame },
      above: 12,
      marginLeft: bands.marginLeft,
      marginRight: bands.marginRight,
      keys: [
        { name: `+ for ${data.class}`, color: own, look: 'area' },
        { name: `− for ${rival}`, color: other, look: 'area' },
        { name: 'together', color: NEUTRAL, look: 'area' },
      ],
      scales: { x: { domain }, y: bands.y },
      marks: [
        gridX({ ticks }),
        axisX({
          label: unit === '' ? 'lead' : `lead (${unit})`,
          ticks,
          tickFormat: numberText,
        }),
        marks('for', own, ({ amount, isSum }) => amount > 0 && !isSum),
        marks('against', other, ({ amount, isSum }) => amount < 0 && !isSum),
        marks('sum', NEUTRAL, ({ isSum }) => isSum),
        ruleX([0], { stroke: 'currentColor' }),
        ...bands.marks,
      ],
    },
    options,
  );
}

type Bar = BandPlace & { readonly amount: number; readonly isSum: boolean };
