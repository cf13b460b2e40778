// Do the bins of a number lie side by side? Ends that labels leave open are settled by the bins beside them, or by whole numbers
// (`18-24` beside `25-34`); what stays open, gaps and overlaps are refused with the spelling that works.

import { above } from '@xpxlc/core/exact';
import { quoted } from '../paper/lines.ts';
import type { Interval } from './interval.ts';
import { refuseLine } from './rows.ts';

/** A bin with its points and its line. */
export interface Placed extends Interval {
  readonly points: number;
  readonly line: number;
  readonly text: string;
}

/** A bin both of whose ends are settled. */
type Settled = Placed & { readonly lowerIn: boolean; readonly upperIn: boolean };

/** Bins as the core takes them. */
export interface Tiles {
  readonly cuts: readonly number[];
  readonly values: readonly number[];
  readonly closed: 'left' | 'right';
  /** The outermost ends, both included where finite. */
  readonly lower: number;
  readonly upper: number;
  /** The bins are bins of whole numbers only. */
  readonly whole: boolean;
}

/** Lay bins side by side; `rest` has the points of all numbers in no other bin. */
export function sideBySide(
  name: string,
  bins: readonly Placed[],
  rest: Omit<Placed, keyof Interval> | undefined,
): Tiles {
  const sorted = bins.toSorted(
    (a, b) =>
      a.lower - b.lower || Number(a.lowerIn === false) - Number(b.lowerIn === false) || a.upper - b.upper,
  );
  const joints = sorted.slice(1).map((bin, j) => joint(name, sorted, j, bin, rest !== undefined));
  const settled = sorted.map((bin, j): Settled => {
    const lowerIn = joints[j - 1]?.lowerIn ?? bin.lowerIn ?? true;
    const upperIn = joints[j]?.upperIn ?? bin.upperIn ?? true;
    return { ...bin, lowerIn, upperIn };
  });
  const step = joints.findIndex((found) => found.whole);
  const whole = step >= 0;
  if (whole) {
    const odd = settled.find(({ lower, upper }) => !isEnd(lower) || !isEnd(upper));
    if (odd !== undefined) throw gap(name, sorted, step);
  }
  const all = rest === undefined ? settled : withRest(name, settled, rest, whole);
  return whole ? wholeTiles(all) : realTiles(name, all);
}

/** What is settled between bins j and j + 1. */
function joint(
  name: string,
  bins: readonly Placed[],
  j: number,
  bin: Placed,
  filled: boolean,
): { readonly upperIn: boolean; readonly lowerIn: boolean; readonly whole: boolean } {
  const before = bins[j];
  const { upper, upperIn } = before;
  const { lower, lowerIn } = bin;
  if (lower < upper) throw overlap(name, before, bin);
  if (lower > upper) {
    const whole =
      lower - upper === 1 && isEnd(lower) && isEnd(upper) && upperIn !== false && lowerIn !== false;
    if (!whole && !filled) throw gap(name, bins, j);
    return { upperIn: upperIn ?? true, lowerIn: lowerIn ?? true, whole };
  }
  if (upperIn === undefined && lowerIn === undefined) throw unsettled(name, bins, j);
  const first = upperIn ?? !lowerIn;
  const second = lowerIn ?? !upperIn;
  if (first && second) throw overlap(name, before, bin);
  if (!first && !second && !filled) throw gap(name, bins, j);
  return { upperIn: first, lowerIn: second, whole: false };
}

function isEnd(x: number): boolean {
  return Number.isSafeInteger(x) || !Number.isFinite(x);
}

/** Bins for the numbers that are in none. */
function withRest(
  name: string,
  bins: readonly Settled[],
  rest: Omit<Placed, keyof Interval>,
  whole: boolean,
): Settled[] {
  const all: Settled[] = [];
  const fill = (lower: number, lowerIn: boolean, upper: number, upperIn: boolean): void => {
    const empty = lower === upper && !(lowerIn && upperIn);
    const between = whole && (upperIn ? upper : upper - 1) < (lowerIn ? lower : lower + 1);
    if (!empty && !between && lower <= upper) all.push({ ...rest, lower, lowerIn, upper, upperIn });
  };
  const first = bins[0];
  const last = bins[bins.length - 1];
  if (Number.isFinite(first.lower)) fill(Number.NEGATIVE_INFINITY, false, first.lower, !first.lowerIn);
  bins.forEach((bin, j) => {
    const before = bins[j - 1];
    if (before !== undefined) fill(before.upper, !before.upperIn, bin.lower, !bin.lowerIn);
    all.push(bin);
  });
  if (Number.isFinite(last.upper)) fill(last.upper, !last.upperIn, Number.POSITIVE_INFINITY, false);
  if (all.length === bins.length)
    throw refuseLine(rest.line, `feature '${name}': no number is left for ${quoted(rest.text)}`, {
      code: 'mixed-bins',
      expected: "'Missing', if it is for missing cells; or no such bin",
      got: quoted(rest.text),
    });
  return all;
}

/** Whole numbers: every bin begins with one. */
function wholeTiles(bins: readonly Settled[]): Tiles {
  const from = bins.map(({ lower, lowerIn }) => (lowerIn || !Number.isFinite(lower) ? lower : lower + 1));
  const last = bins[bins.length - 1];
  return {
    cuts: from.slice(1),
    values: bins.map(({ points }) => points),
    closed: 'left',
    lower: from[0],
    upper: last.upperIn || !Number.isFinite(last.upper) ? last.upper : last.upper - 1,
    whole: true,
  };
}

function realTiles(name: string, bins: readonly Settled[]): Tiles {
  const first = bins[0];
  const last = bins[bins.length - 1];
  if (Number.isFinite(first.lower) && !first.lowerIn) throw openEnd(name, first);
  if (Number.isFinite(last.upper) && !last.upperIn) throw openEnd(name, last);
  const later = bins.slice(1);
  const right = later.length > 0 && later.every(({ lowerIn }) => !lowerIn);
  return {
    // Where some bins are closed on the left and others on the right: among doubles, x > c is x ≥ the next one.
    cuts: later.map(({ lower, lowerIn }) => (right || lowerIn ? lower : above(lower))),
    values: bins.map(({ points }) => points),
    closed: right ? 'right' : 'left',
    lower: first.lower,
    upper: last.upper,
    whole: false,
  };
}

/** A bin as it can be typed in. */
function spelled(lower: number, lowerIn: boolean, upper: number, upperIn: boolean): string {
  if (!Number.isFinite(lower) && Number.isFinite(upper)) return `'${upperIn ? '<=' : '<'} ${upper}'`;
  if (!Number.isFinite(upper) && Number.isFinite(lower)) return `'${lowerIn ? '>=' : '>'} ${lower}'`;
  return `'${lowerIn ? '[' : '('}${lower}, ${upper}${upperIn ? ']' : ')'}'`;
}

/** Must bin j have its lower end? As it is written, or as the bin below leaves it. */
function hasLower(bins: readonly Placed[], j: number, otherwise: boolean): boolean {
  const { lower, lowerIn } = bins[j];
  const { upper, upperIn } = bins[j - 1] ?? {};
  return lowerIn ?? (upper === lower && upperIn !== undefined ? !upperIn : otherwise);
}

/** Must bin j have its upper end? As it is written, or as the bin above leaves it. */
function hasUpper(bins: readonly Placed[], j: number, otherwise: boolean): boolean {
  const { upper, upperIn } = bins[j];
  const { lower, lowerIn } = bins[j + 1] ?? {};
  return upperIn ?? (upper === lower && lowerIn !== undefined ? !lowerIn : otherwise);
}

/** `25-35` beside `35-45`. */
function unsettled(name: string, bins: readonly Placed[], j: number): Error {
  const before = bins[j];
  const bin = bins[j + 1];
  const first = j === 0;
  const last = j + 2 === bins.length;
  const at = bin.lower;
  const above = `${spelled(before.lower, hasLower(bins, j, true), at, false)} and ${spelled(at, true, bin.upper, hasUpper(bins, j + 1, last))}`;
  const below = `${spelled(before.lower, hasLower(bins, j, first), at, true)} and ${spelled(at, false, bin.upper, hasUpper(bins, j + 1, true))}`;
  return refuse('bin-overlap', name, `which bin has ${at}?`, before, bin, {
    expected: `${above} if ${at} is in the second, ${below} if it is in the first`,
  });
}

function overlap(name: string, before: Placed, bin: Placed): Error {
  const end = Math.min(before.upper, bin.upper);
  const what =
    bin.lower === end ? `${end} is in two bins` : `numbers between ${bin.lower} and ${end} are in two bins`;
  return refuse('bin-overlap', name, what, before, bin, { expected: 'bins without overlaps' });
}

function gap(name: string, bins: readonly Placed[], j: number): Error {
  const before = bins[j];
  const bin = bins[j + 1];
  const at = before.upper;
  const lowerIn = hasLower(bins, j, true);
  if (at === bin.lower)
    return refuse('bin-gap', name, `${at} is in no bin`, before, bin, {
      expected: `${spelled(before.lower, lowerIn, at, true)} if it is in the first, ${spelled(at, true, bin.upper, hasUpper(bins, j + 1, j + 2 === bins.length))} if it is in the second`,
    });
  return refuse('bin-gap', name, `numbers between ${at} and ${bin.lower} are in no bin`, before, bin, {
    expected: `bins without gaps, e.g. ${spelled(before.lower, lowerIn, bin.lower, bin.lowerIn === false)} for the first`,
  });
}

function refuse(
  code: string,
  name: string,
  what: string,
  before: Placed,
  bin: Placed,
  { expected }: { readonly expected: string },
): Error {
  return refuseLine(bin.line, `feature '${name}': ${what}`, {
    code,
    expected,
    got: `${quoted(bin.text)} beside ${quoted(before.text)} of line ${before.line}`,
  });
}

function openEnd(name: string, { line, text, lower, lowerIn, upper, upperIn }: Settled): Error {
  const closed = spelled(lower, lowerIn || Number.isFinite(lower), upper, upperIn || Number.isFinite(upper));
  const open =
    Number.isFinite(lower) && !lowerIn
      ? spelled(Number.NEGATIVE_INFINITY, false, upper, upperIn)
      : spelled(lower, lowerIn, Number.POSITIVE_INFINITY, false);
  return refuseLine(line, `feature '${name}': the outermost bin has a finite end that is not in it`, {
    code: 'bin-gap',
    expected: `${open} without that end, or ${closed} with it (then it is a bound of the feature)`,
    got: quoted(text),
  });
}
