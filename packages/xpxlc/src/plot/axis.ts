// Axes as people read them: a label with its unit, round ticks, not more of them than fit.
import { widthOf } from './text-width.ts';

/** What an axis shows. */
export interface Axis {
  readonly label: string;
  /** `'s'`: seconds, with ticks such as 10 µs. Another unit is written behind the label. */
  readonly unit?: string;
  /** Default `'linear'`. */
  readonly scale?: 'linear' | 'log';
}

/** The label with its unit. */
export function axisLabel({ label, unit }: Axis): string {
  return unit === undefined || unit === 's' ? label : `${label} (${unit})`;
}

/** Powers of ten in a range, every so many that at most `most` are left. */
export function decades(from: number, to: number, most: number): number[] {
  const below = floorPower(from);
  const first = powerOfTen(below) === from ? below : below + 1;
  const last = floorPower(to);
  const step = Math.max(1, Math.ceil((last - first + 1) / Math.max(2, most)));
  // From a multiple of the step on, so that related pictures have the same ticks.
  const start = Math.ceil(first / step) * step;
  const count = Math.max(0, Math.floor((last - start) / step) + 1);
  return Array.from({ length: count }, (_, i) => powerOfTen(start + i * step));
}

/** A range of positive numbers, a little wider than what is in it, with at least two powers of ten. */
export function logDomain(values: Iterable<number>): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  for (const value of values) {
    if (!(value > 0)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (high === 0) return [0.1, 10];
  const domain: [number, number] = [low / 1.3, high * 1.3];
  if (decades(...domain, Number.POSITIVE_INFINITY).length >= 2) return domain;
  return [powerOfTen(floorPower(low)), powerOfTen(floorPower(high) + 1)];
}

/** The largest power of ten that is not larger; a computed logarithm may be a little off. */
function floorPower(value: number): number {
  const power = Math.floor(Math.log10(value));
  return powerOfTen(power) > value ? power - 1 : power;
}

/** As it is written: a computed power may be off, too. */
function powerOfTen(power: number): number {
  return Number(`1e${power}`);
}

/** Ticks as text. */
export function tickText({ unit, scale }: Axis): (value: number) => string {
  if (unit === 's') return durationText;
  return scale === 'log' ? powerText : numberText;
}

/** Thousands separated; a minus as long as a plus. */
export function numberText(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 6 }).replace('-', '−');
}

/** Of a picture, so much may be left for the frame beside names and numbers; between two ticks at least so much is free. */
const LEAST_FRAME = 0.27;
const APART = 12;

/** Round numbers in a range, as many as fit into a picture of bars with names. */
export function roundTicks(low: number, high: number, width: number): number[] {
  const frame = width < 480 ? width - 40 : LEAST_FRAME * width;
  for (let most = width < 480 ? 4 : 8; ; most--) {
    const ticks = multiples(low, high, most);
    const widest = Math.max(0, ...ticks.map((tick) => widthOf(numberText(tick))));
    if (most === 1 || (ticks.length - 1) * (widest + APART) <= frame) return ticks;
  }
}

/** Multiples of 1, 2 or 5 times a power of ten, at most so many steps. */
function multiples(low: number, high: number, most: number): number[] {
  const least = (high - low) / most;
  const power = Math.floor(Math.log10(least));
  const steps = [-1, 0, 1].flatMap((more) => ROUND.map((factor) => ({ factor, exponent: power + more })));
  // Multiples are written, not computed: 3 · 0.1 is not 0.3.
  const written = (factor: number, exponent: number): number => Number(`${factor}e${exponent}`);
  const found = steps.find(({ factor, exponent }) => written(factor, exponent) >= least);
  const { factor, exponent } = found ?? { factor: 1, exponent: power + 2 };
  const step = written(factor, exponent);
  // One more at either end: quotients are rounded.
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  return Array.from({ length: last - first + 1 || 0 }, (_, x) =>
    written((first + x) * factor, exponent),
  ).filter((tick) => tick >= low && tick <= high);
}

const ROUND = [1, 2, 5];

/** Powers of ten as such where they are long otherwise. */
function powerText(value: number): string {
  const power = Math.round(Math.log10(value));
  const isPower = powerOfTen(power) === value;
  return isPower && (power > 4 || power < -3) ? `10${superscript(power)}` : numberText(value);
}

/** Seconds in a unit that reads well. */
export function durationText(seconds: number): string {
  const [unit, factor] =
    seconds < 1e-6 ? ['ns', 1e9] : seconds < 1e-3 ? ['µs', 1e6] : seconds < 1 ? ['ms', 1e3] : ['s', 1];
  // A power of ten times a power of ten is a little off.
  return `${Number((seconds * Number(factor)).toPrecision(3)).toLocaleString('en')} ${unit}`;
}

/** As an exponent. */
export function superscript(power: number): string {
  return String(power).replace(/[-\d]/g, (c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)]));
}
