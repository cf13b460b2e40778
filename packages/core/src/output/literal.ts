// Values in the user's words: `job = clerk`, `age ≥ 35`, `income in [20, 30)`.
import { checkOption, pick } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import { standIn } from '../model/stand-in.ts';
import type { Feature, NumericFeature } from '../model/types.ts';
import { ownRegion, type Region } from '../move/region.ts';
import type { WideLiteral } from '../query/inflate.ts';
import { toReduced } from '../reduce/classifier.ts';
import type { Choice } from '../reduce/term.ts';
import { toWeighed } from '../weigh/problem.ts';
import { nameList, namesInWords } from './name-list.ts';
import { runsOf } from './ranges.ts';
import { type ExactEnd, type ShortEnd, shortEnd, shortValue } from './short-number.ts';

/** How numbers are written: exactly, or for a reader, in few digits and still true. */
export interface LiteralOptions {
  /**
   * `'all'` (the default): exactly. `'few'`: ends of ranges are rounded into the range, not past the instance; long values are cut
   * off, `12.34…`. `'cut'`: likewise, but long ends of bins are cut off, so that a bin has the same text for all instances.
   */
  readonly digits?: 'all' | 'few' | 'cut';
  /**
   * `'signs'` (the default): `age in [20, 30)`, `31 ≤ age ≤ 52`, `job in {clerk, nurse}`. `'words'`, for sentences that anyone reads: `age from 20 to under 30`,
   * `age from 31 to 52`, `job is clerk or nurse`.
   */
  readonly ranges?: 'signs' | 'words';
}

/**
 * What a feature contributes to an explanation, as text: the category, the bin, or for a number the side on which moves
 * do no harm (`age ≥ 35`: more would only help). A missing value that counts as another one is told as what it is: `age is missing (counted as 40)`.
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
export function literal(problem: Problem, feature: string | number, options: LiteralOptions = {}): string {
  const weighed = toWeighed(problem);
  const [i] = pick(weighed.classifier, [feature]);
  const gone = weighed.missing.includes(i) ? missingText(weighed.classifier.features[i], options) : undefined;
  if (gone !== undefined) return gone;
  return wideLiteral(weighed, { feature: i, region: ownRegion(weighed, i) }, options);
}

/**
 * The values that `literal` speaks of, as data: see `regionValues`.
 *
 * @throws {InstanceError} when the feature is unknown.
 */
export function literalRegion(problem: Problem, feature: string | number): WideLiteral {
  const weighed = toWeighed(problem);
  const [i] = pick(weighed.classifier, [feature]);
  return { feature: i, region: ownRegion(weighed, i) };
}

/**
 * The literal of a missing value that counts as another one: `age is missing (counted as 40)`. Undefined where there is no such value, and
 * where the category that it counts as says it by its name.
 */
export function missingText(
  feature: Feature,
  { digits = 'all' }: Pick<LiteralOptions, 'digits'> = {},
): string | undefined {
  const value = standIn(feature);
  if (value === undefined) return undefined;
  const text = typeof value === 'number' && digits !== 'all' ? shortValue(value) : String(value);
  return `${feature.name} is missing (counted as ${text})`;
}

/**
 * A widened literal (see `inflate`) as text: `job in {clerk, nurse}`, `31 ≤ age ≤ 52`.
 *
 * @param problem - the instance that it speaks of; its values matter for few digits only, and without them nothing is rounded, but long
 * numbers are cut off. Where it leaves the feature out, so may other cases: `31 ≤ age ≤ 52 or age is missing (counted as 40)`.
 */
export function wideLiteral(
  problem: Pick<Problem, 'classifier'> & Partial<Pick<Problem, 'values' | 'missing'>>,
  { feature, region }: WideLiteral,
  { digits = 'all', ranges = 'signs' }: LiteralOptions = {},
): string {
  checkOption(digits, ['all', 'few', 'cut'], 'digits');
  checkOption(ranges, ['signs', 'words'], 'ranges');
  const rounded = digits === 'few' || region.kind === 'interval';
  const end = digits === 'all' ? exactly : forReaders(rounded ? problem.values?.[feature] : undefined);
  const text = regionText(problem, feature, region, { end, ranges });
  const about = problem.classifier.features[feature];
  const gone = problem.missing?.includes(feature) === true ? missingText(about, { digits }) : undefined;
  return gone === undefined || text === anything(about) ? text : `${text} or ${gone}`;
}

function anything({ name }: Feature): string {
  return `${name} is anything`;
}

/** How an end of a range is written. */
type EndText = (end: ExactEnd, range: { readonly lower: number; readonly upper: number }) => ShortEnd;

const exactly: EndText = ({ at, open }) => ({ text: String(at), open });

/** In few digits; of a range with `value` in it that stays in it. */
export function forReaders(value: number | undefined, fewest?: number): EndText {
  return (end, { lower, upper }) => {
    const holds = value !== undefined && value >= lower && value <= upper;
    return shortEnd(end, holds ? value : undefined, fewest);
  };
}

/** How regions are written. */
interface Wording {
  readonly end?: EndText;
  readonly ranges?: LiteralOptions['ranges'];
}

export function regionText(
  { classifier }: Pick<Problem, 'classifier'>,
  i: number,
  region: Region,
  { end = exactly, ranges = 'signs' }: Wording = {},
): string {
  const { features, terms } = toReduced(classifier);
  const feature = features[i];
  const term = terms[i];
  if (feature.kind === 'categorical') {
    const names = region.kind === 'options' ? region.options.map((v) => feature.values[v]) : [];
    if (names.length === feature.values.length && names.length > 1) return anything(feature);
    if (names.length > 1 && ranges === 'words') return `${feature.name} is ${namesInWords(names)}`;
    return names.length === 1 ? `${feature.name} = ${names[0]}` : `${feature.name} in ${nameList(names)}`;
  }
  if (region.kind === 'interval') return intervalText(feature, region.lower, region.upper, end, ranges);
  return term.kind === 'choice' && term.bins !== undefined
    ? binsText(feature, term.bins, region.options, term.reachable.length, end, ranges)
    : feature.name;
}

/** From one end to the other, both included; ends of the domain are not told. */
function intervalText(
  feature: NumericFeature,
  lower: number,
  upper: number,
  end: EndText,
  ranges: 'signs' | 'words',
): string {
  const range = { lower, upper };
  const low = lower > feature.lower ? end({ at: lower, open: false, direction: -1 }, range) : undefined;
  const high = upper < feature.upper ? end({ at: upper, open: false, direction: 1 }, range) : undefined;
  if (ranges === 'words' && lower < upper && low !== undefined && high !== undefined)
    return betweenText(feature, low, high);
  return rangeText(feature, low, high, lower === upper ? (low ?? high) : undefined);
}

/** A range with two ends, in words. */
function betweenText({ name, unit }: NumericFeature, low: ShortEnd, high: ShortEnd): string {
  const ends =
    low.open && high.open
      ? `between ${low.text} and ${high.text}`
      : `${low.open ? 'over' : 'from'} ${low.text} to ${high.open ? 'under ' : ''}${high.text}`;
  return `${name} ${ends}${unit === undefined ? '' : ` ${unit}`}`;
}

/** A range with one end or two; `only` where it holds one number. */
function rangeText(
  feature: NumericFeature,
  low: ShortEnd | undefined,
  high: ShortEnd | undefined,
  only: ShortEnd | undefined,
): string {
  const { name, unit } = feature;
  const last = unit === undefined ? '' : ` ${unit}`;
  if (only !== undefined) return `${name} = ${only.text}${last}`;
  if (low === undefined && high === undefined) return anything(feature);
  if (low === undefined) return `${name} ${high?.open ? '<' : '≤'} ${high?.text}${last}`;
  if (high === undefined) return `${name} ${low.open ? '>' : '≥'} ${low.text}${last}`;
  return `${low.text} ${low.open ? '<' : '≤'} ${name} ${high.open ? '<' : '≤'} ${high.text}${last}`;
}

/** Neighbouring bins run together; each run is an interval. */
function binsText(
  feature: NumericFeature,
  { cuts, closed }: NonNullable<Choice['bins']>,
  options: readonly number[],
  all: number,
  end: EndText,
  ranges: 'signs' | 'words',
): string {
  const { name, unit } = feature;
  if (options.length === all) return anything(feature);
  const missing = options.includes(cuts.length + 1) ? [`${name} is missing`] : [];
  const bins = options.filter((option) => option <= cuts.length);
  if (bins.length === cuts.length + 1) return [`${name} is any number`, ...missing].join(' or ');
  return runsOf(bins)
    .map(([first, last]) => {
      const lower = cuts[first - 1] ?? Number.NEGATIVE_INFINITY;
      const upper = cuts[last] ?? Number.POSITIVE_INFINITY;
      const range = { lower, upper };
      const only = onlyNumber(feature, lower, upper, closed);
      if (only !== undefined) return `${name} = ${only}${unit === undefined ? '' : ` ${unit}`}`;
      const low = first > 0 ? end({ at: lower, open: closed === 'right', direction: -1 }, range) : undefined;
      const high =
        last < cuts.length ? end({ at: upper, open: closed === 'left', direction: 1 }, range) : undefined;
      if (low === undefined || high === undefined) return rangeText(feature, low, high, undefined);
      if (ranges === 'words') return betweenText(feature, low, high);
      const ends = `${low.open ? '(' : '['}${low.text}, ${high.text}${high.open ? ')' : ']'}`;
      return `${name} in ${ends}${unit === undefined ? '' : ` ${unit}`}`;
    })
    .concat(missing)
    .join(' or ');
}

/** The whole number that a range of bins holds, if it holds one alone: what is one-hot encoded or counted has a bin for each. */
function onlyNumber(
  feature: NumericFeature,
  lower: number,
  upper: number,
  closed: 'left' | 'right',
): number | undefined {
  if (feature.kind !== 'integer') return undefined;
  const least = closed === 'left' ? Math.ceil(lower) : Math.floor(lower) + 1;
  const most = closed === 'left' ? Math.ceil(upper) - 1 : Math.floor(upper);
  const [low, high] = [Math.max(least, feature.lower), Math.min(most, feature.upper)];
  return low === high && Number.isSafeInteger(low) ? low : undefined;
}
