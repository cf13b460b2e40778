// The program's surroundings: data goes to stdout, everything else to stderr. Passed in, so that tests can look.
import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';

export interface Io {
  readonly stdin: Readable;
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The real ones. */
export const processIo: Io = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
};

type Format = Parameters<typeof styleText>[0];

/** Colours, for people at a terminal only: piped output stays plain. */
export function isColoured({ stdout, env }: Io): boolean {
  return stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}

export function painter(io: Io, wanted?: boolean): (format: Format, text: string) => string {
  const coloured = wanted ?? isColoured(io);
  return (format, text) => (coloured ? styleText(format, text, { validateStream: false }) : text);
}

/** Write, and wait when the reader is slow. A closed pipe (`| head`) ends the program quietly: see main.ts. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (stream.write(text)) return;
  await new Promise<void>((resolve, reject) => {
    const done = (error?: Error): void => {
      stream.off('drain', done);
      stream.off('error', done);
      if (error === undefined) resolve();
      else reject(error);
    };
    stream.once('drain', done);
    stream.once('error', done);
  });
}
