// Sets of features → lines of text, by the million. Literals stand in the order of their bytes, so bits of a mask are given
// out in that order, and a line is put together from a few pieces: of ten literals there are only 1024 texts.
import { toBytes } from './bytes.ts';

/** Bits used of a word: all widths of pieces divide it. */
const WORD = 30;
const WIDTHS = [10, 5, 2, 1];
/** Texts of pieces may take this much room; longer names get narrower pieces. */
const MOST_ROOM = 1 << 22;
/** Bytes written at a time. */
const BUFFER = 1 << 18;
/** Texts are copied in blocks, so that so many bytes behind them are touched. */
const BLOCK = 32;
/** Bytes that would be a NaN among doubles, whose bits need not survive being copied. They are never UTF-8. */
const NOT_DOUBLES = /[\xf0-\xff][\x7f\xff]/;

/** Which bit of a mask stands for which feature: literals by their bytes, equal ones in their order. */
export interface Layout {
  /** Per feature its bit, `word << 5 | position`. */
  readonly bits: Int32Array;
  /** 32-bit words per mask. */
  readonly words: number;
  /** Features by rank. */
  readonly features: readonly number[];
}

export function layoutOf(literals: readonly string[]): Layout {
  const features = literals
    .map((_, i) => i)
    .sort((i, j) => (literals[i] < literals[j] ? -1 : literals[i] > literals[j] ? 1 : i - j));
  const bits = new Int32Array(literals.length);
  features.forEach((feature, rank) => {
    bits[feature] = (Math.floor(rank / WORD) << 5) | (rank % WORD);
  });
  return { bits, words: Math.max(1, Math.ceil(literals.length / WORD)), features };
}

/** Prints masks into a buffer; the owner takes the bytes away when there is no room for another line. */
export class LinePrinter {
  private readonly words: number;
  private readonly buffer: Uint8Array;
  private readonly view: DataView;
  private used = 0;
  /** The longest line there can be, with what is touched behind it. */
  private readonly longest: number;
  /** All pieces and beginnings of lines, end to end. */
  private readonly pool: Uint8Array;
  /** Literals per piece. */
  private readonly width: number;
  private readonly chunks: number;
  /** Where piece `chunk << width | bits` begins; it ends where the next one begins. */
  private readonly starts: Int32Array;
  /** The same for the beginnings of lines, by the size of the set. */
  private readonly heads: Int32Array;
  private readonly asDoubles: boolean;

  /**
   * @param literals per feature, as strings of bytes.
   * @param head the beginning of a line for a set of that size, up to the blank before the first literal.
   * @param room the length of the longest note that {@link print} gets.
   */
  constructor(
    literals: readonly string[],
    { features, words }: Layout,
    head: (size: number) => string,
    room = 0,
  ) {
    this.words = words;
    const n = literals.length;
    const pieces = features.map((feature) => toBytes(` ${literals[feature]}`));
    const total = lengthOf(pieces);
    const heads = Array.from({ length: n + 1 }, (_, size) => toBytes(head(size)));
    // Each literal is in half of the texts of its chunk.
    const width = WIDTHS.find((w) => total * 2 ** (w - 1) <= MOST_ROOM) ?? 1;
    this.width = width;
    this.chunks = Math.ceil(n / width);
    this.pool = new Uint8Array(total * 2 ** (width - 1) + lengthOf(heads) + BLOCK);
    this.starts = new Int32Array((this.chunks << width) + 1);
    const end = this.fillPieces(pieces);
    this.heads = new Int32Array(n + 2).fill(end);
    heads.forEach((bytes, size) => {
      this.pool.set(bytes, this.heads[size]);
      this.heads[size + 1] = this.heads[size] + bytes.length;
    });
    this.asDoubles = !literals.some((literal) => NOT_DOUBLES.test(literal));
    this.longest = total + heads.reduce((most, { length }) => Math.max(most, length), 0) + room + 2 + BLOCK;
    this.buffer = new Uint8Array(Math.max(BUFFER, 2 * this.longest));
    this.view = new DataView(this.buffer.buffer);
  }

  /** Texts of all combinations of the literals of each chunk: that without the last literal, and the last literal. */
  private fillPieces(pieces: readonly Uint8Array[]): number {
    const { pool, starts, width } = this;
    let at = 0;
    for (let chunk = 0; chunk < this.chunks; chunk++) {
      const first = chunk << width;
      for (let bits = 0; bits < 1 << width; bits++) {
        starts[first | bits] = at;
        const highest = 31 - Math.clz32(bits);
        const piece = pieces[chunk * width + highest];
        // Beyond the last literal nothing is ever looked up.
        if (bits === 0 || piece === undefined) continue;
        const before = first | (bits - (1 << highest));
        pool.copyWithin(at, starts[before], starts[before + 1]);
        at += starts[before + 1] - starts[before];
        pool.set(piece, at);
        at += piece.length;
      }
      starts[first + (1 << width)] = at;
    }
    return at;
  }

  /**
   * Print sets `from … to` as lines; the first set for which there was no room, or `to`.
   *
   * @param note text to put behind the beginning of a line, by set.
   */
  print(
    masks: Int32Array,
    sizes: Int32Array,
    from: number,
    to: number,
    note?: (set: number) => string,
  ): number {
    const { view, buffer, heads, starts, width, chunks, words, asDoubles } = this;
    const pool = new DataView(this.pool.buffer);
    const last = buffer.length - this.longest;
    const all = (1 << width) - 1;
    let at = this.used;
    let set = from;
    for (; set < to && at <= last; set++) {
      const size = sizes[set];
      at = copyBlocks(pool, heads[size], heads[size + 1], view, at);
      if (note !== undefined) {
        const text = note(set);
        for (let i = 0; i < text.length; i++) buffer[at++] = text.charCodeAt(i);
      }
      if (size === 0) buffer[at++] = 32;
      let x = set * words;
      let shift = 0;
      for (let first = 0; first < chunks << width; first += all + 1) {
        const piece = first | ((masks[x] >>> shift) & all);
        at = asDoubles
          ? copyBlocks(pool, starts[piece], starts[piece + 1], view, at)
          : copyBytes(this.pool, starts[piece], starts[piece + 1], buffer, at);
        shift += width;
        if (shift === WORD) {
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

function lengthOf(texts: readonly Uint8Array[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** Copy bytes, in blocks; where the copy ends. Moving doubles is the widest copy that needs no call. */
function copyBlocks(source: DataView, from: number, to: number, target: DataView, at: number): number {
  for (let i = from, x = at; i < to; i += BLOCK, x += BLOCK) {
    const a = source.getFloat64(i, true);
    const b = source.getFloat64(i + 8, true);
    const c = source.getFloat64(i + 16, true);
    const d = source.getFloat64(i + 24, true);
    target.setFloat64(x, a, true);
    target.setFloat64(x + 8, b, true);
    target.setFloat64(x + 16, c, true);
    target.setFloat64(x + 24, d, true);
  }
  return at + to - from;
}

function copyBytes(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number {
  for (let i = from, x = at; i < to; i++, x++) target[x] = source[i];
  return at + to - from;
}
