// The difference of two classes' curves over one feature, exactly: g(x) = A·x² + B·x + C with dyadic
// coefficients. Answers where g is smallest and how far a value lies above that: the drop.
import { add, compare, type Dyadic, fromDouble, multiply, subtract, ZERO } from '../exact/dyadic.ts';
import { divide, floorDivide, type Ratio, toDouble, toIntegers, whole } from '../exact/ratio.ts';
import type { NumericFeature } from '../model/types.ts';
import type { Coefficients } from './term.ts';

/** g over the domain of a feature. */
export interface Parabola {
  readonly feature: NumericFeature;
  readonly A: Dyadic;
  readonly B: Dyadic;
  readonly C: Dyadic;
}

/** The g of two classes. */
export interface PairCurve extends Parabola {
  /** B rounded to the nearest double when A is 0, else NaN: the slope of a straight line. */
  readonly slope: number;
}

/** Where g is smallest: at a number, at the vertex −B/2A between two doubles, or nowhere (g falls without end). */
export type Lowest =
  | { readonly at: 'number'; readonly x: Dyadic }
  | { readonly at: 'vertex'; readonly x: Ratio }
  | { readonly at: 'infinity'; readonly sign: 1 | -1 };

const TWO: Dyadic = { m: 2n, e: 0 };

/** A line through the origin: nothing but its weight counts. */
export function isPlain({ quadratic, constant, center }: Coefficients): boolean {
  return quadratic === 0 && constant === 0 && center === 0;
}

/** The curve of class c minus that of class k. */
export function pairCurve(feature: NumericFeature, c: Coefficients, k: Coefficients): PairCurve {
  if (isPlain(c) && isPlain(k)) {
    const B = subtract(fromDouble(c.linear), fromDouble(k.linear));
    return { feature, A: ZERO, B, C: ZERO, slope: c.linear - k.linear + 0 };
  }
  const p = expand(c);
  const q = expand(k);
  const A = subtract(p.A, q.A);
  const B = subtract(p.B, q.B);
  return { feature, A, B, C: subtract(p.C, q.C), slope: A.m === 0n ? toDouble(whole(B)) : Number.NaN };
}

/** g(x), exactly. */
export function valueAt({ A, B, C }: Parabola, x: Dyadic): Dyadic {
  return add(multiply(add(multiply(A, x), B), x), C);
}

/** Where g is smallest between the bounds (default: the feature's own). */
export function lowest(
  curve: Parabola,
  lower: number = curve.feature.lower,
  upper: number = curve.feature.upper,
): Lowest {
  const { A, B, feature } = curve;
  const atBound = (bound: number, sign: 1 | -1): Lowest =>
    Number.isFinite(bound) ? { at: 'number', x: fromDouble(bound) } : { at: 'infinity', sign };
  if (A.m < 0n) {
    if (!Number.isFinite(lower)) return { at: 'infinity', sign: -1 };
    if (!Number.isFinite(upper)) return { at: 'infinity', sign: 1 };
    const [low, high] = [fromDouble(lower), fromDouble(upper)];
    return { at: 'number', x: compare(valueAt(curve, low), valueAt(curve, high)) <= 0 ? low : high };
  }
  if (A.m === 0n) {
    if (B.m > 0n) return atBound(lower, -1);
    if (B.m < 0n) return atBound(upper, 1);
    // A flat line is smallest everywhere; answer with a number that certainly is in the domain.
    return {
      at: 'number',
      x: fromDouble(Number.isFinite(lower) ? lower : Number.isFinite(upper) ? upper : 0),
    };
  }
  // A > 0: the vertex, unless it lies outside the bounds.
  const minusB = { m: -B.m, e: B.e };
  const twoA = multiply(TWO, A);
  if (Number.isFinite(lower) && compare(minusB, multiply(twoA, fromDouble(lower))) <= 0)
    return { at: 'number', x: fromDouble(lower) };
  if (Number.isFinite(upper) && compare(minusB, multiply(twoA, fromDouble(upper))) >= 0)
    return { at: 'number', x: fromDouble(upper) };
  const vertex = divide(minusB, twoA);
  if (feature.kind !== 'integer')
    return vertex.d === 1n ? { at: 'number', x: vertex } : { at: 'vertex', x: vertex };
  // Whole numbers: one of the two next to the vertex. Bounds are whole, so both neighbours are inside.
  const left: Dyadic = { m: floorDivide(...toIntegers(vertex)), e: 0 };
  const right: Dyadic = { m: left.m + 1n, e: 0 };
  return { at: 'number', x: compare(valueAt(curve, left), valueAt(curve, right)) <= 0 ? left : right };
}

/** g(x) − g(lowest), exactly; undefined when g falls without end. */
export function dropFrom(curve: PairCurve, x: Dyadic, low: Lowest): Ratio | undefined {
  if (low.at === 'infinity') return undefined;
  const { A, B } = curve;
  if (low.at === 'number') return whole(rise(curve, low.x, x));
  // At the vertex: (2Ax + B)² / 4A.
  const slope = add(multiply(multiply(TWO, A), x), B);
  return divide(multiply(slope, slope), multiply({ m: 4n, e: 0 }, A));
}

/** g(lowest), exactly; undefined when g falls without end. */
export function lowestValue(curve: Parabola, low: Lowest): Ratio | undefined {
  if (low.at === 'infinity') return undefined;
  if (low.at === 'number') return whole(valueAt(curve, low.x));
  // C − B²/4A = (4AC − B²) / 4A.
  const fourA = multiply({ m: 4n, e: 0 }, curve.A);
  return divide(subtract(multiply(fourA, curve.C), multiply(curve.B, curve.B)), fourA);
}

/** g(to) − g(from) = (to − from)·(A·(to + from) + B): no constant, hence no cancellation to fear. */
export function rise({ A, B }: PairCurve, from: Dyadic, to: Dyadic): Dyadic {
  return multiply(subtract(to, from), add(multiply(A, add(to, from)), B));
}

function expand({ quadratic, linear, constant, center }: Coefficients): { A: Dyadic; B: Dyadic; C: Dyadic } {
  const A = fromDouble(quadratic);
  const m = fromDouble(center);
  const b = fromDouble(linear);
  const Am = multiply(A, m);
  return {
    A,
    B: subtract(b, multiply(TWO, Am)),
    C: add(fromDouble(constant), subtract(multiply(Am, m), multiply(b, m))),
  };
}
