// Can a question be asked as one covering problem? With two classes always; with more when all rivals but one make no
// demand of their own.
import { type Cover, type Kind, toCover } from '../weigh/cover.ts';
import { type Demand, type Demands, toDemands } from '../weigh/demands.ts';
import type { Weighed } from '../weigh/problem.ts';

/** One covering problem with the same answers. */
export interface OneCover {
  readonly cover: Cover;
  /** Whether the enumeration also lists them in the order of its search. */
  readonly inOrder: boolean;
}

/** The covering problem of a question; undefined when it takes several. */
export function toOneCover(problem: Weighed, kind: Kind): OneCover | undefined {
  if (problem.rivals.length === 1) return { cover: toCover(problem.rivals[0], kind), inOrder: true };
  const demands = toDemands(problem, kind);
  const left = independent(demands);
  return left.length > 1
    ? undefined
    : { cover: fromDemands(demands, left.at(0)), inOrder: demands.list.length < 2 };
}

/** The demands that are not decided by another one. */
function independent({ mode, list }: Demands): Demand[] {
  // "all": leave out what another implies. "any": leave out what implies another.
  const covered = (demand: Demand, other: Demand): boolean =>
    mode === 'all' ? follows(demand, other) : follows(other, demand);
  return list.filter(
    (demand, r) =>
      !list.some((other, s) => r !== s && covered(demand, other) && (s < r || !covered(other, demand))),
  );
}

/**
 * Does exceeding the threshold U of `other` (weights v) always exceed the threshold T of `demand` (weights w)? Surely when
 * w_i·U ≥ v_i·T for all i: then Σv > U gives U·Σw ≥ T·Σv > T·U. (With T = 0 it takes a positive Σw: w_i > 0
 * wherever v_i > 0.)
 */
function follows(demand: Demand, other: Demand): boolean {
  const [t, u] = [demand.threshold, other.threshold];
  if (t === 0n) return demand.weights.every((w, i) => w > 0n || other.weights[i] === 0n);
  return u > 0n && demand.weights.every((w, i) => w * u >= other.weights[i] * t);
}

/** The covers of the only demand left, or of none. */
function fromDemands({ mode, forced, singles, features }: Demands, demand: Demand | undefined): Cover {
  const nothing = { forced, singles, order: new Int32Array(0), weights: [] };
  if (demand === undefined) return { ...nothing, threshold: mode === 'all' ? -1n : 0n };
  const { weights, threshold } = demand;
  const byWeight = Array.from(features.keys())
    .filter((rank) => weights[rank] > 0n)
    .sort((i, j) =>
      weights[i] === weights[j] ? features[i] - features[j] : weights[i] > weights[j] ? -1 : 1,
    );
  const alone = byWeight.filter((rank) => weights[rank] > threshold);
  const others = byWeight.slice(alone.length);
  return {
    forced,
    singles: [...singles, ...alone.map((rank) => features[rank])],
    order: Int32Array.from(others, (rank) => features[rank]),
    weights: others.map((rank) => weights[rank]),
    threshold,
  };
}
