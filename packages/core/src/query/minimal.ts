// One minimal explanation guided by wishes: start from everything that may be used and leave features out, the least
// welcome first, as long as the rest still suffices. One pass gives a minimal set, because sufficiency is monotone.
import { InstanceError, show } from '../errors.ts';
import { type Features, pick } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import { witness } from '../move/witness.ts';
import { worstWinner } from '../move/worst-winner.ts';
import { toWeighed, type Weighed } from '../weigh/problem.ts';
import { isContrast, isSufficient, overtakes, totalDrop, withMove } from '../weigh/sufficiency.ts';

/** What the explanation should look like. */
export interface Wishes {
  /** Leave these out if at all possible; where not, the lightest of them are left out first, whatever they cost. */
  readonly avoid?: Features;
  /** These must not be used. */
  readonly never?: Features;
  /** Leave these out last, after all others that can go; the dearest of them first. */
  readonly keep?: Features;
  /** Cost per feature name (default 1); among the features of no wish the dearest are left out first. Not negative. */
  readonly costs?: { readonly [feature: string]: number };
}

/** An explanation, or why there is none without the forbidden features. */
export type Guided =
  | {
      readonly possible: true;
      /** In increasing order. */
      readonly features: readonly number[];
      /** Those of `avoid` that could not be avoided. */
      readonly unavoidable: readonly number[];
      readonly cost: number;
    }
  | {
      readonly possible: false;
      /** A class that wins for some instance that differs only in features of `blockedBy`. */
      readonly rival: string;
      /** A minimal set of forbidden features whose freedom alone changes the class, to whichever. In increasing order. */
      readonly blockedBy: readonly number[];
      readonly reason: string;
    };

/**
 * One minimal explanation that respects the wishes, if there is one. The result is minimal with respect to inclusion;
 * dear features are left out before cheap ones, which does not promise the cheapest sum.
 *
 * @throws {InstanceError} when a feature is unknown or a cost is not a number ≥ 0.
 * @example
 * ```ts
 * import { linearModel, minimal, reduce, weigh } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const model = linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 2], [0, 2], [0, 1]], intercept: -2.5 });
 * const problem = weigh(reduce(model), ['yes', 'yes', 'yes']);
 * minimal(problem, { avoid: ['a'] }); // => { possible: true, features: [1, 2], unavoidable: [], cost: 2 }
 * minimal(problem, { never: ['a', 'b'] }).possible; // => false
 * ```
 */
export function minimal(
  problem: Problem,
  { avoid = [], never = [], keep = [], costs = {} }: Wishes = {},
): Guided {
  const weighed = toWeighed(problem);
  const { classifier, rivals } = weighed;
  const unwanted = new Set(pick(classifier, avoid));
  const forbidden = new Set(pick(classifier, never));
  const wanted = new Set(pick(classifier, keep));
  const cost = toCosts(weighed, costs);
  const everything = classifier.features.map((_, i) => i).filter((i) => !forbidden.has(i));
  if (!isSufficient(weighed, new Set(everything))) return impossible(weighed, [...forbidden]);
  // The unwanted by weight alone: leaving the lightest out first leaves most of them out. Of the others the dearest go first.
  const welcome = (i: number): number => (wanted.has(i) ? 2 : unwanted.has(i) ? 0 : 1);
  const heavier = (i: number, j: number): number => {
    for (const { weights } of rivals) {
      const [a, b] = [weights.drops[i], weights.drops[j]];
      if (a !== b) return a > b ? 1 : -1; // endless ones come first, but cannot leave
    }
    return j - i;
  };
  const leaving = [...everything].sort(
    (i, j) => welcome(i) - welcome(j) || (welcome(i) > 0 ? cost[j] - cost[i] : 0) || heavier(i, j),
  );
  // Per rival: what is free so far; a feature leaves if no rival gets its way with it free too.
  let free = rivals.map((rival) => totalDrop(rival, (i) => forbidden.has(i)));
  const held = new Set(everything);
  for (const i of leaving) {
    const next = rivals.map((rival, r) => withMove(free[r], rival, i, 1n));
    if (rivals.some((rival, r) => overtakes(rival, next[r]))) continue;
    free = next;
    held.delete(i);
  }
  const features = [...held];
  return {
    possible: true,
    features,
    unavoidable: features.filter((i) => unwanted.has(i)),
    cost: features.reduce((sum, i) => sum + cost[i], 0),
  };
}

function toCosts({ classifier }: Weighed, costs: { readonly [feature: string]: number }): number[] {
  const list = classifier.features.map(() => 1);
  for (const [name, cost] of Object.entries(costs)) {
    const [i] = pick(classifier, [name]);
    if (typeof cost !== 'number' || !(cost >= 0 && cost < Number.POSITIVE_INFINITY)) {
      throw new InstanceError('not a cost', {
        code: 'bad-cost',
        place: `feature '${name}'`,
        expected: 'a number from 0 up',
        got: show(cost),
      });
    }
    list[i] = cost;
  }
  return list;
}

/** What stands in the way of holding nothing that is forbidden: a contrast among the forbidden features, and where it leads. */
function impossible(problem: Weighed, forbidden: readonly number[]): Guided {
  const { classes, features } = problem.classifier;
  const blockers = new Set(forbidden);
  for (const i of forbidden) {
    blockers.delete(i);
    // One that stays goes to the end: so they remain in order.
    if (!isContrast(problem, blockers)) blockers.add(i);
  }
  const blockedBy = [...blockers];
  const names = blockedBy.map((i) => `'${features[i].name}'`).join(', ');
  const rival = classes[newClass(problem, blockers)];
  return {
    possible: false,
    rival,
    blockedBy,
    reason: `without holding ${names} the class can become '${rival}'`,
  };
}

/** A class that wins for some instance that differs only in the features of a contrast. */
function newClass(problem: Weighed, contrast: ReadonlySet<number>): number {
  const able = problem.rivals.filter((rival) =>
    overtakes(
      rival,
      totalDrop(rival, (i) => contrast.has(i)),
    ),
  );
  // The winner overtakes the predicted class. The reverse need not hold: a third class may be further ahead.
  if (able.length === 1) return able[0].class;
  const moving = [...contrast];
  for (const rival of able) {
    const found = witness(problem, rival, moving, 'worst');
    if (found !== undefined) return found.class;
  }
  // No double changes the class, but a real number does.
  return worstWinner(problem, able[0], contrast) ?? able[0].class;
}
