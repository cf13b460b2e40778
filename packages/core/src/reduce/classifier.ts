// A model made ready: terms per feature, exact integer tables, and per pair of classes everything that does not
// depend on the instance.

import { ModelError, show } from '../errors.ts';
import { add, at, type Dyadic, fromDouble, subtract, ZERO } from '../exact/dyadic.ts';
import { SINGLE_ROUNDOFF, UNIT_ROUNDOFF } from '../exact/filter.ts';
import { toDouble } from '../exact/ratio.ts';
import type { Classifier as Opaque } from '../model/prepared.ts';
import type { Feature, Model } from '../model/types.ts';
import type { Domain, Within } from '../model/within.ts';
import { type Lowest, lowest, type PairCurve, pairCurve } from './curve.ts';
import type { Form } from './form.ts';
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
  private readonly pairs: Pair[][];
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
    this.tieRank = classes.map((name) => tieOrder.indexOf(name));
    this.unit = unit;
    this.roundoff = arithmetic === 'single' ? SINGLE_ROUNDOFF : UNIT_ROUNDOFF;
    this.bias = bias;
    this.terms = terms;
    this.offset = offset;
    this.table = table;
    this.indexOf = new Map(features.map((feature, i) => [feature.name, i]));
    this.pairs = classes.map(() => []);
  }

  domainOf(): undefined {
    return undefined;
  }

  pair = (c: number, k: number): Pair => {
    this.integers ??= toIntegers(this.table, this.bias);
    this.pairs[c][k] ??= toPair(this, this.integers, c, k);
    return this.pairs[c][k];
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
  const curves = new Map<number, { curve: PairCurve; low: Lowest }>();
  const straight = { slope: new Float64Array(terms.length), anchor: new Float64Array(terms.length) };
  const bent: number[] = [];
  terms.forEach((term, i) => {
    if (term.kind === 'curve') {
      const { curve, low } = toPairCurve(term, c, k);
      curves.set(i, { curve, low });
      // A subnormal slope has lost digits and may be far off; NaN says that the curve is bent.
      if (Math.abs(curve.slope) >= SMALLEST_NORMAL && Math.abs(curve.slope) < Number.POSITIVE_INFINITY) {
        straight.slope[i] = curve.slope;
        straight.anchor[i] = curve.slope > 0 ? term.feature.lower : term.feature.upper;
      } else if (curve.A.m !== 0n || curve.B.m !== 0n) {
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

function toPairCurve(term: Curve, c: number, k: number): { curve: PairCurve; low: Lowest } {
  const curve = pairCurve(term.feature, term.coefficients[c], term.coefficients[k]);
  return { curve, low: lowest(curve) };
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
