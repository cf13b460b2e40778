// The lines of one feature → its bins, and the points of missing and unknown cells: what each library does with these.
import { quoted } from '../paper/lines.ts';
import { type FeatureLines, intervalsOf } from './card-feature.ts';
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
  options: OddCellOptions,
  notes: Set<string>,
): SortedLines {
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
  const { line } = entries[0];
  if (bins.length === 0)
    throw refuseLine(line, `feature '${name}': no bins`, {
      code: 'no-bins',
      expected: 'intervals or categories',
    });
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
  switch (style.name) {
    case 'plain':
      return { ...common, missing: points?.points, other: other?.points };
    case 'optbinning':
      // `Scorecard.score` takes the last row, which is that of missing cells, for categories it does not know.
      return { ...common, missing: points?.points, other: points?.points };
    case 'toad': {
      // `ScoreCard.predict` gives unknown categories the fewest points, and puts -1 for missing numbers without a bin of their own.
      const least = other?.points ?? Math.min(...bins.map((bin) => bin.points));
      if (intervals === undefined) return { ...common, missing: least, other: least };
      if (missing !== undefined) return { ...common, missing: missing.points, other: undefined };
      const filled = bins.find((_, j) => contains(intervals[j], -1))?.points;
      notes.add('a missing number without a bin of its own has the points of -1, as in toad');
      return { ...common, missing: filled, other: undefined };
    }
  }
}

function contains(interval: Interval | undefined, x: number): boolean {
  if (interval === undefined) return false;
  const { lower, upper, lowerIn, upperIn } = interval;
  return (lower < x || (lowerIn && lower === x)) && (x < upper || (upperIn && x === upper));
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
