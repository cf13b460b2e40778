// Bounds where lists would be too long: sums counted in coarse cells. What lies between certainly kept and certainly lost stays
// undecided, and is the less the smaller the cells are.
import type { Meter } from '../model/budget.ts';
import type { Part, Threshold } from './against.ts';
import { certain, type Masses } from './masses.ts';
import { cellSize, keptRace, lostRace, type Race, type Steps, topOf } from './steps.ts';

/** @param count - how many cells the largest sum takes, about. @param meter - whose signal ends it: then less is decided. */
export function inCells(
  parts: readonly Part[],
  component: number,
  threshold: Threshold,
  count: number,
  meter: Meter,
): Masses {
  const size = cellSize(parts, count);
  return {
    kept: reaching(keptRace(parts, component, threshold, size), meter),
    lost: reaching(lostRace(parts, component, threshold, size), meter),
  };
}

/** Amounts of a feature between two looks at the signal. */
const LOOK_EVERY = 64;

/** What certainly adds up to the goal or more. Amounts are not negative. */
function reaching({ features, goal }: Race, meter: Meter): number {
  // The widest first: then the most is decided early.
  const order = [...features].sort((x, y) => topOf(y) - topOf(x));
  let rest = order.reduce((sum, feature) => sum + topOf(feature), 0);
  const start = order.reduce((sum, { amounts }) => sum + (amounts[0] ?? 0), 0);
  if (goal > rest) return 0;
  // Not even the least amounts fall short.
  if (goal <= start)
    return certain(
      order.reduce((mass, { shares }) => mass * sumOf(shares), 1),
      roundingsOf(features, 0),
    );
  let reached = 0;
  // By what is still needed, from 1 to the goal.
  let now = new Float64Array(goal + 1);
  let next = new Float64Array(goal + 1);
  now[goal] = 1;
  let [least, most] = [goal, goal];
  for (const feature of order) {
    rest -= topOf(feature);
    reached += step(feature, now, next, least, most, rest, meter);
    if (meter.stopped()) break;
    const { amounts } = feature;
    [least, most] = [Math.max(1, least - amounts[amounts.length - 1]), Math.min(most - amounts[0], rest)];
    if (least > most) break;
    [now, next] = [next, now];
    next.fill(0);
  }
  return certain(reached, roundingsOf(features, goal));
}

/**
 * One feature more: what is needed gets less, or nothing is any more (that is the result), or it can no longer be had. Ended by the signal,
 * the result is part of it.
 */
function step(
  { amounts, shares }: Steps,
  now: Float64Array,
  next: Float64Array,
  least: number,
  most: number,
  rest: number,
  meter: Meter,
): number {
  let reached = 0;
  let upTo = least;
  let sum = 0;
  for (let v = 0; v < amounts.length; v++) {
    if (v % LOOK_EVERY === LOOK_EVERY - 1 && meter.stopped()) return reached;
    const amount = amounts[v];
    const share = shares[v];
    for (; upTo <= amount && upTo <= most; upTo++) sum += now[upTo];
    reached += share * sum;
    const end = Math.min(most, rest + amount);
    for (let need = Math.max(least, amount + 1); need <= end; need++)
      next[need - amount] += share * now[need];
  }
  return reached;
}

function sumOf(shares: Float64Array): number {
  return shares.reduce((sum, x) => sum + x, 0);
}

/** Per feature a product and as many sums as it has amounts, twice; and the sum over the cells. */
function roundingsOf(features: readonly Steps[], cells: number): number {
  return features.reduce((sum, { amounts, added }) => sum + 2 + 2 * amounts.length + added, cells);
}
