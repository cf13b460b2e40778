// Where do two models differ on one case: in the prediction, in the reasons?

import { check, type KnownSmallest, type Problem, rule, smallestKnown, suffices } from '@xpxlc/core';
import { decisionOf } from '../terminal/standing.ts';
import { toChangeRecord } from './explain-record.ts';
import { type Pairing, pairUp } from './pairing.ts';
import type { ComparedSide, CompareRecord, Decision } from './record-fields.ts';

/** What is found of a case, before it is put into words. */
export interface Comparison {
  /** Smallest explanations: positions in the list of all features of a {@link Pairing}. */
  readonly a: readonly number[];
  readonly b: readonly number[];
  /** The same as each model has them, and whether they are proved to be smallest. */
  readonly known: { readonly a: KnownSmallest; readonly b: KnownSmallest };
  readonly same: boolean;
  /** How many features both have, and how many any has. */
  readonly shared: number;
  readonly all: number;
  readonly holds: boolean;
}

/** Compare smallest explanations of a case by two models. */
export function comparisonOf(
  { inB, fromB }: Pairing,
  a: Problem,
  b: Problem,
  known: Comparison['known'],
): Comparison {
  const setA = known.a.features;
  const placed = known.b.features.map((i) => fromB[i]);
  const shared = setA.filter((i) => placed.includes(i)).length;
  const same = a.class === b.class;
  return {
    a: setA,
    b: placed,
    known,
    same,
    shared,
    all: setA.length + placed.length - shared,
    holds: same && suffices(b, thoseOfB(inB, setA)),
  };
}

/** The same in words. */
export function compareRecord(
  { features, inB }: Pairing,
  a: Problem,
  b: Problem,
  found: Comparison,
): CompareRecord {
  const names = (list: readonly number[]): string[] => list.map((i) => features[i]);
  const { same, holds } = found;
  const side = (problem: Problem, of: 'a' | 'b'): ComparedSide => {
    const { features: own, complete, atLeast } = found.known[of];
    return {
      ...(decisionOf(problem) as Required<Decision>),
      features: names(found[of]),
      size: own.length,
      ...(complete ? {} : { atLeast }),
      rule: rule(problem, own, { digits: 'cut' }),
    };
  };
  return {
    a: side(a, 'a'),
    b: side(b, 'b'),
    same,
    overlap: overlapOf(found),
    left: names(found.a.filter((i) => !found.b.includes(i))),
    entered: names(found.b.filter((i) => !found.a.includes(i))),
    holds,
    ...(holds ? {} : counterexampleOf(b, same, thoseOfB(inB, found.a))),
  };
}

/**
 * Compare what two models say of one case, each weighed with its own: features and classes are matched by name.
 *
 * @throws {FormatError} `no-common-class` when no class of one has the name of a class of the other.
 * @example
 * ```ts
 * import { linearModel, reduce, weigh } from '@xpxlc/core';
 * import { compareDecisions } from 'xpxlc';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const model = (weights: number[]) => reduce(linearModel({ classes: ['ham', 'spam'], features: ['a', 'b'].map(yesNo), weights: weights.map((w) => [0, w]), intercept: -1 }));
 * const found = compareDecisions(weigh(model([3, 1]), ['yes', 'yes']), weigh(model([1, 3]), ['yes', 'yes']));
 * [found.same, found.left, found.entered, found.holds, found.counterexample]; // => [true, ['a'], ['b'], false, { class: 'ham', changes: { b: 'no' } }]
 * ```
 */
export function compareDecisions(a: Problem, b: Problem): CompareRecord {
  const pairing = pairUp(a.classifier, b.classifier);
  const found = comparisonOf(pairing, a, b, { a: smallestKnown(a), b: smallestKnown(b) });
  return compareRecord(pairing, a, b, found);
}

export function overlapOf({ shared, all }: Pick<Comparison, 'shared' | 'all'>): number {
  return all === 0 ? 1 : shared / all;
}

/** Those that B has, too, in increasing order of B's positions: the others cannot matter to it. */
function thoseOfB(inB: readonly number[], set: readonly number[]): number[] {
  return set.flatMap((i) => (inB[i] < 0 ? [] : [inB[i]])).sort((x, y) => x - y);
}

/** Where the predictions differ, the case itself is one. */
function counterexampleOf(
  b: Problem,
  same: boolean,
  held: readonly number[],
): Pick<CompareRecord, 'counterexample'> {
  if (!same) return { counterexample: { class: b.class, changes: {} } };
  const { counterexample } = check(b, held);
  return counterexample === undefined ? {} : { counterexample: toChangeRecord(b, counterexample) };
}
