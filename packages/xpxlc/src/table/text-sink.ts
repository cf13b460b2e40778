// Text → a file or a stream, plain or packed, no faster than it is taken.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Compression } from './compression.ts';
import { Pieces, toPacker } from './packer.ts';

/** Where things go, one after the other. */
export interface Sink<T> {
  /** Fulfilled when the item may be written over. */
  write(item: T): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

export async function textSink(
  target: string | Writable,
  compression: Compression,
): Promise<Sink<string | Uint8Array>> {
  const toFile = typeof target === 'string';
  const packer = await toPacker(compression);
  const pieces = packer === undefined ? undefined : new Pieces(packer);
  const stream = toFile ? createWriteStream(target, { flags: 'wx' }) : target;
  let empty = true;
  let failed: Error | undefined;
  const onError = (error: Error): void => {
    failed ??= error;
  };
  stream.on('error', onError);

  /** Done when the stream does not need the item any more. */
  async function put(item: string | Uint8Array): Promise<void> {
    if (failed !== undefined) throw failed;
    await new Promise<void>((resolve, reject) => {
      stream.write(item, (error) => (error ? reject(error) : resolve()));
    });
  }
  return {
    async write(item) {
      if (item.length === 0) return;
      if (pieces === undefined) return put(item);
      for (const packed of await pieces.add(typeof item === 'string' ? Buffer.from(item) : item)) {
        empty = false;
        await put(packed);
      }
    },
    async close() {
      const last = await pieces?.end(empty);
      if (last !== undefined) await put(last);
      packer?.close();
      if (failed !== undefined) throw failed;
      if (toFile) await finished(stream.end());
      else if (stream.writableNeedDrain) await once(stream, 'drain');
      stream.off('error', onError);
    },
    async abort() {
      packer?.close();
      if (!toFile) return;
      stream.destroy();
      if (!stream.closed) await new Promise<void>((closed) => stream.once('close', () => closed())); // it may be about to be made
    },
  };
}
