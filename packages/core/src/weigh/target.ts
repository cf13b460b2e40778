// Towards a chosen class t: can the free features take values with which t beats every other class at once? What each of
// them could do against one class at a time is not enough: the same value must serve against all. Categories and bins are
// tried by branch and bound; numbers with straight lines are a linear program, solved exactly; parabolas (and straight
// lines beside them) are closed in on by halving intervals, which can fail to decide, and then says so.
import { LimitError } from '../errors.ts';
import { add, type Dyadic, fromDouble } from '../exact/dyadic.ts';
import { atRank, rankOf } from '../exact/neighbour.ts';
import { toDouble, whole } from '../exact/ratio.ts';
import { type Bounds, type Fraction, type Inequality, NIL, solve } from '../exact/simplex.ts';
import { lowest, lowestValue, type PairCurve, valueAt } from '../reduce/curve.ts';
import { pointIn } from '../reduce/term.ts';
import type { Problem } from './problem.ts';
import { winner } from './witness.ts';

/** A class to reach, and what is known about reaching it from an instance. */
export interface Target {
  readonly class: number;
  /** The other classes, and whether t must be strictly ahead of each. */
  readonly against: readonly { readonly class: number; readonly strict: boolean }[];
}

/** Steps of branching before giving up. */
const MAX_STEPS = 20_000;
/** Halvings of intervals one inside the other before giving up: more than any bounded domain needs. */
const MAX_DEPTH = 1000;

/** The class `t` as a target of the problem. */
export function toTarget({ classifier: { classes, tieRank } }: Problem, t: number): Target {
  const against = classes.flatMap((_, k) => (k === t ? [] : [{ class: k, strict: tieRank[k] < tieRank[t] }]));
  return { class: t, against };
}

/** Values with which the target wins: undefined if there are none; `'real'` if only at numbers that are no doubles. */
export function reachTarget(
  problem: Problem,
  target: Target,
  free: readonly number[],
): Float64Array | 'real' | undefined {
  const search = new Reach(problem, target, free);
  return search.run();
}

/** One option of a free choice: what it contributes against each class. */
interface Option {
  readonly option: number;
  readonly gains: readonly bigint[];
}

class Reach {
  private readonly problem: Problem;
  private readonly target: Target;
  private readonly choices: { feature: number; options: Option[] }[] = [];
  private readonly numbers: { feature: number; curves: PairCurve[] }[] = [];
  private readonly values: Float64Array;
  /** What is fixed from the start, per class to beat. */
  private readonly base: Dyadic[];
  private steps = 0;
  /** Somewhere between two neighbouring doubles it could be possible still. */
  private undecided = false;

  constructor(problem: Problem, target: Target, free: readonly number[]) {
    this.problem = problem;
    this.target = target;
    this.values = Float64Array.from(problem.encoded.values);
    const { classifier, encoded } = problem;
    const pairs = target.against.map(({ class: k }) => classifier.pair(target.class, k));
    const moving = new Set(free);
    this.base = pairs.map((pair) => {
      let sum = pair.bias;
      encoded.options.forEach((v, i) => {
        if (v >= 0 && !moving.has(i)) sum += pair.gain[classifier.offset[i] + v];
      });
      let total: Dyadic = { m: sum, e: pair.exponent };
      for (const [i, { curve }] of pair.curves)
        if (!moving.has(i)) total = add(total, valueAt(curve, fromDouble(encoded.values[i])));
      return total;
    });
    for (const i of free) {
      const term = classifier.terms[i];
      if (term.kind === 'curve') {
        this.numbers.push({
          feature: i,
          curves: pairs.map((pair) => pair.curves.get(i)?.curve as PairCurve),
        });
        continue;
      }
      const options = term.reachable.flatMap((reachable, option) =>
        reachable ? [{ option, gains: pairs.map((pair) => pair.gain[classifier.offset[i] + option]) }] : [],
      );
      this.choices.push({ feature: i, options: undominated(options) });
    }
    this.choices.sort((a, b) => a.options.length - b.options.length);
  }

  run(): Float64Array | 'real' | undefined {
    const found = this.choose(0, this.base);
    if (found === undefined && this.undecided) this.giveUp('an answer among doubles', 'none');
    return found;
  }

  /** Fix the choices one after the other; `sums` holds what is fixed so far. */
  private choose(depth: number, sums: readonly Dyadic[]): Float64Array | 'real' | undefined {
    this.step();
    if (!this.promising(depth, sums)) return undefined;
    if (depth === this.choices.length) return this.fill(sums);
    const { feature, options } = this.choices[depth];
    const { exponent } = this.problem.classifier.pair(this.target.class, this.target.against[0].class);
    let real: 'real' | undefined;
    for (const { option, gains } of options) {
      this.setOption(feature, option);
      const found = this.choose(
        depth + 1,
        sums.map((sum, r) => add(sum, { m: gains[r], e: exponent })),
      );
      if (found instanceof Float64Array) return found;
      real ??= found;
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
      return this.canReach(
        r,
        best,
        this.numbers.map(({ feature }) => this.domain(feature)),
      );
    });
  }

  /** Is `sum` plus the best the numbers can add between the bounds enough against class r? */
  private canReach(r: number, sum: Dyadic, boxes: readonly (readonly [number, number])[]): boolean {
    const parts = [toFraction(sum)];
    for (const [x, { curves }] of this.numbers.entries()) {
      const curve = mirrored(curves[r]);
      const value = lowestValue(curve, lowest(curve, ...boxes[x]));
      if (value === undefined) return true;
      parts.push(ratioFraction(value.m, value.e, -value.d));
    }
    const total = parts.reduce((a, b) => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d }));
    return this.target.against[r].strict ? total.n > 0n : total.n >= 0n;
  }

  /** All choices are made: find values of the numbers. */
  private fill(sums: readonly Dyadic[]): Float64Array | 'real' | undefined {
    if (this.numbers.length === 0) return Float64Array.from(this.values);
    const straight = this.numbers.every(({ curves }) => curves.every(({ A }) => A.m === 0n));
    const boxes = this.numbers.map(({ feature }) => this.domain(feature));
    return straight ? this.fillStraight(sums, boxes) : this.fillCurved(sums, boxes);
  }

  /** Straight lines: a linear program; whole numbers by branching on fractional ones. */
  private fillStraight(
    sums: readonly Dyadic[],
    boxes: readonly (readonly [number, number])[],
    depth = 0,
  ): Float64Array | 'real' | undefined {
    this.step(depth);
    const inequalities = sums.map(
      (sum, r): Inequality => ({
        constant: toFraction(this.numbers.reduce((total, { curves }) => add(total, curves[r].C), sum)),
        slopes: this.numbers.map(({ curves }) => toFraction(curves[r].B)),
        strict: this.target.against[r].strict,
      }),
    );
    const bounds = boxes.map(([lower, upper]): Bounds => ({ lower: finite(lower), upper: finite(upper) }));
    const point = solve(inequalities, bounds);
    if (point === undefined) return undefined;
    this.numbers.forEach(({ feature }, x) => {
      const [lower, upper] = boxes[x];
      const nearest = toDouble({ m: point[x].n, ...oddPart(point[x].d) });
      this.values[feature] = Math.min(
        Math.max(this.isInteger(feature) ? Math.round(nearest) : nearest, lower),
        upper,
      );
    });
    if (winner(this.problem, this.values) === this.target.class) return Float64Array.from(this.values);
    const broken = this.numbers.findIndex(({ feature }, x) => this.isInteger(feature) && point[x].d !== 1n);
    if (broken < 0) return 'real';
    const { n, d } = point[broken];
    const floor = Number(n >= 0n ? n / d : (n - d + 1n) / d);
    const halves = [
      [boxes[broken][0], floor],
      [floor + 1, boxes[broken][1]],
    ] as const;
    let real: 'real' | undefined;
    for (const half of halves) {
      if (half[0] > half[1]) continue;
      const found = this.fillStraight(
        sums,
        boxes.map((box, x) => (x === broken ? half : box)),
        depth + 1,
      );
      if (found instanceof Float64Array) return found;
      real ??= found;
    }
    return real;
  }

  /** Curves: try points, then halve the widest interval of numbers; a part is left when some class cannot be beaten in it. */
  private fillCurved(
    sums: readonly Dyadic[],
    boxes: readonly (readonly [number, number])[],
    depth = 0,
  ): Float64Array | undefined {
    this.step(depth);
    if (!sums.every((sum, r) => this.canReach(r, sum, boxes))) return undefined;
    const pick = (choose: (x: number) => number): Float64Array | undefined => {
      this.numbers.forEach(({ feature }, x) => {
        const wish = choose(x);
        this.values[feature] = Math.min(
          Math.max(this.isInteger(feature) ? Math.round(wish) : wish, boxes[x][0]),
          boxes[x][1],
        );
      });
      return winner(this.problem, this.values) === this.target.class
        ? Float64Array.from(this.values)
        : undefined;
    };
    const found =
      pick((x) => middle(boxes[x])) ??
      sums.map((_, r) => pick((x) => this.bestPoint(x, r, boxes[x]))).find((values) => values !== undefined);
    if (found !== undefined) return found;
    let widest = -1;
    let width = 1n;
    boxes.forEach(([lower, upper], x) => {
      const size = rankOf(clamp(upper)) - rankOf(clamp(lower));
      if (
        size > width &&
        !(this.isInteger(this.numbers[x].feature) && Math.floor(middle(boxes[x])) >= upper)
      ) {
        widest = x;
        width = size;
      }
    });
    if (widest < 0) {
      // No double is left between the bounds, but of a real feature other numbers may be.
      this.undecided ||= boxes.some(
        ([low, high], x) => low < high && !this.isInteger(this.numbers[x].feature),
      );
      return undefined;
    }
    const [lower, upper] = boxes[widest];
    const integer = this.isInteger(this.numbers[widest].feature);
    const cut = integer ? Math.floor(middle(boxes[widest])) : middle(boxes[widest]);
    const parts = [
      [lower, cut],
      [integer ? cut + 1 : cut, upper],
    ] as const;
    for (const part of parts) {
      const inside = this.fillCurved(
        sums,
        boxes.map((box, x) => (x === widest ? part : box)),
        depth + 1,
      );
      if (inside !== undefined) return inside;
    }
    return undefined;
  }

  /** Where number x does most against class r. */
  private bestPoint(x: number, r: number, [lower, upper]: readonly [number, number]): number {
    const best = lowest(mirrored(this.numbers[x].curves[r]), lower, upper);
    if (best.at === 'infinity') return best.sign * Number.MAX_VALUE;
    return toDouble(best.at === 'number' ? whole(best.x) : best.x);
  }

  private setOption(feature: number, option: number): void {
    const { classifier, encoded } = this.problem;
    const term = classifier.terms[feature];
    const described = classifier.features[feature];
    const binned = term.kind === 'choice' && term.bins !== undefined && described.kind !== 'categorical';
    this.values[feature] = binned
      ? (pointIn(option, term.bins, described, encoded.values[feature]) as number)
      : option;
  }

  /** Bounds of a number; whole numbers beyond 2^53 are no values. */
  private domain(feature: number): readonly [number, number] {
    const described = this.problem.classifier.features[feature];
    if (described.kind === 'categorical') return [0, 0];
    const most = described.kind === 'integer' ? Number.MAX_SAFE_INTEGER : Number.POSITIVE_INFINITY;
    return [Math.max(described.lower, -most), Math.min(described.upper, most)];
  }

  private isInteger(feature: number): boolean {
    return this.problem.classifier.features[feature].kind === 'integer';
  }

  private step(depth = 0): void {
    this.steps += 1;
    if (this.steps > MAX_STEPS || depth > MAX_DEPTH) this.giveUp(`at most ${MAX_STEPS} steps`, 'more');
  }

  private giveUp(expected: string, got: string): never {
    throw new LimitError('whether the class can be reached was not decided', {
      code: 'too-many-steps',
      place: `class '${this.problem.classifier.classes[this.target.class]}'`,
      expected,
      got,
    });
  }
}

/** Options that some other option does not beat against every class. */
function undominated(options: readonly Option[]): Option[] {
  return options.filter(
    (own, x) =>
      !options.some(
        (other, y) =>
          x !== y &&
          other.gains.every((gain, r) => gain >= own.gains[r]) &&
          (y < x || other.gains.some((gain, r) => gain > own.gains[r])),
      ),
  );
}

/** −g, so that its lowest point is g's highest. */
function mirrored({ feature, A, B, C, slope }: PairCurve): PairCurve {
  const minus = ({ m, e }: Dyadic): Dyadic => ({ m: -m, e });
  return { feature, A: minus(A), B: minus(B), C: minus(C), slope: -slope };
}

/** Half way between two bounds in the order of doubles; small numbers are as many as large ones there. */
function middle([lower, upper]: readonly [number, number]): number {
  const rank = rankOf(clamp(lower)) + rankOf(clamp(upper));
  return atRank(rank / 2n);
}

function clamp(x: number): number {
  return Math.min(Math.max(x, -Number.MAX_VALUE), Number.MAX_VALUE);
}

function finite(x: number): Fraction | undefined {
  return Number.isFinite(x) ? toFraction(fromDouble(x)) : undefined;
}

function toFraction({ m, e }: Dyadic): Fraction {
  return ratioFraction(m, e, 1n);
}

/** m·2^e / d; a negative d turns the sign. */
function ratioFraction(m: bigint, e: number, d: bigint): Fraction {
  if (m === 0n) return NIL;
  const [n, positive] = d < 0n ? [-m, -d] : [m, d];
  return e >= 0 ? { n: n << BigInt(e), d: positive } : { n, d: positive << BigInt(-e) };
}

/** A positive denominator as odd part and power of two, as ratios want it. */
function oddPart(d: bigint): { d: bigint; e: number } {
  let odd = d;
  let e = 0;
  while ((odd & 1n) === 0n) {
    odd >>= 1n;
    e -= 1;
  }
  return { d: odd, e };
}
