// A certificate: everything needed to check an answer by hand, exactly, as plain JSON. `verify` checks it with code of
// its own.
import { InstanceError } from '../errors.ts';
import { decodeInstance } from '../model/instance.ts';
import { type Features, pick } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import type { Feature, Value } from '../model/types.ts';
import type { Domain } from '../model/within.ts';
import { type TargetedQuestion, toAsked } from '../query/question.ts';
import { exactSmallest } from '../search/smallest-set.ts';
import type { Kind } from '../weigh/cover.ts';
import { ENDLESS } from '../weigh/problem.ts';
import { isAnswer } from '../weigh/sufficiency.ts';

/** The claim that a set explains a prediction, with its proof. All numbers are integers in decimal text. */
export interface Certificate {
  readonly format: 'xpxlc-certificate';
  readonly version: 2;
  readonly kind: Kind;
  /** `smallest` where one rival alone shows that no smaller set can do. */
  readonly claim: 'minimal' | 'smallest';
  /** The explanation, by feature name. */
  readonly set: readonly string[];
  /** Features of which not all values were allowed, in the model's order: the set explains given that they keep to these. */
  readonly within: readonly CertifiedDomain[];
  /** All features, in the model's order: the order of `drops`. */
  readonly features: readonly string[];
  readonly instance: { readonly [feature: string]: Value };
  readonly class: string;
  readonly rivals: readonly CertifiedRival[];
}

/** The values that a feature was allowed: these categories, numbers from … to … (no end: as far as the domain goes), or the missing one. */
export interface CertifiedDomain {
  readonly feature: string;
  readonly values?: readonly string[];
  readonly from?: number;
  readonly to?: number;
  readonly missing?: true;
}

/** One rival: margin and drops in units of 2^exponent / denominator. */
export interface CertifiedRival {
  readonly class: string;
  /** The predicted class wins a tie against this rival. */
  readonly winsTies: boolean;
  readonly margin: string;
  /** In the order of `features`; `endless` where the score can fall without bound. */
  readonly drops: readonly string[];
  readonly exponent: number;
  readonly denominator: string;
}

/**
 * Certify an explanation.
 *
 * @throws {InstanceError} `not-an-explanation` when the set is none; `not-certifiable` for a target among more than two classes, which
 * `check` decides but no list of numbers proves; when a feature is unknown; when `target` is given for an explanation.
 * @example
 * ```ts
 * import { certify, linearModel, reduce, smallest, verify, weigh } from '@xpxlc/core';
 * const model = linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 1 }, { name: 'y', lower: 0, upper: 1 }], weights: [3, 1], intercept: -2 });
 * const problem = weigh(reduce(model), { x: 1, y: 0.5 });
 * const certificate = certify(problem, smallest(problem));
 * certificate.claim; // => 'smallest'
 * verify(certificate).valid; // => true
 * ```
 */
export function certify(problem: Problem, features: Features, question: TargetedQuestion = {}): Certificate {
  const { problem: weighed, kind, target } = toAsked(problem, question);
  if (target !== undefined) {
    throw new InstanceError('no certificate of a contrast towards a class among several', {
      code: 'not-certifiable',
      place: 'target',
      expected: 'two classes, or no target',
      got: `${weighed.classifier.classes.length} classes`,
    });
  }
  const { classifier, encoded, rivals } = weighed;
  const set = pick(classifier, features);
  const names = (list: readonly number[]): string[] => list.map((i) => classifier.features[i].name);
  if (!isAnswer(weighed, kind, set)) {
    throw new InstanceError('not an explanation', {
      code: 'not-an-explanation',
      expected: `a minimal ${kind}`,
      got: names(set).join(', ') || 'the empty set',
    });
  }
  const sizes = rivals.map((rival) => exactSmallest(rival, kind)?.length);
  const proved =
    kind === 'axp'
      ? sizes.some((size) => size === set.length)
      : sizes.every((size) => size === undefined || size >= set.length);
  return {
    format: 'xpxlc-certificate',
    version: 2,
    kind,
    claim: proved ? 'smallest' : 'minimal',
    set: names(set),
    within: classifier.features.flatMap((feature, i) => {
      const domain = classifier.domainOf(i);
      return domain === undefined ? [] : [certifiedDomain(feature, domain)];
    }),
    features: classifier.features.map((feature) => feature.name),
    instance: decodeInstance(classifier.features, encoded.values),
    class: weighed.class,
    rivals: rivals.map(({ class: k, winsTies, weights }) => ({
      class: classifier.classes[k],
      winsTies,
      margin: String(weights.margin),
      drops: weights.drops.map((drop) => (drop === ENDLESS ? 'endless' : String(drop))),
      exponent: weights.exponent,
      denominator: String(weights.denominator),
    })),
  };
}

function certifiedDomain(feature: Feature, domain: Domain): CertifiedDomain {
  const { name } = feature;
  if (domain.kind === 'missing') return { feature: name, missing: true };
  if (domain.kind === 'categories') {
    const { values } = feature as Extract<Feature, { kind: 'categorical' }>;
    return { feature: name, values: values.filter((_, v) => domain.allowed[v]) };
  }
  return {
    feature: name,
    ...(Number.isFinite(domain.lower) ? { from: domain.lower } : {}),
    ...(Number.isFinite(domain.upper) ? { to: domain.upper } : {}),
  };
}
