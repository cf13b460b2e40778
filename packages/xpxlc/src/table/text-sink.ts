// Text → a file or a stream, plain or compressed, no faster than it is taken.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { PassThrough, type Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Compression } from './compression.ts';
import { zstdFrames } from './zstd-frames.ts';

/** Where things go, one after the other. */
export interface Sink<T> {
  write(item: T): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

export async function textSink(
  target: string | Writable,
  compression: Compression,
): Promise<Sink<string | Uint8Array>> {
  const first: Transform =
    compression === 'gzip' ? createGzip() : compression === 'zstd' ? await zstdFrames() : new PassThrough();
  const toFile = typeof target === 'string';
  const last = toFile ? createWriteStream(target, { flags: 'wx' }) : target;
  const done = pipeline(first, last, { end: toFile });
  done.catch(() => undefined); // told to whoever writes or closes next
  return {
    async write(text) {
      if (text.length === 0) return;
      if (first.destroyed) return done;
      if (!first.write(text)) await Promise.race([once(first, 'drain'), done]);
    },
    async close() {
      first.end();
      await done;
    },
    async abort() {
      first.destroy();
      await done.catch(() => undefined);
      if (toFile && !last.closed) await new Promise<void>((closed) => last.once('close', () => closed())); // it may be about to be made
    },
  };
}
