// The lines of one feature → its bins, and the points of missing and unknown cells: what each library does with these.
import { quoted } from '../paper/lines.ts';
import { type FeatureLines, intervalsOf } from './card-feature.ts';
import { sortLabels } from './card-labels.ts';
import type { BinLine, CardStyle } from './card-style.ts';
import type { Interval } from './interval.ts';
import { refuseLine } from './rows.ts';
import { type SpecialOption, specialCodes } from './special-codes.ts';

/** What users may say about cells that are in no bin. */
export interface OddCellOptions {
  /** `'refuse'`: no points for missing cells and unknown categories, whatever the table says. */
  readonly missing?: 'keep' | 'refuse';
  /** optbinning's special codes, which its tables do not tell. */
  readonly special?: SpecialOption;
  /** Features whose bins are names of categories, even if they look like ranges of numbers. */
  readonly categories?: readonly string[];
}

/** Lines of a feature, and its bins as intervals when it is a number. */
export type SortedLines = FeatureLines & {
  readonly intervals: readonly (Interval | undefined)[] | undefined;
};

/** Bins apart from what is said about missing, special and unknown cells. */
export function sortLines(
  name: string,
  entries: readonly BinLine[],
  style: CardStyle,
  options: OddCellOptions & { readonly englishNumbers: boolean },
  notes: Set<string>,
): SortedLines {
  if (style.name === 'plain') return sortPlain(name, entries, options);
  const nan = style.name === 'toad' && intervalsOf(entries) !== undefined;
  const isMissing = (text: string): boolean => style.isMissing(text) || (nan && text === 'nan');
  const missing = only(
    name,
    entries.filter(({ text }) => isMissing(text)),
  );
  const other = only(
    name,
    entries.filter(({ text }) => style.isOther(text)),
  );
  const special = entries.filter(({ text }) => !isMissing(text) && style.isSpecial(text));
  const bins = entries.filter(
    ({ text }) => !isMissing(text) && !style.isOther(text) && !style.isSpecial(text),
  );
  const { line } = needBins(name, entries, bins);
  const intervals = intervalsOf(bins);
  const { points, codes } = specialCodes(name, special, { missing, option: options.special, notes });
  const common = { name, line, bins, intervals, codes };
  if (options.missing === 'refuse') return { ...common, missing: undefined, other: undefined };
  if (intervals !== undefined && other !== undefined)
    throw refuseLine(other.line, `feature '${name}': a number has no other categories`, {
      code: 'mixed-bins',
      expected: 'an interval',
      got: quoted(other.text),
    });
  // `Scorecard.score` of optbinning takes the last row, which is that of missing cells, for categories it does not know.
  if (style.name === 'optbinning')
    return { ...common, missing: points, other: intervals === undefined ? points : undefined };
  // `ScoreCard.predict` of toad gives unknown categories the fewest points, and puts -1 for missing numbers without a bin of their own.
  const least = other ?? bins.reduce((a, b) => (b.points < a.points ? b : a));
  if (intervals === undefined) return { ...common, missing: least, other: least };
  if (missing !== undefined) return { ...common, missing, other: undefined };
  notes.add('a missing number without a bin of its own has the points of -1, as in toad');
  return { ...common, missing: bins.find((_, j) => contains(intervals[j], -1)), other: undefined };
}

/** The lines of people. */
function sortPlain(
  name: string,
  entries: readonly BinLine[],
  options: OddCellOptions & { readonly englishNumbers: boolean },
): SortedLines {
  const { bins, intervals, unit, ...odd } = sortLabels(name, entries, {
    asCategories: options.categories?.includes(name) === true,
    englishNumbers: options.englishNumbers,
  });
  const missing = only(name, odd.missing);
  const other = only(name, odd.other);
  const { line } = needBins(name, entries, bins);
  const refused = options.missing === 'refuse';
  return {
    name,
    line,
    bins,
    intervals,
    unit,
    codes: [],
    missing: refused ? undefined : missing,
    // Of a number, all numbers in no bin; of categories, cells with none of them.
    other: refused && intervals === undefined ? undefined : other,
  };
}

function needBins(name: string, entries: readonly BinLine[], bins: readonly BinLine[]): BinLine {
  if (bins.length > 0) return entries[0];
  throw refuseLine(entries[0].line, `feature '${name}': no bins`, {
    code: 'no-bins',
    expected: 'intervals or categories',
  });
}

function contains(interval: Interval | undefined, x: number): boolean {
  if (interval === undefined) return false;
  const { lower, upper, lowerIn, upperIn } = interval;
  return (lower < x || (lowerIn === true && lower === x)) && (x < upper || (upperIn === true && x === upper));
}

function only(name: string, entries: readonly BinLine[]): BinLine | undefined {
  if (entries.length > 1)
    throw refuseLine(entries[1].line, `feature '${name}': the same bin twice`, {
      code: 'bin-overlap',
      expected: 'each bin once',
      got: quoted(entries[1].text),
    });
  return entries[0];
}
