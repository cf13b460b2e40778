// Classifier + instance → the problem every query works on: the predicted class and, per rival, the margin and
// the drops (docs/definitions.md). Exact integers are made on first use; doubles serve where a bound suffices.
import { InstanceError, show } from '../errors.ts';
import { compare, fromDouble } from '../exact/dyadic.ts';
import { align, type Ratio, toDouble, whole } from '../exact/ratio.ts';
import { encodeInstance, missingOf } from '../model/instance.ts';
import type { Classifier, Problem as Opaque } from '../model/prepared.ts';
import type { Instance } from '../model/types.ts';
import type { Within } from '../model/within.ts';
import { type Pair, type Reduced, toReduced } from '../reduce/classifier.ts';
import { dropFrom, type Lowest, type PairCurve } from '../reduce/curve.ts';
import { type Narrower, narrow, toNarrower } from '../reduce/narrow.ts';
import { decide, exactMargin } from './decide.ts';
import { type Encoded, type FloatScores, floatScores, toOptions } from './float-scores.ts';
import { toSides, UNSURE, winnerOfTwo } from './sides.ts';

/** The drop of a feature that can move without end against the predicted class. */
export const ENDLESS: bigint = -1n;

/** A problem as the engine knows it. */
export interface Weighed extends Opaque {
  readonly classifier: Reduced;
  /** The instance as numbers. */
  readonly encoded: Encoded;
  /** Scores in double arithmetic, with bounds on their errors. */
  readonly float: FloatScores;
  /** Every other class. */
  readonly rivals: readonly Rival[];
}

/** The predicted class c against one rival k. */
export interface Rival {
  /** The rival, by position. */
  readonly class: number;
  /** Whether c wins a tie against this rival: then "at least" does where "more than" is needed otherwise. */
  readonly winsTies: boolean;
  /** Exact margin and drops, on first use. */
  readonly weights: Weights;
  /** Drops as doubles (Infinity for endless ones), within {@link DROP_ERROR} of the exact ones. */
  readonly approx: Float64Array;
}

/** Margin Γ and drops δ as integers times one positive unit, 2^exponent / denominator. */
export interface Weights {
  readonly margin: bigint;
  /** Per feature; {@link ENDLESS} for an infinite one. */
  readonly drops: readonly bigint[];
  readonly exponent: number;
  readonly denominator: bigint;
}

/** Relative error of {@link Rival.approx}: a rounded slope, a rounded difference and a rounded product, 3u and a bit. */
export const DROP_ERROR: number = 4 * 2 ** -53;

/** Options of {@link weigh}. */
export interface WeighOptions {
  /** What may move; default: everything, everywhere in its domain. All questions about the problem respect it. */
  readonly within?: Within | undefined;
}

/**
 * Weigh an instance: predict it and find, per feature and rival, how far the score can drop.
 *
 * @throws {InstanceError} when the instance does not fit the model; `bad-within`, or `outside-within` when the instance is not part of
 * the narrowed space.
 * @example
 * ```ts
 * import { linearModel, reduce, smallest, weigh } from '@xpxlc/core';
 * const classifier = reduce(linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 1 }, { name: 'y', lower: 0, upper: 1 }], weights: [3, 1], intercept: -2 }));
 * smallest(weigh(classifier, { x: 1, y: 0.5 })); // => [0]
 * smallest(weigh(classifier, { x: 1, y: 0.5 }, { within: { features: { x: 'up' } } })); // => []
 * ```
 */
export function weigh(classifier: Classifier, instance: Instance, { within }: WeighOptions = {}): Opaque {
  const { whole } = toReduced(classifier);
  const narrower = within === undefined ? undefined : toNarrower(whole, within);
  const encoded = toOptions(whole, encodeInstance(whole.features, instance));
  return weighEncoded(whole, encoded, narrower, missingOf(whole.features, instance));
}

/**
 * A problem as the engine knows it, of one that a user holds.
 *
 * @throws {InstanceError} `bad-problem` when `weigh` has not made it.
 */
export function toWeighed(problem: Opaque): Weighed {
  if (problem instanceof WeighedInstance) return problem;
  throw new InstanceError('not a problem', {
    code: 'bad-problem',
    expected: 'what weigh returns',
    got: show(problem),
  });
}

/** The same for an instance that is known to fit. */
export function weighEncoded(
  reduced: Reduced,
  encoded: Encoded,
  narrower?: Narrower,
  missing?: readonly number[],
): Weighed {
  const classifier = narrower === undefined ? reduced : narrow(reduced, narrower, encoded.values);
  // Which class wins does not depend on what may move.
  const sides = toSides(reduced.whole);
  const quick = sides === null ? UNSURE : winnerOfTwo(sides, classifier.offset, encoded.options);
  if (quick !== UNSURE) return toProblem(classifier, encoded, quick, undefined, missing);
  const float = floatScores(reduced.whole, encoded);
  return toProblem(classifier, encoded, decide(reduced.whole, encoded, float).winner, float, missing);
}

/** The problem of an instance whose class is known. */
export function toProblem(
  classifier: Reduced,
  encoded: Encoded,
  winner: number,
  float?: FloatScores,
  missing?: readonly number[],
): Weighed {
  return new WeighedInstance(classifier, encoded, winner, float, missing);
}

const NONE: readonly number[] = [];

/** All but the class is made when it is asked for: most questions about everyday rows need none of it. */
class WeighedInstance implements Weighed {
  readonly classifier: Reduced;
  readonly encoded: Encoded;
  readonly classIndex: number;
  readonly missing: readonly number[];
  private scores: FloatScores | undefined;
  private others: readonly Rival[] | undefined;

  constructor(
    classifier: Reduced,
    encoded: Encoded,
    winner: number,
    float: FloatScores | undefined,
    missing: readonly number[] = NONE,
  ) {
    this.missing = missing;
    this.classifier = classifier;
    this.encoded = encoded;
    this.classIndex = winner;
    this.scores = float;
  }

  get class(): string {
    return this.classifier.classes[this.classIndex];
  }

  get within(): Within | undefined {
    return this.classifier.within;
  }

  get values(): Float64Array {
    return this.encoded.values;
  }

  get float(): FloatScores {
    // Over a narrowed space, too: scores are the same, and nothing need be made for them.
    this.scores ??= floatScores(this.classifier.whole, this.encoded);
    return this.scores;
  }

  get rivals(): readonly Rival[] {
    if (this.others === undefined) {
      const others: Rival[] = [];
      for (let k = 0; k < this.classifier.classes.length; k++)
        if (k !== this.classIndex)
          others.push(new WeighedRival(this.classifier, this.encoded, this.classIndex, k));
      this.others = others;
    }
    return this.others;
  }
}

/** Its weights and drops are made when they are asked for, too. */
class WeighedRival implements Rival {
  readonly class: number;
  readonly winsTies: boolean;
  private readonly classifier: Reduced;
  private readonly encoded: Encoded;
  private readonly own: number;
  private exact: Weights | undefined;
  private doubles: Float64Array | undefined;

  constructor(classifier: Reduced, encoded: Encoded, c: number, k: number) {
    this.class = k;
    this.winsTies = classifier.tieRank[c] < classifier.tieRank[k];
    this.classifier = classifier;
    this.encoded = encoded;
    this.own = c;
  }

  get weights(): Weights {
    this.exact ??= toWeights(this.classifier, this.encoded, this.own, this.class);
    return this.exact;
  }

  get approx(): Float64Array {
    if (this.doubles === undefined) {
      const approx = new Float64Array(this.encoded.options.length);
      const pair = this.classifier.pair(this.own, this.class);
      for (let i = 0; i < approx.length; i++) approx[i] = dropOf(this.classifier, pair, this.encoded, i);
      for (const i of pair.bent) approx[i] = bentDrop(pair, this.encoded, i);
      this.doubles = approx;
    }
    return this.doubles;
  }
}

/** One of {@link Rival.approx}, without making them all. */
export function approxDrop(problem: Weighed, rival: Rival, i: number): number {
  const { classifier, encoded } = problem;
  const pair = classifier.pair(problem.classIndex, rival.class);
  return pair.bent.includes(i) ? bentDrop(pair, encoded, i) : dropOf(classifier, pair, encoded, i);
}

/** May a drop whose double is 0 be more than that? */
export function mayBeTiny(problem: Weighed, rival: Rival, i: number): boolean {
  const { classifier, encoded } = problem;
  const { straight, bent, curves } = classifier.pair(problem.classIndex, rival.class);
  if (encoded.options[i] >= 0) return false;
  if (!bent.includes(i)) return straight.slope[i] !== 0 && encoded.values[i] !== straight.anchor[i];
  const { low } = curves.get(i) as { low: Lowest };
  return low.at !== 'number' || compare(low.x, fromDouble(encoded.values[i])) !== 0;
}

/** The largest of {@link Rival.approx}, likewise. */
export function largestDrop(problem: Weighed, rival: Rival): number {
  const { classifier, encoded } = problem;
  const pair = classifier.pair(problem.classIndex, rival.class);
  let largest = 0;
  for (let i = 0; i < encoded.options.length; i++)
    largest = Math.max(largest, dropOf(classifier, pair, encoded, i));
  for (const i of pair.bent) largest = Math.max(largest, bentDrop(pair, encoded, i));
  return largest;
}

/** As a double, of choices and straight lines; 0 for bent curves. */
function dropOf(
  { offset }: Reduced,
  { straight, approx }: Pair,
  { values, options }: Encoded,
  i: number,
): number {
  if (options[i] >= 0) return approx[offset[i] + options[i]];
  const { slope, anchor } = straight;
  return slope[i] * (values[i] - anchor[i]) + 0;
}

/** Of bent curves the nearest double; Infinity where there is no end. */
function bentDrop({ curves }: Pair, { values }: Encoded, i: number): number {
  const { curve, low } = curves.get(i) as { curve: PairCurve; low: Lowest };
  const drop = dropFrom(curve, fromDouble(values[i]), low);
  return drop === undefined ? Number.POSITIVE_INFINITY : toDouble(drop);
}

/** Can feature i move without end against the predicted class, as far as this rival goes? */
export function isEndless({ classifier, classIndex: own }: Weighed, { class: k }: Rival, i: number): boolean {
  return classifier.pair(own, k).curves.get(i)?.low.at === 'infinity';
}

/** What class c has over class k in this instance, and how much of it each feature can take away. */
export function toWeights(classifier: Reduced, encoded: Encoded, c: number, k: number): Weights {
  const pair = classifier.pair(c, k);
  const { offset } = classifier;
  const { values, options } = encoded;
  const margin = exactMargin(classifier, encoded, c, k);
  // Stryker disable next-line ConditionalExpression,BlockStatement: the general way gives the same numbers, perhaps in another unit, only later
  if (pair.curves.size === 0) {
    const drops = Array.from(options, (v, i) => pair.drop[offset[i] + v]);
    return { margin: margin.m, drops, exponent: pair.exponent, denominator: 1n };
  }
  const ratios: Ratio[] = Array.from(options, (v, i) => ({
    m: v < 0 ? 0n : pair.drop[offset[i] + v],
    e: pair.exponent,
    d: 1n,
  }));
  for (const [i, { curve, low }] of pair.curves) {
    const drop = dropFrom(curve, fromDouble(values[i]), low);
    if (drop !== undefined) ratios[i] = drop;
  }
  ratios.push(whole(margin));
  const { integers, exponent, denominator } = align(ratios);
  for (const [i, { low }] of pair.curves) if (low.at === 'infinity') integers[i] = ENDLESS;
  const last = integers.pop() as bigint;
  return { margin: last, drops: integers, exponent, denominator };
}
