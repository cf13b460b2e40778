// A model made ready: terms per feature, exact integer tables, and per pair of classes everything that does not
// depend on the instance.

import { ModelError, show } from '../errors.ts';
import { add, at, type Dyadic, fromDouble, subtract, ZERO } from '../exact/dyadic.ts';
import { SINGLE_ROUNDOFF, UNIT_ROUNDOFF } from '../exact/filter.ts';
import { toDouble } from '../exact/ratio.ts';
import type { Classifier as Opaque } from '../model/prepared.ts';
import type { Feature, Model } from '../model/types.ts';
import type { Domain, Within } from '../model/within.ts';
import { isPlain, type Lowest, lowest, type PairCurve, pairCurve } from './curve.ts';
import type { Form } from './form.ts';
import { PairStore } from './pair-store.ts';
import { type Choice, type Curve, type Term, toTerm } from './term.ts';

/** A classifier as the engine knows it: in additive form, with all per-model work done (pairs on first use). */
export interface Reduced extends Opaque {
  /** The classifier over all its domains; itself, unless a question has narrowed them. */
  readonly whole: Reduced;
  /** What a question has narrowed, as asked. */
  readonly within: Within | undefined;
  /** What is left of a feature's domain; undefined for all of it. */
  domainOf(i: number): Domain | undefined;
  /** Position of each class in the tie order: of equal scores the smallest wins. */
  readonly tieRank: readonly number[];
  /** Relative error of one rounding in the model's own arithmetic. */
  readonly roundoff: number;
  readonly bias: readonly (readonly number[])[];
  readonly terms: readonly Term[];
  /** Options of all choices lie in one flat table; feature i's begin here. Curves take no room. */
  readonly offset: Int32Array;
  /** `table[class][offset[feature] + option]`: contributions as doubles. */
  readonly table: readonly Float64Array[];
  /** Position by name, for instances and questions. */
  readonly indexOf: ReadonlyMap<string, number>;
  /** What class c has over class k. */
  pair(c: number, k: number): Pair;
}

/** Class c against rival k: g = score of c − score of k, split by feature. Bias and choices are integers times 2^exponent. */
export interface Pair {
  readonly exponent: number;
  readonly bias: bigint;
  /** Flat, per option: g. */
  readonly gain: readonly bigint[];
  /** Flat, per option: how far g lies above its minimum over the reachable options. */
  readonly drop: readonly bigint[];
  /** The drops as nearest doubles. */
  readonly approx: Float64Array;
  /** Per feature: the option where g is smallest, −1 for curves. */
  readonly worst: Int32Array;
  /**
   * Per feature whose curve is a straight line with an ordinary slope: that slope, and the bound where g is smallest; the
   * drop is slope · (x − anchor). Slope 0 for all other features.
   */
  readonly straight: { readonly slope: Float64Array; readonly anchor: Float64Array };
  /** The curves that are neither that nor level. */
  readonly bent: readonly number[];
  /** Per feature that is a curve. */
  readonly curves: Curves;
}

/** Curves by feature; what a map of them has. */
export interface Curves extends Iterable<[number, CurveEntry]> {
  readonly size: number;
  get(i: number): CurveEntry | undefined;
}

/** A curve, and where it is smallest. */
export interface CurveEntry {
  readonly curve: PairCurve;
  readonly low: Lowest;
}

/** Below this doubles have fewer digits. */
const SMALLEST_NORMAL = 2 ** -1022;

/**
 * A classifier as the engine knows it, of one that a user holds.
 *
 * @throws {ModelError} `bad-classifier` when `reduce` has not made it.
 */
export function toReduced(classifier: Opaque): Reduced {
  if (classifier instanceof Prepared) return classifier as Prepared & Reduced;
  throw new ModelError('not a classifier', {
    code: 'bad-classifier',
    expected: 'what reduce returns',
    got: show(classifier),
  });
}

/** Build the classifier of a form. */
export function toClassifier(model: Model, form: Form): Reduced {
  const { classes, features } = model;
  const terms = features.map((feature, i) => toTerm(feature, form.shapes[i]));
  const offset = new Int32Array(features.length);
  let total = 0;
  terms.forEach((term, i) => {
    offset[i] = total;
    if (term.kind === 'choice') total += term.reachable.length;
  });
  const table = classes.map((_, k) => {
    const flat = new Float64Array(total);
    terms.forEach((term, i) => {
      if (term.kind === 'choice') flat.set(term.values[k], offset[i]);
    });
    return flat;
  });
  // The threshold is what the second class must exceed, so it is taken from its score.
  const bias = form.bias.map((addends, k) =>
    k === 1 && model.threshold !== undefined ? [...addends, -model.threshold] : addends,
  );
  return new ReducedModel(model, { unit: form.unit, bias, terms, offset, table });
}

/** What tells classifiers of ours from others. */
export abstract class Prepared {}

class ReducedModel extends Prepared implements Reduced {
  readonly whole: Reduced = this;
  readonly within: undefined = undefined;
  readonly model: Model;
  readonly features: readonly Feature[];
  readonly classes: readonly string[];
  readonly tieRank: readonly number[];
  readonly unit: Form['unit'];
  readonly roundoff: number;
  readonly bias: readonly (readonly number[])[];
  readonly terms: readonly Term[];
  readonly offset: Int32Array;
  readonly table: readonly Float64Array[];
  readonly indexOf: ReadonlyMap<string, number>;
  private readonly pairs: PairStore;
  private integers: { scaled: bigint[][]; exponent: number } | undefined;

  constructor(
    model: Model,
    { unit, bias, terms, offset, table }: Pick<Reduced, 'unit' | 'bias' | 'terms' | 'offset' | 'table'>,
  ) {
    super();
    const { features, classes, tieOrder, arithmetic } = model;
    this.model = model;
    this.features = features;
    this.classes = classes;
    const rankOf = new Map(tieOrder.map((name, rank) => [name, rank]));
    this.tieRank = classes.map((name) => rankOf.get(name) as number); // checked at the door
    this.unit = unit;
    this.roundoff = arithmetic === 'single' ? SINGLE_ROUNDOFF : UNIT_ROUNDOFF;
    this.bias = bias;
    this.terms = terms;
    this.offset = offset;
    this.table = table;
    this.indexOf = new Map(features.map((feature, i) => [feature.name, i]));
    this.pairs = new PairStore(terms.length + table[0].length);
  }

  domainOf(): undefined {
    return undefined;
  }

  pair = (c: number, k: number): Pair => {
    const known = this.pairs.get(c, k);
    if (known !== undefined) return known;
    this.integers ??= toIntegers(this.table, this.bias);
    return this.pairs.keep(c, k, toPair(this, this.integers, c, k));
  };
}

/** All table entries as integers times one power of two, which the biases are multiples of as well. */
function toIntegers(
  table: readonly Float64Array[],
  bias: readonly (readonly number[])[],
): { scaled: bigint[][]; exponent: number } {
  let exponent = Number.POSITIVE_INFINITY;
  const split = (x: number): Dyadic => {
    const part = fromDouble(x);
    if (part.m !== 0n) exponent = Math.min(exponent, part.e);
    return part;
  };
  const parts = table.map((row) => Array.from(row, split));
  for (const addends of bias) for (const x of addends) split(x);
  if (exponent === Number.POSITIVE_INFINITY) exponent = 0;
  return { scaled: parts.map((row) => row.map((part) => at(part, exponent))), exponent };
}

function toPair(
  {
    terms,
    offset,
    bias,
  }: { terms: readonly Term[]; offset: Int32Array; bias: readonly (readonly number[])[] },
  { scaled, exponent }: { scaled: bigint[][]; exponent: number },
  c: number,
  k: number,
): Pair {
  const gain = scaled[c].map((x, j) => x - scaled[k][j]);
  const drop: bigint[] = [];
  const worst = new Int32Array(terms.length).fill(-1);
  const curves = new PairCurves(terms, c, k);
  const straight = { slope: new Float64Array(terms.length), anchor: new Float64Array(terms.length) };
  const bent: number[] = [];
  terms.forEach((term, i) => {
    if (term.kind === 'curve') {
      const plain = slopeOf(term, c, k);
      const slope = plain ?? (curves.get(i) as CurveEntry).curve.slope;
      // A subnormal slope has lost digits and may be far off; NaN says that the curve is bent.
      if (Math.abs(slope) >= SMALLEST_NORMAL && Math.abs(slope) < Number.POSITIVE_INFINITY) {
        straight.slope[i] = slope;
        straight.anchor[i] = slope > 0 ? term.feature.lower : term.feature.upper;
      } else if (plain === undefined ? !isLevel((curves.get(i) as CurveEntry).curve) : plain !== 0) {
        bent.push(i);
      }
      return;
    }
    const v = worstOption(term, gain, offset[i]);
    worst[i] = v;
    // An unreachable bin may lie below the minimum; no instance falls there, so its drop is never read.
    term.reachable.forEach((_, j) => {
      drop.push(gain[offset[i] + j] - gain[offset[i] + v]);
    });
  });
  const approx = Float64Array.from(drop, (m) => nearest(m, exponent));
  const difference = subtract(sum(bias[c]), sum(bias[k]));
  return { exponent, bias: at(difference, exponent), gain, drop, approx, worst, straight, bent, curves };
}

/** The slope of a difference that is seen to be a straight line, as the nearest double. */
function slopeOf({ coefficients }: Curve, c: number, k: number): number | undefined {
  const [a, b] = [coefficients[c], coefficients[k]];
  return isPlain(a) && isPlain(b) ? a.linear - b.linear + 0 : undefined;
}

function isLevel({ A, B }: PairCurve): boolean {
  return A.m === 0n && B.m === 0n;
}

/** The curves of two classes, each made when it is asked for: most questions need their slopes only. */
class PairCurves implements Curves {
  readonly size: number;
  private readonly terms: readonly Term[];
  private readonly c: number;
  private readonly k: number;
  private readonly known = new Map<number, CurveEntry>();

  constructor(terms: readonly Term[], c: number, k: number) {
    this.terms = terms;
    this.c = c;
    this.k = k;
    this.size = countCurves(terms);
  }

  get(i: number): CurveEntry | undefined {
    const known = this.known.get(i);
    if (known !== undefined) return known;
    const term = this.terms[i];
    if (term.kind !== 'curve') return undefined;
    const curve = pairCurve(term.feature, term.coefficients[this.c], term.coefficients[this.k]);
    const entry = { curve, low: lowest(curve) };
    this.known.set(i, entry);
    return entry;
  }

  *[Symbol.iterator](): Iterator<[number, CurveEntry]> {
    for (let i = 0; i < this.terms.length; i++)
      if (this.terms[i].kind === 'curve') yield [i, this.get(i) as CurveEntry];
  }
}

const counts = new WeakMap<readonly Term[], number>();

function countCurves(terms: readonly Term[]): number {
  let count = counts.get(terms);
  if (count === undefined) {
    count = terms.reduce((sum, { kind }) => (kind === 'curve' ? sum + 1 : sum), 0);
    counts.set(terms, count);
  }
  return count;
}

/** The first reachable option where g is smallest. */
export function worstOption(term: Choice, gain: readonly bigint[], start: number): number {
  let worst = -1;
  term.reachable.forEach((reachable, j) => {
    if (reachable && (worst < 0 || gain[start + j] < gain[start + worst])) worst = j;
  });
  return worst;
}

function sum(addends: readonly number[]): Dyadic {
  return addends.reduce<Dyadic>((total, x) => add(total, fromDouble(x)), ZERO);
}

/**
 * m·2^e as the nearest double, for the exponent e of a double. The short way rounds once: a product below the normal range is a
 * multiple of the smallest subnormal and hence exact. Only a large m may not be a double though the product is one.
 */
export function nearest(m: bigint, e: number): number {
  const x = Number(m) * 2 ** e;
  return Number.isFinite(x) ? x : toDouble({ m, e, d: 1n });
}
