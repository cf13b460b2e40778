// A two-class model of categories and bins, prepared once: for each class its drops on one certified grid, their ranks, and
// the threshold, which does not depend on the instance.
import type { Dyadic } from '../exact/dyadic.ts';
import { toGrid } from '../exact/grid.ts';
import type { Reduced } from '../reduce/classifier.ts';
import type { Choice } from '../reduce/term.ts';

/**
 * One class, prepared: its drops against the other on a grid. An instance's drops exceed the threshold all together iff this
 * class wins, and then the heaviest few that exceed it are a smallest explanation.
 */
export interface Side {
  /** Per option (flat): the drop, and its rank among all drops, heaviest first, equal ones by feature. */
  readonly drops: Float64Array;
  readonly rank: Int32Array;
  /** Per option, where a question narrows what may move: how much of its drop is out of reach, and so not needed; null where it does not. */
  readonly lost: Float64Array | null;
  /** Per rank: the drop, and the feature it belongs to. */
  readonly byRank: Float64Array;
  readonly feature: Int32Array;
  /** Ranks from here on have drops of 0, exactly: they are never part of an answer. */
  readonly counted: number;
  /** Sums are certain when they miss the threshold by `window` or more. */
  readonly threshold: number;
  readonly window: number;
  /** What one step of the grid is worth in scores. */
  readonly quantum: Dyadic;
  /** Per option two words with the bit of its rank; null when the drops that count are more than 64. */
  readonly marks: Uint32Array | null;
  /** The class never changes: the explanation is empty. */
  readonly constant: boolean;
}

const cache = new WeakMap<Reduced, readonly Side[] | null>();

/** The two sides of a two-class model of choices; null for any other model, and over a narrowed space. */
export function toSides(classifier: Reduced): readonly Side[] | null {
  let sides = cache.get(classifier);
  if (sides === undefined) {
    // Over a narrowed space the threshold depends on the instance.
    const able =
      classifier.whole === classifier &&
      classifier.classes.length === 2 &&
      classifier.terms.every((term) => term.kind === 'choice');
    sides = able ? [toSide(classifier, 0), toSide(classifier, 1)] : null;
    cache.set(classifier, sides);
  }
  return sides;
}

/** Prepare a model on a coarser grid, where more is in doubt; for tests. */
export function coarsen(classifier: Reduced, bits: number): void {
  cache.set(
    classifier,
    [0, 1].map((c) => toSide(classifier, c, bits)),
  );
}

/** What {@link winnerOfTwo} says when the grid does not tell. */
export const UNSURE = -1;

/** Which of two classes wins: the second iff its drops exceed its threshold all together. */
export function winnerOfTwo(sides: readonly Side[], offset: Int32Array, options: Int32Array): number {
  const { drops, threshold, window, constant } = sides[1];
  if (constant) return 1;
  let lead = -threshold;
  for (let i = 0; i < options.length; i++) lead += drops[offset[i] + options[i]];
  if (lead >= Math.max(window, 1)) return 1;
  return lead <= -window ? 0 : UNSURE;
}

/** One side. @param bits - resolution of the grid; tests lower it to force the uncertain case. */
export function toSide({ pair, terms, offset, tieRank }: Reduced, c: number, bits?: number): Side {
  const { bias, gain, drop, worst, exponent } = pair(c, 1 - c);
  // Φ = −(bias + Σ min g), one less where this class wins ties.
  let threshold = -bias - (tieRank[c] < tieRank[1 - c] ? 1n : 0n);
  let largest = 0n;
  const weights: bigint[] = [];
  const feature: number[] = [];
  terms.forEach((term, i) => {
    threshold -= gain[offset[i] + worst[i]];
    let heaviest = 0n;
    (term as Choice).reachable.forEach((reachable, v) => {
      const w = reachable ? drop[offset[i] + v] : 0n;
      if (w > heaviest) heaviest = w;
      weights.push(w);
      feature.push(i);
    });
    largest += heaviest;
  });
  // Where the class never wins or never changes, any threshold on that side of the sums would do.
  const capped = threshold > largest ? largest : threshold;
  const grid = toGrid(weights, capped, { bits, sums: { count: terms.length, largest } });
  const order = Int32Array.from(weights.keys()).sort((x, y) =>
    weights[x] === weights[y] ? feature[x] - feature[y] : weights[x] > weights[y] ? -1 : 1,
  );
  const rank = new Int32Array(order.length);
  order.forEach((flat, r) => {
    rank[flat] = r;
  });
  const counted = weights.filter((w) => w > 0n).length;
  return {
    drops: grid.weights,
    lost: null,
    rank,
    byRank: Float64Array.from(order, (flat) => grid.weights[flat]),
    feature: Int32Array.from(order, (flat) => feature[flat]),
    counted,
    threshold: grid.threshold,
    window: grid.window,
    quantum: { m: grid.quantum, e: exponent },
    marks: toMarks(rank, counted),
    constant: threshold < 0n,
  };
}

/** Up to 64 drops that count: two words per option. */
function toMarks(rank: Int32Array, counted: number): Uint32Array | null {
  if (counted > 64) return null;
  const marks = new Uint32Array(2 * rank.length);
  rank.forEach((at, flat) => {
    if (at < counted) marks[2 * flat + (at >> 5)] = 1 << (at & 31);
  });
  return marks;
}
