// Check a certificate without the engine: this file imports nothing but types and does its own arithmetic.
// From the definitions: a set P is sufficient iff for every rival what the features outside P can take away is less than
// the margin (not more, where ties are won); a set S is a contrast iff for some rival what S can take away reaches it.
import type { AdditiveModel, Shape } from '../model/types.ts';
import type { Certificate, CertifiedRival } from './certificate.ts';

/** The outcome, with the first thing that is wrong. */
export interface Verdict {
  readonly valid: boolean;
  readonly reason?: string;
}

/**
 * Verify that a certificate's set is an explanation, given its margins and drops. With the additive model (see
 * `additiveForm`) the margins and drops are recomputed from the model as well, so nothing is taken on trust.
 *
 * @example
 * ```ts
 * import { additiveForm, certify, linearModel, reduce, verify, weigh } from '@xpxlc/core';
 * const classifier = reduce(linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 1 }, { name: 'y', lower: 0, upper: 1 }], weights: [3, 1], intercept: -2 }));
 * const certificate = certify(weigh(classifier, { x: 1, y: 0.5 }), ['x']);
 * verify(certificate, additiveForm(classifier)).valid; // => true
 * verify({ ...certificate, set: ['y'] }); // => { valid: false, reason: 'the set is not sufficient against no' }
 * ```
 */
export function verify(certificate: Certificate, model?: AdditiveModel): Verdict {
  try {
    const reason =
      firstFault(certificate) ?? (model === undefined ? undefined : modelFault(certificate, model));
    return reason === undefined ? { valid: true } : { valid: false, reason };
  } catch (error) {
    return { valid: false, reason: `malformed certificate: ${(error as Error).message}` };
  }
}

function firstFault(certificate: Certificate): string | undefined {
  const { format, version, kind, claim, set, fixed, rivals } = certificate;
  if (format !== 'xpxlc-certificate' || version !== 1) return 'not a certificate of version 1';
  if (kind !== 'axp' && kind !== 'cxp') return `unknown kind ${kind}`;
  if (rivals.length === 0) return 'no rival';
  const names = Object.keys(certificate.instance);
  const members = new Set(set);
  if (members.size !== set.length || set.some((name) => !names.includes(name)))
    return 'the set names unknown or repeated features';
  if (kind === 'cxp' && set.some((name) => fixed.includes(name))) return 'the set changes a fixed feature';
  // Does the rival win when exactly the features that `moves` names do their worst?
  const wins = (rival: CertifiedRival, moves: (name: string) => boolean): boolean => {
    if (rival.drops.length !== names.length) throw new Error('wrong number of drops');
    const moving = rival.drops.filter((_, i) => moves(names[i]));
    if (moving.includes('endless')) return true;
    const sum = moving.reduce((total, drop) => total + natural(drop), 0n);
    return rival.winsTies ? sum > BigInt(rival.margin) : sum >= BigInt(rival.margin);
  };
  for (const rival of rivals) if (wins(rival, () => false)) return `${rival.class} wins already`;
  if (kind === 'axp') {
    for (const rival of rivals)
      if (wins(rival, (name) => !members.has(name)))
        return `the set is not sufficient against ${rival.class}`;
    for (const left of set)
      if (!rivals.some((rival) => wins(rival, (name) => name === left || !members.has(name))))
        return `${left} is redundant`;
  } else {
    if (!rivals.some((rival) => wins(rival, (name) => members.has(name))))
      return 'the set cannot change the class';
    for (const left of set)
      if (rivals.some((rival) => wins(rival, (name) => name !== left && members.has(name))))
        return `${left} is redundant`;
  }
  if (claim !== 'smallest') return claim === 'minimal' ? undefined : `unknown claim ${claim}`;
  // One feature fewer: even the heaviest ones are not enough.
  const heaviest = (rival: CertifiedRival): ReadonlySet<string> => {
    const weight = (i: number): bigint | null =>
      rival.drops[i] === 'endless' ? null : natural(rival.drops[i]);
    const order = [...names.keys()]
      .filter((i) => kind === 'axp' || !fixed.includes(names[i]))
      .sort((i, j) => descending(weight(i), weight(j)));
    return new Set(order.slice(0, Math.max(0, set.length - 1)).map((i) => names[i]));
  };
  const stillShort = (rival: CertifiedRival): boolean => {
    const top = heaviest(rival);
    return kind === 'axp' ? wins(rival, (name) => !top.has(name)) : !wins(rival, (name) => top.has(name));
  };
  if (set.length === 0) return undefined;
  const proved = kind === 'axp' ? rivals.some(stillShort) : rivals.every(stillShort);
  return proved ? undefined : 'no rival shows that the set is smallest';
}

function natural(text: string): bigint {
  if (!/^\d+$/.test(text)) throw new Error(`not a drop: ${text}`);
  return BigInt(text);
}

function descending(a: bigint | null, b: bigint | null): number {
  if (a === b) return 0;
  return a === null || (b !== null && a > b) ? -1 : 1;
}

// --- the model behind the certificate -----------------------------------------------------------------------------

/** n/d with d > 0. */
interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

/** Recompute every margin and drop from the model and compare. */
function modelFault(certificate: Certificate, model: AdditiveModel): string | undefined {
  const { classes, features, tieOrder } = model;
  const c = classes.indexOf(certificate.class);
  const others = classes.filter((name) => name !== certificate.class);
  if (c < 0 || others.join('\n') !== certificate.rivals.map((rival) => rival.class).join('\n'))
    return 'the classes are not those of the model';
  if (features.map((f) => f.name).join('\n') !== Object.keys(certificate.instance).join('\n'))
    return 'the features are not those of the model';
  for (const rival of certificate.rivals) {
    const k = classes.indexOf(rival.class);
    if (rival.winsTies !== tieOrder.indexOf(certificate.class) < tieOrder.indexOf(rival.class))
      return `ties against ${rival.class} are not as in the model`;
    const unit = (text: string): Fraction => scale(BigInt(text), rival.exponent, BigInt(rival.denominator));
    let margin = minus(biasOf(model, c), biasOf(model, k));
    for (const [i, feature] of features.entries()) {
      const value = certificate.instance[feature.name];
      const [mine, theirs] = [model.shapes[i][c], model.shapes[i][k]];
      const g = (x: Fraction): Fraction => minus(numberAt(mine, x), numberAt(theirs, x));
      let here: Fraction;
      let lowest: Fraction | undefined;
      if (feature.kind === 'categorical') {
        const option = (v: number): Fraction =>
          minus(fraction(tableOf(mine)[v]), fraction(tableOf(theirs)[v]));
        here = option(feature.values.indexOf(value as string));
        lowest = least(feature.values.map((_, v) => option(v)));
      } else {
        if (!(typeof value === 'number' && value >= feature.lower && value <= feature.upper))
          return `${feature.name} is out of bounds`;
        here = g(fraction(value));
        const points = candidates(mine, theirs, feature);
        lowest = points === undefined ? undefined : least(points.map(g));
      }
      margin = plus(margin, here);
      const stated = rival.drops[i];
      if ((lowest === undefined) !== (stated === 'endless'))
        return `the drop of ${feature.name} against ${rival.class} is wrong`;
      if (lowest !== undefined && sign(minus(minus(here, lowest), unit(stated))) !== 0)
        return `the drop of ${feature.name} against ${rival.class} is wrong`;
    }
    if (sign(minus(margin, unit(rival.margin))) !== 0) return `the margin against ${rival.class} is wrong`;
  }
  return undefined;
}

/** Numbers among which a difference of two shapes is smallest over the domain; undefined when it falls without end. */
function candidates(
  a: Shape,
  b: Shape,
  { kind, lower, upper }: { kind: string; lower: number; upper: number },
): Fraction[] | undefined {
  const integer = kind === 'integer';
  const within = (x: Fraction): boolean =>
    (!Number.isFinite(lower) || sign(minus(x, fraction(lower))) >= 0) &&
    (!Number.isFinite(upper) || sign(minus(x, fraction(upper))) <= 0);
  const whole = (x: Fraction): Fraction[] => {
    if (!integer) return [x];
    const floor = x.n >= 0n || x.n % x.d === 0n ? x.n / x.d : x.n / x.d - 1n;
    return [floor - 1n, floor, floor + 1n].map((n) => ({ n, d: 1n }));
  };
  const ends = [lower, upper].filter(Number.isFinite).map(fraction);
  if (a.kind === 'steps' || b.kind === 'steps') {
    // A point in every bin: the cuts, the bounds, and (outside the cuts) one step beyond; between cuts their middle.
    const cuts = [...new Set([a, b].flatMap((shape) => (shape.kind === 'steps' ? shape.cuts : [])))]
      .sort((x, y) => x - y)
      .map(fraction);
    const edges = [...cuts, ...ends].sort((x, y) => sign(minus(x, y)));
    const middles = edges.slice(1).map((x, i) => half(plus(x, edges[i])));
    const beyond =
      edges.length === 0
        ? [fraction(0)]
        : [minus(edges[0], fraction(1)), plus(edges[edges.length - 1], fraction(1))];
    return [...edges, ...middles, ...beyond].flatMap((x) => (integer ? whole(x) : [x])).filter(within);
  }
  const [p, q] = [polynomial(a), polynomial(b)];
  const A = minus(p[0], q[0]);
  const B = minus(p[1], q[1]);
  const falls = (direction: 1 | -1): boolean => sign(A) < 0 || (sign(A) === 0 && sign(B) * direction < 0);
  if ((lower === Number.NEGATIVE_INFINITY && falls(-1)) || (upper === Number.POSITIVE_INFINITY && falls(1)))
    return undefined;
  const vertex =
    sign(A) === 0
      ? [fraction(0)]
      : whole({ n: -B.n * A.d * BigInt(sign(A)), d: 2n * B.d * (A.n < 0n ? -A.n : A.n) });
  return [...ends, ...vertex].filter(within);
}

/** A shape's value at a number. */
function numberAt(shape: Shape, x: Fraction): Fraction {
  if (shape.kind === 'steps') {
    const before = shape.cuts.filter(
      (cut) => sign(minus(x, fraction(cut))) >= (shape.closed === 'right' ? 1 : 0),
    ).length;
    return fraction(shape.values[before]);
  }
  const [a, b, c] = polynomial(shape);
  return plus(times(plus(times(a, x), b), x), c);
}

/** a·x² + b·x + c of a linear or quadratic shape. */
function polynomial(shape: Shape): [Fraction, Fraction, Fraction] {
  if (shape.kind === 'linear') return [fraction(0), fraction(shape.weight), fraction(0)];
  if (shape.kind !== 'quadratic') throw new Error(`not a curve: ${shape.kind}`);
  const [a, b, c, m] = [shape.quadratic, shape.linear ?? 0, shape.constant ?? 0, shape.center ?? 0].map(
    fraction,
  );
  return [a, minus(b, times(times(fraction(2), a), m)), plus(c, minus(times(times(a, m), m), times(b, m)))];
}

function tableOf(shape: Shape): readonly number[] {
  if (shape.kind !== 'table') throw new Error(`not a table: ${shape.kind}`);
  return shape.values;
}

function biasOf({ bias, threshold = 0 }: AdditiveModel, k: number): Fraction {
  return k === 1 ? minus(fraction(bias[k]), fraction(threshold)) : fraction(bias[k]);
}

/** A finite double as a fraction: multiply by two until it is whole. */
function fraction(x: number): Fraction {
  let n = x;
  let d = 1n;
  while (!Number.isInteger(n)) {
    n *= 2;
    d *= 2n;
  }
  return { n: BigInt(n), d };
}

function scale(integer: bigint, exponent: number, denominator: bigint): Fraction {
  return exponent >= 0
    ? { n: integer << BigInt(exponent), d: denominator }
    : { n: integer, d: denominator << BigInt(-exponent) };
}

const plus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
const minus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d - b.n * a.d, d: a.d * b.d });
const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d });
const half = (a: Fraction): Fraction => ({ n: a.n, d: 2n * a.d });
const sign = (a: Fraction): number => (a.n > 0n ? 1 : a.n < 0n ? -1 : 0);

function least(values: readonly Fraction[]): Fraction {
  return values.reduce((a, b) => (sign(minus(b, a)) < 0 ? b : a));
}
