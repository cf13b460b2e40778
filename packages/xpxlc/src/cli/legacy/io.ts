// What the program needs of the world; tests give it another one.

/** Files, streams and signals. Errors of the system carry its `code` (`ENOENT`, `EPIPE`, …). */
export interface LegacyIo {
  /** As invoked; its base name in capitals heads summary and statistics. */
  readonly program: string;
  readFile(path: string): Promise<Uint8Array>;
  /** Tells whether two paths lead to the same file; `undefined` when there is none. */
  fileId(path: string): Promise<string | undefined>;
  /** Begin a file, or empty it. */
  create(path: string): Promise<Output>;
  readonly stdout: Output;
  stderr(text: string): void;
  /** Call on a signal to end; the result takes the call back. */
  onSignal(handler: () => void): () => void;
  /** Let signals arrive. */
  pause(): Promise<void>;
}

/** Where bytes go. They belong to the caller again once the promise is kept. */
export interface Output {
  write(bytes: Uint8Array): void | Promise<void>;
  close(): void | Promise<void>;
}
