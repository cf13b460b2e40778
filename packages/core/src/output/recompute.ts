// The other half of verifying: every margin and drop of a certificate once more from the additive model, by definition and
// with arithmetic of its own (fractions of big integers). Slow and simple on purpose; imports nothing but types. The certificate's form
// has been checked before.
import type { AdditiveModel, CategoricalFeature, NumericFeature, Shape } from '../model/types.ts';
import type { Certificate, CertifiedDomain } from './certificate.ts';

/** n/d with d > 0. */
interface Quotient {
  readonly n: bigint;
  readonly d: bigint;
}

/** What in the certificate does not agree with the model; undefined when everything does. */
export function recompute(certificate: Certificate, model: AdditiveModel): string | undefined {
  const { classes, features, tieOrder } = model;
  const c = classes.indexOf(certificate.class);
  const others = classes.filter((name) => name !== certificate.class);
  const rivals = certificate.rivals.map((rival) => rival.class);
  if (c < 0 || !same(others, rivals)) return 'the classes are not those of the model';
  const names = features.map((feature) => feature.name);
  if (!same(names, certificate.features)) return 'the features are not those of the model';
  const domains = new Map(certificate.within.map((domain) => [domain.feature, domain]));
  for (const rival of certificate.rivals) {
    const k = classes.indexOf(rival.class);
    if (rival.winsTies !== tieOrder.indexOf(certificate.class) < tieOrder.indexOf(rival.class))
      return `ties against ${rival.class} are not as in the model`;
    const unit = (text: string): Quotient => scale(BigInt(text), rival.exponent, BigInt(rival.denominator));
    let margin = minus(biasOf(model, c), biasOf(model, k));
    for (const [i, feature] of features.entries()) {
      const value = certificate.instance[feature.name];
      const [mine, theirs] = [model.shapes[i][c], model.shapes[i][k]];
      const g = (x: Quotient): Quotient => minus(numberAt(mine, x), numberAt(theirs, x));
      let here: Quotient;
      let lowest: Quotient | undefined;
      if (feature.kind === 'categorical') {
        const option = (v: number): Quotient =>
          minus(quotient(tableOf(mine)[v]), quotient(tableOf(theirs)[v]));
        const own = feature.values.indexOf(value as string);
        if (own < 0) return `${feature.name} has no such value`;
        here = option(own);
        const allowed = allowedIn(feature, domains.get(feature.name));
        if (!allowed.includes(own)) return `${feature.name} is not within its narrowed domain`;
        lowest = least(allowed.map(option));
      } else {
        const room = roomOf(feature, domains.get(feature.name));
        const worth = missingOf(mine, theirs);
        const gone = room.missing ? worth : undefined;
        if (value === null && worth !== undefined && !room.missing)
          return `${feature.name} is not within its narrowed domain`;
        if (value === null && gone === undefined) return `${feature.name} is missing`;
        if (
          value !== null &&
          !(typeof value === 'number' && value >= feature.lower && value <= feature.upper)
        )
          return `${feature.name} is out of bounds`;
        if (value !== null && !(room.numbers && value >= room.lower && value <= room.upper))
          return `${feature.name} is not within its narrowed domain`;
        if (value !== null && feature.kind === 'integer' && !Number.isSafeInteger(value))
          return `${feature.name} is not a whole number`;
        here = value === null ? (gone as Quotient) : g(quotient(value));
        const points = room.numbers ? candidates(mine, theirs, room) : [];
        const others = gone === undefined ? [] : [gone];
        lowest = points === undefined ? undefined : least([...points.map(g), ...others]);
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

/** The categories that are left, by position. A name that the model does not know leaves nothing. */
function allowedIn({ values }: CategoricalFeature, domain: CertifiedDomain | undefined): number[] {
  if (domain === undefined) return values.map((_, v) => v);
  const left = (domain.values ?? []).map((name) => values.indexOf(name));
  return left.includes(-1) ? [] : left;
}

/** What is left of a number's domain, never more than the model has. */
function roomOf(
  { kind, lower, upper }: NumericFeature,
  domain: CertifiedDomain | undefined,
): { kind: string; lower: number; upper: number; numbers: boolean; missing: boolean } {
  if (domain === undefined) return { kind, lower, upper, numbers: true, missing: true };
  const { from = lower, to = upper, missing = false, values } = domain;
  const numbers = !missing && values === undefined;
  // Ends between whole numbers leave those inside of them.
  const [low, high] = kind === 'integer' ? [Math.ceil(from), Math.floor(to)] : [from, to];
  return { kind, lower: Math.max(lower, low), upper: Math.min(upper, high), numbers, missing };
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}

/** Numbers among which a difference of two shapes is smallest over the domain; undefined when it falls without end. */
function candidates(
  a: Shape,
  b: Shape,
  { kind, lower, upper }: { kind: string; lower: number; upper: number },
): Quotient[] | undefined {
  const integer = kind === 'integer';
  const within = (x: Quotient): boolean =>
    (!Number.isFinite(lower) || sign(minus(x, quotient(lower))) >= 0) &&
    (!Number.isFinite(upper) || sign(minus(x, quotient(upper))) <= 0);
  const whole = (x: Quotient): Quotient[] => {
    if (!integer) return [x];
    const floor = x.n >= 0n || x.n % x.d === 0n ? x.n / x.d : x.n / x.d - 1n;
    return [floor - 1n, floor, floor + 1n].map((n) => ({ n, d: 1n }));
  };
  const ends = [lower, upper].filter(Number.isFinite).map(quotient);
  if (a.kind === 'steps' || b.kind === 'steps') {
    // A point in every bin: the cuts, the bounds, and (outside the cuts) one step beyond; between cuts their middle.
    const cuts = [...new Set([a, b].flatMap((shape) => (shape.kind === 'steps' ? shape.cuts : [])))]
      .sort((x, y) => x - y)
      .map(quotient);
    const edges = [...cuts, ...ends].sort((x, y) => sign(minus(x, y)));
    const middles = edges.slice(1).map((x, i) => half(plus(x, edges[i])));
    const beyond =
      edges.length === 0
        ? [quotient(0)]
        : [minus(edges[0], quotient(1)), plus(edges[edges.length - 1], quotient(1))];
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
      ? [quotient(0)]
      : whole({ n: -B.n * A.d * BigInt(sign(A)), d: 2n * B.d * (A.n < 0n ? -A.n : A.n) });
  return [...ends, ...vertex].filter(within);
}

/** What a missing value is worth, where it is a value of its own. */
function missingOf(a: Shape, b: Shape): Quotient | undefined {
  if (a.kind !== 'steps' || b.kind !== 'steps' || a.missing === undefined || b.missing === undefined)
    return undefined;
  return minus(quotient(a.missing), quotient(b.missing));
}

/** A shape's value at a number. */
function numberAt(shape: Shape, x: Quotient): Quotient {
  if (shape.kind === 'steps') {
    const before = shape.cuts.filter(
      (cut) => sign(minus(x, quotient(cut))) >= (shape.closed === 'right' ? 1 : 0),
    ).length;
    return quotient(shape.values[before]);
  }
  const [a, b, c] = polynomial(shape);
  return plus(times(plus(times(a, x), b), x), c);
}

/** a·x² + b·x + c of a linear or quadratic shape. */
function polynomial(shape: Shape): [Quotient, Quotient, Quotient] {
  if (shape.kind === 'linear') return [quotient(0), quotient(shape.weight), quotient(0)];
  if (shape.kind !== 'quadratic') throw new Error(`not a curve: ${shape.kind}`);
  const [a, b, c, m] = [shape.quadratic, shape.linear ?? 0, shape.constant ?? 0, shape.center ?? 0].map(
    quotient,
  );
  return [a, minus(b, times(times(quotient(2), a), m)), plus(c, minus(times(times(a, m), m), times(b, m)))];
}

function tableOf(shape: Shape): readonly number[] {
  if (shape.kind !== 'table') throw new Error(`not a table: ${shape.kind}`);
  return shape.values;
}

function biasOf({ bias, threshold = 0 }: AdditiveModel, k: number): Quotient {
  return k === 1 ? minus(quotient(bias[k]), quotient(threshold)) : quotient(bias[k]);
}

/** A finite double as a fraction: multiply by two until it is whole. */
function quotient(x: number): Quotient {
  if (!Number.isFinite(x)) throw new Error(`not a finite number: ${x}`);
  let n = x;
  let d = 1n;
  while (!Number.isInteger(n)) {
    n *= 2;
    d *= 2n;
  }
  return { n: BigInt(n), d };
}

function scale(integer: bigint, exponent: number, denominator: bigint): Quotient {
  return exponent >= 0
    ? { n: integer << BigInt(exponent), d: denominator }
    : { n: integer, d: denominator << BigInt(-exponent) };
}

function plus(a: Quotient, b: Quotient): Quotient {
  // Denominators are mostly powers of two: the larger one serves both.
  if (a.d % b.d === 0n) return { n: a.n + b.n * (a.d / b.d), d: a.d };
  if (b.d % a.d === 0n) return { n: a.n * (b.d / a.d) + b.n, d: b.d };
  return { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
}

const minus = (a: Quotient, b: Quotient): Quotient => plus(a, { n: -b.n, d: b.d });
const times = (a: Quotient, b: Quotient): Quotient => ({ n: a.n * b.n, d: a.d * b.d });
const half = (a: Quotient): Quotient => ({ n: a.n, d: 2n * a.d });
const sign = (a: Quotient): number => (a.n > 0n ? 1 : a.n < 0n ? -1 : 0);

function least(values: readonly Quotient[]): Quotient {
  return values.reduce((a, b) => (sign(minus(b, a)) < 0 ? b : a));
}
