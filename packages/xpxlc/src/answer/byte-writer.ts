// Text as bytes, for output so large that making strings of it would be most of the work. Fragments that come again and again lie
// in the same array as the page being written: writing one is one move within the array.

/** Room for fragments, and the size at which a page is handed out. */
const FRAGMENTS = 1 << 24;
const PAGE = 1 << 18;
const FEW = 1 << 12;
/** Longer fragments are moved by a call, shorter ones by eight bytes at a time, which is faster. */
const SHORT = 160;
const EIGHT = 8;
const LITTLE_ENDIAN: boolean = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
const ZERO = 0x30;

/** There was no room for the fragment: write its text instead. */
export const NO_FRAGMENT = -1;

const encoder = new TextEncoder();

export class ByteWriter {
  private bytes: Uint8Array;
  /** The same bytes by eights, to read fragments and to write anywhere. No UTF-8 is a NaN, so doubles carry all eight. */
  private eights: Float64Array;
  private view: DataView;
  private readonly start: number;
  private at: number;
  /** Fragments that stay lie from the bottom up, those that do not from the top down. */
  private bottom = 0;
  private top: number;
  /** By eight bytes: the length of the fragment that begins there. */
  private readonly lengths: Int32Array;
  /** Texts for which there was no room. */
  private readonly homeless: string[] = [];

  /** @param room - bytes for fragments, a multiple of eight; tests have it small, and 0 will do where no fragments are interned. */
  constructor(room: number = FRAGMENTS) {
    // Without interned fragments the buffer starts small and grows.
    this.bytes = new Uint8Array(room === 0 ? FEW : room + PAGE + PAGE);
    this.eights = new Float64Array(this.bytes.buffer);
    this.view = new DataView(this.bytes.buffer);
    this.lengths = new Int32Array(room / EIGHT);
    this.start = room;
    this.top = room;
    this.at = room;
  }

  /** Keep a text for {@link fragment}; `passing` until {@link forget}. */
  intern(text: string, passing = false): number {
    const piece = encoder.encode(text);
    // Even nothing takes room: each fragment has a place of its own.
    const room = Math.max(1, Math.ceil(piece.length / EIGHT)) * EIGHT;
    if (this.bottom + room > this.top) return NO_FRAGMENT;
    const from = passing ? this.top - room : this.bottom;
    if (passing) this.top = from;
    else this.bottom += room;
    this.bytes.set(piece, from);
    this.lengths[from / EIGHT] = piece.length;
    return from / EIGHT;
  }

  /** Keep a text for {@link fragment} in any case: for texts that are few. */
  fixed(text: string): number {
    const fragment = this.intern(text);
    if (fragment !== NO_FRAGMENT) return fragment;
    this.homeless.push(text);
    return NO_FRAGMENT - this.homeless.length;
  }

  /** Make room for other passing fragments. */
  forget(): void {
    this.top = this.start;
  }

  /** Write a fragment. */
  fragment(fragment: number): void {
    if (fragment < 0) {
      this.text(this.homeless[NO_FRAGMENT - 1 - fragment]);
      return;
    }
    const length = this.lengths[fragment];
    // Whole eights are written: what is beyond the fragment is written over by what comes next.
    if (this.at + length + EIGHT > this.bytes.length) this.grow(length);
    const { at } = this;
    if (length <= SHORT) {
      const { eights, view } = this;
      for (let i = 0, e = fragment; i < length; i += EIGHT, e++)
        view.setFloat64(at + i, eights[e], LITTLE_ENDIAN);
    } else this.bytes.copyWithin(at, fragment * EIGHT, fragment * EIGHT + length);
    this.at = at + length;
  }

  /** Write ASCII characters, a few. */
  ascii(text: string): void {
    const { length } = text;
    if (this.at + length > this.bytes.length) this.grow(length);
    const { bytes, at } = this;
    for (let i = 0; i < length; i++) bytes[at + i] = text.charCodeAt(i);
    this.at = at + length;
  }

  /** Write a number as JavaScript does. */
  number(x: number): void {
    if (!(Number.isInteger(x) && x >= 0 && x < 1e9)) {
      this.ascii(String(x));
      return;
    }
    if (this.at + 2 * EIGHT > this.bytes.length) this.grow(2 * EIGHT);
    const { bytes } = this;
    let digits = 1;
    for (let least = 10; least <= x; least *= 10) digits += 1;
    let rest = x | 0;
    for (let i = this.at + digits - 1; i >= this.at; i--) {
      const next = (rest / 10) | 0;
      bytes[i] = ZERO + rest - 10 * next;
      rest = next;
    }
    this.at += digits;
  }

  /** Write any text. */
  text(text: string): void {
    const most = 3 * text.length;
    if (this.at + most > this.bytes.length) this.grow(most);
    this.at += encoder.encodeInto(text, this.bytes.subarray(this.at)).written;
  }

  /** Take back the last bytes: a comma too many. */
  back(bytes = 1): void {
    this.at -= bytes;
  }

  /** Where the next byte goes; until the page is taken. */
  get place(): number {
    return this.at;
  }

  /** Write once more what was written from one place to another. */
  again(from: number, to: number): void {
    if (this.at + to - from > this.bytes.length) this.grow(to - from);
    this.bytes.copyWithin(this.at, from, to);
    this.at += to - from;
  }

  /** A page is full: {@link take} it. */
  get full(): boolean {
    return this.at - this.start >= PAGE;
  }

  /** Nothing is written that is not taken. */
  get empty(): boolean {
    return this.at === this.start;
  }

  /** All that is written and not yet taken; it lasts until something else is written. */
  take(): Uint8Array<ArrayBuffer> {
    const page = this.bytes.subarray(this.start, this.at) as Uint8Array<ArrayBuffer>;
    this.at = this.start;
    return page;
  }

  private grow(needed: number): void {
    const size = Math.max(2 * this.bytes.length, this.at + needed + EIGHT);
    const larger = new Uint8Array(Math.ceil(size / EIGHT) * EIGHT);
    larger.set(this.bytes.subarray(0, this.at));
    this.bytes = larger;
    this.eights = new Float64Array(larger.buffer);
    this.view = new DataView(larger.buffer);
  }
}
