// Bars with names: one below the other, the name beside the bar, or above it where the picture is narrow. Names of any length are wrapped,
// so bands differ in height; the y axis counts pixels from the top.
import { type Markish, type TextOptions, text } from '@observablehq/plot';
import { FONT, LINE, widthOf, wrapTo } from './text-width.ts';

/** A name, a number at the right end, and room for bars between them. */
export interface Band {
  readonly label: string;
  readonly value?: string;
  /** Bold: told apart without colours. */
  readonly strong?: boolean;
  /** A heading or a remark: over the whole width, without bars. */
  readonly bare?: boolean;
  /** Room for so many lines, instead of the label. */
  readonly lines?: number;
}

export interface BandOptions {
  readonly width: number;
  /** Height of the bars. Default 14. */
  readonly bar?: number;
  /** Texts on the x axis: they reach beyond the frame by half. */
  readonly ticks?: readonly string[];
  /** Where names are. Default: beside the bars if the picture is wide, else above. */
  readonly names?: 'above' | 'beside';
}

/** Where a band is, in pixels from the top: all of it, and its bars. */
export interface BandPlace {
  readonly top: number;
  readonly bottom: number;
  readonly y1: number;
  readonly y2: number;
}

/** Bands laid out. */
export interface Bands {
  readonly places: readonly BandPlace[];
  /** Height of the frame. */
  readonly frame: number;
  readonly marginLeft: number;
  readonly marginRight: number;
  /** The y axis. */
  readonly y: { readonly axis: null; readonly domain: readonly [number, number] };
  /** Names and numbers. */
  readonly marks: readonly Markish[];
}

/** From this width on names are beside the bars. */
const WIDE = 600;
const EDGE = 8;
const GAP = 8;

interface Laid {
  readonly band: Band;
  readonly lines: readonly string[];
  readonly value: readonly string[];
  readonly place: BandPlace;
}

export function layBands(
  bands: readonly Band[],
  { width, bar = 14, names: where, ticks = [] }: BandOptions,
): Bands {
  const beside = where === undefined ? width >= WIDE : where === 'beside';
  const named = bands.filter(({ bare }) => !bare);
  const widest = (words: (band: Band) => string): number =>
    Math.max(0, ...named.map((band) => widthOf(words(band), band.strong)));
  const names = Math.min(
    0.4 * width,
    widest(({ label }) => label),
  );
  const values = Math.min(
    beside ? 0.3 * width : 0.4 * width,
    widest(({ value = '' }) => value),
  );
  const beyond = Math.max(0, ...ticks.map((tick) => widthOf(tick) / 2 + 2));
  const marginLeft = Math.max(beyond, beside ? EDGE + names + GAP : EDGE);
  const marginRight = Math.max(beyond, beside && values > 0 ? values + GAP + EDGE : EDGE + GAP);
  const room = (band: Band): number => {
    if (band.bare) return width - 2 * EDGE;
    if (beside) return names + 1;
    return width - 2 * EDGE - (values > 0 ? values + GAP : 0);
  };
  let top = 0;
  const laid = bands.map((band): Laid => {
    const lines = wrapTo(band.label, room(band), band.strong);
    const value = band.value === undefined ? [] : wrapTo(band.value, values + 1, band.strong);
    const tall = (band.lines ?? Math.max(lines.length, value.length)) * LINE;
    const height = band.bare ? tall : beside ? Math.max(bar, tall) : tall + bar;
    // Bars are in the middle of the lines beside them.
    const y1 = top + (beside ? (height - bar) / 2 : tall + 1);
    const place = { top, bottom: top + height + GAP, y1, y2: y1 + bar };
    top = place.bottom;
    return { band, lines, value, place };
  });
  return {
    places: laid.map(({ place }) => place),
    frame: Math.max(top, 1),
    marginLeft,
    marginRight,
    y: { axis: null, domain: [Math.max(top, 1), 0] },
    marks: [...labelMarks(laid, marginLeft, beside), ...valueMarks(laid, marginRight, beside)],
  };
}

/** Where the first line of a text begins: lines beside a bar are centred on it. */
function startOf({ band, place }: Laid, lines: readonly string[], beside: boolean): number {
  if (!beside || band.bare) return place.top;
  return (place.y1 + place.y2 - lines.length * LINE) / 2;
}

function labelMarks(laid: readonly Laid[], marginLeft: number, beside: boolean): Markish[] {
  return [false, true].map((strong) =>
    text(
      laid.filter(({ band }) => (band.strong ?? false) === strong),
      {
        ...TEXT,
        y: (one: Laid) => startOf(one, one.lines, beside),
        text: ({ lines }: Laid) => lines.join('\n'),
        frameAnchor: 'left',
        textAnchor: 'start',
        dx: EDGE - marginLeft,
        className: strong ? 'strong-labels' : 'labels',
        fontWeight: strong ? 'bold' : 'normal',
      },
    ),
  );
}

function valueMarks(laid: readonly Laid[], marginRight: number, beside: boolean): Markish[] {
  return [false, true].map((strong) =>
    text(
      laid.filter(({ band, value }) => value.length > 0 && (band.strong ?? false) === strong),
      {
        ...TEXT,
        y: (one: Laid) => startOf(one, one.value, beside),
        text: ({ value }: Laid) => value.join('\n'),
        frameAnchor: 'right',
        textAnchor: 'end',
        dx: marginRight - EDGE,
        className: strong ? 'strong-values' : 'values',
        fontWeight: strong ? 'bold' : 'normal',
      },
    ),
  );
}

/** On the ground of the picture: lines behind a text do not make it harder to read. */
export const TEXT: TextOptions = {
  lineAnchor: 'top',
  lineHeight: LINE / FONT,
  dy: 1,
  fill: 'currentColor',
  stroke: 'var(--plot-background)',
  strokeWidth: 4,
};
