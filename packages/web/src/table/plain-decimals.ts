// How exactly is a number written?

/** Digits that a double keeps, whatever they are. */
const KEPT = 15;
const ZERO = 48;
const POINT = 46;
const MINUS = 45;

/**
 * How many digits a plain decimal has after its point, if the number gives this very text again: `12.50` has 2. −1 for other texts.
 */
export function plainDecimals(text: string): number {
  const { length } = text;
  let at = text.charCodeAt(0) === MINUS ? 1 : 0;
  const start = at;
  let point = -1;
  let significant = 0;
  let digits = 0;
  for (; at < length; at++) {
    const c = text.charCodeAt(at);
    if (c === POINT) {
      if (point >= 0 || digits === 0) return -1;
      point = at;
    } else {
      if (c < ZERO || c > ZERO + 9) return -1;
      digits += 1;
      if (significant > 0 || c !== ZERO) significant += 1;
    }
  }
  const decimals = point < 0 ? 0 : length - point - 1;
  if (digits === 0 || significant > KEPT || decimals > KEPT || (point >= 0 && decimals === 0)) return -1;
  // No zeros before other digits, and no negative zero.
  if (text.charCodeAt(start) === ZERO && digits - decimals > 1) return -1;
  return significant === 0 && start === 1 ? -1 : decimals;
}
