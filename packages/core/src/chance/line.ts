// Numbers that vary along a line: evenly between two bounds, or normally within them.
import { add, at, type Dyadic, fromDouble, subtract, ZERO } from '../exact/dyadic.ts';
import { down, exponential, up } from '../exact/exponential.ts';
import { normalUpTo } from '../exact/normal.ts';
import type { NumericFeature } from '../model/types.ts';
import { normalBetween } from './normal-between.ts';

/** Between which doubles a probability lies. */
export type Bounds = readonly [low: number, high: number];

/** How a number varies, per component. */
export interface Line {
  /** Outside of these hardly anything happens; they are finite. */
  readonly lower: number;
  readonly upper: number;
  /** Whole numbers only. */
  readonly whole: boolean;
  /** 0, 1, … */
  readonly components: readonly number[];
  /** How likely a number from `from` to `to` (both included) is. */
  share(component: number, from: number, to: number): Bounds;
  /** The same as integers, the part and all of it, where there is one component and they are known. */
  exactShare?(interval: {
    readonly lower: number;
    readonly upper: number;
  }): readonly [part: bigint, all: bigint];
  /** A random number; `unit` gives random numbers from 0 to below 1. */
  draw(component: number, unit: () => number): number;
  /** How likely this number is in one component, compared with the others. */
  density(component: number, x: number): Bounds;
}

/** Evenly between the bounds of the feature, which are finite. */
export function uniformLine({ kind, lower, upper }: NumericFeature): Line {
  const whole = kind === 'integer';
  // Halves, where the whole length is beyond the largest double.
  const scale = Number.isFinite(upper - lower) ? 1 : 0.5;
  const length = (from: number, to: number): number => to * scale - from * scale + (whole ? 1 : 0);
  return {
    lower,
    upper,
    whole,
    components: [0],
    share: (_, from, to) => {
      // One rounding of each length and one of the quotient.
      const part = length(from, to) / length(lower, upper);
      return part > 0 ? [down(down(part)), Math.min(1, up(up(part)))] : [0, 0];
    },
    exactShare: (interval) => {
      const one: Dyadic = whole ? { m: 1n, e: 0 } : ZERO;
      const exactly = (from: number, to: number): Dyadic =>
        add(subtract(fromDouble(to), fromDouble(from)), one);
      const [part, all] = [exactly(interval.lower, interval.upper), exactly(lower, upper)];
      const e = Math.min(part.e, all.e);
      return [at(part, e), at(all, e)];
    },
    draw: (_, unit) =>
      whole ? lower + Math.floor(unit() * (upper - lower + 1)) : between(lower, upper, unit()),
    density: () => [1, 1],
  };
}

/** So far from one bound towards the other, from 0 to 1. */
export function between(lower: number, upper: number, part: number): number {
  const length = upper - lower;
  return Number.isFinite(length) ? lower + length * part : lower * (1 - part) + upper * part;
}

/** So many standard deviations from the mean hardly anything is left: less than 2^-53. */
const REACH = 8.5;

/**
 * Normally, with a mean and a variance per component, within the bounds of the feature; a whole number is the one nearest to such a number.
 */
export function normalLine(
  { kind, lower, upper }: NumericFeature,
  means: readonly number[],
  variances: readonly number[],
): Line {
  const deviations = variances.map(Math.sqrt);
  const half = kind === 'integer' ? 0.5 : 0;
  const z = (k: number, x: number, more = 0): number => (x - means[k] + more) / deviations[k];
  const upTo = (k: number, x: number, more: number): Bounds =>
    x === Number.NEGATIVE_INFINITY
      ? [0, 0]
      : x === Number.POSITIVE_INFINITY
        ? [1, 1]
        : normalUpTo(z(k, x, more));
  const share = (k: number, from: number, to: number): Bounds => {
    const [a, b] = [upTo(k, from, -half), upTo(k, to, half)];
    return [Math.max(0, b[0] - up(a[1])), Math.max(0, b[1] - a[0])];
  };
  const whole = means.map((_, k) => share(k, lower, upper));
  // Where the bounds are far from all means, what happens between them is too rare for digits; but they stay bounds.
  const nearest = Math.max(lower, leastOf(means.map((m, k) => m - REACH * deviations[k])));
  const farthest = Math.min(upper, mostOf(means.map((m, k) => m + REACH * deviations[k])));
  return {
    lower: Math.min(nearest, upper),
    upper: Math.max(farthest, Math.min(nearest, upper)),
    whole: kind === 'integer',
    components: [...means.keys()],
    share: (k, from, to) => {
      const [low, high] = share(k, from, to);
      return [down(down(low / whole[k][1])), Math.min(1, up(up(high / whole[k][0])))];
    },
    draw: (k, unit) => {
      const x = means[k] + deviations[k] * normalBetween(z(k, lower, -half), z(k, upper, half), unit);
      return Math.min(upper, Math.max(lower, kind === 'integer' ? Math.round(x) : x));
    },
    density: (k, x) => {
      const logs = means.map((_, j) => -(z(j, x) * z(j, x)) / 2);
      const most = mostOf(logs);
      const [low] = exponential(Math.min(0, logs[k] - most - slackOf(logs, most)));
      const [, high] = exponential(Math.min(0, logs[k] - most + slackOf(logs, most)));
      const scale = deviations[k];
      return [down(down(low / scale / whole[k][1])), up(up(high / scale / whole[k][0]))];
    },
  };
}

/** By how much rounding can move a difference of these: some units in the last place of the largest. */
function slackOf(logs: readonly number[], most: number): number {
  return 2 ** -49 * Math.max(mostOf(logs.map(Math.abs)), Math.abs(most), 2 ** -900);
}

// A list may be longer than a call takes arguments.

function leastOf(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function mostOf(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}
