// The brute-force truth, from the definitions (DESIGN, sections 1 and 2): exact fractions, every subset of the
// features, every point of a finite domain. Nothing is sorted, pruned or rounded. For up to 8 features.
import type { Shape } from '../../src/model/types.ts';
import {
  exactly,
  type Fraction,
  floor,
  MISSING,
  minus,
  NOTHING,
  order,
  over,
  plus,
  show,
  sum,
  times,
} from './fraction.ts';
import type { Space } from './space.ts';

/** score_k(e) = sum of bias[k] + Σ_i shapes[i][k](e_i); of equal scores the class with the least tie rank wins. */
export interface Additive {
  readonly tieRank: readonly number[];
  readonly bias: readonly (readonly number[])[];
  readonly features: readonly Space[];
  readonly shapes: readonly (readonly Shape[])[];
}

const HALF: Fraction = { num: 1n, den: 2n };
const TWO: Fraction = { num: 2n, den: 1n };

/** f(x); the x of a table is the position of the category. */
export function valueAt(shape: Shape, x: Fraction): Fraction {
  switch (shape.kind) {
    case 'table':
      return exactly(shape.values[Number(x.num / x.den)]);
    case 'linear':
      return times(exactly(shape.weight), x);
    case 'quadratic': {
      const moved = minus(x, exactly(shape.center ?? 0));
      const square = times(exactly(shape.quadratic), times(moved, moved));
      return sum([square, times(exactly(shape.linear ?? 0), moved), exactly(shape.constant ?? 0)]);
    }
    case 'steps': {
      if (x.den === 0n) return exactly(shape.missing as number);
      const passed = (cut: number): boolean =>
        shape.closed === 'right' ? order(x, exactly(cut)) > 0 : order(x, exactly(cut)) >= 0;
      return exactly(shape.values[shape.cuts.filter(passed).length]);
    }
  }
}

/** Scores of a point given as fractions. */
export function scoresAt({ bias, shapes }: Additive, point: readonly Fraction[]): Fraction[] {
  return bias.map((addends, k) =>
    sum([...addends.map(exactly), ...point.map((x, i) => valueAt(shapes[i][k], x))]),
  );
}

/** The class with the largest score; of several, the one that comes first in the tie order. */
export function winnerOf({ tieRank }: Additive, scores: readonly Fraction[]): number {
  return scores.reduce((best, score, k) => {
    const lead = order(score, scores[best]);
    return lead > 0 || (lead === 0 && tieRank[k] < tieRank[best]) ? k : best;
  }, 0);
}

/** Whether x belongs to the feature's domain. */
export function inDomain(feature: Space, x: Fraction): boolean {
  if (feature.only === 'missing') return x.den === 0n;
  if (feature.only !== undefined && !feature.only.includes(Number(x.num / x.den))) return false;
  if (feature.kind === 'categorical') return x.num >= 0n && x.num < BigInt(feature.values.length);
  if (x.den === 0n) return feature.missing === true;
  const above = feature.lower === Number.NEGATIVE_INFINITY || order(x, exactly(feature.lower)) >= 0;
  const below = feature.upper === Number.POSITIVE_INFINITY || order(x, exactly(feature.upper)) <= 0;
  return above && below && (feature.kind !== 'integer' || x.num % x.den === 0n);
}

/** The smallest f_c − f_k over the domain; undefined when it falls without end. */
export function lowestGap(
  { features, shapes }: Additive,
  i: number,
  c: number,
  k: number,
): Fraction | undefined {
  if (fallsWithoutEnd(features[i], shapes[i][c], shapes[i][k])) return undefined;
  const gaps = corners(features[i], [shapes[i][c], shapes[i][k]])
    .filter((x) => inDomain(features[i], x))
    .map((x) => minus(valueAt(shapes[i][c], x), valueAt(shapes[i][k], x)));
  return gaps.reduce((least, gap) => (order(gap, least) < 0 ? gap : least));
}

/** Points among which every sum and difference of the shapes has its minimum over the domain, if it has one. */
export function corners(feature: Space, shapes: readonly Shape[]): Fraction[] {
  if (feature.kind === 'categorical')
    return ((feature.only as number[] | undefined) ?? feature.values.map((_, v) => v)).map(exactly);
  const bounds = [feature.lower, feature.upper].filter(Number.isFinite).map(exactly);
  const cuts = shapes.flatMap((shape) => (shape.kind === 'steps' ? shape.cuts.map(exactly) : []));
  // Every cut, a point between any two cuts or bounds, a point beyond them all; and 0, should there be none.
  const marks = [...bounds, ...cuts];
  const between = marks.flatMap((a) => marks.map((b) => times(HALF, plus(a, b))));
  const beyond = marks.flatMap((a) => [minus(a, TWO), plus(a, TWO)]);
  const points = [NOTHING, ...marks, ...between, ...beyond, ...vertices(shapes)];
  const missing = feature.missing === true ? [MISSING] : [];
  if (feature.kind === 'real') return [...points, ...missing];
  // Whole numbers: those at and next to each of these points.
  const whole = points
    .map(floor)
    .flatMap((x) => [-1n, 0n, 1n].map((step) => ({ num: x.num + step, den: 1n })));
  return [...whole, ...missing];
}

/** Where the difference of two parabolas has its vertex: slope 2·A·x + B = 0. */
function vertices(shapes: readonly Shape[]): Fraction[] {
  return shapes.flatMap((f) =>
    shapes.flatMap((g) => {
      const [A, B] = difference(f, g);
      return A.num === 0n ? [] : [over({ num: -B.num, den: B.den }, times(TWO, A))];
    }),
  );
}

/** A and B of f − g = A·x² + B·x + const. */
function difference(f: Shape, g: Shape): [Fraction, Fraction] {
  return [minus(square(f), square(g)), minus(slope(f), slope(g))];
}

function square(shape: Shape): Fraction {
  return shape.kind === 'quadratic' ? exactly(shape.quadratic) : NOTHING;
}

function slope(shape: Shape): Fraction {
  if (shape.kind === 'linear') return exactly(shape.weight);
  if (shape.kind !== 'quadratic') return NOTHING;
  const fromCenter = times(TWO, times(exactly(shape.quadratic), exactly(shape.center ?? 0)));
  return minus(exactly(shape.linear ?? 0), fromCenter);
}

function fallsWithoutEnd(feature: Space, f: Shape, g: Shape): boolean {
  if (feature.kind === 'categorical') return false;
  const [A, B] = difference(f, g);
  const endlessDown = feature.lower === Number.NEGATIVE_INFINITY;
  const endlessUp = feature.upper === Number.POSITIVE_INFINITY;
  if (A.num < 0n) return endlessDown || endlessUp;
  return A.num === 0n && ((B.num > 0n && endlessDown) || (B.num < 0n && endlessUp));
}

/** Does class c beat class k wherever one looks? */
export function beatsEverywhere(additive: Additive, c: number, k: number): boolean {
  const gaps = additive.features.map((_, i) => lowestGap(additive, i, c, k));
  if (gaps.includes(undefined)) return false;
  const bias = minus(sum(additive.bias[c].map(exactly)), sum(additive.bias[k].map(exactly)));
  return wins(additive, c, k, sum([bias, ...(gaps as Fraction[])]));
}

/** Does c, this far ahead of k, win against it? */
function wins({ tieRank }: Additive, c: number, k: number, lead: Fraction): boolean {
  return lead.num > 0n || (lead.num === 0n && tieRank[c] < tieRank[k]);
}

/** All there is to know about one instance. */
export class Oracle {
  readonly additive: Additive;
  readonly instance: readonly Fraction[];
  readonly scores: readonly Fraction[];
  readonly class: number;
  readonly rivals: readonly number[];
  /** All features, by position. */
  readonly all: readonly number[];
  /** g_ik(a_i), and the least g_ik: `gaps[rival][feature]`, `lowest[rival][feature]`. */
  private readonly gaps: readonly (readonly Fraction[])[];
  private readonly lowest: readonly (readonly (Fraction | undefined)[])[];
  /** What the biases alone give the class over each rival. */
  private readonly lead: readonly Fraction[];

  constructor(additive: Additive, instance: readonly number[]) {
    this.additive = additive;
    this.instance = instance.map(exactly);
    this.scores = scoresAt(additive, this.instance);
    this.class = winnerOf(additive, this.scores);
    this.rivals = additive.bias.map((_, k) => k).filter((k) => k !== this.class);
    this.all = additive.features.map((_, i) => i);
    const { shapes, bias } = additive;
    this.lead = this.rivals.map((k) => minus(sum(bias[this.class].map(exactly)), sum(bias[k].map(exactly))));
    this.gaps = this.rivals.map((k) =>
      this.instance.map((x, i) => minus(valueAt(shapes[i][this.class], x), valueAt(shapes[i][k], x))),
    );
    this.lowest = this.rivals.map((k) => this.all.map((i) => lowestGap(additive, i, this.class, k)));
  }

  /** How far the class leads over a rival at the instance. */
  margin(rival: number): Fraction {
    return minus(this.scores[this.class], this.scores[rival]);
  }

  /** How far the lead over a rival can drop when one feature is freed; undefined: without end. */
  drop(rival: number, feature: number): Fraction | undefined {
    const r = this.rivals.indexOf(rival);
    const low = this.lowest[r][feature];
    return low === undefined ? undefined : minus(this.gaps[r][feature], low);
  }

  /** The least lead over a rival that one number gives between two bounds, as text; undefined: without end. */
  lowestBetween(rival: number, feature: number, lower: number, upper: number): string | undefined {
    const { features } = this.additive;
    const narrowed = { ...features[feature], lower, upper } as Space;
    const low = lowestGap(
      { ...this.additive, features: features.with(feature, narrowed) },
      feature,
      this.class,
      rival,
    );
    return low && show(low);
  }

  /** Can this rival beat the class when these features move and the others are held? */
  overtakes(rival: number, moving: readonly number[]): boolean {
    const r = this.rivals.indexOf(rival);
    const parts = this.all.map((i) => (moving.includes(i) ? this.lowest[r][i] : this.gaps[r][i]));
    if (parts.includes(undefined)) return true;
    return !wins(this.additive, this.class, rival, sum([this.lead[r], ...(parts as Fraction[])]));
  }

  /** Does holding these features keep the class, whatever the others do? */
  sufficient(held: readonly number[]): boolean {
    const free = this.all.filter((i) => !held.includes(i));
    return !this.rivals.some((rival) => this.overtakes(rival, free));
  }

  /** Can changing only these features change the class? */
  contrast(changed: readonly number[]): boolean {
    return !this.sufficient(this.all.filter((i) => !changed.includes(i)));
  }

  /** All subset-minimal sufficient sets. */
  axps(): number[][] {
    return minimalSets(this.all, (set) => this.sufficient(set));
  }

  /** All subset-minimal contrasts. */
  cxps(): number[][] {
    return minimalSets(this.all, (set) => this.contrast(set));
  }

  /** In every AXp. */
  necessary(): number[] {
    const sets = this.axps();
    return this.all.filter((i) => sets.every((set) => set.includes(i)));
  }

  /** In some AXp. */
  relevant(): number[] {
    const sets = this.axps();
    return this.all.filter((i) => sets.some((set) => set.includes(i)));
  }

  /** All points that differ from the instance at most in these features; finite domains and steps only. */
  pointsAround(changed: readonly number[]): Fraction[][] {
    const { features, shapes } = this.additive;
    return product(
      this.instance.map((x, i) => (changed.includes(i) ? allValues(features[i], shapes[i]) : [x])),
    );
  }

  /** Can changing only these features give this class? */
  reaches(target: number, changed: readonly number[]): boolean {
    return this.pointsAround(changed).some(
      (point) => winnerOf(this.additive, scoresAt(this.additive, point)) === target,
    );
  }

  /** All subset-minimal sets whose change can give this class. */
  towards(target: number): number[][] {
    return minimalSets(this.all, (set) => this.reaches(target, set));
  }
}

/** Every subset, each in increasing order, the lists in lexicographic order. */
export function subsets(all: readonly number[]): number[][] {
  const [first, ...rest] = all;
  if (first === undefined) return [[]];
  const others = subsets(rest);
  return [[], ...others.map((set) => [first, ...set]), ...others.slice(1)];
}

/** The sets that have a monotone property and lose it with any one member. */
export function minimalSets(
  all: readonly number[],
  property: (set: readonly number[]) => boolean,
): number[][] {
  const having = new Set(subsets(all).filter(property).map(String));
  return subsets(all).filter(
    (set) => having.has(String(set)) && set.every((left) => !having.has(String(without(set, left)))),
  );
}

function without(set: readonly number[], left: number): number[] {
  return set.filter((other) => other !== left);
}

/** Every value of a finite domain; of a number in bins, one value per bin. */
function allValues(feature: Space, shapes: readonly Shape[]): Fraction[] {
  const finite =
    feature.kind === 'integer' &&
    feature.only === undefined &&
    shapes.every((shape) => shape.kind !== 'steps');
  if (!finite) {
    const points = corners(feature, shapes).filter((x) => inDomain(feature, x));
    const signature = (x: Fraction): string => shapes.map((shape) => show(valueAt(shape, x))).join(' ');
    return [...new Map(points.map((x) => [signature(x), x])).values()];
  }
  const { lower, upper } = feature;
  return Array.from({ length: upper - lower + 1 }, (_, step) => exactly(lower + step));
}

function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((heads, list) => heads.flatMap((head) => list.map((x) => [...head, x])), [[]]);
}
