// How far an experiment has got: a bar on a terminal, elsewhere a line now and then. On stderr, as stdout is for results.
import { SingleBar } from 'cli-progress';

export interface Progress {
  /** So many units are done, this one last. */
  readonly show: (done: number, unit: string) => void;
  readonly end: () => void;
}

export const SILENT: Progress = { show: () => undefined, end: () => undefined };

/** Milliseconds between lines where there is no terminal. */
const SELDOM = 15_000;

export function openProgress(name: string, total: number, done: number): Progress {
  const bar = new SingleBar({
    format: `${name} {bar} {value}/{total} {unit}, {duration_formatted}`,
    stream: process.stderr,
    hideCursor: true,
    barsize: 24,
    noTTYOutput: true,
    notTTYSchedule: SELDOM,
  });
  bar.start(total, done, { unit: '' });
  return {
    show: (value, unit) => bar.update(value, { unit }),
    end: () => bar.stop(),
  };
}
