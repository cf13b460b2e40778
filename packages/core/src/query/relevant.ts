// Features that are in some explanation. Feature i is, iff some set Q without i is not sufficient but Q with i is:
// any minimal sufficient subset of the latter must contain i. For two classes the relevant features are a prefix of
// the order of drops, so few have to be tested; each test is a subset-sum search (the problem is NP-hard), whose
// bounds end it early except in contrived cases, and which refuses rather than guesses beyond its limit. Where the
// explanations are few, it is quicker to go through them.

import { type Budget, Meter } from '../model/budget.ts';
import type { Problem } from '../model/prepared.ts';
import { type Demand, type Demands, exceeds, toDemands } from '../weigh/demands.ts';
import { toAsked } from './question.ts';
import { featuresWhere, quickTally } from './tally.ts';

/** Options of {@link relevant}. */
export interface RelevantOptions {
  /** What it may cost for all features together. A step looks at a set for one rival. Default 50 million steps, some seconds. */
  readonly budget?: Budget;
}

const STEPS = 5e7;

/**
 * The features that occur in some explanation, in increasing order; the others never matter for this instance.
 *
 * @throws {LimitError} `too-many-steps` or `aborted` when some feature could not be decided within the budget.
 * @example
 * ```ts
 * import { linearModel, reduce, relevant, weigh } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const model = linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 4], [0, 4], [0, 1]], intercept: -3 });
 * relevant(weigh(reduce(model), ['yes', 'yes', 'yes'])); // => [0, 1]
 * ```
 */
export function relevant(problem: Problem, { budget }: RelevantOptions = {}): number[] {
  const asked = toAsked(problem);
  const quick = quickTally(asked, Number.POSITIVE_INFINITY);
  if (quick !== undefined) return featuresWhere(quick.frequency, (times) => times > 0);
  const demands = toDemands(asked.problem, 'axp');
  const { forced, features, list } = demands;
  const found = [...forced];
  const meter = new Meter(budget, STEPS);
  const test = (rank: number): boolean => isNeededSomewhere(demands, rank, meter);
  if (list.length === 1) {
    const end = endOfPrefix(features.length, test);
    for (let rank = 0; rank < end; rank++) found.push(features[rank]);
  } else {
    features.forEach((feature, rank) => {
      if (test(rank)) found.push(feature);
    });
  }
  return found.sort((a, b) => a - b);
}

/** The number of leading ranks that pass a test which holds exactly for a prefix. The last is the likeliest end. */
function endOfPrefix(count: number, test: (rank: number) => boolean): number {
  if (count === 0 || test(count - 1)) return count;
  let low = 0;
  let high = count - 1; // fails
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Is there a set of other ranks that exceeds every demand together with `rank`, and fails some demand without it? */
function isNeededSomewhere({ list: demands }: Demands, rank: number, meter: Meter): boolean {
  return demands.some((open) => open.weights[rank] > 0n && search(demands, open, rank, meter));
}

/** The same with the demand that fails given: Σ ≤ threshold there, and Σ + weight of `rank` > threshold everywhere. */
function search(demands: readonly Demand[], open: Demand, rank: number, meter: Meter): boolean {
  const others = Array.from(open.weights.keys()).filter((other) => other !== rank);
  const count = others.length;
  const rest = demands.map(({ grid }) => {
    const sums = new Float64Array(count + 1);
    for (let x = count - 1; x >= 0; x--) sums[x] = sums[x + 1] + grid.weights[others[x]];
    return sums;
  });
  const path: number[] = [];
  const sums = Array.from({ length: count + 1 }, () => new Float64Array(demands.length));
  demands.forEach((demand, r) => {
    sums[0][r] = demand.grid.weights[rank];
  });
  const picked = (): number[] => [rank, ...path.map((x) => others[x])];
  const openIndex = demands.indexOf(open);
  const own = open.grid.weights[rank];
  let x = 0;
  for (;;) {
    if (!meter.spend(demands.length)) throw meter.refusal('relevance not decided', 'more');
    const sum = sums[path.length];
    if (demands.every((demand, r) => exceeds(demand, sum[r], picked))) return true;
    const possible =
      x < count &&
      demands.every((demand, r) =>
        exceeds(demand, sum[r] + rest[r][x], () => [...picked(), ...others.slice(x)]),
      );
    if (possible) {
      path.push(x);
      const next = sums[path.length];
      for (let r = 0; r < demands.length; r++) next[r] = sum[r] + demands[r].grid.weights[others[x]];
      // Without `rank` the open demand must not be exceeded.
      if (exceeds(open, next[openIndex] - own, () => path.map((y) => others[y]))) path.pop();
      x += 1;
      continue;
    }
    const back = path.pop();
    if (back === undefined) return false;
    x = back + 1;
  }
}
