// How long does a call take? The median of several runs; short calls are repeated within a run.
import { median } from '../../../bench/src/measure.ts';
import { clock } from '../clock.ts';

export interface Effort {
  readonly runs: number;
  /** Seconds that a run lasts at least. */
  readonly lasting: number;
}

export const FULL: Effort = { runs: 5, lasting: 0.1 };
export const QUICK: Effort = { runs: 1, lasting: 0 };

/** What timed calls return goes here, so that none of their work is in vain. */
let sink = 0;

/** Seconds per call. Calls that take longer than a second are run three times only. */
export function seconds(call: () => number, { runs, lasting }: Effort): number {
  const once = repeat(call, 1);
  const calls = Math.max(1, Math.ceil(lasting / once));
  if (calls > 1) repeat(call, 3 * calls); // compiled by now
  return median(Array.from({ length: once > 1 ? Math.min(runs, 3) : runs }, () => repeat(call, calls)));
}

function repeat(call: () => number, calls: number): number {
  const { seconds: taken } = clock(() => {
    for (let c = 0; c < calls; c++) sink += call();
  });
  return taken / calls;
}

/** A list that is read answer by answer. */
type Open = () => Iterator<unknown>;

/** Seconds from one answer to the next, on average over a list of at least two; the way to the first is not in it. */
export function meanDelay(open: Open, { runs, lasting }: Effort): number {
  const run = () => {
    const answers = open();
    answers.next();
    const { answer: gaps, seconds: taken } = clock(() => {
      let read = 0;
      while (!answers.next().done) read += 1;
      return read;
    });
    return taken / Math.max(1, gaps);
  };
  warmUp(run, lasting);
  return median(Array.from({ length: runs * (lasting > 0 ? 10 : 1) }, run));
}

/**
 * The longest time between two answers, the first counted from the question: the median over several runs of each run's longest,
 * as a pause of the system may fall into any of them.
 */
export function longestDelay(open: Open, { runs, lasting }: Effort): number {
  const run = () => {
    let longest = 0;
    let then = performance.now();
    const answers = open();
    while (!answers.next().done) {
      const now = performance.now();
      longest = Math.max(longest, now - then);
      then = now;
    }
    return longest / 1e3;
  };
  warmUp(run, lasting);
  return median(Array.from({ length: 2 * runs + 1 }, run));
}

function warmUp(run: () => number, lasting: number): void {
  const end = performance.now() + 1e3 * lasting;
  do sink += run();
  while (performance.now() < end);
}

/** Keeps the sink alive. */
export function sunk(): number {
  return sink;
}
