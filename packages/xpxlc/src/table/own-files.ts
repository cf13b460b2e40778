// Files beside an output are taken for ours only where we have made them: a user's file is never written over or removed, and a link is
// never followed.
import { lstat, open } from 'node:fs/promises';
import { FormatError } from '@xpxlc/core';

/**
 * The size of a file, or undefined where there is nothing.
 *
 * @throws {FormatError} `not-ours` for a link, a folder or anything else: we make files only.
 */
export async function sizeOf(path: string): Promise<number | undefined> {
  const info = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (info === undefined) return undefined;
  if (!info.isFile()) throw notOurs(path);
  return info.size;
}

/**
 * See that nothing is in the way: no file at all, or one of ours, or an empty one.
 *
 * @param isOurs - tells by the first bytes.
 * @throws {FormatError} `not-ours`.
 */
export async function refuseForeign(path: string, isOurs: (start: string) => boolean): Promise<void> {
  const size = await sizeOf(path);
  if (size === undefined || size === 0) return;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    if (!isOurs(buffer.toString('latin1', 0, bytesRead))) throw notOurs(path);
  } finally {
    await file.close();
  }
}

/** Something that xpxlc has not made stands where it would write. */
export function notOurs(place: string): FormatError {
  return new FormatError('this is in the way, and xpxlc has not made it', {
    code: 'not-ours',
    place,
    expected: 'nothing there, or another output',
  });
}
