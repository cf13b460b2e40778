// The text of a file, piece by piece: so that the first rows are there before the last are decoded. Without its byte-order mark.
import { FormatError } from '@xpxlc/core';

/** The first piece is small, so that the first screen comes at once. */
const FIRST = 1 << 16;
const PIECE = 1 << 20;

/** A piece, and the share of the file that it ends. */
export interface TextPiece {
  readonly text: string;
  readonly share: number;
  readonly last: boolean;
}

/** @throws {FormatError} `not-utf8`. */
export function* textPieces(bytes: Uint8Array, place: string): Generator<TextPiece, void, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + (at === 0 ? FIRST : PIECE));
    const last = end === bytes.length;
    try {
      const text = decoder.decode(bytes.subarray(at, end), { stream: !last });
      yield { text, share: end / bytes.length, last };
    } catch (thrown) {
      if (!(thrown instanceof TypeError)) throw thrown;
      throw new FormatError('not UTF-8; save the file as UTF-8', {
        code: 'not-utf8',
        place: `${place}, line ${lineOfFault(bytes, at, end)}`,
      });
    }
    at = end;
  }
}

const LF = 0x0a;

/** The first line, from 1, that cannot be decoded; looked for from `from` on. */
function lineOfFault(bytes: Uint8Array, from: number, to: number): number {
  let line = 1;
  // The piece before may have ended within a line.
  let at = from === 0 ? 0 : bytes.lastIndexOf(LF, from - 1) + 1;
  for (let i = 0; i < at; i++) if (bytes[i] === LF) line += 1;
  for (; at < to; line++) {
    const found = bytes.indexOf(LF, at);
    const end = found < 0 ? bytes.length : found;
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(at, end));
    } catch {
      return line;
    }
    at = end + 1;
  }
  return line;
}
