// Text as bytes, page by page: for output so large that making strings of it would be most of the work.

/** Bytes of a page. */
const PAGE = 1 << 20;
/** Shorter pieces are copied in a loop, which is faster than a call. */
const SHORT = 48;

/** Grows by pieces; hands out full pages. */
export class BytePages {
  private page = new Uint8Array(PAGE);
  private at = 0;
  private full: Uint8Array[] = [];

  /** Add prepared bytes. */
  bytes(piece: Uint8Array): void {
    const { length } = piece;
    if (this.at + length > this.page.length) this.turn(length);
    const { page } = this;
    if (length <= SHORT) for (let i = 0; i < length; i++) page[this.at + i] = piece[i];
    else page.set(piece, this.at);
    this.at += length;
  }

  /** Add one byte. */
  byte(value: number): void {
    if (this.at === this.page.length) this.turn(1);
    this.page[this.at] = value;
    this.at += 1;
  }

  /** Add a text of ASCII characters. */
  ascii(text: string): void {
    const { length } = text;
    if (this.at + length > this.page.length) this.turn(length);
    const { page } = this;
    for (let i = 0; i < length; i++) page[this.at + i] = text.charCodeAt(i);
    this.at += length;
  }

  /** Pages that are full since the last call. */
  take(): Uint8Array[] {
    const pages = this.full;
    this.full = [];
    return pages;
  }

  /** All there is. */
  flush(): Uint8Array[] {
    if (this.at > 0) this.turn(0);
    return this.take();
  }

  private turn(needed: number): void {
    this.full.push(this.page.subarray(0, this.at));
    this.page = new Uint8Array(Math.max(PAGE, needed));
    this.at = 0;
  }
}
