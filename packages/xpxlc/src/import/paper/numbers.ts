// Numbers in the paper's text formats: which tokens are one, and how to write one so that it comes back unchanged.
import { type LineReader, quoted, refuse, type Token } from './lines.ts';

/** Decimal, with or without sign, point and exponent; nothing else is a number (no hex, no NaN, no Infinity). */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The double nearest to the decimal, or `undefined` when the text is not a finite decimal number. */
export function toNumber(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const x = Number(text);
  return Number.isFinite(x) ? x + 0 : undefined;
}

/** A token as a number. */
export function readNumber(token: Token, expected = 'a decimal number'): number {
  const x = toNumber(token.text);
  if (x !== undefined) return x;
  const tooLarge = NUMBER.test(token.text);
  throw refuse(tooLarge ? 'the number is beyond the doubles' : 'not a number', token, {
    code: tooLarge ? 'number-too-large' : 'bad-number',
    expected,
    got: quoted(token.text),
  });
}

/** A token as a whole number from 0 up. */
export function readWhole(token: Token, expected: string): number {
  const x = toNumber(token.text);
  if (x !== undefined && Number.isSafeInteger(x) && x >= 0) return x;
  throw refuse('not a whole number from 0 up', token, {
    code: 'bad-count',
    expected,
    got: quoted(token.text),
  });
}

/** A count on a line of its own, of things that take at least `linesEach` lines each: refused when the text is too short. */
export function readCount(lines: LineReader, expected: string, linesEach = 1): { count: number; at: Token } {
  const at = lines.takeOne(expected);
  const count = readWhole(at, expected);
  if (count * linesEach > lines.left) {
    throw refuse('the text is too short for this number', at, {
      code: 'count-too-large',
      expected: `${expected}, at most ${Math.floor(lines.left / linesEach)} with ${lines.left} lines to follow`,
      got: String(count),
    });
  }
  return { count, at };
}

/** The shortest decimal that reads back as the same double; may have an exponent. */
export function shortText(x: number): string {
  return String(x + 0);
}

/** The same digits without an exponent, which the original program refuses for intercepts, coefficients and priors. */
export function plainText(x: number): string {
  const text = shortText(x);
  const found = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (found === null) return text;
  const digits = found[2] + (found[3] ?? '');
  const exponent = Number(found[4]);
  // Doubles print with a positive exponent only from 1e21 up: all their digits stand before the point.
  return exponent < 0
    ? `${found[1]}0.${'0'.repeat(-exponent - 1)}${digits}`
    : found[1] + digits.padEnd(exponent + 1, '0');
}
