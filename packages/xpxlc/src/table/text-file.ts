// A text (or its bytes) that appears under its name only when it is complete; or goes to a stream as it comes.
import { rename } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { FormatError } from '@xpxlc/core';
import { formatByName } from './format.ts';
import { forget, removeTemporary, temporaryPath } from './temporary.ts';
import { type Sink, textSink } from './text-sink.ts';

/**
 * Open a text for writing; a path that ends in `.gz` or `.zst` is packed.
 *
 * @throws {FormatError} `cannot-write`. A broken pipe is thrown as Node has it.
 */
export async function openText(target: string | Writable): Promise<Sink<string | Uint8Array>> {
  if (typeof target !== 'string') return textSink(target, 'none');
  const path = temporaryPath(target);
  const guarded = async <T>(step: () => Promise<T>): Promise<T> => {
    try {
      return await step();
    } catch (thrown) {
      removeTemporary(path);
      if (!(thrown instanceof Error) || thrown instanceof FormatError) throw thrown;
      throw new FormatError(`cannot be written (${thrown.message})`, { code: 'cannot-write', place: target });
    }
  };
  const sink = await guarded(() => textSink(path, formatByName(target).compression));
  return {
    write: (text) => guarded(() => sink.write(text)),
    close: () =>
      guarded(async () => {
        await sink.close();
        await rename(path, target);
        forget(path);
      }),
    async abort() {
      await sink.abort();
      removeTemporary(path);
    },
  };
}
