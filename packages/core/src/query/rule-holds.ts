// Is a rule right? Some values of some features, from us or from anyone: does every instance that has them get the class?
import { InstanceError, show } from '../errors.ts';
import { pick, pickClass } from '../model/pick.ts';
import type { Classifier } from '../model/prepared.ts';
import { isOfClass } from '../move/box.ts';
import type { Region } from '../move/region.ts';
import { type Reduced, toReduced } from '../reduce/classifier.ts';
import type { WideLiteral } from './inflate.ts';

/** IF all literals THEN the class. */
export interface Rule {
  /** By name or position. */
  readonly class: string | number;
  readonly literals: readonly WideLiteral[];
}

/**
 * Does every instance for which all literals are true get the class of the rule? Decided exactly, for all instances at once: the worst of
 * them decides. A rule that applies to no instance holds.
 *
 * @throws {InstanceError} `unknown-class`, `unknown-feature`, or `bad-region` when a literal does not fit its feature.
 * @example
 * ```ts
 * import { linearModel, reduce, ruleHolds } from '@xpxlc/core';
 * const model = linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 8 }, { name: 'y', lower: 0, upper: 1 }], weights: [1, 1], intercept: -3 });
 * const from = (lower: number) => ({ feature: 0, region: { kind: 'interval' as const, lower, upper: 8 } });
 * [from(3), from(3.5)].map((literal) => ruleHolds(reduce(model), { class: 'yes', literals: [literal] })); // => [false, true]
 * ```
 */
export function ruleHolds(classifier: Classifier, { class: chosen, literals }: Rule): boolean {
  const reduced = toReduced(classifier);
  const own = pickClass(reduced.classes, chosen);
  const box = new Map<number, Region>();
  for (const { feature, region } of literals) {
    const [i] = pick(reduced, [feature]);
    const both = meet(inDomain(reduced, i, region), box.get(i));
    if (both === undefined) return true;
    box.set(i, both);
  }
  return isOfClass(reduced, own, box);
}

/** The values of the region that the feature can have; undefined when there is none. */
function inDomain({ terms, features }: Reduced, i: number, region: Region): Region | undefined {
  const term = terms[i];
  if (term.kind === 'choice' && region.kind === 'options') {
    for (const v of region.options) if (!(v in term.reachable)) throw badRegion(features[i].name, v);
    const options = region.options.filter((v) => term.reachable[v]);
    return options.length === 0 ? undefined : { kind: 'options', options };
  }
  if (term.kind !== 'curve' || region.kind !== 'interval' || [region.lower, region.upper].some(Number.isNaN))
    throw badRegion(features[i].name, region);
  const { kind } = term.feature;
  const lower = Math.max(term.feature.lower, kind === 'integer' ? Math.ceil(region.lower) : region.lower);
  const upper = Math.min(term.feature.upper, kind === 'integer' ? Math.floor(region.upper) : region.upper);
  return lower > upper ? undefined : { kind: 'interval', lower, upper };
}

/** What two literals of one feature allow together. */
function meet(one: Region | undefined, other: Region | undefined): Region | undefined {
  if (one === undefined || other === undefined) return one;
  if (one.kind === 'options' && other.kind === 'options') {
    const options = one.options.filter((v) => other.options.includes(v));
    return options.length === 0 ? undefined : { kind: 'options', options };
  }
  if (one.kind === 'options' || other.kind === 'options') return one;
  const lower = Math.max(one.lower, other.lower);
  const upper = Math.min(one.upper, other.upper);
  return lower > upper ? undefined : { kind: 'interval', lower, upper };
}

function badRegion(feature: string, got: unknown): InstanceError {
  return new InstanceError('a region that does not fit the feature', {
    code: 'bad-region',
    place: `feature '${feature}'`,
    expected: 'positions of its categories or bins, or an interval where it is a number without bins',
    got: show(got),
  });
}
