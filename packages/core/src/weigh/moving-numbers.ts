// The numbers on the way to a chosen class: is there a point of a box where it beats every other class? Straight lines are a
// linear program, solved exactly, whole numbers by branching; parabolas (and straight lines beside them) are closed in on by
// halving intervals, which can fail to decide, and then says so.
import { LimitError } from '../errors.ts';
import { add, type Dyadic, fromDouble } from '../exact/dyadic.ts';
import { atRank, rankOf } from '../exact/neighbour.ts';
import { divide, floorDivide, type Ratio, toDouble, toIntegers, whole } from '../exact/ratio.ts';
import { type Bounds, type Fraction, type Inequality, negate, solve } from '../exact/simplex.ts';
import type { NumericFeature } from '../model/types.ts';
import { lowest, lowestValue, type PairCurve, type Parabola } from '../reduce/curve.ts';
import type { Problem } from './problem.ts';
import type { Target } from './target.ts';
import { winner } from './witness.ts';

/** Steps of branching before giving up. */
const MAX_STEPS = 20_000;
/** Halvings of intervals one inside the other before giving up: more than any bounded domain needs. */
const MAX_DEPTH = 1000;

/** How much has been tried on the way to the target, and whether the answer was missed for want of trying. */
export class Effort {
  /** Somewhere between two neighbouring doubles it could be possible still. */
  undecided = false;
  private readonly place: string;
  private steps = 0;

  constructor(place: string) {
    this.place = place;
  }

  /** One more step, or the end. */
  step(depth = 0): void {
    this.steps += 1;
    if (this.steps > MAX_STEPS) this.giveUp(`at most ${MAX_STEPS} steps`, 'more');
    if (depth > MAX_DEPTH) this.giveUp(`at most ${MAX_DEPTH} halvings one inside the other`, 'more');
  }

  giveUp(expected: string, got: string): never {
    throw new LimitError('whether the class can be reached was not decided', {
      code: 'too-many-steps',
      place: this.place,
      expected,
      got,
    });
  }
}

/** A feature that is a number, with its curve against each class to beat. */
export interface MovingNumber {
  readonly feature: number;
  readonly curves: readonly PairCurve[];
}

/** The numbers that may move; `values` is the instance in the making. */
export class MovingNumbers {
  private readonly problem: Problem;
  private readonly target: Target;
  private readonly numbers: readonly MovingNumber[];
  private readonly values: Float64Array;
  private readonly effort: Effort;

  constructor(
    problem: Problem,
    target: Target,
    moving: { numbers: readonly MovingNumber[]; values: Float64Array; effort: Effort },
  ) {
    this.problem = problem;
    this.target = target;
    this.numbers = moving.numbers;
    this.values = moving.values;
    this.effort = moving.effort;
  }

  /** Is `sum` plus the best the numbers can add between the bounds (default: of the domain) enough against class r? */
  canReach(r: number, sum: Dyadic, boxes: readonly (readonly [number, number])[] = this.domains()): boolean {
    const parts = [toFraction(whole(sum))];
    for (const [x, { curves }] of this.numbers.entries()) {
      const curve = mirrored(curves[r]);
      const value = lowestValue(curve, lowest(curve, ...boxes[x]));
      if (value === undefined) return true;
      parts.push(negate(toFraction(value)));
    }
    // Not in lowest terms: that would cost more than it saves.
    const total = parts.reduce((a, b) => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d }));
    return this.target.against[r].strict ? total.n > 0n : total.n >= 0n;
  }

  /** Given what the other features contribute against each class, values with which the target wins. */
  fill(sums: readonly Dyadic[]): Float64Array | 'real' | undefined {
    // Stryker disable next-line ConditionalExpression: a linear program without variables says the same, only later
    if (this.numbers.length === 0) return Float64Array.from(this.values);
    const straight = this.numbers.every(({ curves }) => curves.every(({ A }) => A.m === 0n));
    const boxes = this.domains();
    return straight ? this.fillStraight(sums, boxes) : this.fillCurved(sums, boxes);
  }

  /** Straight lines: a linear program; whole numbers by branching on fractional ones. */
  private fillStraight(
    sums: readonly Dyadic[],
    boxes: readonly (readonly [number, number])[],
    depth = 0,
  ): Float64Array | 'real' | undefined {
    this.effort.step(depth);
    const inequalities = sums.map(
      (sum, r): Inequality => ({
        constant: toFraction(whole(this.numbers.reduce((total, { curves }) => add(total, curves[r].C), sum))),
        slopes: this.numbers.map(({ curves }) => toFraction(whole(curves[r].B))),
        strict: this.target.against[r].strict,
      }),
    );
    const bounds = boxes.map(([lower, upper]): Bounds => ({ lower: finite(lower), upper: finite(upper) }));
    const point = solve(inequalities, bounds);
    if (point === undefined) return undefined;
    this.numbers.forEach(({ feature }, x) => {
      const [lower, upper] = boxes[x];
      const nearest = toDouble(divide({ m: point[x].n, e: 0 }, { m: point[x].d, e: 0 }));
      this.values[feature] = Math.min(
        Math.max(this.isInteger(feature) ? Math.round(nearest) : nearest, lower),
        upper,
      );
    });
    if (winner(this.problem, this.values) === this.target.class) return Float64Array.from(this.values);
    const broken = this.numbers.findIndex(({ feature }, x) => this.isInteger(feature) && point[x].d !== 1n);
    if (broken < 0) return 'real';
    const { n, d } = point[broken];
    const floor = Number(floorDivide(n, d)); // bounds are whole, so both halves hold something
    const halves = [
      [boxes[broken][0], floor],
      [floor + 1, boxes[broken][1]],
    ] as const;
    let real: 'real' | undefined;
    for (const half of halves) {
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
    this.effort.step(depth);
    if (!sums.every((sum, r) => this.canReach(r, sum, boxes))) return undefined;
    const pick = (choose: (x: number) => number): Float64Array | undefined => {
      this.numbers.forEach(({ feature }, x) => {
        const wish = choose(x); // between the bounds, which are whole for whole numbers
        this.values[feature] = this.isInteger(feature) ? Math.round(wish) : wish;
      });
      return winner(this.problem, this.values) === this.target.class
        ? Float64Array.from(this.values)
        : undefined;
    };
    const found =
      // Stryker disable next-line ArrowFunction: one more try, which often ends the search early
      pick((x) => middle(boxes[x])) ??
      sums.map((_, r) => pick((x) => this.bestPoint(x, r, boxes[x]))).find((values) => values !== undefined);
    if (found !== undefined) return found;
    let widest = -1;
    let width = 1n;
    boxes.forEach(([lower, upper], x) => {
      const size = rankOf(clamp(upper)) - rankOf(clamp(lower));
      if (size > width) {
        widest = x;
        width = size;
      }
    });
    if (widest < 0) {
      // No double is left between the bounds, but other numbers are: in a single point `canReach` would be exact.
      this.effort.undecided = true;
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

  private domains(): (readonly [number, number])[] {
    return this.numbers.map(({ feature }) => this.domain(feature));
  }

  /** Bounds of a number; whole numbers beyond 2^53 are no values. */
  private domain(feature: number): readonly [number, number] {
    const described = this.problem.classifier.features[feature] as NumericFeature;
    const most = described.kind === 'integer' ? Number.MAX_SAFE_INTEGER : Number.POSITIVE_INFINITY;
    return [Math.max(described.lower, -most), Math.min(described.upper, most)];
  }

  private isInteger(feature: number): boolean {
    return this.problem.classifier.features[feature].kind === 'integer';
  }
}

/** −g, so that its lowest point is g's highest. */
function mirrored({ feature, A, B, C }: Parabola): Parabola {
  const minus = ({ m, e }: Dyadic): Dyadic => ({ m: -m, e });
  return { feature, A: minus(A), B: minus(B), C: minus(C) };
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
  return Number.isFinite(x) ? toFraction(whole(fromDouble(x))) : undefined;
}

function toFraction(ratio: Ratio): Fraction {
  const [n, d] = toIntegers(ratio);
  return { n, d };
}
