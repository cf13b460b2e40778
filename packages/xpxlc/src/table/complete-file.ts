// A file is there when it is complete, or not at all: written under another name and renamed at the end. Streams, and what is no
// file (/dev/null, a named pipe), are written as it comes; failures of all are told in the same words.
import { createWriteStream } from 'node:fs';
import { realpath, rename, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { FormatError } from '@xpxlc/core';
import { forget, removeTemporary, temporaryPath } from './temporary.ts';
import type { Sink } from './text-sink.ts';

/**
 * Open a place to write to. A failure or `abort` leaves nothing.
 *
 * @param open - makes the sink, given the path to write or the stream.
 * @throws {FormatError} `cannot-write`. A broken pipe is thrown as Node has it.
 */
export async function openComplete<T>(
  target: string | Writable,
  open: (to: string | Writable) => Promise<Sink<T>>,
): Promise<Sink<T>> {
  const real = typeof target === 'string' ? await realTarget(target) : target;
  const path = typeof real === 'string' ? temporaryPath(real) : undefined;
  const place = typeof target === 'string' ? target : target === process.stdout ? 'stdout' : 'stream';
  let sink: Sink<T> | undefined;
  const clear = async (): Promise<void> => {
    await sink?.abort();
    if (path !== undefined) removeTemporary(path);
  };
  const guarded = async <R>(step: () => Promise<R>): Promise<R> => {
    try {
      return await step();
    } catch (thrown) {
      await clear();
      throw failure(thrown, place);
    }
  };
  const opened = await guarded(() => open(path ?? real));
  sink = opened;
  return {
    write: (item) => guarded(() => opened.write(item)),
    close: () =>
      guarded(async () => {
        await opened.close();
        if (path === undefined) {
          if (real !== target) await new Promise((done) => (real as Writable).end(done));
          return;
        }
        await rename(path, real as string);
        forget(path);
      }),
    abort: clear,
  };
}

/** Where the bytes go: the file a link points to, or a stream for what is no file and must not be replaced by one. */
export async function realTarget(target: string): Promise<string | Writable> {
  try {
    const path = await realpath(target);
    return (await stat(path)).isFile() ? path : createWriteStream(path);
  } catch {
    return target; // nothing there yet; if it cannot be made, opening it says why
  }
}

/** What went wrong with a place, in our words. */
export function failure(thrown: unknown, place: string): unknown {
  if (
    !(thrown instanceof Error) ||
    thrown instanceof FormatError ||
    (thrown as NodeJS.ErrnoException).code === 'EPIPE'
  )
    return thrown;
  return new FormatError(`cannot be written (${thrown.message.split('\n')[0]})`, {
    code: 'cannot-write',
    place,
  });
}
