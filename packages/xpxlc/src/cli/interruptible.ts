// Work in this thread that may take seconds and that Ctrl-C ends all the same. Handlers of signals are called between two pieces of work only; so where
// one is there, for a file that must be removed, nothing would be heard. Node has a watchdog for this, made for its prompt.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Script } from 'node:vm';

const KEY = Symbol.for('xpxlc.work');
const script = new Script("globalThis[Symbol.for('xpxlc.work')]()");
const place = globalThis as { [KEY]?: () => void };

/** Do it; on Ctrl-C this process ends as it would have done without. */
export async function interruptible<T>(work: () => T): Promise<T> {
  let result: { readonly value: T } | undefined;
  place[KEY] = () => {
    result = { value: work() };
  };
  try {
    script.runInThisContext({ breakOnSigint: true });
    await setImmediate(); // signals between two pieces of work
    return (result as unknown as { readonly value: T }).value;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw error;
    // Now whoever listens is told.
    process.kill(process.pid, 'SIGINT');
    await setTimeout(60_000);
    throw error;
  } finally {
    delete place[KEY];
  }
}
