// A feature's part of every class's score, ready for use: a choice among finitely many options (categories or
// bins), or a curve of degree at most two over an interval.
import { above, below } from '../exact/neighbour.ts';
import type {
  Bins,
  Feature,
  LinearShape,
  NumericFeature,
  Shape,
  StepsShape,
  TableShape,
} from '../model/types.ts';

/** Categories, or bins of a number: option v contributes `values[class][v]`. */
export interface Choice {
  readonly kind: 'choice';
  readonly values: readonly (readonly number[])[];
  /**
   * Bins of a number: bin j ends where bin j + 1 begins, at `cuts[j]`. Absent for categories. Where missing is a value of its
   * own, it is the option after the last bin.
   */
  readonly bins?: Required<Bins>;
  /** False for a bin that holds no number of the domain: nothing can ever fall into it. */
  readonly reachable: readonly boolean[];
}

/** Bins of a number. */
export type BinnedChoice = Choice & Required<Pick<Choice, 'bins'>>;

/** `quadratic·(x−center)² + linear·(x−center) + constant` per class, for lower ≤ x ≤ upper. */
export interface Curve {
  readonly kind: 'curve';
  readonly feature: NumericFeature;
  readonly coefficients: readonly Coefficients[];
}

export interface Coefficients {
  readonly quadratic: number;
  readonly linear: number;
  readonly constant: number;
  readonly center: number;
}

export type Term = Choice | Curve;

/** Shapes of one feature, one per class, as a term. Different bins of different classes are refined to common ones. */
export function toTerm(feature: Feature, shapes: readonly Shape[]): Term {
  if (feature.kind === 'categorical') {
    const values = shapes.map((shape) => (shape as TableShape).values); // checked at the door
    return { kind: 'choice', values, reachable: feature.values.map(() => true) };
  }
  const steps = shapes.filter((shape): shape is StepsShape => shape.kind === 'steps');
  return steps.length > 0
    ? toBins(feature, steps)
    : { kind: 'curve', feature, coefficients: shapes.map(toCoefficients) };
}

/**
 * The bin of `x`: how many cuts lie at or below it (strictly below, for bins closed on the right). A missing number (NaN) is the
 * option after the last bin.
 */
export function binOf(x: number, { cuts, closed }: Required<Bins>): number {
  if (Number.isNaN(x)) return cuts.length + 1;
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (closed === 'left' ? cuts[middle] <= x : cuts[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

function toBins(feature: NumericFeature, steps: readonly StepsShape[]): Choice {
  const closed = steps[0].closed ?? 'left';
  const cuts = [...new Set(steps.flatMap((shape) => shape.cuts))].sort((a, b) => a - b);
  const bins = { cuts, closed };
  // All of bin j lies in that bin of a shape which has as many cuts strictly below the end of bin j.
  const values = steps.map((shape) => [
    ...cuts.map((cut) => shape.values[binOf(cut, { cuts: shape.cuts, closed: 'right' })]),
    shape.values[shape.cuts.length],
    ...(feature.missing === true ? [shape.missing as number] : []), // checked at the door
  ]);
  return {
    kind: 'choice',
    values,
    bins,
    reachable: values[0].map((_, j) => {
      const [low, high] = endsOf(j, bins, feature);
      return j > cuts.length || low <= high;
    }),
  };
}

/** The least and the largest number of the domain in bin j; the other way round if it holds none. Not all are doubles: see {@link pointIn}. */
export function endsOf(
  j: number,
  { cuts, closed }: NonNullable<Choice['bins']>,
  feature: NumericFeature,
): [low: number, high: number] {
  const left = closed === 'left';
  let low = j === 0 ? Number.NEGATIVE_INFINITY : left ? cuts[j - 1] : above(cuts[j - 1]);
  let high = j === cuts.length ? Number.POSITIVE_INFINITY : left ? below(cuts[j]) : cuts[j];
  if (feature.kind === 'integer') {
    // The open end of a bin excludes the cut itself, also when the cut is a whole number.
    low = j === 0 ? low : left ? Math.ceil(cuts[j - 1]) : Math.floor(cuts[j - 1]) + 1;
    high = j === cuts.length ? high : left ? Math.ceil(cuts[j]) - 1 : Math.floor(cuts[j]);
  }
  return [Math.max(low, feature.lower), Math.min(high, feature.upper)];
}

/**
 * The double of the domain in bin j that is nearest to `wish`; NaN for the missing one. Undefined if there is none: an empty bin, or one
 * that begins beyond the largest double or the largest whole number.
 */
export function pointIn(
  j: number,
  bins: NonNullable<Choice['bins']>,
  feature: NumericFeature,
  wish: number,
): number | undefined {
  if (j > bins.cuts.length) return Number.NaN;
  const most = largestOf(feature);
  const ends = endsOf(j, bins, feature);
  const [low, high] = [Math.max(ends[0], -most), Math.min(ends[1], most)];
  if (low > high) return undefined;
  if (!Number.isNaN(wish)) return Math.min(Math.max(wish, low), high);
  return Number.isFinite(ends[0]) ? low : Number.isFinite(ends[1]) ? high : 0;
}

/** The largest value a feature can take where its domain has no bound; whole numbers end at 2^53. */
export function largestOf({ kind }: Feature): number {
  return kind === 'integer' ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE;
}

function toCoefficients(shape: Shape): Coefficients {
  if (shape.kind === 'quadratic') {
    return {
      quadratic: shape.quadratic,
      linear: shape.linear ?? 0,
      constant: shape.constant ?? 0,
      center: shape.center ?? 0,
    };
  }
  return { quadratic: 0, linear: (shape as LinearShape).weight, constant: 0, center: 0 };
}
