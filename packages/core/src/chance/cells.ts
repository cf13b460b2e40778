// Bounds where lists would be too long: sums counted in coarse cells, every amount rounded down where the class is to be kept, and up
// where it is to be lost. What lies between stays undecided, and is the less the smaller the cells are.
import type { Part, Threshold } from './against.ts';
import { certain, type Masses } from './masses.ts';

/** One feature in cells: different amounts in increasing order, with what certainly has them. */
interface Steps {
  readonly amounts: Int32Array;
  readonly shares: Float64Array;
  /** How many shares were added up. */
  readonly added: number;
}

/** @param count - how many cells the largest sum takes, about: a power of two. */
export function inCells(
  parts: readonly Part[],
  component: number,
  { grid, window }: Threshold,
  count: number,
): Masses {
  const largest = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  // Whole steps of the grid, a power of two of them, so that dividing rounds nothing.
  const size = Math.max(1, 2 ** Math.ceil(Math.log2(largest / count)));
  const down = parts.map((part) => toSteps(part, component, size, largest, Math.floor));
  const up = parts.map((part) => toSteps(part, component, size, largest, Math.ceil));
  // Lost is what stays below: the amounts that are missing to the largest reach what is missing there.
  const top = up.map(({ amounts }) => amounts[amounts.length - 1] ?? 0);
  const missing = up.map(({ amounts, shares, added }, i) => ({
    amounts: amounts.map((_, j) => top[i] - amounts[amounts.length - 1 - j]),
    shares: shares.slice().reverse(),
    added,
  }));
  const most = top.reduce((sum, x) => sum + x, 0);
  return {
    kept: reaching(down, Math.ceil((grid + Math.max(window, 1)) / size)),
    lost: reaching(missing, most - Math.floor((grid - window) / size)),
  };
}

function lengthOf(part: Part): number {
  return part.kind === 'stretch' ? part.length : (part.amounts[part.amounts.length - 1] ?? 0);
}

/** Equal amounts become one. */
function toSteps(
  part: Part,
  component: number,
  size: number,
  largest: number,
  round: (x: number) => number,
): Steps {
  let amounts: Float64Array;
  let low: Float64Array;
  if (part.kind === 'points') {
    amounts = part.amounts;
    low = part.low[component];
  } else {
    // Pieces about as long as a cell, but not too many.
    const pieces = part.pieces(piecesFor(part.length / Math.max(size, largest / MOST_PIECES)));
    amounts = round === Math.floor ? pieces.least : pieces.most;
    low = pieces.low[component];
  }
  const byAmount = new Map<number, number>();
  for (let v = 0; v < amounts.length; v++) {
    const cell = round(amounts[v] / size);
    byAmount.set(cell, (byAmount.get(cell) ?? 0) + low[v]);
  }
  const cells = Int32Array.from(byAmount.keys()).sort();
  const shares = Float64Array.from(cells, (cell) => byAmount.get(cell) as number);
  return { amounts: cells, shares, added: amounts.length };
}

/** Along all lines together. */
const MOST_PIECES = 4096;

/** A power of two, so that few different ones are made. */
function piecesFor(count: number): number {
  return 2 ** Math.max(3, Math.ceil(Math.log2(count + 1)));
}

/** What certainly adds up to the goal or more. Amounts are not negative. */
function reaching(features: readonly Steps[], goal: number): number {
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
    reached += step(feature, now, next, least, most, rest);
    const { amounts } = feature;
    [least, most] = [Math.max(1, least - amounts[amounts.length - 1]), Math.min(most - amounts[0], rest)];
    if (least > most) break;
    [now, next] = [next, now];
    next.fill(0);
  }
  return certain(reached, roundingsOf(features, goal));
}

/** One feature more: what is needed gets less, or nothing is any more (that is the result), or it can no longer be had. */
function step(
  { amounts, shares }: Steps,
  now: Float64Array,
  next: Float64Array,
  least: number,
  most: number,
  rest: number,
): number {
  let reached = 0;
  let upTo = least;
  let sum = 0;
  for (let v = 0; v < amounts.length; v++) {
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

function topOf({ amounts }: Steps): number {
  return amounts[amounts.length - 1] ?? 0;
}

function sumOf(shares: Float64Array): number {
  return shares.reduce((sum, x) => sum + x, 0);
}

/** Per feature a product and as many sums as it has amounts, twice; and the sum over the cells. */
function roundingsOf(features: readonly Steps[], cells: number): number {
  return features.reduce((sum, { amounts, added }) => sum + 2 + 2 * amounts.length + added, cells);
}
