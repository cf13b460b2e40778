// Which numbers does the label of a bin mean? As people write them: `18-24`, `up to 30`, `25 to under 35`, `$1,000 or more`. An
// end that the words do not settle (has `25-35` 35 in it?) is left open: the bins beside it may settle it.
import type { Interval } from './interval.ts';
import { asciiSigns, type LabelNumber, scanNumbers } from './label-number.ts';

/** A range that was read from a label. */
export interface LabelRange extends Interval {
  /** What stands behind or before the numbers: `%`, `$`, `years`. */
  readonly unit?: string;
  /** A single number, which may as well be the name of a category. */
  readonly single: boolean;
}

/** Whether an end is in the bin; undefined: the words do not say. */
type Included = boolean | undefined;

const FROM = '>=|at least|from|min|minimum|no less than|not less than';
const ABOVE = '>|over|above|(?:more|greater|higher|larger|older|longer) than|exceeding';
const THROUGH = '<=|at most|max|maximum|no more than|not more than|up to and including';
const BELOW =
  '<|under|below|(?:less|fewer|lower|smaller|younger|shorter) than|up to but (?:not including|excluding)';
const UP_TO = 'up to|until|till';
const LOWER_BEFORE: readonly [words: RegExp, included: Included][] = [
  [new RegExp(`^(?:${FROM})$`), true],
  [new RegExp(`^(?:${ABOVE})$`), false],
];
const UPPER_BEFORE: readonly [words: RegExp, included: Included][] = [
  [new RegExp(`^(?:${THROUGH})$`), true],
  [new RegExp(`^(?:${BELOW})$`), false],
  [new RegExp(`^(?:${UP_TO})$`), undefined],
];
const LOWER_AFTER =
  '(?:\\+|plus|upwards|(?:and|or|&) (?:over|above|more|up(?! to)|upwards|older|greater|higher|longer))';
const UPPER_AFTER = '(?:and|or|&) (?:under|below|less|fewer|lower|younger|smaller|shorter)';

const LOWER = `(?:(?<lowerBefore>${FROM}|${ABOVE}) )?#(?: (?<lowerAfter>${LOWER_AFTER}))?`;
const UPPER = `(?:(?<upperBefore>${THROUGH}|${BELOW}|${UP_TO}) )?#(?: (?<upperAfter>${UPPER_AFTER}))?`;

const BOTH = new RegExp(
  `^${LOWER} (?<join>-|to|~|\\.\\.|through|thru|and|but|,)(?: and)? ${UPPER}(?: (?<both>inclusive|exclusive))?$`,
);
const BETWEEN = /^between # and #(?: (?<both>inclusive|exclusive))?$/;
/** `20 <= age < 30`, the name left out. */
const CHAIN = /^# (?<lower><=?) (?<upper><=?) #$/;
const AT_LEAST = new RegExp(`^${LOWER}$`);
const AT_MOST = new RegExp(`^${UPPER}$`);
const SINGLE = /^(?:= |exactly )?#(?: only)?$/;

/** Words with a meaning here: none of them is a unit. */
const WORDS: ReadonlySet<string> = new Set(
  `${LOWER} ${UPPER} to through thru and but between inclusive exclusive exactly only`.match(/[a-z]+/gi),
);

/** How the label is written. */
export interface LabelContext {
  /** The name of the feature, which labels may repeat (`age < 30`). */
  readonly feature: string;
  /** Commas separate thousands; otherwise (in tables where they may be decimal commas) neither commas nor 10.000 are read. */
  readonly englishNumbers: boolean;
}

/** The range that a label means, or undefined. */
export function readLabel(label: string, context: LabelContext): LabelRange | undefined {
  const found = scanNumbers(label, { ...context, words: WORDS });
  if (found === undefined) return undefined;
  const { pattern, numbers, unit } = found;
  const made = rangeOf(pattern, numbers);
  return made === undefined ? undefined : { ...made, unit };
}

function rangeOf(pattern: string, numbers: readonly LabelNumber[]): LabelRange | undefined {
  if (numbers.length === 2) return twoEnds(pattern, numbers[0], numbers[1]);
  if (numbers.length !== 1) return undefined;
  const { value } = numbers[0];
  if (SINGLE.test(pattern))
    return Number.isFinite(value)
      ? { lower: value, upper: value, lowerIn: true, upperIn: true, single: true }
      : undefined;
  const lower = AT_LEAST.exec(pattern)?.groups;
  const upper = AT_MOST.exec(pattern)?.groups;
  if (lower !== undefined) return range(value, Number.POSITIVE_INFINITY, lowerIn(lower), false);
  if (upper !== undefined) return range(Number.NEGATIVE_INFINITY, value, false, upperIn(upper));
  return undefined;
}

function twoEnds(pattern: string, low: LabelNumber, high: LabelNumber): LabelRange | undefined {
  // `10-20k` may be 10 to 20,000 or 10,000 to 20,000.
  if (low.thousands !== high.thousands && low.value !== 0) return undefined;
  const make = (inLower: Included, inUpper: Included): LabelRange =>
    range(low.value, high.value, inLower, inUpper);
  const between = BETWEEN.exec(pattern);
  if (between !== null) return make(both(between.groups?.both), both(between.groups?.both));
  const chain = CHAIN.exec(pattern)?.groups;
  if (chain !== undefined) return make(chain.lower === '<=', chain.upper === '<=');
  const groups = BOTH.exec(pattern)?.groups;
  if (groups === undefined) return undefined;
  const { join, lowerBefore, lowerAfter, upperBefore, upperAfter } = groups;
  if (groups.both !== undefined) return make(both(groups.both), both(groups.both));
  const saidLower = lowerBefore !== undefined || lowerAfter !== undefined;
  const saidUpper = upperBefore !== undefined || upperAfter !== undefined;
  // `20 and 30` are two numbers; `over 20 and up to 30` is a range.
  if (['and', 'but', ','].includes(join) && !(saidLower && saidUpper)) return undefined;
  if (join === 'through' || join === 'thru') return make(lowerIn(groups) ?? true, upperIn(groups) ?? true);
  // `from 20 to 30` says no more than `20 to 30`.
  return make(lowerBefore === 'from' ? undefined : lowerIn(groups), upperIn(groups));
}

function range(lower: number, upper: number, inLower: Included, inUpper: Included): LabelRange {
  return {
    lower,
    upper,
    lowerIn: Number.isFinite(lower) ? inLower : false,
    upperIn: Number.isFinite(upper) ? inUpper : false,
    single: false,
  };
}

function lowerIn({ lowerBefore, lowerAfter }: Record<string, string>): Included {
  return lowerAfter === undefined ? included(LOWER_BEFORE, lowerBefore) : true;
}

function upperIn({ upperBefore, upperAfter }: Record<string, string>): Included {
  return upperAfter === undefined ? included(UPPER_BEFORE, upperBefore) : true;
}

function included(table: readonly [RegExp, Included][], words: string | undefined): Included {
  return words === undefined ? undefined : table.find(([some]) => some.test(words))?.[1];
}

function both(word: string | undefined): Included {
  return word === undefined ? undefined : word === 'inclusive';
}

/** In signs of the keyboard, so blanks are single; two points are the sign between two numbers. */
const NUMBER = "[$€£¥₹]?\\d(?:[\\d,']| (?! )|\\.(?!\\.))*[%k$€£¥₹]?";
/** Each a list of patterns that must all be found: one that says it all would take quadratic time. */
const RANGE_LIKE: readonly (readonly RegExp[])[] = [
  [/^(?:\p{L}+ )?[<>]=?.*\d/u],
  [
    new RegExp(
      `^(?:\\p{L}+ ){0,2}[<>=+-]* ?${NUMBER}(?:-|to|~|\\.\\.) ?[<>=+-]* ?${NUMBER}(?:\\p{L}+)?(?: \\p{L}+)?$`,
      'u',
    ),
  ],
  [new RegExp(`^${NUMBER}(?:\\p{L}+ ?)?(?:\\+|plus)$`, 'u')],
  [/^[[(\]]/, /\d ?[,;~-]/, /[\])[]$/],
  [
    /^(?:(?:over|under|above|below|more than|less than|fewer than|up to|at least|at most|between|older than|younger than)\b.*(?<![\p{L}\d])\d)/u,
  ],
  [
    /(?<![\p{L}\d])\d/u,
    /\b(?:and|or) (?:over|above|more|up|older|greater|higher|under|below|less|fewer|lower|younger)$/,
  ],
];

/** Spreadsheets turn `10-12` into a date when it is typed in. */
const DATE =
  /^(?:\d{1,2}[-. ]+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-. ]+\d{1,2})$/;

/** Whether a label looks like a range of numbers, readable or not. */
export function looksLikeRange(label: string): boolean {
  const text = asciiSigns(label);
  return RANGE_LIKE.some((patterns) => patterns.every((pattern) => pattern.test(text)));
}

/** Whether a label looks like what a spreadsheet makes of `10-12`. */
export function looksLikeDate(label: string): boolean {
  return DATE.test(asciiSigns(label));
}
