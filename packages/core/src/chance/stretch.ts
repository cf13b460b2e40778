// A number that varies along a line: what its curve adds to the lead, in pieces as fine as asked for.
import { bitLength, ceilAt, type Dyadic, floorAt, negate, subtract } from '../exact/dyadic.ts';
import { floorDivide, type Ratio } from '../exact/ratio.ts';
import { lowest, lowestValue, type PairCurve } from '../reduce/curve.ts';
import { between, type Line } from './line.ts';

/** A number that varies along a line, cut into pieces as fine as asked for. */
export interface Stretch {
  readonly kind: 'stretch';
  /** The largest amount, in steps of the grid. */
  readonly length: number;
  pieces(count: number): Pieces;
}

/** Per piece: the least and the largest amount, and per component the certain share. */
export interface Pieces {
  readonly least: Float64Array;
  readonly most: Float64Array;
  readonly low: readonly Float64Array[];
}

/** What a curve adds along a line, above `base`. */
export function toStretch(
  curve: PairCurve,
  line: Line,
  { base, top }: { readonly base: Dyadic; readonly top: Dyadic },
  step: number,
): Stretch {
  const made = new Map<number, Pieces>();
  return {
    kind: 'stretch',
    length: Number(ceilAt(subtract(top, base), step)),
    pieces: (count) => {
      const pieces = made.get(count) ?? toPieces(curve, line, base, step, count);
      made.set(count, pieces);
      return pieces;
    },
  };
}

function toPieces(curve: PairCurve, line: Line, base: Dyadic, step: number, count: number): Pieces {
  const ends = endsOf(line, count);
  const least = new Float64Array(ends.length);
  const most = new Float64Array(ends.length);
  const shares = line.components.map(() => new Float64Array(ends.length));
  ends.forEach(([from, to], j) => {
    const [low, high] = rangeOf(curve, from, to);
    least[j] = Number(floorAt(subtract(low, base), step));
    most[j] = Number(ceilAt(subtract(high, base), step));
    line.components.forEach((k) => {
      shares[k][j] = line.share(k, from, to)[0];
    });
  });
  return { least, most, low: shares };
}

/** Pieces of about equal length; of whole numbers from one to the one before the next piece. */
function endsOf({ lower, upper, whole: integers }: Line, count: number): [from: number, to: number][] {
  const cut = (j: number): number => {
    const x = j === count ? upper : between(lower, upper, j / count);
    return integers ? Math.floor(x) : x;
  };
  const ends: [number, number][] = [];
  for (let j = 0; j < count; j++) {
    const from = integers && j > 0 ? cut(j) + 1 : cut(j);
    if (from <= cut(j + 1)) ends.push([Math.max(lower, from), Math.min(upper, cut(j + 1))]);
  }
  return ends;
}

/** Dyadic numbers around all that a curve is between two finite numbers, and very near. */
export function rangeOf(curve: PairCurve, from: number, to: number): readonly [low: Dyadic, high: Dyadic] {
  const floorOf = (of: PairCurve): Dyadic => floored(lowestValue(of, lowest(of, from, to)) as Ratio);
  return [floorOf(curve), negate(floorOf(mirrored(curve)))];
}

/** Minus the curve. */
function mirrored(curve: PairCurve): PairCurve {
  const { A, B, C } = curve;
  return { ...curve, A: negate(A), B: negate(B), C: negate(C) };
}

/** A dyadic number not above a ratio, and very near it. */
function floored(x: Ratio): Dyadic {
  if (x.d === 1n) return { m: x.m, e: x.e };
  // So many bits more than the denominator has that the last one hardly counts.
  const more = bitLength(x.d) + 64;
  return { m: floorDivide(x.m << BigInt(more), x.d), e: x.e - more };
}
