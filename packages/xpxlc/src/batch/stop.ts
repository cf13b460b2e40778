// Ctrl-C, told to all threads: one word of shared memory.
import type { Stop } from '../answer/allowance.ts';
import { endBy, SIGNALS, STATUSES } from '../table/native-work.ts';

/** Raised once, by a signal or by a failure elsewhere. */
export class StopFlag implements Stop {
  readonly memory: SharedArrayBuffer;
  /** Fulfilled when it is raised in this thread. */
  readonly raised: Promise<void>;
  readonly #word: Int32Array;
  #tell = (): void => undefined;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(4)) {
    this.memory = memory;
    this.#word = new Int32Array(memory);
    this.raised = new Promise((resolve) => {
      this.#tell = resolve;
    });
  }

  get aborted(): boolean {
    return Atomics.load(this.#word, 0) !== 0;
  }

  raise(): void {
    Atomics.store(this.#word, 0, 1);
    this.#tell();
  }
}

/** Raise the flag on a signal; a second one ends the process at once. */
export function stopOnSignals(flag: StopFlag): {
  readonly status: () => number | undefined;
  release(): void;
} {
  let status: number | undefined;
  const onSignal = (signal: (typeof SIGNALS)[number]): void => {
    if (status !== undefined) endBy(signal);
    status = STATUSES[signal];
    flag.raise();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    status: () => status,
    release() {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}
