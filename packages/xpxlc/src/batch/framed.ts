// Records with what comes before the first and after the last.
import type { Frame } from '../answer/layout.ts';

/** Puts the frame around records. */
export class Framed {
  /** Records have been written. */
  started: boolean;
  readonly #frame: Frame;
  readonly #put: (bytes: Uint8Array) => Promise<void>;

  constructor(frame: Frame, put: (bytes: Uint8Array) => Promise<void>, started: boolean) {
    this.#frame = frame;
    this.#put = put;
    this.started = started;
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    if (this.started) return this.#put(bytes);
    this.started = true;
    await this.#put(encoder.encode(this.#frame.head));
    await this.#put(bytes.subarray(this.#frame.skip));
  }

  end(): Promise<void> {
    return this.#put(encoder.encode(this.started ? this.#frame.tail : this.#frame.none));
  }
}

const encoder = new TextEncoder();
