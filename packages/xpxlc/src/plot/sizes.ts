// How many explanations of each size are there? Counts may have hundreds of digits, so they are texts, and the axis is one of powers of
// ten where they differ much.
import { axisX, gridX, rect } from '@observablehq/plot';
import { numberText, roundTicks, superscript } from './axis.ts';
import { layBands } from './bands.ts';
import { draw, type PlotOptions, WIDTH } from './chart.ts';
import { NEUTRAL } from './palette.ts';

/** What {@link sizes} draws. */
export interface SizesData {
  /** What is counted: `explanations`, `contrasts`. */
  readonly what: string;
  /** All of them, in decimal digits. */
  readonly total: string;
  /** In order of size. */
  readonly sizes: readonly {
    readonly size: number;
    /** In decimal digits, or as a number. */
    readonly count: string | number;
  }[];
}

/** From this count on the axis is logarithmic. */
const MANY = 1000;
/** Bars on a logarithmic axis begin left of one, so that one is seen: by this part of the axis. */
const BELOW_ONE = 0.04;

/** A bar per size. */
export function sizes(data: SizesData, options: PlotOptions = {}): SVGSVGElement {
  const { width = WIDTH } = options;
  const counts = data.sizes.map(({ count }) => digitsOf(count));
  const log = counts.some((digits) => Number(digits) > MANY);
  const ends = counts.map((digits) => (log && digits !== '0' ? logOf(digits) : Number(digits)));
  const most = Math.max(1, ...ends);
  const start = log ? -BELOW_ONE * most : 0;
  const ticks = log ? powers(most, width) : roundTicks(0, most, width).filter(Number.isInteger);
  const tickFormat = log ? powerText : numberText;
  const bands = layBands(
    data.sizes.map(({ size }, x) => ({
      label: size === 1 ? '1 feature' : `${size} features`,
      value: countText(counts[x]),
    })),
    { width, names: 'beside', ticks: ticks.map(tickFormat) },
  );
  const bars = counts.flatMap((digits, x) => (digits === '0' ? [] : [{ ...bands.places[x], end: ends[x] }]));
  return draw(
    {
      title: `${countText(data.total)} ${data.total === '1' ? data.what.replace(/s$/, '') : data.what} by size`,
      says: `${data.sizes.map(({ size }, x) => `${countText(counts[x])} with ${size}`).join(', ')}.`,
      height: { frame: bands.frame },
      above: 12,
      marginLeft: bands.marginLeft,
      marginRight: bands.marginRight,
      scales: { x: { domain: [start, most] }, y: bands.y },
      marks: [
        gridX({ ticks }),
        axisX({ label: data.what, ticks, tickFormat }),
        rect(bars, { x1: () => start, x2: 'end', y1: 'y1', y2: 'y2', fill: NEUTRAL, className: 'bars' }),
        ...bands.marks,
      ],
    },
    options,
  );
}

function digitsOf(count: string | number): string {
  return typeof count === 'number' ? BigInt(count).toString() : count;
}

/** Logarithms of powers of ten: not more of them than fit. */
function powers(most: number, width: number): number[] {
  const step = Math.ceil((most + 1) / (width < 480 ? 4 : 8));
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, x) => x * step);
}

/** The decimal logarithm of digits, however many they are. */
function logOf(digits: string): number {
  return digits.length - 1 + Math.log10(Number(`${digits[0]}.${digits.slice(1, 17)}`));
}

function powerText(power: number): string {
  return power <= 4 ? numberText(10 ** power) : `10${superscript(power)}`;
}

/** `1,234`, `2.51·10¹⁰`. */
export function countText(digits: string): string {
  if (digits.length <= 9) return numberOf(digits);
  const [mantissa, power] = Number(`${digits[0]}.${digits.slice(1, 17)}`)
    .toExponential(2)
    .split('e');
  return `${mantissa}·10${superscript(digits.length - 1 + Number(power))}`;
}

function numberOf(digits: string): string {
  return Number(digits).toLocaleString('en');
}
