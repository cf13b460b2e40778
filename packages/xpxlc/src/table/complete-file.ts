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
  const real = typeof target === 'string' ? await openTarget(target) : target;
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

/** The file a link points to, and whether it is one: a device or a pipe is written as it is, and must not be replaced by a file. */
export async function realTarget(target: string): Promise<{ readonly path: string; readonly file: boolean }> {
  const path = await realpath(target).catch(() => target); // nothing there yet; if it cannot be made, opening it says why
  const info = await stat(path).catch(() => undefined);
  if (info?.isDirectory())
    throw new FormatError('a folder, not a file', {
      code: 'cannot-write',
      place: target,
      expected: 'a file',
    });
  return { path, file: info === undefined || info.isFile() };
}

async function openTarget(target: string): Promise<string | Writable> {
  const { path, file } = await realTarget(target);
  return file ? path : createWriteStream(path);
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
