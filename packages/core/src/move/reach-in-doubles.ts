// Towards a chosen class among several, in doubles: an instance that shows that the free features can do it, or a sum of all demands that
// proves that they cannot. Not for parabolas. Where it is close neither may be found, and exact numbers must tell.
import { errorOfSum, UNIT_ROUNDOFF } from '../exact/filter.ts';
import { FloatSimplex } from '../exact/float-simplex.ts';
import type { NumericFeature } from '../model/types.ts';
import { type BinnedChoice, type Choice, type Curve, pointIn } from '../reduce/term.ts';
import type { Weighed } from '../weigh/problem.ts';
import type { Target } from '../weigh/target.ts';
import { won } from './judge.ts';
import { domainOf } from './witness.ts';

/** Instances are looked for where the target is ahead by this part of the sizes in play, so that doubles can see it. */
const CLEARLY = 2 ** -24;
/** Added to sizes, so that errors relative to them cover what underflows. */
const UNDERFLOW = 2 ** -1000;

/** What any features that can reach the target bring together: at least `least`, as doubles add up. */
export interface Necessity {
  /** Per feature. */
  readonly weights: Float64Array;
  readonly least: number;
}

/** A way for a feature to move. */
interface Way {
  readonly feature: number;
  /** Per class to beat: what it brings against that class, gone once; and the size of the numbers that this is computed from. */
  readonly gains: Float64Array;
  readonly sizes: Float64Array;
  /** How often it can be gone: once, or without end. */
  readonly most: number;
  /** Of a choice the option that it leads to, of a number by how much it changes. */
  readonly to: number;
}

export class ReachInDoubles {
  private readonly problem: Weighed;
  private readonly target: Target;
  /** Per feature. */
  private readonly ways: readonly (readonly Way[])[];
  /** Per class to beat: how far the target is behind. */
  private readonly behind: Float64Array;

  /** Undefined for a model with parabolas. */
  static of(problem: Weighed, target: Target): ReachInDoubles | undefined {
    const straight = problem.classifier.terms.every(
      (term) => term.kind === 'choice' || term.coefficients.every(({ quadratic }) => quadratic === 0),
    );
    return straight ? new ReachInDoubles(problem, target) : undefined;
  }

  private constructor(problem: Weighed, target: Target) {
    this.problem = problem;
    this.target = target;
    const { terms } = problem.classifier;
    this.ways = terms.map((term, i) =>
      term.kind === 'choice' ? this.waysOfChoice(term, i) : this.waysOfLine(term, i),
    );
    const { scores } = problem.float;
    this.behind = Float64Array.from(target.against, ({ class: k }) => scores[k] - scores[target.class]);
  }

  /** Can changing only these features make the target win? Undefined where doubles do not tell. */
  decide(free: readonly number[]): boolean | undefined {
    const answer = this.attempt(free);
    if (!(answer instanceof Float64Array)) return answer;
    const { weights, least } = this.necessity(answer);
    let sum = 0;
    for (const i of free) sum += weights[i];
    return sum < least ? false : undefined;
  }

  /** True if an instance shows that these features can do it, or else multipliers that may prove that they cannot. */
  attempt(free: readonly number[]): true | Float64Array | undefined {
    const ways = free.flatMap((i) => this.ways[i]);
    const { simplex, scales } = this.program(free, ways, CLEARLY);
    const outcome = simplex.solve();
    if (outcome === 'solved') return this.shows(ways, simplex.solution) ? true : undefined;
    return outcome === 'impossible' ? scales.map((scale, r) => simplex.multipliers[r] / scale) : undefined;
  }

  /** Multipliers that say much about how many features are needed. */
  promising(usable: readonly number[]): Float64Array | undefined {
    const { simplex, scales } = this.program(
      usable,
      usable.flatMap((i) => this.ways[i]),
      0,
    );
    if (simplex.solve() !== 'solved') return undefined;
    return scales.map((scale, r) => simplex.multipliers[r] / scale);
  }

  /**
   * What follows from a sum of all demands, weighed by multipliers ≥ 0: the features that move must bring at least what is missing, each at
   * most its best for that sum. Weights are rounded up and what is missing is rounded down, by more than doubles can be wrong.
   */
  necessity(multipliers: Float64Array): Necessity {
    const { scores, noise } = this.problem.float;
    const { class: t, against } = this.target;
    let missing = 0;
    let size = 0;
    let doubt = 0;
    against.forEach(({ class: k }, r) => {
      missing += multipliers[r] * this.behind[r];
      size += multipliers[r] * (Math.abs(scores[k]) + Math.abs(scores[t]) + UNDERFLOW);
      doubt += multipliers[r] * (noise[k] + noise[t]);
    });
    const count = this.ways.length;
    const least = missing - 2 * doubt - errorOfSum(2 * against.length, size);
    // What is heavier than needed counts no more for it. The sum of the weights may be rounded down.
    const cap = 2 * Math.max(least, 0);
    return {
      weights: Float64Array.from(this.ways, (ways) => Math.min(cap, bestOf(ways, multipliers))),
      least: least - 4 * (count + 4) * UNIT_ROUNDOFF * Math.abs(least),
    };
  }

  private waysOfLine({ coefficients, feature }: Curve, i: number): Way[] {
    const { class: t, against } = this.target;
    const home = this.problem.encoded.values[i];
    return [feature.upper - home, feature.lower - home].flatMap((distance, side): Way[] => {
      if (distance === 0) return [];
      const endless = !Number.isFinite(distance);
      const to = endless ? (side === 0 ? 1 : -1) : distance;
      const own = coefficients[t].linear;
      const gains = against.map(({ class: k }) => (own - coefficients[k].linear) * to);
      const sizes = against.map(
        ({ class: k }) => (Math.abs(own) + Math.abs(coefficients[k].linear)) * Math.abs(to) + UNDERFLOW,
      );
      return [toWay(i, gains, sizes, endless ? Number.POSITIVE_INFINITY : 1, to)];
    });
  }

  private waysOfChoice({ values, reachable }: Choice, i: number): Way[] {
    const { class: t, against } = this.target;
    const home = this.problem.encoded.options[i];
    return reachable.flatMap((able, option): Way[] => {
      if (!able || option === home) return [];
      const gains = against.map(
        ({ class: k }) => values[t][option] - values[t][home] - (values[k][option] - values[k][home]),
      );
      const sizes = against.map(({ class: k }) =>
        [values[t][option], values[t][home], values[k][option], values[k][home]].reduce(
          (sum, x) => sum + Math.abs(x),
          UNDERFLOW,
        ),
      );
      return [toWay(i, gains, sizes, 1, option)];
    });
  }

  /** A row for each class to beat, on a scale of its own, and one for each choice: not more than one of its options. */
  private program(
    free: readonly number[],
    ways: readonly Way[],
    clearly: number,
  ): { simplex: FloatSimplex; scales: Float64Array } {
    const count = ways.length;
    const { terms } = this.problem.classifier;
    const choices = free.filter((i) => terms[i].kind === 'choice' && this.ways[i].length > 1);
    const rows = this.behind.length + choices.length;
    const shares = new Float64Array(rows * count);
    const needs = new Float64Array(rows);
    const scales = this.behind.map((behind, r) => {
      let scale = Math.abs(behind);
      for (const { gains } of ways) scale = Math.max(scale, Math.abs(gains[r]));
      if (scale === 0) scale = 1;
      needs[r] = behind / scale + clearly;
      ways.forEach(({ gains }, j) => {
        shares[r * count + j] = gains[r] / scale;
      });
      return scale;
    });
    choices.forEach((i, c) => {
      const row = this.behind.length + c;
      needs[row] = -1;
      ways.forEach(({ feature }, j) => {
        if (feature === i) shares[row * count + j] = -1;
      });
    });
    const simplex = new FloatSimplex(count, rows);
    simplex.start({ shares, needs, most: Float64Array.from(ways, ({ most }) => most), cost: 1 });
    return { simplex, scales };
  }

  /** Does the target win where these ways are gone, as far as there is such an instance? */
  private shows(ways: readonly Way[], solution: Float64Array): boolean {
    const { classifier, encoded } = this.problem;
    const values = Float64Array.from(encoded.values);
    const share = new Float64Array(values.length).fill(0.5);
    ways.forEach(({ feature: i, to }, j) => {
      const term = classifier.terms[i];
      if (term.kind === 'curve') {
        values[i] += solution[j] * to;
        return;
      }
      if (solution[j] <= share[i]) return;
      share[i] = solution[j];
      const described = classifier.features[i];
      values[i] =
        described.kind === 'categorical'
          ? to
          : (pointIn(to, (term as BinnedChoice).bins, described, encoded.values[i]) ?? values[i]);
    });
    for (const { feature: i } of ways) {
      if (classifier.terms[i].kind === 'choice') continue;
      const [least, most] = domainOf(classifier.features[i] as NumericFeature);
      if (Number.isNaN(values[i])) return false; // the solution has come to nothing
      const inside = Math.min(Math.max(values[i], least), most) + 0;
      values[i] = classifier.features[i].kind === 'integer' ? Math.round(inside) : inside;
    }
    return won(this.problem, this.target.class, values).holds.now();
  }
}

function toWay(
  feature: number,
  gains: readonly number[],
  sizes: readonly number[],
  most: number,
  to: number,
): Way {
  return { feature, gains: Float64Array.from(gains), sizes: Float64Array.from(sizes), most, to };
}

/** No less than what the best of the ways brings for the sum of the demands. */
function bestOf(ways: readonly Way[], multipliers: Float64Array): number {
  let best = 0;
  for (const { gains, sizes, most } of ways) {
    let sum = 0;
    let size = 0;
    for (let r = 0; r < multipliers.length; r++) {
      sum += multipliers[r] * gains[r];
      size += multipliers[r] * sizes[r];
    }
    const brought = sum + errorOfSum(2 * multipliers.length + 4, size);
    if (Number.isNaN(brought)) return Number.POSITIVE_INFINITY; // beyond the doubles
    if (brought > 0) best = Math.max(best, brought * most);
  }
  return best;
}
