// The files that an answer rests on, with their SHA-256.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { FormatError } from '@xpxlc/core';

/** A file by what it is for. */
export interface NamedFile {
  readonly role: string;
  /** As the user typed it; `-` is standard input. */
  readonly name: string;
}

/** Bytes read at a time: the usual 64 KiB take four times as long. */
const CHUNK = 2 ** 20;

/** The same with fingerprints; what is no file has none. */
export async function fingerprints(
  files: readonly NamedFile[],
): Promise<(NamedFile & { readonly sha256?: string })[]> {
  const { createHash } = await import('node:crypto');
  const found: (NamedFile & { readonly sha256?: string })[] = [];
  for (const { role, name } of files) {
    const known = name === '-' ? undefined : await stat(name).catch(() => undefined);
    if (known?.isFile() !== true) {
      found.push({ role, name: name === '-' ? 'standard input' : name });
      continue;
    }
    const hash = createHash('sha256');
    try {
      for await (const chunk of createReadStream(name, { highWaterMark: CHUNK })) hash.update(chunk);
    } catch (error) {
      throw new FormatError(`cannot be read (${(error as Error).message})`, {
        code: 'unreadable',
        place: name,
      });
    }
    found.push({ role, name, sha256: hash.digest('hex') });
  }
  return found;
}
