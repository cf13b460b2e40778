// Minimal covers: for one rival, both questions ("why?" and "what would change it?") ask for the minimal sets of
// integer weights whose sum exceeds a threshold (docs/definitions.md). This is that problem, sorted and cleaned.
import { checkOption } from '../model/pick.ts';
import { ENDLESS, type Rival } from './problem.ts';

/** Which question: `axp` (why, a sufficient reason) or `cxp` (what would change it, a contrast). */
export type Kind = 'axp' | 'cxp';

const KINDS: readonly Kind[] = ['axp', 'cxp'];

/**
 * A kind that was asked for, at the door of a question.
 *
 * @throws {InstanceError} `bad-option`.
 */
export function checkKind(kind: Kind): Kind {
  return checkOption(kind, KINDS, 'kind');
}

/**
 * Find the minimal sets with Σ weights > threshold. Every cover is `forced` together with either nothing (when
 * `threshold < 0`), one of `singles`, or a minimal cover of `order`/`weights`.
 */
export interface Cover {
  /** Features in every cover. */
  readonly forced: readonly number[];
  /** Features that cover by themselves, heaviest first. */
  readonly singles: readonly number[];
  /** The others that can matter (0 < weight ≤ threshold), heaviest first, equal ones by position. */
  readonly order: Int32Array;
  /** Their weights, in that order. */
  readonly weights: readonly bigint[];
  readonly threshold: bigint;
}

/** The covers of a question against one rival. */
export function toCover(rival: Rival, kind: Kind): Cover {
  const { margin, drops } = rival.weights;
  if (kind === 'axp') return whyCover(drops, margin, rival.winsTies);
  // Σ δ ≥ Γ changes the class, > Γ where the predicted class wins ties; in integers, ≥ Γ is > Γ − 1.
  return sortCover(drops, [], rival.winsTies ? margin : margin - 1n);
}

/** Sufficient sets: Σ δ > Φ = Σ all δ − Γ, or ≥ where the predicted class wins ties. Endless drops must be held. */
function whyCover(drops: readonly bigint[], margin: bigint, winsTies: boolean): Cover {
  const forced: number[] = [];
  let total = 0n;
  const rest = drops.map((drop, i) => {
    if (drop === ENDLESS) {
      forced.push(i);
      return 0n;
    }
    total += drop;
    return drop;
  });
  return sortCover(rest, forced, total - margin - (winsTies ? 1n : 0n));
}

function sortCover(weights: readonly bigint[], forced: readonly number[], threshold: bigint): Cover {
  const none = { forced, singles: [], order: new Int32Array(0), weights: [], threshold };
  if (threshold < 0n) return none;
  const heavier = (i: number, j: number): number => {
    const a = weights[i];
    const b = weights[j];
    if (a === b) return i - j;
    return a === ENDLESS || (b !== ENDLESS && a > b) ? -1 : 1;
  };
  const singles: number[] = [];
  const others: number[] = [];
  weights.forEach((w, i) => {
    if (w === ENDLESS || w > threshold) singles.push(i);
    else if (w > 0n) others.push(i);
  });
  singles.sort(heavier);
  others.sort(heavier);
  return {
    forced,
    singles,
    order: Int32Array.from(others),
    weights: others.map((i) => weights[i]),
    threshold,
  };
}
