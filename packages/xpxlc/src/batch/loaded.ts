// Which threads have loaded their modules? Node 22 aborts the process where a thread is ended in the middle of that (V8 is asked about a module that
// is not linked yet). So each says when it has done so, in memory that all see, and nobody ends it before.
import { setTimeout } from 'node:timers/promises';
import { threadId, type Worker } from 'node:worker_threads';

/** At the remainder of its number: the thread that has loaded its modules. */
export type Loaded = Int32Array;

/** More threads than live at a time. */
const PLACES = 1024;
const LOOK_EVERY = 5;
/** Milliseconds after which a thread is taken for one that will not load at all. */
const PATIENCE = 10_000;

export function noneLoaded(): Loaded {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * PLACES));
}

/** Said by a thread of itself. Modules that are imported at the top of its own have been loaded then. */
export function sayLoaded(loaded: Loaded): void {
  Atomics.store(loaded, threadId % PLACES, threadId);
}

/** Wait until all threads that live have loaded their modules; `threads` is asked again and again, as some may fail and others be started. */
export async function untilLoaded(threads: () => readonly Worker[], loaded: Loaded): Promise<void> {
  const end = performance.now() + PATIENCE;
  const isLoading = ({ threadId: id }: Worker): boolean =>
    id !== -1 && Atomics.load(loaded, id % PLACES) !== id; // -1: it has ended
  while (threads().some(isLoading) && performance.now() < end) await setTimeout(LOOK_EVERY);
}
