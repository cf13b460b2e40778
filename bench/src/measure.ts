// How long things take: user CPU time of this process, after warm-up runs, as the median and the least of several.
/** Seconds of user CPU per call. */
export interface Timing {
  readonly median: number;
  readonly least: number;
}

/** How often to run. */
export interface Effort {
  readonly warmUps: number;
  readonly runs: number;
  /** Seconds a run lasts at least: shorter calls are repeated within it, as the system's clock of user time is coarse. */
  readonly lasting: number;
}

export const FULL: Effort = { warmUps: 2, runs: 7, lasting: 0.1 };
export const QUICK: Effort = { warmUps: 1, runs: 3, lasting: 0.01 };

/** What timed calls return goes here, so that none of their work is in vain. */
let sink = 0;

/** Time a call that returns a number depending on its work. */
export function time(call: () => number, { warmUps, runs, lasting }: Effort): Timing {
  const start = performance.now();
  for (let w = 0; w < warmUps; w++) sink += call();
  const once = (performance.now() - start) / 1e3 / warmUps;
  const calls = Math.ceil(lasting / once);
  const seconds = Array.from({ length: runs }, () => cpu(call, calls) / calls);
  return { median: median(seconds), least: Math.min(...seconds) };
}

/** Seconds of user CPU that `calls` calls take together. */
export function cpu(call: (index: number) => number, calls: number): number {
  const before = process.cpuUsage();
  for (let c = 0; c < calls; c++) sink += call(c);
  return process.cpuUsage(before).user / 1e6;
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** The number that a share `q` of them do not exceed (of an even count's two middle ones, the mean). */
export function quantile(numbers: ArrayLike<number>, q: number): number {
  const sorted = Float64Array.from(numbers).sort();
  const at = q * (sorted.length - 1);
  return (sorted[Math.floor(at)] + sorted[Math.ceil(at)]) / 2;
}

/** Median and range. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export function spread(numbers: readonly number[]): Spread {
  return { median: median(numbers), least: Math.min(...numbers), most: Math.max(...numbers) };
}

/** Keeps the sink alive. */
export function sunk(): number {
  return sink;
}
