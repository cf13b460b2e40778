// How often the class is kept while some features are held: the way there that is best for the question.
import { type Fraction, fraction } from '../count/fraction.ts';
import type { Meter } from '../model/budget.ts';
import type { Weighed } from '../weigh/problem.ts';
import { isSufficient } from '../weigh/sufficiency.ts';
import { type Against, against, type Part, type Points, type Threshold } from './against.ts';
import { type Branch, explore, type Tree, toTree } from './branches.ts';
import { inCells } from './cells.ts';
import { certain, type Masses, widthOf } from './masses.ts';
import { IN_DOUBT, meet } from './meet.ts';
import { IN_DOUBLES, IN_INTEGERS, meetExactly } from './meet-exactly.ts';
import { exactPosterior, posterior } from './posterior.ts';
import { bitsOf, MOST_BITS, type Spread } from './spread.ts';
import { additionsOf } from './steps.ts';

/** Up to where each way is gone. Tests lower them to force the next. */
export interface Limits {
  /** The longest list for a fraction. */
  readonly listed: number;
  /** The same in big integers, which take some fifty times as long; also how many branches among several rivals. */
  readonly listedExactly: number;
  /** The longest list for bounds: from here on cells are quicker. */
  readonly quick: number;
  /** Cells at first, and at most. */
  readonly cells: readonly [first: number, most: number];
  /** Additions in cells, over all rivals and components: some seconds. */
  readonly additions: number;
  /** Branches among several rivals, for bounds. */
  readonly branches: number;
}

export const LIMITS: Limits = {
  listed: 2 ** 20,
  listedExactly: 2 ** 16,
  quick: 2 ** 15,
  cells: [2 ** 10, 2 ** 17],
  additions: 2 ** 33,
  branches: 2 ** 18,
};

/** An instance whose other values may vary. */
export interface Held {
  readonly problem: Weighed;
  readonly spread: Spread;
  /** Positions, in increasing order. */
  readonly held: readonly number[];
  readonly free: readonly number[];
}

/** The free features against every rival. */
interface Field {
  readonly rivals: readonly Against[];
  readonly thresholds: readonly Threshold[];
}

function fieldOf({ problem, spread, free }: Held): Field {
  const { classifier, classIndex, encoded } = problem;
  const rivals = problem.rivals.map(({ class: k }) => against(classifier, spread, classIndex, k));
  return { rivals, thresholds: rivals.map((rival) => rival.threshold(encoded, free)) };
}

/** The probability as a fraction; undefined where it takes too much, shares are no fractions, or the meter's signal has ended it. */
export function exactChance(question: Held, meter: Meter, limits: Limits = LIMITS): Fraction | undefined {
  const { problem, spread, held, free } = question;
  const { rivals, thresholds } = fieldOf(question);
  const mixture = posterior(spread, problem.encoded, held);
  if (isCertain(question, { rivals, thresholds })) return fraction(1n, 1n);
  if (meter.stopped()) return undefined;
  const parts = free.map((i) => rivals[0].parts[i]);
  if (!parts.every(isCounted) || spread.components.weights === null) return undefined;
  if (spread.components.low.length > 1 && held.some((i) => spread.features[i].kind === 'line'))
    return undefined;
  if (rivals.length === 1 && spread.components.low.length === 1) {
    const quick = countedChance(parts, thresholds[0], limits.listed);
    if (quick !== undefined) return quick;
  }
  if (bitsOf(spread, problem.classifier.features.keys()) > MOST_BITS) return undefined;
  // The longer the numbers, the fewer of them.
  const most = limits.listedExactly / Math.max(1, bitsOf(spread, free) / 1024) ** 2;
  const kept =
    rivals.length === 1
      ? (k: number) => exactlyOfOne(parts, thresholds[0], k, most)
      : exactlyOfAll(question, { rivals, thresholds }, most, meter);
  const integers = exactPosterior(spread, problem.encoded, held);
  let above = 0n;
  let below = 1n;
  for (let k = 0; k < mixture.length; k++) {
    const weight = kept(k);
    if (weight === undefined || meter.stopped()) return undefined;
    const all = parts.reduce((product, { totals }) => product * totals[k], 1n);
    above = above * all + integers[k] * weight * below;
    below *= all;
  }
  return fraction(above, below * integers.reduce((a, b) => a + b, 0n));
}

/** Held is what suffices; or the class is kept whatever may occur: no amount is negative, but all thresholds are. */
function isCertain({ problem, spread, held, free }: Held, { thresholds }: Field): boolean {
  if (isSufficient(problem, new Set(held))) return true;
  // Along a line that was cut off something else may happen, if hardly ever.
  if (free.some((i) => spread.features[i].kind === 'line')) return false;
  return thresholds.every(({ exact }) => exact < 0n);
}

type Counted = Points & { readonly weights: readonly (readonly bigint[])[] };

function isCounted(part: Part): part is Counted {
  return part.kind === 'points' && part.weights !== null;
}

/** In doubles, where all weights are whole numbers and their products, too. */
function countedChance(parts: readonly Points[], threshold: Threshold, most: number): Fraction | undefined {
  let all = 1;
  for (const { counts, totals } of parts) {
    if (counts === null) return undefined;
    all *= Number(totals[0]);
  }
  if (!(all < 2 ** 53)) return undefined;
  const features = parts.map(({ amounts, counts }) => ({ amounts, weights: counts as Float64Array }));
  const met = meet(features, threshold, most);
  if (met === IN_DOUBT || met === undefined) return undefined;
  return fraction(BigInt(met.kept), BigInt(all));
}

/** Weight of component k that beats the one rival. */
function exactlyOfOne(
  parts: readonly Counted[],
  { exact }: Threshold,
  k: number,
  most: number,
): bigint | undefined {
  const features = parts.map((part) => ({ amounts: part.exact, weights: part.weights[k] }));
  return meetExactly(features, exact, most, IN_INTEGERS)?.kept;
}

/** The same for all rivals at once. */
function exactlyOfAll(
  { spread, free }: Held,
  { rivals, thresholds }: Field,
  most: number,
  meter: Meter,
): (k: number) => bigint | undefined {
  const tree = toTree(rivals, spread, free, thresholds);
  return (k) => {
    const own = tree.order.map((i, x) => {
      const feature = spread.features[i];
      const { weights, total } = feature.kind === 'line' ? NO_SHARES : feature.shares[k];
      return { total, weights: Array.from(tree.values[x], (v) => (weights as readonly bigint[])[v]) };
    });
    let kept = 0n;
    const visitor = {
      kept: ({ depth, path }: Branch): void => {
        kept += own.reduce((w, { total, weights }, x) => w * (x < depth ? weights[path[x]] : total), 1n);
      },
      lost: () => undefined,
    };
    const visited = explore(tree, k, 0, most, visitor, meter);
    return visited > most ? undefined : kept;
  };
}

const NO_SHARES = { weights: [] as readonly bigint[], total: 0n };

/** Bounds no wider than `width`, where that can be had. Once the meter's signal says to stop, they are soon as narrow as they get. */
export function chanceBounds(question: Held, width: number, meter: Meter, limits: Limits = LIMITS): Masses {
  const { problem, spread, held, free } = question;
  const field = fieldOf(question);
  const mixture = posterior(spread, problem.encoded, held);
  if (isCertain(question, field)) return { kept: 1, lost: 0 };
  const effort = { width, meter, limits, work: limits.additions / (mixture.length * field.rivals.length) };
  let tree: Tree | undefined;
  let [kept, lost] = [0, 0];
  for (let k = 0; k < mixture.length; k++) {
    if (mixture[k] === 0) continue;
    const ofEach = field.rivals.map(({ parts }, r) =>
      ofOneRival(
        free.map((i) => parts[i]),
        k,
        field.thresholds[r],
        effort,
      ),
    );
    let masses = ofEach.length === 1 ? ofEach[0] : together(ofEach);
    if (ofEach.length > 1 && widthOf(masses) > width && !meter.stopped()) {
      tree ??= toTree(field.rivals, spread, free, field.thresholds);
      masses = narrower(masses, byBranches(tree, k, effort));
    }
    kept += mixture[k] * masses.kept;
    lost += mixture[k] * masses.lost;
  }
  if (mixture.length === 1) return { kept, lost };
  return { kept: certain(kept, mixture.length + 1), lost: certain(lost, mixture.length + 1) };
}

/** All rivals are beaten at least where none of them is in doubt; some rival wins at least where the strongest does (Fréchet). */
function together(ofEach: readonly Masses[]): Masses {
  const missing = ofEach.reduce((sum, { kept }) => sum + (1 - kept), 0);
  return {
    kept: certain(Math.max(0, 1 - missing * (1 + (ofEach.length + 1) * 2 ** -52)), 4),
    lost: ofEach.reduce((most, { lost }) => Math.max(most, lost), 0),
  };
}

function narrower(a: Masses, b: Masses): Masses {
  return { kept: Math.max(a.kept, b.kept), lost: Math.max(a.lost, b.lost) };
}

/** How narrow bounds should get, and what that may cost. */
interface Effort {
  readonly width: number;
  /** Additions for one rival in one component. */
  readonly work: number;
  readonly meter: Meter;
  readonly limits: Limits;
}

/** Ever smaller branches, until enough is decided. */
function byBranches(tree: Tree, k: number, { width, meter, limits }: Effort): Masses {
  let best: Masses = { kept: 0, lost: 0 };
  const limit = Math.min(limits.branches, meter.left);
  for (let finest = 2 ** -10; ; finest /= 8) {
    let [kept, lost, count] = [0, 0, 0];
    const visitor = {
      kept: ({ mass }: Branch): void => {
        kept += mass;
        count += 1;
      },
      lost: ({ mass }: Branch): void => {
        lost += mass;
        count += 1;
      },
    };
    const visited = explore(tree, k, finest, limit, visitor, meter);
    // A product per feature, a sum per branch.
    const roundings = 2 * tree.order.length + count;
    best = narrower(best, { kept: certain(kept, roundings), lost: certain(lost, roundings) });
    const going = meter.spend(Math.min(visited, limit + 1) * tree.thresholds.length);
    if (visited > limit || !going || widthOf(best) <= width || finest < 2 ** -60) return best;
  }
}

function ofOneRival(
  parts: readonly Part[],
  k: number,
  threshold: Threshold,
  { width, work, meter, limits }: Effort,
): Masses {
  if (meter.stopped()) return { kept: 0, lost: 0 };
  if (parts.every((part): part is Points => part.kind === 'points')) {
    const features = parts.map(({ amounts, low }) => ({ amounts, weights: low[k] }));
    const met = meet(features, threshold, limits.quick);
    if (met === IN_DOUBT) {
      const sure = surely(parts, k, threshold, limits.listedExactly);
      if (sure !== undefined) return sure;
    } else if (met !== undefined) {
      meter.spend(met.roundings);
      return { kept: certain(met.kept, met.roundings), lost: certain(met.lost, met.roundings) };
    }
  }
  let best: Masses = { kept: 0, lost: 0 };
  const [first, most] = limits.cells;
  for (let count = first; ; ) {
    best = narrower(best, inCells(parts, k, threshold, count, meter));
    const going = meter.spend(16 * count * parts.length) && !meter.stopped();
    const got = widthOf(best);
    if (got <= width || count >= most || !going) return best;
    // What is undecided shrinks about as the cells do.
    const factor = 2 ** Math.ceil(Math.log2((1.5 * got) / Math.max(width, 2 ** -40)));
    let next = Math.min(most, count * Math.max(2, Math.min(16, factor)));
    while (next > count && additionsOf(parts, next) > work) next /= 2;
    if (next <= count) return best;
    count = next;
  }
}

/** Sums in big integers, where the grid does not tell. */
function surely(parts: readonly Points[], k: number, { exact }: Threshold, most: number): Masses | undefined {
  const features = parts.map((part) => ({ amounts: part.exact, weights: part.low[k] }));
  const met = meetExactly(features, exact, most, IN_DOUBLES);
  if (met === undefined) return undefined;
  // No list is longer, so no weight was rounded more often.
  const roundings = 4 * most + 2 * parts.length;
  return { kept: certain(met.kept, roundings), lost: certain(met.lost, roundings) };
}
