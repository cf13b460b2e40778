// Why exactly these? The drops of the held features stack up, the largest first, until they pass what is needed; those that may move
// follow, pale. One panel per rival.
import { axisX, gridX, type Markish, rect, ruleX, text } from '@observablehq/plot';
import { numberText, roundTicks } from './axis.ts';
import { type Band, type BandPlace, layBands, TEXT } from './bands.ts';
import { draw, type PlotOptions, WIDTH } from './chart.ts';
import { classColor, NEUTRAL, pale } from './palette.ts';
import { LINE, widthOf, wrapTo } from './text-width.ts';

/** One feature against one rival. */
export interface DropPart {
  /** What it says: `age ≥ 35 years`. */
  readonly label: string;
  /** How far the lead can fall when it alone changes; Infinity: endless. */
  readonly drop: number;
  /** The same for readers. */
  readonly text: string;
  /** Part of the explanation; the others may be anything. */
  readonly held: boolean;
  /** Where its bar starts and ends: sums of the drops so far, endless ones not counted. */
  readonly start: number;
  readonly end: number;
}

/** The features that are not shown one by one, none of them held. */
export interface DropRest {
  readonly count: number;
  /** `… 45 more, together 3.2` without the number. */
  readonly label: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The explained class against one rival. */
export interface DropPanel {
  readonly rival: string;
  /** Held ones first, each kind from the largest drop to the smallest. */
  readonly parts: readonly DropPart[];
  readonly rest?: DropRest;
  /** How far the class is ahead. */
  readonly margin: number;
  /** What the held drops must exceed, or reach; endless ones, which must all be held, not counted. Negative: nothing needs to be held. */
  readonly threshold: number;
  /** What the held drops add up to; endless ones not counted. */
  readonly held: number;
  /** All drops; endless ones not counted. */
  readonly total: number;
  /** The held features suffice against this rival; decided exactly. */
  readonly enough: boolean;
  /** What is needed, to stand at the line: `more than 55 points needed`. */
  readonly needed: string;
  /** What is held, beside what is needed; never contradicts `enough`: `held: just over 55 points`. */
  readonly sum: string;
}

/** What {@link dropBar} draws. */
export interface DropBarData {
  readonly class: string;
  /** Its position in the model, for its colour. */
  readonly classIndex: number;
  /** What drops count: `points`, `log odds`; empty for nothing with a name. */
  readonly unit: string;
  /** The tightest rival first. */
  readonly panels: readonly DropPanel[];
  /** Rivals that have no panel. */
  readonly moreRivals: number;
}

/** A line of the picture: a feature, the rest, or words. */
interface Line {
  readonly band: Band;
  readonly bar?: { readonly start: number; readonly end: number; readonly held: boolean };
  readonly endless?: boolean;
  /** Room for the words at the line of what is needed. */
  readonly limit?: boolean;
}

/** A bar per feature, stacked like stairs, against the line of what is needed. */
export function dropBar(data: DropBarData, options: PlotOptions = {}): SVGSVGElement {
  const { width = WIDTH } = options;
  const { panels, unit } = data;
  const color = classColor(data.classIndex);
  const several = panels.length + data.moreRivals > 1;
  const sections = panels.map((panel, p) => linesOf(panel, p, several, width));
  const lines = sections.flat();
  if (data.moreRivals > 0)
    lines.push({
      band: { label: `… ${data.moreRivals} more ${data.moreRivals === 1 ? 'rival' : 'rivals'}`, bare: true },
    });
  const most = Math.max(...panels.map(({ total, threshold }) => Math.max(total, threshold)), 0) || 1;
  const ticks = roundTicks(0, most, width);
  const bands = layBands(
    lines.map(({ band }) => band),
    { width, ticks: ticks.map(numberText) },
  );
  const toX = (amount: number): number =>
    bands.marginLeft + (amount / most) * (width - bands.marginLeft - bands.marginRight);
  const bars = lines.flatMap(({ bar, endless }, x) =>
    bar === undefined || (bar.end <= bar.start && !endless)
      ? []
      : [{ ...bar, ...(endless ? { start: 0, end: most } : {}), ...bands.places[x] }],
  );
  const limits = panels.flatMap((panel, p) => {
    if (panel.threshold < 0) return [];
    const first = sections.slice(0, p).flat().length;
    const label = first + sections[p].findIndex(({ limit }) => limit);
    const span = {
      top: bands.places[label].top,
      bottom: bands.places[first + sections[p].length - 2].bottom,
    };
    const at = { x: toX(panel.threshold), left: bands.marginLeft, width };
    return limitMarks({ needed: neededLines(panel, width), threshold: panel.threshold }, span, at);
  });
  return draw(
    {
      title: `What holds ${data.class}${several ? '' : ` against ${panels[0]?.rival ?? 'nothing'}`}`,
      says: descriptionOf(data),
      height: { frame: bands.frame },
      above: 12,
      marginLeft: bands.marginLeft,
      marginRight: bands.marginRight,
      keys: [
        { name: '● held: these values decide', color, look: 'area' },
        { name: '○ may be anything', color: NEUTRAL, look: 'outline' },
      ],
      scales: { x: { domain: [0, most] }, y: bands.y },
      marks: [
        gridX({ ticks }),
        axisX({
          label: unit === '' ? 'how far the lead can fall' : `how far the lead can fall (${unit})`,
          ticks,
          tickFormat: numberText,
        }),
        ...barMarks(bars, color),
        ...limits,
        ...bands.marks,
      ],
    },
    options,
  );
}

/** The lines of a panel. */
function linesOf(panel: DropPanel, p: number, several: boolean, width: number): Line[] {
  const { parts, rest, rival, threshold, needed, sum } = panel;
  const remark = (label: string, strong = false): Line => ({ band: { label, strong, bare: true } });
  return [
    ...(p > 0 ? [remark('')] : []),
    ...(several ? [remark(`against ${rival}`, true)] : []),
    threshold < 0
      ? remark(needed)
      : { band: { label: '', bare: true, lines: neededLines(panel, width).length }, limit: true },
    ...parts.map(({ label, text: value, held, start, end, drop }) => ({
      band: { label: `${held ? '●' : '○'} ${label}`, value, strong: held },
      bar: { start, end, held },
      endless: drop === Number.POSITIVE_INFINITY,
    })),
    ...(rest === undefined
      ? []
      : [
          {
            band:
              rest.end > rest.start
                ? { label: rest.label, value: rest.text }
                : { label: rest.label, bare: true },
            bar: { start: rest.start, end: rest.end, held: false },
          },
        ]),
    remark(sum, true),
  ];
}

function neededLines({ needed }: DropPanel, width: number): string[] {
  return wrapTo(needed, width - 24);
}

type Bar = { readonly start: number; readonly end: number; readonly held: boolean } & BandPlace;

function barMarks(bars: readonly Bar[], color: string): Markish[] {
  const place = { x1: 'start', x2: 'end', y1: 'y1', y2: 'y2' } as const;
  return [
    rect(
      bars.filter(({ held }) => held),
      { ...place, fill: color, className: 'held' },
    ),
    rect(
      bars.filter(({ held }) => !held),
      { ...place, ...pale(NEUTRAL), className: 'free' },
    ),
  ];
}

/** The line of what is needed, through all bars of a panel, with its words at the upper end. */
function limitMarks(
  { needed, threshold }: { needed: readonly string[]; threshold: number },
  { top, bottom }: { top: number; bottom: number },
  at: { x: number; left: number; width: number },
): Markish[] {
  const wide = Math.max(...needed.map((line) => widthOf(line)));
  // Centred on the line, but within the picture.
  const middle = Math.min(Math.max(at.x, 8 + wide / 2), Math.max(at.width - 8 - wide / 2, 8 + wide / 2));
  return [
    ruleX([threshold], {
      x: (x: number) => x,
      y1: top + needed.length * LINE + 2,
      y2: bottom,
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeDasharray: '5 3',
      className: 'needed',
    }),
    text([needed.join('\n')], {
      text: (words: string) => words,
      ...TEXT,
      frameAnchor: 'left',
      textAnchor: 'middle',
      y: () => top,
      dx: middle - at.left,
      className: 'needed-label',
    }),
  ];
}

/** The same in a sentence or two. */
function descriptionOf({ panels }: DropBarData): string {
  return panels
    .map(({ rival, parts, needed, sum }) => {
      const held = parts.filter((part) => part.held).map(({ label, text }) => `${label} (${text})`);
      return `Against ${rival}: ${held.length === 0 ? 'nothing held' : `held ${held.join(', ')}`}; ${needed}; ${sum}.`;
    })
    .join(' ');
}
