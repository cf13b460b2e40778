// The program's world is this process.
import { open, readFile, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Claim } from '../../table/claim.ts';
import { legibleBytes } from '../../terminal/legible.ts';
import type { LegacyIo, Output } from './io.ts';

/** Those of the original's signals that a program in JavaScript may catch: after SEGV or BUS it cannot go on. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGABRT', 'SIGQUIT', 'SIGXCPU'] as const;

/** Files, standard streams and signals of this process. */
export function processIo(program: string): LegacyIo {
  return {
    program,
    readFile: (path) => readFile(path),
    async fileId(path) {
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? `${found.dev}:${found.ino}` : undefined;
    },
    async create(path): Promise<Output> {
      const claim = await claimed(path);
      const file = await open(path, 'w').catch(async (error) => {
        await claim?.release();
        throw error;
      });
      return {
        async write(bytes) {
          for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten;
        },
        async close() {
          await file.close();
          await claim?.release();
        },
      };
    },
    stdout: {
      write: (bytes) =>
        new Promise((resolve, reject) => {
          // Programs get the original's bytes; a terminal gets no commands.
          const shown = process.stdout.isTTY ? legibleBytes(bytes) : bytes;
          process.stdout.write(shown, (error) => (error ? reject(error) : resolve()));
        }),
      close() {},
    },
    stderr(text) {
      process.stderr.write(legibleBytes(Buffer.from(text)));
    },
    onSignal(handler) {
      for (const signal of SIGNALS) process.on(signal, handler);
      return () => {
        for (const signal of SIGNALS) process.off(signal, handler);
      };
    },
    pause: () => setImmediate(),
  };
}

/** A file is one program's alone while it is written; devices and pipes are anyone's. */
async function claimed(path: string): Promise<Claim | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && !found.isFile()) return undefined;
  const { claimOutput } = await import('../../table/claim.ts');
  return claimOutput(await realpath(path).catch(() => resolve(path)));
}
