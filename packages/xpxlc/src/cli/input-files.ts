// Which files are read? Told by what they are, not by their names: a link or a second name of a file is that file.
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

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

/** The files that paths and patterns stand for. */
export async function matchedFiles(data: readonly string[]): Promise<string[]> {
  const files = await Promise.all(
    data.map(async (path) => {
      if (path === '-' || !/[*?[]/.test(path) || (await stat(path).catch(() => undefined)) !== undefined)
        return [path];
      const { matchFiles } = await import('../table/source.ts');
      return matchFiles(path);
    }),
  );
  return files.flat();
}
