// Towards a chosen class t: can the free features take values with which t beats every other class at once? What each of
// them could do against one class at a time is not enough: the same value must serve against all. Categories and bins are
// tried by branch and bound; what is left are numbers in a box.
import { add, type Dyadic, fromDouble, negate } from '../exact/dyadic.ts';
import type { Signal } from '../model/budget.ts';
import { type PairCurve, valueAt } from '../reduce/curve.ts';
import { type BinnedChoice, pointIn } from '../reduce/term.ts';
import { doubtBetween, type Encoded, floatScores, toOptions } from '../weigh/float-scores.ts';
import type { Weighed } from '../weigh/problem.ts';
import type { Target } from '../weigh/target.ts';
import { won } from './judge.ts';
import { Effort, type MovingNumber, MovingNumbers } from './moving-numbers.ts';
import { ReachInDoubles } from './reach-in-doubles.ts';

/** Where to start from, and how sure the target must be. */
export interface ReachOptions {
  /** The values of the features that are not free. Default: the instance's. */
  readonly from?: Encoded;
  /** Only whether there is an answer, among all real numbers: `'real'` stands for any. */
  readonly whether?: boolean;
  /** The model's own arithmetic must give the target, too; tried near this point, where its doubt is measured. */
  readonly surelyNear?: Float64Array;
  /** Give up after so many steps of branching. Default: many. */
  readonly steps?: number | undefined;
  /** Gives up when it says so. */
  readonly signal?: Signal | undefined;
}

/** Values with which the target wins: undefined if there are none; `'real'` if only at numbers that are no doubles, as far as was tried. */
export function reachTarget(
  problem: Weighed,
  target: Target,
  free: readonly number[],
  options: ReachOptions = {},
): Float64Array | 'real' | undefined {
  return new TargetSearch(problem, target, free, options).run();
}

/**
 * Doubles next to the ends of what feature `i` may be so that the target can still win, `free` being straight lines, `i` among them.
 */
export function endsTowards(
  problem: Weighed,
  target: Target,
  free: readonly number[],
  i: number,
  options: ReachOptions,
): number[] {
  return new TargetSearch(problem, target, free, options).ends(i);
}

/** Can changing only given features make the target win? By doubles where they prove it. */
export function reachability(
  problem: Weighed,
  target: Target,
  how: Pick<ReachOptions, 'signal' | 'steps'> = {},
  doubles: ReachInDoubles | undefined = ReachInDoubles.of(problem, target),
): (free: readonly number[]) => boolean {
  return (free) =>
    doubles?.decide(free) ?? reachTarget(problem, target, free, { ...how, whether: true }) !== undefined;
}

/** One option of a free choice: what it contributes against each class. */
interface Option {
  readonly option: number;
  readonly gains: readonly bigint[];
  /** The value that stands for it; undefined for a bin that holds no double. */
  readonly value: number | undefined;
}

class TargetSearch {
  private readonly problem: Weighed;
  private readonly target: Target;
  private readonly choices: { feature: number; options: Option[] }[] = [];
  private readonly numbers: MovingNumbers;
  private readonly values: Float64Array;
  /** What is fixed from the start, per class to beat. */
  private readonly base: Dyadic[];
  private readonly effort: Effort;

  constructor(
    problem: Weighed,
    target: Target,
    free: readonly number[],
    { from = problem.encoded, surelyNear, whether = false, steps, signal }: ReachOptions,
  ) {
    this.problem = problem;
    this.target = target;
    this.values = Float64Array.from(from.values);
    const { classifier } = problem;
    const pairs = target.against.map(({ class: k }) => classifier.pair(target.class, k));
    const moving = new Set(free);
    const doubts = surelyNear && doubtsAt(problem, target, surelyNear);
    this.base = pairs.map((pair, r) => {
      let sum = pair.bias;
      from.options.forEach((v, i) => {
        if (v >= 0 && !moving.has(i)) sum += pair.gain[classifier.offset[i] + v];
      });
      let total: Dyadic = { m: sum, e: pair.exponent };
      for (const [i, { curve }] of pair.curves)
        if (!moving.has(i)) total = add(total, valueAt(curve, fromDouble(from.values[i])));
      return doubts === undefined ? total : add(total, negate(fromDouble(doubts[r])));
    });
    const numbers: MovingNumber[] = [];
    for (const i of free) {
      const term = classifier.terms[i];
      if (term.kind === 'curve') {
        numbers.push({
          feature: i,
          curves: pairs.map((pair) => pair.curves.get(i)?.curve as PairCurve),
        });
        continue;
      }
      const options = term.reachable.flatMap((reachable, option) =>
        reachable
          ? [
              {
                option,
                gains: pairs.map((pair) => pair.gain[classifier.offset[i] + option]),
                value: this.valueOf(i, option),
              },
            ]
          : [],
      );
      this.choices.push({ feature: i, options: undominated(options) });
    }
    // Stryker disable next-line MethodExpression,ArrowFunction,ArithmeticOperator: any order leads to an answer if there is one; this one fails early
    this.choices.sort((a, b) => a.options.length - b.options.length);
    this.effort = new Effort(`class '${classifier.classes[target.class]}'`, steps, signal);
    const judge = won(problem, target.class, this.values);
    this.numbers = new MovingNumbers(problem, target, {
      numbers,
      values: this.values,
      effort: this.effort,
      wins: surelyNear === undefined ? judge.holds.now : judge.surely.now,
      whether,
    });
  }

  run(): Float64Array | 'real' | undefined {
    const found = this.choose(0, this.base);
    if (found === undefined && this.effort.undecided) this.effort.giveUp('an answer among doubles', 'none');
    return found;
  }

  ends(feature: number): number[] {
    return this.numbers.ends(this.base, feature);
  }

  /** Fix the choices one after the other; `sums` holds what is fixed so far. */
  private choose(depth: number, sums: readonly Dyadic[]): Float64Array | 'real' | undefined {
    this.effort.step();
    if (!this.promising(depth, sums)) return undefined;
    if (depth === this.choices.length) return this.numbers.fill(sums);
    const { feature, options } = this.choices[depth];
    const { exponent } = this.problem.classifier.pair(this.target.class, this.target.against[0].class);
    let real: 'real' | undefined;
    for (const { gains, value } of options) {
      this.values[feature] = value ?? this.values[feature];
      const found = this.choose(
        depth + 1,
        sums.map((sum, r) => add(sum, { m: gains[r], e: exponent })),
      );
      if (value !== undefined && found instanceof Float64Array) return found;
      if (found !== undefined) real = 'real';
    }
    return real;
  }

  /** Could every class still be beaten, if each remaining feature did its best against that class alone? */
  private promising(depth: number, sums: readonly Dyadic[]): boolean {
    const { exponent } = this.problem.classifier.pair(this.target.class, this.target.against[0].class);
    return sums.every((sum, r) => {
      let best = sum;
      for (const { options } of this.choices.slice(depth)) {
        best = add(best, {
          m: options.reduce((most, { gains }) => (gains[r] > most ? gains[r] : most), options[0].gains[r]),
          e: exponent,
        });
      }
      return this.numbers.canReach(r, best);
    });
  }

  private valueOf(feature: number, option: number): number | undefined {
    const { classifier, encoded } = this.problem;
    const described = classifier.features[feature];
    if (described.kind === 'categorical') return option;
    const { bins } = classifier.terms[feature] as BinnedChoice;
    return pointIn(option, bins, described, encoded.values[feature]);
  }
}

/** Near a point, how far the target must be ahead of each class for the model's own arithmetic to see it; with room for points nearby. */
function doubtsAt({ classifier }: Weighed, { class: t, against }: Target, near: Float64Array): number[] {
  const float = floatScores(classifier, toOptions(classifier, near));
  return against.map(({ class: k }) => {
    const doubt = 2 * doubtBetween(classifier, float, t, k);
    return Number.isFinite(doubt) ? doubt : Number.MAX_VALUE;
  });
}

/** Leave out options that another one, with a value, beats or equals against every class; of equal ones the first stays. */
export function undominated(options: readonly Option[]): Option[] {
  return options.filter(
    (own, x) =>
      !options.some(
        (other, y) =>
          other.value !== undefined &&
          other.gains.every((gain, r) => gain >= own.gains[r]) &&
          (y < x || other.gains.some((gain, r) => gain > own.gains[r])),
      ),
  );
}
