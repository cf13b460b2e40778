// Values in the user's words: `job = clerk`, `age ≥ 35`, `income in [20, 30)`.
import { pick } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import type { NumericFeature } from '../model/types.ts';
import { ownRegion, type Region } from '../move/region.ts';
import type { WideLiteral } from '../query/inflate.ts';
import { toReduced } from '../reduce/classifier.ts';
import type { Choice } from '../reduce/term.ts';
import { toWeighed } from '../weigh/problem.ts';
import { runsOf } from './ranges.ts';

/**
 * What a feature contributes to an explanation, as text: the category, the bin, or for a number the side on which moves
 * do no harm (`age ≥ 35`: more would only help).
 *
 * @throws {InstanceError} when the feature is unknown.
 * @example
 * ```ts
 * import { linearModel, literal, reduce, weigh } from '@xpxlc/core';
 * const model = linearModel({ classes: ['no', 'yes'], features: [{ name: 'age', lower: 18, upper: 99, unit: 'years' }, { name: 'job', values: ['none', 'clerk'] }], weights: [1, [0, 9]], intercept: -40 });
 * const problem = weigh(reduce(model), { age: 35, job: 'clerk' });
 * [literal(problem, 'age'), literal(problem, 'job')]; // => ['age ≥ 35 years', 'job = clerk']
 * ```
 */
export function literal(problem: Problem, feature: string | number): string {
  const weighed = toWeighed(problem);
  const [i] = pick(weighed.classifier, [feature]);
  return regionText(weighed, i, ownRegion(weighed, i));
}

/** A widened literal (see `inflate`) as text: `job in {clerk, nurse}`, `31 ≤ age ≤ 52`. */
export function wideLiteral(problem: Pick<Problem, 'classifier'>, { feature, region }: WideLiteral): string {
  return regionText(problem, feature, region);
}

export function regionText({ classifier }: Pick<Problem, 'classifier'>, i: number, region: Region): string {
  const { features, terms } = toReduced(classifier);
  const feature = features[i];
  const term = terms[i];
  if (feature.kind === 'categorical') {
    const names = region.kind === 'options' ? region.options.map((v) => feature.values[v]) : [];
    if (names.length === feature.values.length && names.length > 1) return `${feature.name} is anything`;
    return names.length === 1 ? `${feature.name} = ${names[0]}` : `${feature.name} in {${names.join(', ')}}`;
  }
  if (region.kind === 'interval') return intervalText(feature, region.lower, region.upper);
  return term.kind === 'choice' && term.bins !== undefined
    ? binsText(feature, term.bins, region.options, term.reachable.length)
    : feature.name;
}

function intervalText(feature: NumericFeature, lower: number, upper: number): string {
  const { name } = feature;
  const fromBelow = lower <= feature.lower;
  const toTop = upper >= feature.upper;
  if (fromBelow && toTop) return `${name} is anything`;
  if (lower === upper) return `${name} = ${withUnit(lower, feature)}`;
  if (toTop) return `${name} ≥ ${withUnit(lower, feature)}`;
  if (fromBelow) return `${name} ≤ ${withUnit(upper, feature)}`;
  return `${lower} ≤ ${name} ≤ ${withUnit(upper, feature)}`;
}

/** Neighbouring bins run together; each run is an interval. */
function binsText(
  feature: NumericFeature,
  { cuts, closed }: NonNullable<Choice['bins']>,
  options: readonly number[],
  all: number,
): string {
  if (options.length === all) return `${feature.name} is anything`;
  const missing = options.includes(cuts.length + 1) ? [`${feature.name} is missing`] : [];
  const bins = options.filter((option) => option <= cuts.length);
  if (bins.length === cuts.length + 1) return [`${feature.name} is any number`, ...missing].join(' or ');
  const [open, close] = closed === 'left' ? ['[', ')'] : ['(', ']'];
  const [below, above] = closed === 'left' ? ['<', '≥'] : ['≤', '>'];
  return runsOf(bins)
    .map(([first, last]) => {
      if (first === 0) return `${feature.name} ${below} ${withUnit(cuts[last], feature)}`;
      if (last === cuts.length) return `${feature.name} ${above} ${withUnit(cuts[first - 1], feature)}`;
      return `${feature.name} in ${open}${cuts[first - 1]}, ${cuts[last]}${close}${feature.unit === undefined ? '' : ` ${feature.unit}`}`;
    })
    .concat(missing)
    .join(' or ');
}

function withUnit(x: number, { unit }: NumericFeature): string {
  return unit === undefined ? String(x) : `${x} ${unit}`;
}
