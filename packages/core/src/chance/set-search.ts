// How often every set of a given size keeps the class, roughly: two classes, in coarse cells. Sets that hold the same features first
// share the work, so one more set costs a sum over the cells.
import type { Meter } from '../model/budget.ts';
import type { Weighed } from '../weigh/problem.ts';
import { against, largestOf, type Threshold } from './against.ts';
import { certain, type Masses } from './masses.ts';
import { posterior } from './posterior.ts';
import type { Spread } from './spread.ts';
import { cellSize, keptRace, lostRace, type Race, topOf } from './steps.ts';

/** Cells of the largest sum. */
const CELLS = 512;

/** One race with what holding a feature adds to it, and what all features from each position on reach by themselves. */
interface Lane extends Race {
  readonly own: readonly number[];
  /** By position and amount: what certainly adds up to it or more. */
  readonly tails: readonly Float64Array[];
  readonly roundings: number;
}

/** Sums of the free features so far, with their masses. */
type Sums = Float64Array;

export class SetSearch {
  private readonly problem: Weighed;
  private readonly spread: Spread;
  /** Positions, the most helpful features first. */
  private readonly order: readonly number[];
  /** Two per component: kept, lost. */
  private readonly lanes: readonly Lane[];

  constructor(problem: Weighed, spread: Spread, cells: number = CELLS) {
    const { classifier, classIndex, encoded } = problem;
    const rival = against(classifier, spread, classIndex, problem.rivals[0].class);
    const all = rival.parts.map((_, i) => i);
    const own = all.map((i) => rival.own(encoded, i));
    // Near the top of a wide range is where a value helps most.
    const help = own.map(([least], i) => least - largestOf(rival.parts[i]) / 2);
    this.order = all.sort((i, j) => help[j] - help[i]);
    this.problem = problem;
    this.spread = spread;
    const parts = this.order.map((i) => rival.parts[i]);
    const size = cellSize(parts, cells);
    const exact = rival.threshold(encoded, this.order);
    // Own amounts may be off by a step each where amounts were rounded.
    const threshold: Threshold = { ...exact, window: exact.window === 0 ? 0 : exact.window + parts.length };
    this.lanes = Array.from(spread.components.low.keys()).flatMap((k) => {
      const kept = keptRace(parts, k, threshold, size);
      const lost = lostRace(parts, k, threshold, size);
      return [
        toLane(
          kept,
          this.order.map((i) => Math.floor(inCells(own[i][0], size))),
        ),
        toLane(
          lost,
          this.order.map((i, x) => lost.tops[x] - Math.ceil(inCells(own[i][1], size))),
        ),
      ];
    });
  }

  /**
   * Every set of so many features, the promising ones first.
   *
   * @returns false when the budget has ended it.
   */
  each(size: number, meter: Meter, visit: (set: readonly number[], masses: Masses) => void): boolean {
    const { order, lanes } = this;
    const held: number[] = [];
    const go = (x: number, goals: readonly number[], sums: readonly Sums[]): boolean => {
      if (held.length === size) {
        if (!meter.spend(sums.reduce((cost, { length }) => cost + length, 64))) return false;
        const set = [...held].sort((i, j) => i - j);
        visit(
          set,
          this.masses(set, (l) => reached(lanes[l], sums[l], goals[l], x)),
        );
        return true;
      }
      if (order.length - x < size - held.length) return true;
      held.push(order[x]);
      const going = go(
        x + 1,
        goals.map((goal, l) => goal - lanes[l].own[x]),
        sums,
      );
      held.pop();
      if (!going || order.length - x === size - held.length) return going;
      if (
        !meter.spend(
          sums.reduce((cost, { length }, l) => cost + length * lanes[l].features[x].amounts.length, 64),
        )
      )
        return false;
      return go(
        x + 1,
        goals,
        sums.map((list, l) => withFeature(list, lanes[l].features[x])),
      );
    };
    return go(
      0,
      lanes.map(({ goal }) => goal),
      lanes.map(() => Float64Array.of(1)),
    );
  }

  private masses(held: readonly number[], of: (lane: number) => number): Masses {
    const mixture = posterior(this.spread, this.problem.encoded, held);
    let [kept, lost] = [0, 0];
    mixture.forEach((share, k) => {
      if (share === 0) return;
      kept += share * of(2 * k);
      lost += share * of(2 * k + 1);
    });
    return { kept: certain(kept, mixture.length + 1), lost: certain(lost, mixture.length + 1) };
  }
}

/** NaN for what is so far out that it, or sums of such, would be rounded: a goal of NaN is never reached, and whatever holds the feature stays undecided. */
function inCells(own: number, size: number): number {
  return Math.abs(own) <= Math.min(Number.MAX_SAFE_INTEGER, FARTHEST * size) ? own / size : Number.NaN;
}

const FARTHEST = 2 ** 40;

function toLane({ features, goal }: Race, own: readonly number[]): Lane {
  let sums: Sums = Float64Array.of(1);
  const tails = new Array<Float64Array>(features.length + 1);
  tails[features.length] = cumulated(sums);
  for (let x = features.length - 1; x >= 0; x--) {
    sums = withFeature(sums, features[x]);
    tails[x] = cumulated(sums);
  }
  // Per feature a product and its sums, twice, and sums over all cells.
  const roundings = features.reduce(
    (sum, feature) => sum + 2 + 2 * feature.amounts.length + feature.added,
    3 * sums.length + 8,
  );
  return { features, goal, own, tails, roundings };
}

/** One more feature that is free. */
function withFeature(sums: Sums, feature: Race['features'][number]): Sums {
  const { amounts, shares } = feature;
  const more = new Float64Array(sums.length + topOf(feature));
  for (let v = 0; v < amounts.length; v++) {
    const [amount, share] = [amounts[v], shares[v]];
    for (let j = 0; j < sums.length; j++) more[j + amount] += share * sums[j];
  }
  return more;
}

/** By amount: the mass from there on. */
function cumulated(sums: Sums): Float64Array {
  const tail = sums.slice();
  for (let j = tail.length - 2; j >= 0; j--) tail[j] += tail[j + 1];
  return tail;
}

/** The features before x added up to these sums, those from x on are free. */
function reached({ tails, roundings }: Lane, sums: Sums, goal: number, x: number): number {
  const tail = tails[x];
  let mass = 0;
  // Beyond the end of the tail nothing reaches the goal; before its beginning everything does.
  for (let j = Math.max(0, goal - tail.length + 1); j < sums.length; j++)
    mass += sums[j] * tail[Math.max(0, goal - j)];
  return certain(mass, roundings);
}
