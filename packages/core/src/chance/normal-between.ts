// Random numbers of the normal distribution between two bounds, wherever these are. For estimates: nothing here is proved.

/** A piece with the middle in it that is no longer than this is hit more often evenly than normally, about. */
const SHORT = 2.5;
/** From here on the distribution falls so steeply that all of it is where it begins. */
const STEEP = 2 ** 100;

/** One of them; `unit` gives random numbers from 0 to below 1. What is drawn is good at least one time in five. */
export function normalBetween(lower: number, upper: number, unit: () => number): number {
  if (upper < 0) return 0 - normalBetween(-upper, -lower, unit);
  if (lower > STEEP) return lower;
  const start = Math.max(lower, 0);
  // The rate of the exponential distribution that is nearest to the tail (Robert 1995).
  const rate = (start + Math.sqrt(start * start + 4)) / 2;
  const evenly = upper - lower <= (lower > 0 ? 1 / rate : SHORT);
  for (;;) {
    const x = evenly
      ? lower + unit() * (upper - lower)
      : lower > 0
        ? lower - Math.log(1 - unit()) / rate
        : // Box and Muller.
          Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
    const kept = evenly ? (start * start - x * x) / 2 : lower > 0 ? -((x - rate) * (x - rate)) / 2 : 0;
    if (x >= lower && x <= upper && unit() <= Math.exp(kept)) return x;
  }
}
