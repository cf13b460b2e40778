// What may move, in words: an answer over a narrowed space reads "given that …".
import type { Problem } from '../model/prepared.ts';
import type { Domain, Within } from '../model/within.ts';
import type { Region } from '../move/region.ts';
import { toWeighed } from '../weigh/problem.ts';
import { type LiteralOptions, missingText, wideLiteral } from './literal.ts';

/**
 * What an answer takes as given, one literal each: `age = 35 years`, `income ≥ 3000`; empty where everything may move. What is said of
 * all other features comes last, in one phrase.
 *
 * @example
 * ```ts
 * import { given, linearModel, reduce, weigh } from '@xpxlc/core';
 * const model = linearModel({ classes: ['no', 'yes'], features: [{ name: 'age', lower: 18, upper: 99, unit: 'years' }, { name: 'income', lower: 0 }], weights: [1, 2], intercept: -40 });
 * const within = { features: { income: 'up' }, others: 'fixed' } as const;
 * given(weigh(reduce(model), { age: 35, income: 20 }, { within })); // => ['income ≥ 20', 'everything else stays as it is']
 * ```
 */
export function given(problem: Problem, options: LiteralOptions = {}): string[] {
  const { classifier, within, values, missing } = toWeighed(problem);
  if (within === undefined) return [];
  const named = Object.keys(within.features ?? {});
  const domainOf = (name: string): Domain | undefined =>
    classifier.domainOf(classifier.indexOf.get(name) as number); // checked at the door
  const literals = named.flatMap((name) => {
    const i = classifier.indexOf.get(name) as number;
    const domain = domainOf(name);
    if (domain === undefined) return [];
    if (domain.kind === 'missing') return [`${name} is missing`];
    const region = toRegion(domain);
    const gone =
      missing.includes(i) && isPoint(region) ? missingText(classifier.features[i], options) : undefined;
    if (gone !== undefined) return [gone];
    return [wideLiteral({ classifier: classifier.whole, values }, { feature: i, region }, options)];
  });
  const others = givenOfOthers(within);
  if (others === undefined) return literals;
  // What is said of all others is not said of the free ones.
  const free = named.filter((name) => domainOf(name) === undefined);
  return [...literals, free.length === 0 ? others : `${others}, but for ${free.join(', ')}`];
}

/** What is said of all features that are not named, in one phrase; undefined where nothing is. */
export function givenOfOthers({ zeros, others }: Within): string | undefined {
  if (zeros === undefined) return others === undefined ? undefined : 'everything else stays as it is';
  const held = 'zeros stay zero, and other numbers move only towards zero';
  return others === undefined ? held : `${held}; everything else stays as it is`;
}

function toRegion(domain: Exclude<Domain, { kind: 'missing' }>): Region {
  if (domain.kind === 'interval') return domain;
  return { kind: 'options', options: domain.allowed.flatMap((allowed, v) => (allowed ? [v] : [])) };
}

function isPoint(region: Region): boolean {
  return region.kind === 'interval' ? region.lower === region.upper : region.options.length === 1;
}
