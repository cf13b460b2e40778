// How a run ends.

/** Exit status. Verdicts of `-c` are answers, not errors: 0 whatever they say. */
export const STATUS = {
  done: 0,
  wrongUsage: 2,
  /** A file that cannot be read, written or understood. */
  wrongInput: 3,
  ourMistake: 4,
  /** Ended by a signal, with `-C`. */
  signalled: 20,
  /** Nobody reads the output any more; as a shell says of a program that ends by SIGPIPE. */
  noReader: 141,
  /** No `-f` or no `-i`. */
  noFiles: 255,
} as const;

/** Something to say on stderr, and the status to leave with. */
export class Failure extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

const WORDS: { readonly [code: string]: string } = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of the path is not a folder',
  ENOSPC: 'no space left',
};

/** What the system had against it; `undefined` when it was not the system. */
export function systemWords(error: unknown): { readonly code: string; readonly text: string } | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return { code: error.code, text: WORDS[error.code] ?? error.message };
}
