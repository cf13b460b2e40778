// How long does a piece of work of microseconds take? It is repeated, and the median counts.

/** Seconds spent on measuring at least, and repetitions at most. */
const ENOUGH = 0.02;
const MOST = 200;

/** Seconds that `work` takes, warmed up: the median of up to 200 runs within 20 ms, of at least three however long. */
export function secondsOf(work: () => void): number {
  work();
  const times: number[] = [];
  let total = 0;
  while (times.length < 3 || (total < ENOUGH && times.length < MOST)) {
    const start = performance.now();
    work();
    const seconds = (performance.now() - start) / 1000;
    times.push(seconds);
    total += seconds;
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}
