// Pages of text that a worker hands over without making new memory for each: places in memory that both threads see. The worker
// fills a free one and says which; the other side frees it when the page is written. Where all are taken, the worker waits.

/** Places of a worker, and bytes of each: more than most pages have. */
const PLACES = 32;
const ROOM = 1 << 19;
const FREE = 0;
const TAKEN = 1;

/** The memory, as it is sent to the other thread. */
export interface SharedPages {
  readonly bytes: SharedArrayBuffer;
  readonly taken: SharedArrayBuffer;
}

/** A page that was filled. */
export interface SharedPage {
  readonly pages: SharedPages;
  readonly place: number;
  readonly length: number;
}

/** The side that fills pages. */
export class PageFiller {
  readonly #pages: SharedPages;
  readonly #bytes: Uint8Array;
  readonly #taken: Int32Array;
  #next = 0;

  constructor() {
    this.#pages = {
      bytes: new SharedArrayBuffer(PLACES * ROOM),
      taken: new SharedArrayBuffer(PLACES * Int32Array.BYTES_PER_ELEMENT),
    };
    this.#bytes = new Uint8Array(this.#pages.bytes);
    this.#taken = new Int32Array(this.#pages.taken);
  }

  /** Fill places, as soon as they are free. */
  *fill(text: Uint8Array): Generator<SharedPage, void, void> {
    for (let from = 0; from < text.length; from += ROOM) {
      const part = text.subarray(from, from + ROOM);
      const place = this.#next;
      this.#next = (place + 1) % PLACES;
      // Pages are freed in the order in which they were filled.
      Atomics.wait(this.#taken, place, TAKEN);
      Atomics.store(this.#taken, place, TAKEN);
      this.#bytes.set(part, place * ROOM);
      yield { pages: this.#pages, place, length: part.length };
    }
  }
}

/** What is on a page; to be freed. */
export function readPage({ pages, place, length }: SharedPage): Uint8Array {
  return new Uint8Array(pages.bytes, place * ROOM, length);
}

export function freePage({ pages, place }: SharedPage): void {
  const taken = new Int32Array(pages.taken);
  Atomics.store(taken, place, FREE);
  Atomics.notify(taken, place);
}
