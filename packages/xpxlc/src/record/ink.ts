// Text as bytes, for output so large that making strings of it would be most of the work. Words that come again and again lie
// in the same array as the page being written: writing one is one move within the array.

/** Room for words, and the size at which a page is handed out. */
const WORDS = 1 << 24;
const PAGE = 1 << 20;
/** Shorter words are copied in a loop, which is faster than a call. */
const SHORT = 12;

/** There was no room for the word: write its text instead. */
export const NO_WORD = -1;

const encoder = new TextEncoder();

export class Ink {
  private bytes: Uint8Array;
  private readonly start: number;
  private at: number;
  private wordsEnd = 0;
  private readonly from: number[] = [];
  private readonly to: number[] = [];

  /** @param room - bytes for words; tests have it small. */
  constructor(room: number = WORDS) {
    this.bytes = new Uint8Array(room + PAGE + PAGE);
    this.start = room;
    this.at = room;
  }

  /** Keep a text for {@link word}. */
  learn(text: string): number {
    const piece = encoder.encode(text);
    const end = this.wordsEnd + piece.length;
    if (end > this.start) return NO_WORD;
    this.bytes.set(piece, this.wordsEnd);
    this.from.push(this.wordsEnd);
    this.to.push(end);
    this.wordsEnd = end;
    return this.from.length - 1;
  }

  /** Make room for other words; those learnt so far are void. */
  forget(): void {
    this.wordsEnd = 0;
    this.from.length = 0;
    this.to.length = 0;
  }

  /** Write a word. */
  word(word: number): void {
    const from = this.from[word];
    const to = this.to[word];
    const length = to - from;
    if (this.at + length > this.bytes.length) this.grow(length);
    const { bytes, at } = this;
    if (length <= SHORT) for (let i = 0; i < length; i++) bytes[at + i] = bytes[from + i];
    else bytes.copyWithin(at, from, to);
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

  /** Write any text. */
  text(text: string): void {
    const most = 3 * text.length;
    if (this.at + most > this.bytes.length) this.grow(most);
    this.at += encoder.encodeInto(text, this.bytes.subarray(this.at)).written;
  }

  /** Take back the last byte: a comma too many. */
  back(): void {
    this.at -= 1;
  }

  /** A page is full: {@link take} it. */
  get full(): boolean {
    return this.at - this.start >= PAGE;
  }

  /** All that is written and not yet taken. */
  take(): Uint8Array<ArrayBuffer> {
    const page = this.bytes.slice(this.start, this.at) as Uint8Array<ArrayBuffer>;
    this.at = this.start;
    return page;
  }

  private grow(needed: number): void {
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.at + needed));
    larger.set(this.bytes.subarray(0, this.at));
    this.bytes = larger;
  }
}
