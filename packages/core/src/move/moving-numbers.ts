// The numbers on the way to a chosen class: is there a point of a box where it beats every other class? Straight lines are a
// linear program, solved exactly, whole numbers by branching; parabolas (and straight lines beside them) are closed in on by
// halving intervals, which can fail to decide, and then says so.
import { LimitError } from '../errors.ts';
import { add, type Dyadic, fromDouble } from '../exact/dyadic.ts';
import { above, atPlace, below, placeOf } from '../exact/neighbour.ts';
import { divide, floorDivide, type Ratio, toDouble, toIntegers, whole } from '../exact/ratio.ts';
import { type Bounds, extent, type Inequality, negate, type Rational, solve } from '../exact/simplex.ts';
import { abortion, type Signal } from '../model/budget.ts';
import type { NumericFeature } from '../model/types.ts';
import { lowest, lowestValue, type PairCurve, type Parabola } from '../reduce/curve.ts';
import type { Weighed } from '../weigh/problem.ts';
import type { Target } from '../weigh/target.ts';
import { domainOf } from './witness.ts';

/** Steps of branching before giving up. */
const MAX_STEPS = 20_000;
/** Numbers tried one after the other when a point between doubles is closed in on. */
const MAX_TRIES = 200;
/** Halvings of intervals one inside the other before giving up: more than any bounded domain needs. */
const MAX_DEPTH = 1000;

/** How much has been tried on the way to the target, and whether it ended undecided. */
export class Effort {
  /** Somewhere between two neighbouring doubles it could be possible still. */
  undecided = false;
  private readonly place: string;
  private readonly most: number;
  private readonly signal: Signal | undefined;
  private steps = 0;

  constructor(place: string, most: number = MAX_STEPS, signal?: Signal) {
    this.place = place;
    this.most = most;
    this.signal = signal;
  }

  /** One more step, or the end. A step takes longer than a look at the signal. */
  step(depth = 0): void {
    this.steps += 1;
    if (this.signal?.aborted) throw abortion();
    if (this.steps > this.most) this.giveUp(`at most ${this.most} steps`, 'more');
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

/** Lower and upper bound. */
type Box = readonly [lower: number, upper: number];

/** Between these lie all doubles. */
const NUMBERS: Box = [-Number.MAX_VALUE, Number.MAX_VALUE];

/** A feature that is a number, with its curve against each class to beat. */
export interface MovingNumber {
  readonly feature: number;
  readonly curves: readonly PairCurve[];
}

/** The numbers that may move; `values` is the instance in the making. */
export class MovingNumbers {
  private readonly problem: Weighed;
  private readonly target: Target;
  private readonly numbers: readonly MovingNumber[];
  private readonly values: Float64Array;
  private readonly effort: Effort;
  private readonly wins: () => boolean;
  private readonly whether: boolean;

  /** @param moving - `wins` judges `values`; with `whether` no double is looked for where a real number shows that there is an answer. */
  constructor(
    problem: Weighed,
    target: Target,
    moving: {
      readonly numbers: readonly MovingNumber[];
      readonly values: Float64Array;
      readonly effort: Effort;
      readonly wins: () => boolean;
      readonly whether: boolean;
    },
  ) {
    this.problem = problem;
    this.target = target;
    this.numbers = moving.numbers;
    this.values = moving.values;
    this.effort = moving.effort;
    this.wins = moving.wins;
    this.whether = moving.whether;
  }

  /** Is `sum` plus the best the numbers can add between the bounds (default: of the domain) enough against class r? */
  canReach(r: number, sum: Dyadic, boxes: readonly Box[] = this.domains()): boolean {
    const parts = [toRational(whole(sum))];
    for (const [x, { curves }] of this.numbers.entries()) {
      const curve = mirrored(curves[r]);
      const value = lowestValue(curve, lowest(curve, ...boxes[x]));
      if (value === undefined) return true;
      parts.push(negate(toRational(value)));
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

  /** Straight lines: a linear program; whole numbers by branching on fractional ones, others by closing in on doubles. */
  private fillStraight(
    sums: readonly Dyadic[],
    boxes: readonly Box[],
    depth = 0,
  ): Float64Array | 'real' | undefined {
    this.effort.step(depth);
    const inequalities = this.inequalities(sums);
    const point = solve(inequalities, boxes.map(toBounds));
    if (point === undefined) return undefined;
    const nearest = point.map((x, index) => within(boxes[index], this.rounded(index, x)));
    const found = this.tryPoint(nearest);
    if (found !== undefined) return found;
    const broken = this.numbers.findIndex(({ feature }, x) => this.isInteger(feature) && point[x].d !== 1n);
    if (broken < 0 && this.whether) return 'real';
    if (broken < 0)
      return (
        this.closeIn(
          inequalities,
          boxes.map(([lower, upper]): Box => [within(NUMBERS, lower), within(NUMBERS, upper)]),
          nearest,
          0,
        ) ?? 'real'
      );
    const { n, d } = point[broken];
    const floor = Number(floorDivide(n, d)); // bounds are whole, so both halves hold something
    const halves = [
      [boxes[broken][0], floor],
      [floor + 1, boxes[broken][1]],
    ] as const;
    let real: 'real' | undefined;
    for (const half of halves) {
      const inside = this.fillStraight(
        sums,
        boxes.map((box, x) => (x === broken ? half : box)),
        depth + 1,
      );
      if (inside instanceof Float64Array) return inside;
      real ??= inside;
    }
    return real;
  }

  /** What the target demands of straight lines: to be ahead of every class. */
  private inequalities(sums: readonly Dyadic[]): Inequality[] {
    return sums.map((sum, r) => ({
      constant: toRational(whole(this.numbers.reduce((total, { curves }) => add(total, curves[r].C), sum))),
      slopes: this.numbers.map(({ curves }) => toRational(whole(curves[r].B))),
      strict: this.target.against[r].strict,
    }));
  }

  /** Straight lines only: the doubles next to the least and to the largest value of a number with which the target can win; none if it cannot. */
  ends(sums: readonly Dyadic[], feature: number): number[] {
    const x = this.numbers.findIndex((number) => number.feature === feature);
    const boxes = this.domains().map(
      ([lower, upper]): Box => [within(NUMBERS, lower), within(NUMBERS, upper)],
    );
    const ends = extent(this.inequalities(sums), boxes.map(toBounds), x);
    if (ends === undefined) return [];
    const integer = this.isInteger(feature);
    return ends
      .map((end) => this.rounded(x, end))
      .flatMap((end) => (integer ? [end - 1, end, end + 1] : [below(end), end, above(end)]))
      .filter((end) => end >= boxes[x][0] && end <= boxes[x][1]);
  }

  /**
   * Fix one number after the other at a double between the ends that the inequalities leave it. With one number left these ends are
   * exact, so a double that does it is found if there is one; with more, those next to the ends and to the point known are tried.
   */
  private closeIn(
    inequalities: readonly Inequality[],
    boxes: readonly Box[],
    near: readonly number[],
    x: number,
    budget = { tries: MAX_TRIES },
  ): Float64Array | undefined {
    budget.tries -= 1;
    if (budget.tries < 0) return undefined;
    if (x === this.numbers.length) return this.tryPoint(boxes.map(([only]) => only));
    const ends = extent(inequalities, boxes.map(toBounds), x);
    if (ends === undefined) return undefined;
    const [least, most] = ends.map((end) => this.rounded(x, end));
    const tries = this.isInteger(this.numbers[x].feature)
      ? [near[x], least, most, least + 1, most - 1]
      : [near[x], least, most, above(least), below(most), middle([least, most])];
    for (const value of new Set(tries)) {
      if (!(value >= boxes[x][0] && value <= boxes[x][1])) continue;
      const found = this.closeIn(inequalities, boxes.with(x, [value, value]), near, x + 1, budget);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** These values, if the target wins with them. */
  private tryPoint(point: readonly number[]): Float64Array | undefined {
    this.numbers.forEach(({ feature }, x) => {
      this.values[feature] = point[x];
    });
    return this.wins() ? Float64Array.from(this.values) : undefined;
  }

  /** The nearest double, or whole number. */
  private rounded(x: number, { n, d }: Rational): number {
    const nearest = within(NUMBERS, toDouble(divide({ m: n, e: 0 }, { m: d, e: 0 })));
    return this.isInteger(this.numbers[x].feature) ? Math.round(nearest) : nearest;
  }

  /** Curves: try points, then halve the widest interval of numbers; a part is left when some class cannot be beaten in it. */
  private fillCurved(sums: readonly Dyadic[], boxes: readonly Box[], depth = 0): Float64Array | undefined {
    this.effort.step(depth);
    if (!sums.every((sum, r) => this.canReach(r, sum, boxes))) return undefined;
    const pick = (choose: (x: number) => number): Float64Array | undefined =>
      this.tryPoint(
        this.numbers.map(({ feature }, x) => {
          const wish = within(NUMBERS, choose(x)); // between the bounds, which are whole for whole numbers
          return this.isInteger(feature) ? Math.round(wish) : wish;
        }),
      );
    const found =
      // Stryker disable next-line ArrowFunction: one more try, which often ends the search early
      pick((x) => middle(boxes[x])) ??
      sums.map((_, r) => pick((x) => this.bestPoint(x, r, boxes[x]))).find((values) => values !== undefined);
    if (found !== undefined) return found;
    let widest = -1;
    let width = 1n;
    boxes.forEach(([lower, upper], x) => {
      const size = placeOf(within(NUMBERS, upper)) - placeOf(within(NUMBERS, lower));
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
  private bestPoint(x: number, r: number, [lower, upper]: Box): number {
    const best = lowest(mirrored(this.numbers[x].curves[r]), lower, upper);
    if (best.at === 'infinity') return best.sign * Number.MAX_VALUE;
    return toDouble(best.at === 'number' ? whole(best.x) : best.x);
  }

  private domains(): Box[] {
    return this.numbers.map(({ feature }) => {
      const described = this.problem.classifier.features[feature] as NumericFeature;
      // Whole numbers beyond 2^53 are no values; of others there is no end, though doubles have one.
      return described.kind === 'integer' ? domainOf(described) : [described.lower, described.upper];
    });
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
function middle([lower, upper]: Box): number {
  const rank = placeOf(within(NUMBERS, lower)) + placeOf(within(NUMBERS, upper));
  return atPlace(rank / 2n);
}

function within([lower, upper]: Box, x: number): number {
  return Math.min(Math.max(x, lower), upper);
}

function toBounds([lower, upper]: Box): Bounds {
  return { lower: finite(lower), upper: finite(upper) };
}

function finite(x: number): Rational | undefined {
  return Number.isFinite(x) ? toRational(whole(fromDouble(x))) : undefined;
}

function toRational(ratio: Ratio): Rational {
  const [n, d] = toIntegers(ratio);
  return { n, d };
}
