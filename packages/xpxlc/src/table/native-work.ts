// What goes on in other threads: a library's, or workers that are being ended. It can be told to end, but looks at that between two steps only, and a
// step may take long. The end of a process waits for such threads; so who has no time to wait must know of them.
import { setTimeout } from 'node:timers/promises';

/** Milliseconds that it has to end, once it is told to; and where only the exit status is still to be given, which is lost otherwise. */
const GRACE = 100;
const LONG_GRACE = 10_000;
/** What a shell reports of a program that a signal has ended. */
export const STATUSES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
export const SIGNALS = Object.keys(STATUSES) as (keyof typeof STATUSES)[];

/** How each is told to end; undefined where it was told. */
const open = new Map<Promise<unknown>, (() => void) | undefined>();

/** Work that the end of the process would wait for. Without `interrupt` it was told to end, and a signal waits no longer for it. */
export function nativeWork<T>(work: Promise<T>, interrupt?: () => void): Promise<T> {
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

/** End the process with this status: by the signal that it stands for, as shells expect, or by SIGKILL where something else does not end in time. */
export async function endProcess(status: number): Promise<never> {
  const asked = SIGNALS.find((signal) => STATUSES[signal] === status);
  for (const interrupt of open.values()) interrupt?.();
  const waited = [...open].flatMap(([work, interrupt]) =>
    interrupt === undefined && asked !== undefined ? [] : [work],
  );
  const isOver = await endsSoon(Promise.allSettled(waited), asked === undefined ? LONG_GRACE : GRACE);
  if (asked !== undefined) endBy(asked);
  // After what others do then.
  if (!isOver) process.on('exit', () => process.kill(process.pid, 'SIGKILL'));
  process.exit(status);
}

/** End the process in the middle of its work, which nobody wants any more; not while workers load or are being ended. */
export async function leave(status: number): Promise<never> {
  const ending = [...open].flatMap(([work, interrupt]) => (interrupt === undefined ? [work] : []));
  await endsSoon(Promise.allSettled(ending), LONG_GRACE);
  process.exit(status);
}

/** End the process at once, as this signal ends a program that does not listen: shells then end their loops, too. Who listens to the end is heard. */
export function endBy(signal: keyof typeof STATUSES): never {
  // Windows knows no signals; its status says more.
  if (process.platform !== 'win32')
    process.on('exit', () => {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  process.exit(STATUSES[signal]);
}
