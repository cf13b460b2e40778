// A world in memory for the command line: files, streams and signals.
import { Buffer } from 'node:buffer';
import type { LegacyIo, Output } from '../../../src/cli/legacy/io.ts';
import { legacy } from '../../../src/cli/legacy/legacy.ts';

/** What a run left behind. */
export interface Run {
  readonly status: number;
  readonly stdout: string;
  /** The same, as it is. */
  readonly bytes: Uint8Array;
  readonly stderr: string;
  /** Files afterwards, by path. */
  readonly files: Readonly<Record<string, string>>;
}

/** Peculiarities of a world. */
export interface Oddities {
  readonly program?: string;
  /** Bytes to write before standard output fails with this code. */
  readonly failing?: { readonly after: number; readonly code: string };
  /** Send a signal at the so-manieth pause. */
  readonly signalAt?: number;
}

/** Run in a world with these files; texts are UTF-8. */
export async function run(
  args: readonly string[],
  files: Readonly<Record<string, string | Uint8Array>> = {},
  { program = 'xpxlc', failing, signalAt = Number.POSITIVE_INFINITY }: Oddities = {},
): Promise<Run> {
  const held = new Map<string, Buffer>(
    Object.entries(files).map(([path, content]) => [path, Buffer.from(content as string)]),
  );
  const chunks: Buffer[] = [];
  let written = 0;
  let stderr = '';
  let handler: (() => void) | undefined;
  let pauses = 0;
  const stdout: Output = {
    write(bytes) {
      written += bytes.length;
      if (failing !== undefined && written > failing.after)
        throw Object.assign(new Error(failing.code), { code: failing.code });
      chunks.push(Buffer.from(bytes));
    },
    close() {},
  };
  const io: LegacyIo = {
    program,
    async readFile(path) {
      const content = held.get(path);
      if (content === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
      return content;
    },
    fileId: async (path) => (held.has(path) ? path : undefined),
    async create(path) {
      if (path.includes('/')) throw Object.assign(new Error('no such folder'), { code: 'ENOENT' });
      held.set(path, Buffer.alloc(0));
      return {
        write(bytes) {
          held.set(path, Buffer.concat([held.get(path) as Buffer, bytes]));
        },
        close() {},
      };
    },
    stdout,
    stderr(text) {
      stderr += text;
    },
    onSignal(given) {
      handler = given;
      return () => {
        handler = undefined;
      };
    },
    async pause() {
      pauses += 1;
      if (pauses >= signalAt) handler?.();
    },
  };
  const status = await legacy(args, io);
  return {
    status,
    stdout: Buffer.concat(chunks).toString('utf8'),
    bytes: Buffer.concat(chunks),
    stderr,
    files: Object.fromEntries(Array.from(held, ([path, content]) => [path, content.toString('utf8')])),
  };
}
