// Which numbers are in this bin? Intervals as people and libraries write them: `[11.43, 12.33)`, `(-inf ~ 5]`, `< 30`, `≥ 60`.
import { toNumber } from '../paper/numbers.ts';

/** All numbers between two ends; an infinite end is never included. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
  readonly lowerIn: boolean;
  readonly upperIn: boolean;
}

const BOTH_ENDS = /^([[(])\s*([^\s,~]+)\s*[,~]\s*([^\s,~]+)\s*([\])])$/;
const ONE_END = /^(<=|>=|<|>|≤|≥)\s*(\S+)$/;
const INFINITY = /^([+-]?)(?:inf(?:inity)?|∞)$/i;

/**
 * An interval, or `undefined` when the text is none. Two included ends (`[1, 2]`) are an interval, too: whether a list of two
 * categories was meant, only the other bins of the feature tell.
 */
export function toInterval(text: string): Interval | undefined {
  const one = ONE_END.exec(text);
  if (one !== null) {
    const end = toNumber(one[2]);
    if (end === undefined) return undefined;
    const included = /[=≤≥]/.test(one[1]);
    return /[<≤]/.test(one[1])
      ? { lower: Number.NEGATIVE_INFINITY, upper: end, lowerIn: false, upperIn: included }
      : { lower: end, upper: Number.POSITIVE_INFINITY, lowerIn: included, upperIn: false };
  }
  const both = BOTH_ENDS.exec(text);
  if (both === null) return undefined;
  const lower = toEnd(both[2]);
  const upper = toEnd(both[3]);
  if (lower === undefined || upper === undefined) return undefined;
  return {
    lower,
    upper,
    lowerIn: both[1] === '[' && Number.isFinite(lower),
    upperIn: both[4] === ']' && Number.isFinite(upper),
  };
}

function toEnd(text: string): number | undefined {
  const infinite = INFINITY.exec(text);
  if (infinite === null) return toNumber(text);
  return infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
