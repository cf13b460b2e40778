// The labels of one feature, as people write them: numbers or categories? A label that looks like a range and cannot be read as
// one is refused with what works: taken for the name of a category, it would match no cell of any table.
import { quoted } from '../paper/lines.ts';
import type { LabelRange } from './bin-label.ts';
import { looksLikeDate, looksLikeRange } from './bin-label.ts';
import type { BinLine } from './card-style.ts';
import { toCategories } from './category-set.ts';
import { toInterval } from './interval.ts';
import { sameUnit } from './label-number.ts';
import { refuseLine } from './rows.ts';

/** Labels, sorted. */
export interface SortedLabels {
  readonly bins: readonly BinLine[];
  /** Of a number: what the bins mean. */
  readonly intervals: readonly LabelRange[] | undefined;
  readonly unit: string | undefined;
  readonly missing: readonly BinLine[];
  readonly other: readonly BinLine[];
}

const MISSING: ReadonlySet<string> = new Set([
  'missing',
  'missing value',
  'missing values',
  'n/a',
  '#n/a',
  'n.a.',
  'n.a',
  'blank',
  'blanks',
  'empty',
  'null',
  'nan',
  'no information',
  'no info',
  'no data',
  'not available',
  'not stated',
]);
/** Names that categories have, too; among ranges they mean missing cells. */
const MISSING_NUMBER: ReadonlySet<string> = new Set(['na', 'unknown', 'not known', '-']);
const OTHER: ReadonlySet<string> = new Set([
  'other',
  'others',
  'all other',
  'all others',
  'any other',
  'else',
  'all else',
  'everything else',
  'otherwise',
  'rest',
  'the rest',
  'remaining',
]);

/** Sort the labels of a feature; `asCategories`: the user says that they are names. */
export function sortLabels(
  feature: string,
  entries: readonly BinLine[],
  { asCategories, englishNumbers }: { readonly asCategories: boolean; readonly englishNumbers: boolean },
): SortedLabels {
  const is = (words: ReadonlySet<string>) => {
    const own = words === OTHER ? '(other)' : '(missing)';
    return ({ text }: BinLine): boolean => text === own || (!asCategories && words.has(bare(text)));
  };
  const missing = entries.filter(is(MISSING));
  const other = entries.filter(is(OTHER));
  const named = entries.filter((entry) => !missing.includes(entry) && !other.includes(entry));
  const categories = { bins: named, intervals: undefined, unit: undefined, missing, other };
  if (asCategories) return categories;
  const read = named.map(({ text }) => toInterval(text, { feature, englishNumbers }));
  const sure = (range: LabelRange | undefined, { text }: BinLine): boolean =>
    range === undefined ? isList(text) === false && looksLikeRange(text) : !range.single && !isList(text);
  if (!read.some((range, j) => sure(range, named[j]))) return categories;
  const bins = named.filter(({ text }, j) => read[j] !== undefined || !MISSING_NUMBER.has(bare(text)));
  const intervals = bins.map((bin) => {
    const range = read[named.indexOf(bin)];
    if (range === undefined) throw unreadable(feature, bin, named);
    return range;
  });
  return {
    bins,
    intervals,
    unit: unitOf(feature, bins, intervals),
    missing: [...missing, ...named.filter((entry) => !bins.includes(entry))],
    other,
  };
}

/** `[1, 2]` alone is a list of two categories; beside intervals it is one itself. */
function isList(text: string): boolean {
  return toCategories(text) !== undefined;
}

/** Lower case, without the brackets around. */
function bare(text: string): string {
  const lower = text.toLowerCase();
  const inside = /^[(<[]/.test(lower) && /[)>\]]$/.test(lower) ? lower.slice(1, -1).trim() : lower;
  return inside.replace(/\s+/g, ' ');
}

function unitOf(
  feature: string,
  bins: readonly BinLine[],
  intervals: readonly LabelRange[],
): string | undefined {
  const at = intervals.findIndex(({ unit }) => unit !== undefined);
  const unit = intervals[at]?.unit;
  if (unit === undefined) return undefined;
  const odd = intervals.findIndex((range) => range.unit !== undefined && !sameUnit(range.unit, unit));
  if (odd >= 0)
    throw refuseLine(bins[odd].line, `feature '${feature}': two units`, {
      code: 'mixed-bins',
      expected: `numbers in ${quoted(unit)}, as in ${quoted(bins[at].text)} of line ${bins[at].line}`,
      got: quoted(bins[odd].text),
    });
  const plural = intervals.find((range) => range.unit?.endsWith('s'))?.unit;
  return plural ?? unit;
}

function unreadable(feature: string, bin: BinLine, all: readonly BinLine[]): Error {
  const range = all.find(({ text }) => text !== bin.text && looksLikeRange(text));
  const beside = range === undefined ? '' : ` beside ${quoted(range.text)} of line ${range.line}`;
  const date = looksLikeDate(bin.text);
  const what = date
    ? 'a date, perhaps made from a range by the spreadsheet program'
    : 'a bin that cannot be read as a range of numbers';
  const ways = "'[25, 35)', '25-34' (whole numbers), '< 25', '>= 35' or 'Missing', numbers as 10000 or 2.5";
  return refuseLine(bin.line, `feature '${feature}': ${what}`, {
    code: 'mixed-bins',
    expected: `${ways}; or, if the bins of '${feature}' are names of categories, "['${bin.text}']"`,
    got: `${quoted(bin.text)}${beside}`,
  });
}
