// A smallest set that exceeds every demand's threshold (smallest explanation with more than two classes): branch and
// bound. The incumbent comes from a greedy choice; the bounds are, per demand and for one weighted mixture of all demands,
// how many of the heaviest free ranks it takes. Bounds are doubles and cut only what they certainly exclude; whether a
// set suffices is always decided exactly, so the answer is a proven optimum.
import { errorOfSum } from '../exact/filter.ts';
import { type Budget, Meter } from '../model/budget.ts';
import { type Demands, exceeds } from '../weigh/demands.ts';

/** Rounds of improving the mixture of demands; more hardly tighten the bound. */
const MIXING_ROUNDS = 60;

/** A covering demand in doubles: the chosen ranks' `weights` must add up to at least `need`. */
interface FloatDemand {
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
 * @throws {LimitError} `too-many-steps` or `aborted` beyond the budget.
 */
export function smallestDemands(demands: Demands, budget?: Budget): number[] {
  const meter = new Meter(budget);
  const { forced, features, list } = demands;
  const toFeatures = (ranks: readonly number[]): number[] =>
    [...forced, ...ranks.map((rank) => features[rank])].sort((a, b) => a - b);
  if (list.length === 0) return toFeatures([]);
  const count = features.length;
  const single = list.map((demand) => toFloatDemand(shares(demand.weights, demand.threshold), 1, 1));
  const mixture = mix(single);
  const bounds = [mixture, ...single];
  const suffices = (ranks: readonly number[]): boolean =>
    list.every((demand) => exceeds(demand, gridSum(demand.grid.weights, ranks), () => ranks));

  // Ranks in the order of branching: most useful for the mixture first.
  const { order } = mixture;
  const place = new Int32Array(count);
  order.forEach((rank, at) => {
    place[rank] = at;
  });

  let best = shorten([...order], suffices);
  const path: number[] = [];
  let at = 0;
  for (;;) {
    if (!meter.spend(1))
      throw meter.refusal(
        'no proof of the smallest explanation',
        `a set of ${best.length + forced.length} features not yet proved smallest`,
      );
    const left = best.length - 1 - path.length;
    if (at < count && left > 0 && bounds.every((bound) => coverable(bound, path, place, at, left))) {
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
  { weights, need, doubt, order }: FloatDemand,
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

/** @param mixed - how many demands each weight is a sum of, and so how often it was rounded. */
function toFloatDemand(weights: Float64Array, need: number, mixed: number): FloatDemand {
  const order = Int32Array.from(weights.keys()).sort((a, b) => weights[b] - weights[a] || a - b);
  return { weights, need, doubt: errorOfSum(weights.length + 2 * mixed, 2 * need), order };
}

/** A mixture of the demands whose own bound is as strong as a few rounds of multiplicative weights make it. */
function mix(demands: readonly FloatDemand[]): FloatDemand {
  const count = demands[0].weights.length;
  const factor = demands.map(() => 1);
  let best: FloatDemand | undefined;
  let bestBound = -1;
  for (let round = 0; round < MIXING_ROUNDS; round++) {
    const weights = new Float64Array(count);
    demands.forEach((demand, r) => {
      for (let i = 0; i < count; i++) weights[i] += factor[r] * demand.weights[i];
    });
    const demand = toFloatDemand(
      weights,
      factor.reduce((a, b) => a + b, 0),
      demands.length,
    );
    // Fill up with the heaviest, the last in part: the relaxation's optimum, and how far it leaves each demand short.
    const met = demands.map(() => 0);
    let sum = 0;
    let bound = 0;
    for (const i of demand.order) {
      if (sum >= demand.need || weights[i] === 0) break;
      const part = Math.min(1, (demand.need - sum) / weights[i]);
      sum += part * weights[i];
      bound += part;
      demands.forEach((demand, r) => {
        met[r] += part * demand.weights[i];
      });
    }
    if (bound > bestBound) {
      bestBound = bound;
      best = demand;
    }
    demands.forEach((_, r) => {
      factor[r] *= Math.exp((1 - met[r]) / (1 + round / 10));
    });
    const scale = Math.max(...factor);
    for (let r = 0; r < factor.length; r++) factor[r] /= scale;
  }
  return best as FloatDemand;
}

function gridSum(weights: Float64Array, ranks: readonly number[]): number {
  let sum = 0;
  for (const rank of ranks) sum += weights[rank];
  return sum;
}
