// A function of one raw field: what a derived field, a predicate or a predictor is once everything is said in the user's own
// columns. Of a number it is a list of pieces between cuts, each a parabola at most, a text, or nothing; of categories it is a
// value by name and one for all others. Constants are functions of no field.

import { LimitError } from '@xpxlc/core';
import { above, below, compare, fromDouble, negate, ZERO } from '@xpxlc/core/exact';
import { type Exact, isZero, ONE, product, quotient, rounded, sum } from './exact.ts';

/** `c0 + c1·x + c2·x²`. */
export type Polynomial = readonly [Exact, Exact, Exact];

/** What a function gives on one piece. `self`: the category itself, whichever it is. `none`: PMML gives no result there. */
export type Value =
  | {
      readonly kind: 'number';
      readonly poly: Polynomial /** As the file spells it. */;
      readonly written?: string;
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'self' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'none' };

/** The end of a piece: at `at`, which belongs to the next piece, or with `after` to the one before. */
export interface Cut {
  readonly at: number;
  readonly after: boolean;
}

/** A raw field as functions see it. */
export interface Argument {
  readonly name: string;
  readonly kind: 'number' | 'categories';
  /** Categories that are written as numbers: `1` and `1.0` are the same. */
  readonly numeric: boolean;
  /** True or false. */
  readonly truth: boolean;
  readonly work: Work;
}

/** A function of one field, or of none. */
export interface Func {
  readonly of: Argument | undefined;
  /** Of a number: one piece more than cuts. Of categories: the value of all that are not named. Of no field: the value. */
  readonly pieces: readonly Value[];
  readonly cuts: readonly Cut[];
  readonly named: ReadonlyMap<string, Value>;
  /** What a missing cell gives. */
  readonly missing: Value;
  /** The file itself says what a missing cell gives. */
  readonly speaks: boolean;
}

export const MISSING: Value = { kind: 'missing' };
export const NONE: Value = { kind: 'none' };
/** Missing because nothing fits, not because a cell is: what a file says about missing cells is not about this. */
export const NO_MATCH: Value = { kind: 'missing' };
const NO_NAMES: ReadonlyMap<string, Value> = new Map();

/** How many pieces may be made in all: a file of a few lines must not keep a machine busy for hours. */
const MOST_PIECES = 5_000_000;

/** Counts the pieces that are made while one file is read. */
export class Work {
  private left: number = MOST_PIECES;

  spend(pieces: number): void {
    this.left -= pieces;
    if (this.left < 0)
      throw new LimitError('too many pieces', {
        code: 'too-complex',
        expected: `at most ${MOST_PIECES} bins and categories in all derived fields`,
        got: 'more',
      });
  }
}

export function numberValue(x: Exact): Value {
  return { kind: 'number', poly: [x, ZERO, ZERO] };
}

export function textValue(text: string): Value {
  return { kind: 'text', text };
}

export function constant(value: Value): Func {
  return { of: undefined, pieces: [value], cuts: [], named: NO_NAMES, missing: value, speaks: false };
}

/** The field itself. */
export function identity(of: Argument): Func {
  const own: Value = of.kind === 'number' ? { kind: 'number', poly: [ZERO, ONE, ZERO] } : { kind: 'self' };
  return { of, pieces: [own], cuts: [], named: NO_NAMES, missing: MISSING, speaks: false };
}

/** Apply something to every value. `missing` says what becomes of a missing cell, if the file does. */
export function mapped(f: Func, change: (value: Value) => Value): Func {
  f.of?.work.spend(f.pieces.length + f.named.size);
  return {
    ...f,
    pieces: f.pieces.map(change),
    named: new Map(Array.from(f.named, ([name, value]) => [name, change(value)])),
    missing: change(f.missing),
  };
}

/** Where the value is missing (and not only without a match), this instead. */
export function withMissing(f: Func, value: Value): Func {
  const own = mapped(f, (old) => (old.kind === 'missing' && old !== NO_MATCH ? value : old));
  return { ...own, speaks: true };
}

/** Two functions of the same field (or constants), value by value. */
export function zipped(f: Func, g: Func, join: (a: Value, b: Value) => Value): Func {
  const speaks = f.speaks || g.speaks;
  if (g.of === undefined) return { ...mapped(f, (a) => join(a, g.pieces[0])), speaks };
  if (f.of === undefined) return { ...mapped(g, (b) => join(f.pieces[0], b)), speaks };
  const cuts: Cut[] = [];
  const pieces: Value[] = [join(f.pieces[0], g.pieces[0])];
  let i = 0;
  let j = 0;
  while (i < f.cuts.length || j < g.cuts.length) {
    const order = i === f.cuts.length ? 1 : j === g.cuts.length ? -1 : compareCuts(f.cuts[i], g.cuts[j]);
    cuts.push(order <= 0 ? f.cuts[i] : g.cuts[j]);
    if (order <= 0) i++;
    if (order >= 0) j++;
    pieces.push(join(f.pieces[i], g.pieces[j]));
  }
  const named = new Map<string, Value>();
  for (const name of new Set([...f.named.keys(), ...g.named.keys()]))
    named.set(name, join(valueFor(f, name), valueFor(g, name)));
  f.of.work.spend(pieces.length + named.size);
  return { of: f.of, cuts, pieces, named, missing: join(f.missing, g.missing), speaks };
}

/** The value for a category. */
export function valueFor(f: Func, name: string): Value {
  const value = f.named.get(name) ?? f.pieces[0];
  return value.kind === 'self' && f.of !== undefined ? categoryValue(f.of, name) : value;
}

/** A category as a value: a number where the field has numbers. */
function categoryValue({ numeric }: Argument, name: string): Value {
  return numeric ? numberValue(fromDouble(Number(name))) : textValue(name);
}

/** Where these categories have a value of their own, make it explicit: then `self` is none of them. */
export function split(f: Func, names: readonly string[]): Func {
  if (f.of?.kind !== 'categories' || f.pieces[0].kind !== 'self') return f;
  const named = new Map(f.named);
  for (const name of names) if (!named.has(name)) named.set(name, categoryValue(f.of, name));
  f.of.work.spend(names.length);
  return { ...f, named };
}

/**
 * Cut the pieces so that on each the (at most linear) number lies between two neighbours of these numbers, or is one of
 * them: cuts go to the exact doubles where a line crosses. Undefined when a piece is a parabola.
 */
export function refined(f: Func, at: readonly number[]): Func | undefined {
  if (f.pieces.some((value) => value.kind === 'number' && !isZero(value.poly[2]))) return undefined;
  const levels = [...new Set(at)].sort((a, b) => a - b).map(fromDouble);
  const cuts: Cut[] = [];
  const pieces: Value[] = [];
  f.pieces.forEach((value, p) => {
    const from = p === 0 ? undefined : f.cuts[p - 1];
    const to = f.cuts[p];
    if (from !== undefined) cuts.push(from);
    pieces.push(value);
    if (value.kind !== 'number' || isZero(value.poly[1])) return;
    f.of?.work.spend(levels.length);
    const inner = levels.flatMap((level) => crossings(value.poly, level)).sort(compareCuts);
    for (const cut of inner) {
      const last = cuts.at(-1);
      if (last !== undefined && cuts.length > 0 && compareCuts(last, cut) >= 0) continue;
      if (to !== undefined && compareCuts(cut, to) >= 0) continue;
      cuts.push(cut);
      pieces.push(value);
    }
  });
  f.of?.work.spend(pieces.length);
  return { ...f, cuts, pieces };
}

/** The cuts around the doubles where the line is exactly at the level; or the one cut between below and above. */
function crossings([c0, c1]: Polynomial, level: Exact): Cut[] {
  const at = (x: number): number => compare(sum(c0, product(c1, fromDouble(x))), level);
  const rising = c1.m > 0n ? 1 : -1;
  let x = rounded(quotient(sum(level, negate(c0)), c1));
  if (!Number.isFinite(x)) return [];
  // Rounding is off by less than a step; then x is the first double at or beyond the crossing.
  while (Number.isFinite(x) && rising * at(x) < 0) x = above(x);
  for (let y = below(x); Number.isFinite(y) && rising * at(y) >= 0; y = below(x)) x = y;
  if (!Number.isFinite(x)) return [];
  const first = { at: x, after: false };
  if (at(x) !== 0) return [first];
  // With a tiny slope several doubles in a row can be at the level exactly only if the slope is zero; so it is this one.
  return [first, { at: x, after: true }];
}

/** Some double within piece `p`; undefined when the piece has none. */
export function sample(f: Func, p: number): number | undefined {
  const from = f.cuts[p - 1] as Cut | undefined;
  const to = f.cuts[p] as Cut | undefined;
  if (from === undefined) return to === undefined ? 0 : to.after ? to.at : below(to.at);
  const x = from.after ? above(from.at) : from.at;
  return to === undefined || x < to.at || (x === to.at && to.after) ? x : undefined;
}

/** The polynomial at a number. */
export function evaluate([c0, c1, c2]: Polynomial, x: Exact): Exact {
  return sum(c0, product(x, sum(c1, product(x, c2))));
}

export function compareCuts(a: Cut, b: Cut): number {
  return a.at - b.at || Number(a.after) - Number(b.after);
}

/** The number of a constant piece. */
export function constantOf(value: Value): Exact | undefined {
  return value.kind === 'number' && isZero(value.poly[1]) && isZero(value.poly[2])
    ? value.poly[0]
    : undefined;
}
