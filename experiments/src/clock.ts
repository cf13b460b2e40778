// How long did it take? Wall time where that is short; beyond it the time of processors (user and system), so that what else the
// machine does is not in it.

/** Seconds up to which a call is hardly ever interrupted, and the clock of the processors too coarse. */
const SHORT = 1e-3;

export function clock<T>(call: () => T): { readonly answer: T; readonly seconds: number } {
  const before = process.cpuUsage();
  const start = performance.now();
  const answer = call();
  const wall = (performance.now() - start) / 1e3;
  if (wall < SHORT) return { answer, seconds: wall };
  const { user, system } = process.cpuUsage(before);
  return { answer, seconds: (user + system) / 1e6 };
}

/** The same for readers. */
export const CLOCK =
  'Times below 1 ms are wall time, longer ones user and system time of the process, so that other work on the machine is not in them.';
