// Numbers for readers: as many digits as matter, and never a false sentence. A number to look at is rounded to four significant digits; more
// are shown only where it would otherwise look equal to what it is compared with. The end of a range is exact if that takes few digits, and
// is otherwise rounded into the range, not past the case in question. Where neither goes, the exact number is cut off: `12.34…`.
import { above, below } from '../exact/neighbour.ts';

/** Significant digits that are enough to read. */
const DIGITS = 4;
/** No number has more significant digits than this, unless it is a whole one. */
const MOST_DIGITS = 7;
/** Whole numbers below are shown as they are. */
const MOST_WHOLE = 1e15;

/**
 * A number for a reader. Whole numbers stay whole; others have four significant digits, and up to seven where fewer would put them on another side
 * of, or on, a number that they are compared with.
 *
 * @param against - what it is compared with.
 * @example
 * ```ts
 * import { shortNumber } from '@xpxlc/core';
 * [shortNumber(1.2294055084514879), shortNumber(599.99951, [600]), shortNumber(2 / 3e7)]; // => ['1.229', '599.9995', '6.667e-8']
 * ```
 */
export function shortNumber(x: number, against: readonly number[] = []): string {
  if (isShortWhole(x) || !Number.isFinite(x)) return String(x);
  for (let digits = DIGITS; digits <= MOST_DIGITS; digits++) {
    const near = Number(x.toPrecision(digitsAtLeast(x, digits)));
    if (against.every((y) => y === x || Math.sign(near - y) === Math.sign(x - y))) return String(near);
  }
  return isShort(x) ? String(x) : cutOff(x, MOST_DIGITS);
}

/** A value as it was given if it is short, and otherwise its first digits: `12.34…`. */
export function shortValue(x: number): string {
  return isShort(x) || !Number.isFinite(x) ? String(x) : cutOff(x, DIGITS);
}

/** One end of a range of numbers, to be shown. */
export interface ShortEnd {
  readonly text: string;
  /** The end itself is not in the range. */
  readonly open: boolean;
}

/** One end of a range of numbers, exactly. */
export interface ExactEnd {
  readonly at: number;
  readonly open: boolean;
  /** 1 for an upper end, −1 for a lower one. */
  readonly direction: 1 | -1;
}

/**
 * An end of a range in few digits. The range with this end is part of the range with the exact one, and holds `inside` if that does.
 *
 * @param inside - a number in the range; without one the end is not rounded.
 * @param fewest - how many significant digits to try first.
 */
export function shortEnd(
  { at, open, direction }: ExactEnd,
  inside: number | undefined,
  fewest: number = DIGITS,
): ShortEnd {
  if (isShort(at)) return { text: String(at), open };
  // The last number in the range, or the first one outside.
  const inwards = direction > 0 ? below : above;
  const outwards = direction > 0 ? above : below;
  const next = open ? inwards(at) : outwards(at);
  if (Number.isFinite(next) && isShort(next)) return { text: String(next), open: !open };
  if (inside !== undefined) {
    for (let digits = isJustInside(at, direction) ? MOST_DIGITS : fewest; digits <= MOST_DIGITS; digits++) {
      const near = roundTo(at, direction > 0 ? -1 : 1, digitsAtLeast(at, digits));
      const room = (near - inside) * direction;
      if (open ? room > 0 : room >= 0) return { text: String(near), open };
    }
  }
  for (let digits = DIGITS; digits < MOST_DIGITS; digits++) {
    const text = cutOff(at, digits);
    if (inside === undefined || inside === at || text !== cutOff(inside, digits)) return { text, open };
  }
  return { text: cutOff(at, MOST_DIGITS), open };
}

/** Is an end a short number but for rounding, which lies outside? A whole step of that number would be too much to lose: 44.349999999999994. */
function isJustInside(at: number, direction: 1 | -1): boolean {
  const short = Number(at.toPrecision(MOST_DIGITS));
  return (short - at) * direction > 0 && Math.abs(short - at) <= 1e-9 * Math.abs(at);
}

/** Whole parts are not rounded, as far as seven digits go. */
function digitsAtLeast(x: number, digits: number): number {
  return Math.abs(x) < MOST_WHOLE ? Math.min(MOST_DIGITS, Math.max(digits, wholeDigits(x))) : digits;
}

/** Digits before the point. */
function wholeDigits(x: number): number {
  return Math.abs(x) < 1 ? 0 : Math.floor(Math.log10(Math.abs(x))) + 1;
}

/** The number with so many significant digits nearest to `x` at or beyond it in a direction. */
function roundTo(x: number, direction: 1 | -1, digits: number): number {
  const [mantissa, exponent] = x.toExponential(digits - 1).split('e');
  const steps = BigInt(mantissa.replace('.', ''));
  const at = (m: bigint): number => Number(`${m}e${Number(exponent) - (digits - 1)}`);
  const near = at(steps);
  return (near - x) * direction >= 0 ? near : at(steps + BigInt(direction));
}

function isShortWhole(x: number): boolean {
  return Number.isInteger(x) && Math.abs(x) < MOST_WHOLE;
}

function isShort(x: number): boolean {
  return isShortWhole(x) || digitsOf(x) <= MOST_DIGITS;
}

/** Significant digits of the shortest decimal, zeros at its end not counted. */
function digitsOf(x: number): number {
  const [mantissa] = String(x).split('e');
  return mantissa
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
    .replace(/(?<!0)0+$/, '').length;
}

/** The first significant digits of the shortest decimal of a number that has more. */
function cutOff(x: number, digits: number): string {
  // Large numbers with a power of ten: their whole part alone may have too many digits.
  const large = Math.abs(x) >= 10 ** (MOST_DIGITS - 1);
  const [mantissa, power] = (large ? x.toExponential() : String(x)).split('e');
  // One decimal at least, or it would look as if the whole part went on.
  let left = large ? digits : Math.max(digits, wholeDigits(x) + 1);
  let end = 0;
  for (let begun = false; end < mantissa.length && left > 0; end++) {
    const digit = /\d/.test(mantissa[end]);
    begun ||= digit && mantissa[end] !== '0';
    if (begun && digit) left -= 1;
  }
  return `${mantissa.slice(0, end)}…${power === undefined ? '' : `e${power}`}`;
}
