// Which files are read? Told by what they are, not by their names: a link or a second name of a file is that file. And what is in them?
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { FormatError } from '@xpxlc/core';
import { matchedFiles } from '../table/data.ts';

/** Files that are read. */
export interface InputFiles {
  /** Whether this path leads to one of them. */
  has(path: string): Promise<boolean>;
}

/** The files that these paths and patterns stand for. */
export async function inputFiles(paths: readonly string[]): Promise<InputFiles> {
  const known = new Set<string>();
  for (const path of paths)
    for (const file of await matchedFiles([path]).catch(() => [path]))
      for (const name of await namesOf(file)) known.add(name);
  return { has: async (path) => (await namesOf(path)).some((name) => known.has(name)) };
}

/** What a file is known by: its place and, where it is there, its number in the system. */
async function namesOf(path: string): Promise<string[]> {
  const real = await realpath(path).catch(() => resolve(path));
  const info = await stat(path, { bigint: true }).catch(() => undefined);
  return info?.isFile() && info.ino !== 0n ? [real, `${info.dev}:${info.ino}`] : [real];
}

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
