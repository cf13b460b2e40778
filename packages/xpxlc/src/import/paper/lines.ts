// Where in a text does something stand? Lines and tokens that know their place, and errors that say it.
import { FormatError } from '@xpxlc/core';

/** A place in a text; both count from 1, columns in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A run of characters without blanks. */
export interface Token extends Place {
  readonly text: string;
}

/** A line with something on it. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** Blank lines and comments (`c` alone or before a blank) mean nothing in any of the formats. */
const NOTHING = /^[ \t]*(?:c(?:[ \t]|$)|$)/;

const LF = 10;
const CR = 13;

/** A `FormatError` that points into the text. */
export function refuse(
  what: string,
  at: Place,
  detail: { readonly code: string; readonly expected?: string; readonly got?: string },
): FormatError {
  return new FormatError(what, { ...detail, place: placeText(at) });
}

/** `line 3, column 5`. */
export function placeText({ line, column }: Place): string {
  return `line ${line}, column ${column}`;
}

/** A piece of text for a message: quoted and short. */
export function quoted(text: string): string {
  return text.length > 60 ? `'${text.slice(0, 57)}…'` : `'${text}'`;
}

/** The tokens of a line: blanks and tabs separate, wherever they stand. */
export function tokensOf({ text, number }: Line): Token[] {
  return Array.from(text.matchAll(/[^ \t]+/g), (found) => ({
    text: found[0],
    line: number,
    column: found.index + 1,
  }));
}

/** Where a line ends. */
export function endOf({ text, number }: Line): Place {
  return { line: number, column: text.length + 1 };
}

/**
 * The lines of a text that mean something, one after the other. A byte order mark is dropped; LF, CR LF and CR end a
 * line; blank lines and comments are passed over.
 */
export class LineReader {
  readonly #lines: Line[] = [];
  readonly #end: Place;
  #next = 0;

  constructor(text: string) {
    if (typeof text !== 'string') {
      throw refuse(
        'not a text',
        { line: 1, column: 1 },
        { code: 'not-text', expected: 'a string', got: typeof text },
      );
    }
    const from = text.startsWith('\ufeff') ? 1 : 0;
    let number = 1;
    let start = from;
    for (let i = from; i <= text.length; i++) {
      const code = i < text.length ? text.charCodeAt(i) : LF;
      if (code !== LF && code !== CR) continue;
      const line = text.slice(start, i);
      if (line !== '' && !NOTHING.test(line)) this.#lines.push({ number, text: line });
      if (i >= text.length) break;
      if (code === CR && text.charCodeAt(i + 1) === LF) i += 1;
      number += 1;
      start = i + 1;
    }
    this.#end = { line: number, column: text.length - start + 1 };
  }

  /** How many lines are still to come. */
  get left(): number {
    return this.#lines.length - this.#next;
  }

  /** The next line; `expected` says what it should hold. */
  take(expected: string): Line {
    if (this.left === 0)
      throw refuse('the text ends too early', this.#end, { code: 'unexpected-end', expected });
    return this.#lines[this.#next++];
  }

  /** The next line's only token. */
  takeOne(expected: string): Token {
    const [token, extra] = tokensOf(this.take(expected));
    if (extra !== undefined) {
      throw refuse('more than one value on the line', extra, {
        code: 'extra-value',
        expected: 'the end of the line',
        got: quoted(extra.text),
      });
    }
    return token;
  }

  /** There must be nothing more. */
  finish(): void {
    if (this.left === 0) return;
    const [token] = tokensOf(this.#lines[this.#next]);
    throw refuse('a line too many', token, {
      code: 'extra-line',
      expected: 'the end of the text',
      got: quoted(token.text),
    });
  }
}
