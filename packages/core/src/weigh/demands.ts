// Several rivals at once: one weight per feature and rival. A sufficient set must exceed every rival's threshold
// ("all"), a contrast must exceed some rival's ("any") (docs/definitions.md).
import { type Grid, toGrid } from '../exact/grid.ts';
import type { Kind } from './cover.ts';
import { ENDLESS, toWeights, type Weighed } from './problem.ts';
import type { Target } from './target.ts';

/**
 * Minimal sets of ranks whose weights exceed all (or any) of the demands' thresholds. Every answer is `forced` together
 * with one of `singles` or a minimal set of ranks; with no demands left in `all`, it is `forced` alone.
 */
export interface Demands {
  readonly mode: 'all' | 'any';
  /** Features in every answer. */
  readonly forced: readonly number[];
  /** Features that suffice alone; never part of another answer (mode `any`). */
  readonly singles: readonly number[];
  /** The features that can matter otherwise; the position here is the rank. */
  readonly features: Int32Array;
  readonly list: readonly Demand[];
}

/** One rival: weights by rank, and the threshold their sum must exceed. */
export interface Demand {
  readonly weights: readonly bigint[];
  readonly threshold: bigint;
  readonly grid: Grid;
}

/** The demands of a question. */
export function toDemands(problem: Weighed, kind: Kind, bits?: number | undefined): Demands {
  return kind === 'axp' ? whyDemands(problem, bits) : contrastDemands(problem, bits);
}

/**
 * What is necessary for a contrast towards a chosen class: against each other class the changes could make up for what is
 * missing. Not sufficient, since the same values must do for all; see `reachTarget`.
 */
export function towardsDemands({ classifier, encoded }: Weighed, target: Target): Demands {
  const demands = target.against.map(({ class: k, strict }) => {
    const { margin, drops } = toWeights(classifier, encoded, k, target.class);
    const threshold = strict ? margin : margin - 1n;
    // An endless gain makes up for anything.
    const enough = threshold < 0n ? 1n : threshold + 1n;
    return {
      weights: drops.map((drop) => (drop === ENDLESS ? enough : drop)),
      threshold,
    };
  });
  // A class that is beaten already makes no demand, but changes for the sake of others may have to be made up for.
  const open = demands.filter(({ threshold }) => threshold >= 0n);
  return assemble('all', [], [], open, classifier.features.length, undefined, demands);
}

/** Does the sum of the chosen ranks exceed the demand's threshold? `sum` is theirs on the grid; `ranks` is called in doubt only. */
export function exceeds(
  { grid, weights, threshold }: Demand,
  sum: number,
  ranks: () => Iterable<number>,
): boolean {
  const difference = sum - grid.threshold;
  if (difference >= Math.max(grid.window, 1)) return true;
  if (difference <= -grid.window) return false;
  let exact = 0n;
  for (const rank of ranks()) exact += weights[rank];
  return exact > threshold;
}

function whyDemands({ rivals, classifier }: Weighed, bits?: number): Demands {
  const n = classifier.features.length;
  const forced = new Set<number>();
  for (const { weights } of rivals) {
    weights.drops.forEach((drop, i) => {
      if (drop === ENDLESS) forced.add(i);
    });
  }
  const demands = rivals.flatMap((rival) => {
    const { margin, drops } = rival.weights;
    // Σ_{free} δ < Γ (≤ where ties are won) with everything but P free; forced features are held already.
    let total = 0n;
    const finite = drops.map((drop, i) => {
      if (forced.has(i)) return 0n;
      total += drop;
      return drop;
    });
    const threshold = total - margin - (rival.winsTies ? 1n : 0n);
    return threshold < 0n ? [] : [{ weights: finite, threshold }];
  });
  return assemble(
    'all',
    [...forced].sort((a, b) => a - b),
    [],
    demands,
    n,
    bits,
  );
}

function contrastDemands({ rivals, classifier }: Weighed, bits?: number): Demands {
  const n = classifier.features.length;
  const demands = rivals.map((rival) => {
    const { margin, drops } = rival.weights;
    return { weights: drops, threshold: rival.winsTies ? margin : margin - 1n };
  });
  const singles = Array.from({ length: n }, (_, i) => i).filter((i) =>
    demands.some(({ weights, threshold }) => weights[i] === ENDLESS || weights[i] > threshold),
  );
  const alone = new Set(singles);
  const rest = demands
    .map(({ weights, threshold }) => ({ weights: weights.map((w, i) => (alone.has(i) ? 0n : w)), threshold }))
    .filter(({ weights, threshold }) => weights.reduce((a, b) => a + b, 0n) > threshold);
  return assemble('any', [], singles, rest, n, bits);
}

/**
 * Keep the features with any weight, most promising first: by the largest share of a threshold they cover. With one
 * demand that is exactly by weight, equal ones by position: the shares never contradict it, and where they tie it decides.
 */
function assemble(
  mode: Demands['mode'],
  forced: readonly number[],
  singles: readonly number[],
  needs: readonly { weights: readonly bigint[]; threshold: bigint }[],
  n: number,
  bits?: number,
  useful: readonly { weights: readonly bigint[] }[] = needs,
): Demands {
  const share = new Float64Array(n);
  for (const { weights, threshold } of needs) {
    // An order of search only, so plain doubles will do; 2^-60 is finer than they are.
    const unit = threshold === 0n ? 1n : threshold;
    weights.forEach((w, i) => {
      share[i] = Math.max(share[i], Number((w << 60n) / unit));
    });
  }
  const features = Int32Array.from(share.keys())
    .filter((i) => useful.some(({ weights }) => weights[i] > 0n))
    .sort((i, j) => share[j] - share[i] || heavierFirst(useful[0].weights, i, j));
  const list = needs.map(({ weights, threshold }) => {
    const byRank = Array.from(features, (i) => weights[i]);
    return { weights: byRank, threshold, grid: toGrid(byRank, threshold, { bits }) };
  });
  return { mode, forced, singles, features, list };
}

function heavierFirst(weights: readonly bigint[], i: number, j: number): number {
  return weights[i] === weights[j] ? i - j : weights[i] > weights[j] ? -1 : 1;
}
