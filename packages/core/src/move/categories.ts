// Moving categories of a two-class model of categories and bins: where each goes depends on the class alone, and the drops on the grid
// tell how far the other class then leads.
import { type Dyadic, fromDouble } from '../exact/dyadic.ts';
import type { Reduced } from '../reduce/classifier.ts';
import { doubtBetween } from '../weigh/float-scores.ts';
import { noiseBound } from '../weigh/noise.ts';
import type { Weighed } from '../weigh/problem.ts';
import { type Side, toSides } from '../weigh/sides.ts';

/** What moving the categories of a class's instances needs. */
export interface CategoryMoves extends Pick<Side, 'drops' | 'rank' | 'counted' | 'threshold'> {
  readonly offset: Int32Array;
  /** By feature: the category that hurts the class most. */
  readonly worst: ArrayLike<number>;
  /** Steps of the grid below the threshold from which on the other class is beyond doubt. */
  readonly surely: number;
  /** Where a moved instance is put together. */
  readonly moved: Float64Array;
}

const cache = new WeakMap<Reduced, readonly CategoryMoves[] | null>();

/** By class; null for more classes and for curves. */
export function categoryMoves(classifier: Reduced): readonly CategoryMoves[] | null {
  let moves = cache.get(classifier);
  if (moves === undefined) {
    moves = toSides(classifier)?.map((side, c) => toMoves(classifier, side, c)) ?? null;
    cache.set(classifier, moves);
  }
  return moves;
}

function toMoves(classifier: Reduced, side: Side, c: number): CategoryMoves {
  const { drops, rank, counted, threshold, window, quantum } = side;
  // Scores that differ by more than twice their noise differ, in doubles too, by more than the noise.
  const doubt = 2 * doubtBetween(classifier, { noise: noiseBound(classifier) }, 0, 1);
  // Rounding the drops and the threshold, and the tie rule in it, are worth less than a window and two steps.
  const surely = Number.isFinite(doubt) ? stepsOf(doubt, quantum) + window + 2 : Number.POSITIVE_INFINITY;
  const { worst } = classifier.pair(c, 1 - c);
  const moved = new Float64Array(classifier.features.length);
  return { drops, rank, counted, offset: classifier.offset, worst, threshold, surely, moved };
}

/** A number from 0 on in steps of a quantum, rounded up. */
function stepsOf(x: number, quantum: Dyadic): number {
  const { m, e } = fromDouble(x);
  const shift = BigInt(Math.abs(e - quantum.e));
  const [top, bottom] = e >= quantum.e ? [m << shift, quantum.m] : [m, quantum.m << shift];
  return Number(top / bottom) + 1;
}

/**
 * The values of an instance whose categories have moved so that the other class wins beyond doubt; undefined where that is not known. They
 * are written over by the next.
 */
export function moveCategories(problem: Weighed, moving: readonly number[]): Float64Array | undefined {
  const { classifier, encoded, classIndex } = problem;
  const moves = categoryMoves(classifier);
  if (moves === null) return undefined;
  const { drops, rank, counted, offset, worst, threshold, surely, moved } = moves[classIndex];
  const { options, values } = encoded;
  let lead = -threshold;
  for (let i = 0; i < options.length; i++) {
    lead += drops[offset[i] + options[i]];
    moved[i] = values[i];
  }
  for (const i of moving) {
    if (classifier.features[i].kind !== 'categorical') return undefined;
    const at = offset[i] + options[i];
    if (rank[at] >= counted) continue; // it hurts most where it is
    lead -= drops[at];
    moved[i] = worst[i];
  }
  return -lead >= surely ? moved : undefined;
}
