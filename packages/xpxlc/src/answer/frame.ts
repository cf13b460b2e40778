// What is around records in each format: between them, before the first and after the last.

import { textRows } from '../table/text-rows.ts';
import type { WriterColumn } from '../table/write.ts';
import { legibleBytes } from '../terminal/legible.ts';
import { styleOf } from './entry-format.ts';
import type { Format } from './layout.ts';

/** What comes before the first record and after the last. */
export interface Frame {
  readonly head: string;
  readonly tail: string;
  /** The whole output when there is no record. */
  readonly none: string;
  /** Bytes to leave out of the very first record: what separates it from the one before. */
  readonly skip: number;
  /** Control characters in it would reach a terminal. */
  readonly forPeople: boolean;
}

/** What is around each record of JSON. */
export const JOINTS = {
  ndjson: { before: '', after: '\n' },
  json: { before: ',\n', after: '' },
} as const;

export function frameOf(format: Format, columns: readonly WriterColumn[]): Frame {
  if (format === 'json') return { head: '[', tail: '\n]\n', none: '[]\n', skip: 1, forPeople: false };
  const style = styleOf(format);
  const head = style === undefined ? '' : textRows(columns, 'csv', style).head;
  return { head, tail: '', none: head, skip: 0, forPeople: format === 'text' };
}

const encoder = new TextEncoder();

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

  async write(written: Uint8Array): Promise<void> {
    if (written.length === 0) return;
    const bytes = this.#frame.forPeople ? legibleBytes(written) : written;
    if (this.started) return this.#put(bytes);
    this.started = true;
    await this.#put(encoder.encode(this.#frame.head));
    await this.#put(bytes.subarray(this.#frame.skip));
  }

  end(): Promise<void> {
    return this.#put(encoder.encode(this.started ? this.#frame.tail : this.#frame.none));
  }
}
