// What would change it? Each value that differs, from → to; numbers as an arrow on the range that they have.
import { arrow, dot, link, type Markish, text } from '@observablehq/plot';
import { type BandPlace, layBands, TEXT } from './bands.ts';
import { draw, type PlotOptions, WIDTH } from './chart.ts';
import { classColor, NEUTRAL } from './palette.ts';

/** Where a number was and where it goes, on the range of its feature. */
export interface ChangeScale {
  readonly lower: number;
  readonly upper: number;
  readonly from: number;
  readonly to: number;
  /** The ends for readers; absent where there is no end. */
  readonly lowerText?: string;
  readonly upperText?: string;
}

/** What {@link changeView} draws. */
export interface ChangeData {
  /** The class, and what it becomes. */
  readonly from: string;
  readonly to: string;
  /** Their positions in the model, for their colours. */
  readonly fromIndex: number;
  readonly toIndex: number;
  /** The new class is within the rounding noise of the model's own arithmetic. */
  readonly doubtful: boolean;
  readonly parts: readonly {
    /** `age: 24 → 50 years`, `job: clerk → nurse`. */
    readonly text: string;
    /** Of numbers. */
    readonly scale?: ChangeScale;
  }[];
}

const TRACK = 30;

/** A line of words per change, and for a number an arrow on its range. */
export function changeView(data: ChangeData, options: PlotOptions = {}): SVGSVGElement {
  const { width = WIDTH } = options;
  const { from, to, parts } = data;
  const colors = { from: classColor(data.fromIndex), to: classColor(data.toIndex) };
  const heading = `${from} → ${to}${data.doubtful ? ' (within rounding noise)' : ''}`;
  const nothing = parts.length === 0 ? [{ label: 'nothing changes', bare: true }] : [];
  const bands = layBands(
    [
      { label: heading, strong: true, bare: true },
      ...parts.map(({ text: label, scale }) => ({ label, bare: scale === undefined })),
      ...nothing,
    ],
    { width, bar: TRACK, names: 'above', ticks: ['00'] },
  );
  const tracks = parts.flatMap(({ scale }, x) =>
    scale === undefined ? [] : [trackOf(scale, bands.places[x + 1])],
  );
  return draw(
    {
      title: `What would change ${from} to ${to}`,
      says: `${parts.map((part) => part.text).join('; ')}.`,
      height: { frame: bands.frame },
      above: 12,
      marginLeft: bands.marginLeft,
      marginRight: bands.marginRight,
      marginBottom: 4,
      keys:
        tracks.length === 0
          ? []
          : [
              { name: `now: ${from}`, color: colors.from, look: { symbol: 'circle' } },
              { name: `for ${to}`, color: colors.to, look: { symbol: 'diamond' } },
            ],
      scales: { x: { axis: null, domain: [0, 1] }, y: bands.y },
      marks: [...trackMarks(tracks, colors), ...bands.marks],
    },
    options,
  );
}

interface Track {
  readonly y: number;
  readonly from: number;
  readonly to: number;
  readonly ends: readonly { readonly x: number; readonly y: number; readonly words: string }[];
}

function trackOf(scale: ChangeScale, { y1 }: BandPlace): Track {
  const { lower, upper, lowerText, upperText } = scale;
  // By halves: the range may be larger than the largest double.
  const place = (value: number): number =>
    upper > lower ? (value / 2 - lower / 2) / (upper / 2 - lower / 2) : 0.5;
  return {
    y: y1 + 7,
    from: place(scale.from),
    to: place(scale.to),
    ends: [
      { x: 0, y: y1 + 14, words: lowerText ?? '…' },
      { x: 1, y: y1 + 14, words: upperText ?? '…' },
    ],
  };
}

function trackMarks(
  tracks: readonly Track[],
  colors: { readonly from: string; readonly to: string },
): Markish[] {
  const ends = (x: number) => tracks.flatMap((track) => track.ends.filter((end) => end.x === x));
  const words = (x: number) =>
    text(ends(x), {
      ...TEXT,
      x: 'x',
      y: 'y',
      text: 'words',
      textAnchor: x === 0 ? 'start' : 'end',
      className: 'ends',
    });
  return [
    link(tracks, {
      x1: () => 0,
      x2: () => 1,
      y1: 'y',
      y2: 'y',
      stroke: NEUTRAL,
      strokeWidth: 2,
      className: 'range',
    }),
    arrow(tracks, {
      x1: 'from',
      x2: 'to',
      y1: 'y',
      y2: 'y',
      stroke: colors.to,
      strokeWidth: 3,
      insetEnd: 4,
      headLength: 7,
      className: 'move',
    }),
    dot(tracks, { x: 'from', y: 'y', r: 4.5, fill: colors.from, className: 'now' }),
    dot(tracks, { x: 'to', y: 'y', r: 4.5, symbol: 'diamond', fill: colors.to, className: 'then' }),
    words(0),
    words(1),
  ];
}
