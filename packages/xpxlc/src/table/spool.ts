// Where do bytes that come only once (a pipe, standard input) go? Into a temporary file of bounded size, since a table is
// read more than once: its header, its rows and, for bad rows, their texts.
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FormatError, LimitError } from '@xpxlc/core';
import { removeTemporary, temporaryPath } from './temporary.ts';

/** Copy a stream to a temporary file and return its path; nothing is left behind on failure. */
export async function spool(stream: Readable, place: string, most: number): Promise<string> {
  const path = temporaryPath(join(tmpdir(), 'xpxlc-table'));
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx' });
  try {
    await pipeline(stream, bounded(place, most), file);
    return path;
  } catch (thrown) {
    if (!file.closed) await new Promise<void>((done) => file.once('close', () => done())); // it may be about to be made
    removeTemporary(path);
    if (thrown instanceof LimitError) throw thrown;
    throw new FormatError(`cannot be copied (${(thrown as Error).message})`, { code: 'unreadable', place });
  }
}

function bounded(place: string, most: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > most) done(tooLarge(place, most));
      else done(null, chunk);
    },
  });
}

/** The input has more bytes than allowed. */
export function tooLarge(place: string, most: number): LimitError {
  return new LimitError('input too large', {
    code: 'input-too-large',
    place,
    expected: `at most ${most} bytes`,
    got: 'more',
  });
}
