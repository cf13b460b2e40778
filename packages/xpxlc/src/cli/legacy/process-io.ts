// The program's world is this process.
import { open, readFile, stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
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
      const file = await open(path, 'w');
      return {
        async write(bytes) {
          for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten;
        },
        close: () => file.close(),
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
