// Sets of features → lines of text, by the million. Literals stand in the order of their bytes, so bit b of a mask is the
// literal of rank b and a line is put together from a few pieces: eight literals at a time there are at most 256 texts.
import { toBytes } from './bytes.ts';

/** Texts of pieces may take this much room; longer names get smaller pieces. */
const MOST_ROOM = 1 << 23;
/** Bytes written at a time. */
const BUFFER = 1 << 18;
/** Pieces are copied in whole words, so that up to so many bytes behind a text are touched. */
const SLACK = 8;

/** Per feature its rank when literals are sorted by their bytes; equal ones keep their order. */
export function rankByBytes(literals: readonly string[]): Int32Array {
  const sorted = literals
    .map((_, i) => i)
    .sort((i, j) => (literals[i] < literals[j] ? -1 : literals[i] > literals[j] ? 1 : i - j));
  const ranks = new Int32Array(literals.length);
  sorted.forEach((feature, rank) => {
    ranks[feature] = rank;
  });
  return ranks;
}

/** Prints masks into a buffer; the owner takes the bytes away when there is no room for another line. */
export class LinePrinter {
  private readonly buffer: Uint8Array;
  private readonly view: DataView;
  private used = 0;
  /** Longest line there can be, with slack. */
  private readonly longest: number;
  /** All pieces and beginnings of lines, end to end. */
  private readonly pool: DataView;
  /** Literals per piece: 8, 4, 2 or 1. */
  private readonly width: number;
  /** Where piece `chunk << width | bits` begins and ends. */
  private readonly starts: Int32Array;
  /** Where the beginning of a line begins and ends, by the size of its set. */
  private readonly heads: Int32Array;

  /**
   * @param texts literals by rank, as strings of bytes.
   * @param head the beginning of a line for a set of that size, up to the blank before the first literal.
   * @param room the longest text that {@link print} gets in addition.
   */
  constructor(texts: readonly string[], head: (size: number) => string, room = 0) {
    const n = texts.length;
    const pieces = texts.map((text) => toBytes(` ${text}`));
    const total = pieces.reduce((sum, piece) => sum + piece.length, 0);
    let width = 8;
    // Each literal is in half of the texts of its piece.
    while (width > 1 && total * 2 ** (width - 1) > MOST_ROOM) width /= 2;
    this.width = width;
    const chunks = Math.ceil(n / width);
    const headBytes = Array.from({ length: n + 1 }, (_, size) => toBytes(head(size)));
    const headTotal = headBytes.reduce((sum, bytes) => sum + bytes.length, 0);
    const pool = new Uint8Array(total * 2 ** (width - 1) + headTotal + SLACK);
    let at = 0;
    this.starts = new Int32Array((chunks << width) + 1);
    for (let chunk = 0; chunk < chunks; chunk++) {
      for (let bits = 0; bits < 1 << width; bits++) {
        this.starts[(chunk << width) | bits] = at;
        for (let b = 0; b < width; b++) {
          const piece = pieces[chunk * width + b];
          if (piece === undefined || ((bits >> b) & 1) === 0) continue;
          pool.set(piece, at);
          at += piece.length;
        }
      }
    }
    this.starts[chunks << width] = at;
    this.heads = new Int32Array(n + 2);
    headBytes.forEach((bytes, size) => {
      this.heads[size] = at;
      pool.set(bytes, at);
      at += bytes.length;
    });
    this.heads[n + 1] = at;
    this.pool = new DataView(pool.buffer);
    const head0 = headBytes.reduce((most, bytes) => Math.max(most, bytes.length), 0);
    this.longest = total + head0 + room + 2 + SLACK;
    this.buffer = new Uint8Array(Math.max(BUFFER, 2 * this.longest));
    this.view = new DataView(this.buffer.buffer);
  }

  /**
   * Print sets `from … to` as lines; the first set for which there was no room, or `to`.
   *
   * @param words 32-bit words per mask.
   * @param note text to put behind the beginning of a line, by set.
   */
  print(
    masks: Int32Array,
    sizes: Int32Array,
    words: number,
    from: number,
    to: number,
    note?: (set: number) => string,
  ): number {
    const { pool, view, heads, starts, buffer, width } = this;
    const last = buffer.length - this.longest;
    const all = (1 << width) - 1;
    const chunks = (starts.length - 1) >> width;
    let at = this.used;
    let set = from;
    for (; set < to && at <= last; set++) {
      const size = sizes[set];
      at = copy(pool, heads[size], heads[size + 1], view, at);
      if (note !== undefined) {
        const text = note(set);
        for (let i = 0; i < text.length; i++) buffer[at++] = text.charCodeAt(i);
      }
      if (size === 0) buffer[at++] = 32;
      let shift = 0;
      let x = set * words;
      for (let base = 0; base < chunks << width; base += all + 1) {
        const piece = base | ((masks[x] >>> shift) & all);
        at = copy(pool, starts[piece], starts[piece + 1], view, at);
        shift += width;
        if (shift === 32) {
          shift = 0;
          x += 1;
        }
      }
      buffer[at++] = 10;
    }
    this.used = at;
    return set;
  }

  /** What was printed since the last time. The array is used again: it must be done with before the next `print`. */
  take(): Uint8Array {
    const bytes = this.buffer.subarray(0, this.used);
    this.used = 0;
    return bytes;
  }
}

/** Copy bytes in words of four; where they end. */
function copy(source: DataView, from: number, to: number, target: DataView, at: number): number {
  let x = at;
  for (let i = from; i < to; i += 4, x += 4) target.setInt32(x, source.getInt32(i, true), true);
  return at + to - from;
}
