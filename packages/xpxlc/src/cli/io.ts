// The program's surroundings: data goes to stdout, everything else to stderr. Passed in, so that tests can look.
import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';
import { escapeControls } from '../terminal/legible.ts';

export interface ProcessIo {
  readonly stdin: Readable;
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What a command works with. */
export interface Io extends ProcessIo {
  /**
   * Claim what will be written. From then on a signal is heard only between two pieces of work, as the claims must be given up: so this comes
   * after models and other files that are read as a whole.
   *
   * @throws {FormatError} `in-use`, `not-ours`, `cannot-write`.
   */
  claim(): Promise<void>;
}

/** The real ones. */
export const processIo: ProcessIo = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
};

type Format = Parameters<typeof styleText>[0];

/** Colours, for people at a terminal only: piped output stays plain. */
export function isColoured({ stdout, env }: ProcessIo): boolean {
  return stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}

export function painter(io: Io, wanted?: boolean): (format: Format, text: string) => string {
  const coloured = wanted ?? isColoured(io);
  return (format, text) => (coloured ? styleText(format, text, { validateStream: false }) : text);
}

/** The stream that a guarded one writes to: for the bar of progress, which draws with sequences of its own. */
const drawn = new WeakMap<Writable, ProcessIo['stderr']>();

/**
 * Messages that no name, cell or file name in them can turn into commands to the terminal. What begins with `xpxlc: ` is one message:
 * line breaks in it are escaped, too.
 */
export function guardMessages<I extends ProcessIo>(io: I): I {
  const { stderr } = io;
  const guarded = new Proxy(stderr, {
    get(target, key) {
      if (key === 'write') return (text: unknown, ...rest: []) => target.write(legibleMessage(text), ...rest);
      const found: unknown = Reflect.get(target, key, target);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
  drawn.set(guarded, stderr);
  return { ...io, stderr: guarded };
}

/** Where bars are drawn. */
export function barStream({ stderr }: ProcessIo): ProcessIo['stderr'] {
  return drawn.get(stderr) ?? stderr;
}

function legibleMessage(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const end = text.endsWith('\n') ? '\n' : '';
  const body = end === '' ? text : text.slice(0, -1);
  if (text.startsWith('xpxlc: ')) return escapeControls(body) + end;
  return body.split('\n').map(escapeControls).join('\n') + end;
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
