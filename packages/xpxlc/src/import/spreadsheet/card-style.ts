// How do the tables of a library write missing and special cells, and groups of categories? One object per way of writing.
import { quoted } from '../paper/lines.ts';
import { looksLikeRange } from './bin-label.ts';
import { toCategories } from './category-set.ts';
import { toInterval } from './interval.ts';
import { refuseLine } from './rows.ts';

/** A line of a scorecard: a bin and its points. */
export interface BinLine {
  readonly text: string;
  readonly points: number;
  readonly line: number;
  /** How many rows of the training data are in the bin, where the table says so. */
  readonly count?: number;
}

/** The ways of writing that are known. */
export type CardStyleName = 'plain' | 'optbinning' | 'toad';

/** One way of writing scorecards. */
export interface CardStyle {
  readonly name: CardStyleName;
  /** Columns that make it known; each has one of these names. */
  readonly header: readonly [feature: readonly string[], bin: readonly string[], points: readonly string[]];
  isMissing(text: string): boolean;
  isOther(text: string): boolean;
  isSpecial(text: string): boolean;
  categories(bin: BinLine): readonly string[];
  /** A category that stands for missing cells when it is among the others. */
  readonly missingCategory: string;
  /** What the value is called that stands for missing cells, and that for unknown categories. Default: as in the table. */
  readonly missingLabel?: string;
  readonly otherLabel?: string;
}

/** No category has this name: it would need one. */
const NONE = '';

/** What people write (see card-labels.ts): ranges in many spellings, groups as lists, anything else is one category. */
const plain: CardStyle = {
  name: 'plain',
  header: [
    ['feature', 'variable', 'characteristic'],
    ['bin', 'attribute', 'range', 'band', 'group'],
    ['points', 'score'],
  ],
  isMissing: () => false,
  isOther: () => false,
  isSpecial: () => false,
  categories: (bin) => (bin.text.startsWith('[') ? listed(bin) : [bin.text]),
  missingCategory: NONE,
};

/** optbinning: rows `Special` (or a name per special code) and `Missing`, groups as arrays of numpy or pandas. */
const optbinning: CardStyle = {
  name: 'optbinning',
  header: [['variable'], ['bin'], ['points']],
  isMissing: (text) => text === 'Missing',
  isOther: () => false,
  isSpecial: (text) => !/^[[(<]/.test(text),
  categories: listed,
  missingCategory: NONE,
  missingLabel: 'Missing',
  otherLabel: '(unknown)',
};

/** toad: a bin `nan` of numbers, a category `nan`, groups joined by commas, perhaps a group `else`. */
const toad: CardStyle = {
  name: 'toad',
  header: [['name'], ['value'], ['score']],
  isMissing: () => false, // `nan` may be a category; see scorecard.ts
  isOther: (text) => text === 'else',
  isSpecial: () => false,
  categories: ({ text }) => text.split(','),
  missingCategory: 'nan',
  missingLabel: 'nan',
  otherLabel: '(unknown)',
};

/** All ways, the most special header first. */
export const CARD_STYLES: readonly CardStyle[] = [optbinning, toad, plain];

/** The way of people, whoever has the same columns. */
export const PLAIN_STYLE: CardStyle = plain;

/** Whether a table with the columns of a library was written by people: it has ranges that no library writes. */
export function isByHand(texts: readonly string[]): boolean {
  return (
    texts.some(
      (text) => !/^[[(]/.test(text) && (looksLikeRange(text) || toInterval(text)?.single === false),
    ) && !texts.some((text) => /^[[(]/.test(text) && /inf|~/.test(text) && /[\])]$/.test(text))
  );
}

function listed(bin: BinLine): readonly string[] {
  const categories = toCategories(bin.text);
  if (categories !== undefined && categories.length > 0) return categories;
  throw refuseLine(bin.line, 'neither an interval nor a list of categories', {
    code: 'bad-bin',
    expected: "an interval like [1, 2), or a whole list like ['a', 'b']",
    got: quoted(bin.text),
  });
}
