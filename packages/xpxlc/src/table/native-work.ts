// What a library does in threads of its own. It can be told to end, but looks at that between two steps only, and a step may take long. The end of a
// process waits for such threads; so who has no time to wait must know of them.
import { setTimeout } from 'node:timers/promises';

/** Milliseconds that it has to end, once it is told to; and where only the exit status is still to be given, which is lost otherwise. */
const GRACE = 100;
const LONG_GRACE = 10_000;
/** What ends a process with these statuses, as a shell reports them. */
const SIGNALS: Readonly<Record<number, NodeJS.Signals>> = { 129: 'SIGHUP', 130: 'SIGINT', 143: 'SIGTERM' };

/** How each is told to end. */
const open = new Map<Promise<unknown>, () => void>();

/** Work that the end of the process would wait for. */
export function nativeWork<T>(work: Promise<T>, interrupt: () => void): Promise<T> {
  open.set(work, interrupt);
  const over = (): void => void open.delete(work);
  work.then(over, over);
  return work;
}

/** Whether it ends soon. */
export async function endsSoon(work: Promise<unknown>, grace: number = GRACE): Promise<boolean> {
  const over = work.then(
    () => true,
    () => true,
  );
  const late = new AbortController();
  const waited = setTimeout(grace, false, { signal: late.signal }).catch(() => false);
  return Promise.race([over, waited]).finally(() => late.abort());
}

/** Whether nothing is being done that the end of the process would wait for. */
export function isIdle(): boolean {
  return open.size === 0;
}

/** End the process with this status; where something does not end in time, by a signal: the one that the status stands for, or SIGKILL. */
export async function endProcess(status: number): Promise<never> {
  for (const interrupt of open.values()) interrupt();
  const asked = SIGNALS[status];
  await endsSoon(Promise.allSettled(open.keys()), asked === undefined ? LONG_GRACE : GRACE);
  const signal = asked ?? 'SIGKILL';
  // After what others do then.
  if (!isIdle())
    process.on('exit', () => {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  process.exit(status);
}
