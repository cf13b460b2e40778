// A smallest set that exceeds every row's threshold (smallest explanation with more than two classes): branch and
// bound. The incumbent comes from a greedy choice; the bounds are, per row and for one weighted mixture of all rows,
// how many of the heaviest free ranks it takes. Bounds are doubles and cut only what they certainly exclude; whether a
// set suffices is always decided exactly, so the answer is a proven optimum.
import { LimitError } from '../errors.ts';
import { errorOfSum } from '../exact/filter.ts';
import { exceeds, type Rows } from '../weigh/rows.ts';

/** Rounds of improving the mixture of rows; more hardly tighten the bound. */
const MIXING_ROUNDS = 60;

/** A covering demand in doubles: the chosen ranks' `weights` must add up to at least `need`. */
interface Demand {
  readonly weights: Float64Array;
  readonly need: number;
  /** What rounding can do to a sum of the weights on its way up to the need. */
  readonly doubt: number;
  /** Ranks, heaviest first. */
  readonly order: Int32Array;
}

/**
 * The features of a smallest set, in increasing order.
 *
 * @throws {LimitError} `too-many-steps` beyond `maxSteps`.
 */
export function smallestRows(rows: Rows, maxSteps: number = Number.POSITIVE_INFINITY): number[] {
  const { forced, features, rows: list } = rows;
  const toFeatures = (ranks: readonly number[]): number[] =>
    [...forced, ...ranks.map((rank) => features[rank])].sort((a, b) => a - b);
  if (list.length === 0) return toFeatures([]);
  const count = features.length;
  const single = list.map((row) => toDemand(shares(row.weights, row.threshold), 1, 1));
  const mixture = mix(single);
  const demands = [mixture, ...single];
  const suffices = (ranks: readonly number[]): boolean =>
    list.every((row) => exceeds(row, gridSum(row.grid.weights, ranks), () => ranks));

  // Ranks in the order of branching: most useful for the mixture first.
  const { order } = mixture;
  const place = new Int32Array(count);
  order.forEach((rank, at) => {
    place[rank] = at;
  });

  let best = shorten([...order], suffices);
  const path: number[] = [];
  let steps = 0;
  let at = 0;
  for (;;) {
    if (++steps > maxSteps) {
      throw new LimitError('no proof of the smallest explanation within the limit', {
        code: 'too-many-steps',
        expected: `at most ${maxSteps} steps`,
        got: `a set of ${best.length + forced.length} features not yet proved smallest`,
      });
    }
    const left = best.length - 1 - path.length;
    if (at < count && left > 0 && demands.every((demand) => coverable(demand, path, place, at, left))) {
      path.push(order[at]);
      if (!suffices(path)) {
        at += 1;
        continue;
      }
      best = shorten(path, suffices);
      at = place[path.pop() as number] + 1;
      continue;
    }
    const back = path.pop();
    if (back === undefined) return toFeatures(best);
    at = place[back] + 1;
  }
}

/** Could `left` more of the ranks placed from `at` on meet the demand? Only a certain "no" is "no". */
function coverable(
  { weights, need, doubt, order }: Demand,
  path: readonly number[],
  place: Int32Array,
  at: number,
  left: number,
): boolean {
  let sum = 0;
  for (const rank of path) sum += weights[rank];
  const enough = need - doubt;
  let free = left;
  for (let x = 0; x < order.length && free > 0 && sum < enough; x++) {
    if (place[order[x]] < at) continue;
    sum += weights[order[x]];
    free -= 1;
  }
  return sum >= enough;
}

/** Leave out, lightest first, whatever can be left out. */
function shorten(ranks: readonly number[], suffices: (ranks: readonly number[]) => boolean): number[] {
  let kept = [...ranks];
  for (const rank of [...ranks].reverse()) {
    const others = kept.filter((other) => other !== rank);
    if (suffices(others)) kept = others;
  }
  return kept;
}

/** Integer weights as shares of what must be reached (threshold + 1), capped at the whole, rounded up. */
function shares(weights: readonly bigint[], threshold: bigint): Float64Array {
  const need = threshold + 1n;
  return Float64Array.from(weights, (w) => (w >= need ? 1 : (Number((w << 64n) / need) + 1) / 2 ** 64));
}

/** @param mixed - how many rows each weight is a sum of, and so how often it was rounded. */
function toDemand(weights: Float64Array, need: number, mixed: number): Demand {
  const order = Int32Array.from(weights.keys()).sort((a, b) => weights[b] - weights[a] || a - b);
  return { weights, need, doubt: errorOfSum(weights.length + 2 * mixed, 2 * need), order };
}

/** A mixture of the rows whose own bound is as strong as a few rounds of multiplicative weights make it. */
function mix(rows: readonly Demand[]): Demand {
  const count = rows[0].weights.length;
  const factor = rows.map(() => 1);
  let best: Demand | undefined;
  let bestBound = -1;
  for (let round = 0; round < MIXING_ROUNDS; round++) {
    const weights = new Float64Array(count);
    rows.forEach((row, r) => {
      for (let i = 0; i < count; i++) weights[i] += factor[r] * row.weights[i];
    });
    const demand = toDemand(
      weights,
      factor.reduce((a, b) => a + b, 0),
      rows.length,
    );
    // Fill up with the heaviest, the last in part: the relaxation's optimum, and how far it leaves each row short.
    const met = rows.map(() => 0);
    let sum = 0;
    let bound = 0;
    for (const i of demand.order) {
      if (sum >= demand.need || weights[i] === 0) break;
      const part = Math.min(1, (demand.need - sum) / weights[i]);
      sum += part * weights[i];
      bound += part;
      rows.forEach((row, r) => {
        met[r] += part * row.weights[i];
      });
    }
    if (bound > bestBound) {
      bestBound = bound;
      best = demand;
    }
    rows.forEach((_, r) => {
      factor[r] *= Math.exp((1 - met[r]) / (1 + round / 10));
    });
    const scale = Math.max(...factor);
    for (let r = 0; r < factor.length; r++) factor[r] /= scale;
  }
  return best as Demand;
}

function gridSum(weights: Float64Array, ranks: readonly number[]): number {
  let sum = 0;
  for (const rank of ranks) sum += weights[rank];
  return sum;
}
