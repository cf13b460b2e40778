// A file is there when it is complete, or not at all: written under another name and renamed at the end. Streams, and what is no
// file (/dev/null, a named pipe), are written as it comes; failures of all are told in the same words.
import { createWriteStream } from 'node:fs';
import { readlink, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { FormatError } from '@xpxlc/core';
import { claimOutput } from './claim.ts';
import { writeFailure } from './failure.ts';
import { forget, removeTemporary, temporaryPath } from './temporary.ts';
import type { Sink } from './text-sink.ts';

/**
 * Open a place to write to, which is then this process's alone. A failure or `abort` leaves nothing.
 *
 * @param open - makes the sink, given the path to write or the stream.
 * @throws {FormatError} `cannot-write`, `in-use`. A broken pipe is thrown as Node has it.
 */
export async function openComplete<T>(
  target: string | Writable,
  open: (to: string | Writable) => Promise<Sink<T>>,
): Promise<Sink<T>> {
  const real = typeof target === 'string' ? await openTarget(target) : target;
  const place = typeof target === 'string' ? target : target === process.stdout ? 'stdout' : 'stream';
  const claim =
    typeof real !== 'string'
      ? undefined
      : await claimOutput(real).catch((thrown: unknown) => {
          throw writeFailure(thrown, place);
        });
  const path = typeof real === 'string' ? temporaryPath(real) : undefined;
  let sink: Sink<T> | undefined;
  const clear = async (): Promise<void> => {
    await sink?.abort();
    if (path !== undefined) removeTemporary(path);
    await claim?.release();
  };
  const guarded = async <R>(step: () => Promise<R>): Promise<R> => {
    try {
      return await step();
    } catch (thrown) {
      await clear();
      throw writeFailure(thrown, place);
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
        await claim?.check();
        await rename(path, real as string);
        forget(path);
        await claim?.release();
      }),
    abort: clear,
  };
}

/**
 * The file a name leads to, as an absolute path, and whether it is one: a device or a pipe is written as it is, and must not be replaced by a
 * file. A link stays; where it leads to nothing yet, the file is made there.
 *
 * @throws {FormatError} `cannot-write`.
 */
export async function realTarget(target: string): Promise<{ readonly path: string; readonly file: boolean }> {
  if (target === '')
    throw new FormatError('no name', { code: 'cannot-write', place: "''", expected: 'the name of a file' });
  try {
    const info = await stat(target).catch(whereNothing);
    if (info === undefined) return { path: await behindLinks(target), file: true };
    // Others may make it, or take it away, between two looks.
    if (info.isFile())
      return {
        path: (await realpath(target).catch(whereNothing)) ?? (await behindLinks(target)),
        file: true,
      };
    if (!info.isDirectory()) return { path: resolve(target), file: false };
  } catch (thrown) {
    throw writeFailure(thrown, target);
  }
  throw new FormatError('a folder, not a file', { code: 'cannot-write', place: target, expected: 'a file' });
}

/** Where a file will be that is not there yet. The system ends links in a circle before. */
async function behindLinks(target: string): Promise<string> {
  const folder = await realpath(dirname(resolve(target)));
  const path = join(folder, basename(resolve(target)));
  const next = await readlink(path).catch(whereNoLink);
  return next === undefined ? path : behindLinks(resolve(folder, next));
}

function whereNothing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

function whereNoLink(error: NodeJS.ErrnoException): undefined {
  return error.code === 'EINVAL' ? undefined : whereNothing(error);
}

async function openTarget(target: string): Promise<string | Writable> {
  const { path, file } = await realTarget(target);
  return file ? path : createWriteStream(path);
}
