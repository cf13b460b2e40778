// What is wrong with a row? Said in the words of the core's errors, with the row, the feature, what was expected and got.
import { didYouMean, type Feature, meansMissing, type NumericFeature } from '@xpxlc/core';

/** Why a row is bad as a whole; 0 when it is not. */
export const SHAPE = { ok: 0, tooShort: 1, tooLong: 2, notJson: 3, notObject: 4, duplicateKey: 5 } as const;

/** A row that cannot be explained, at its place in the stream. */
export interface BadRow {
  /** Position in the block. */
  readonly index: number;
  /** Row of the source, counted from 0 before any filter. */
  readonly row: number;
  /** The line of the file on which it begins, from 1; where that can be told. */
  readonly line?: number;
  /** The feature concerned; none for a row that is bad as a whole or in its target. */
  readonly feature?: string;
  /**
   * `unknown-category`, `not-finite`, `not-integer`, `out-of-bounds`, `missing-value`, `ragged-row`, `broken-json`,
   * `duplicate-key` or `unknown-class`.
   */
  readonly code: string;
  readonly place: string;
  readonly message: string;
  readonly expected: string;
  readonly got: string;
}

/** The features are sound: what is wrong is the known class. */
export function isOfTarget({ feature, code }: Pick<BadRow, 'feature' | 'code'>): boolean {
  return feature === undefined && (code === 'unknown-class' || code === 'missing-value');
}

/** How rows beyond the bounds get an answer. */
export const BOUNDS_HINT = '--beyond-bounds extend answers such rows';

/** What is wrong with a cell, without its place. */
export interface Trouble {
  readonly code: string;
  readonly what: string;
  readonly expected: string;
  readonly got: string;
  /** What may help. */
  readonly hint?: string;
  /** The column, in words, and the feature. */
  readonly column?: string;
  readonly feature?: string;
}

/** What is wrong with a row as a whole. */
export function shapeTrouble(shape: number, columns: number, cells: number): Trouble {
  const got = cells < 0 ? `${-cells} or more` : String(cells);
  switch (shape) {
    case SHAPE.tooShort:
      return { code: 'ragged-row', what: 'too few cells', expected: String(columns), got };
    case SHAPE.tooLong:
      return {
        code: 'ragged-row',
        what: 'too many cells',
        expected: String(columns),
        got,
      };
    case SHAPE.duplicateKey:
      return {
        code: 'duplicate-key',
        what: 'a key appears twice',
        expected: 'an object with distinct keys',
        got: 'a repeated key',
      };
    case SHAPE.notObject:
      return { code: 'broken-json', what: 'not an object', expected: 'a JSON object', got: 'another value' };
    default:
      return { code: 'broken-json', what: 'not JSON', expected: 'a JSON object', got: 'something else' };
  }
}

/**
 * What is wrong with a cell, if anything.
 *
 * @param value the code or number in the block.
 * @param text the cell, when it could not be converted; `null` when it is not there.
 */
export function cellTrouble(
  feature: Feature,
  value: number,
  text: string | null | undefined,
  {
    index,
    nullText,
    expected,
    isText,
  }: { index: boolean; nullText: readonly string[]; expected: string; isText: boolean },
): Trouble | undefined {
  const failed = feature.kind === 'categorical' ? value >= feature.values.length : Number.isNaN(value);
  const gone = text === null || (text !== undefined && nullText.includes(text));
  // A missing number that is a value of its own looks like one that could not be read.
  const own = feature.kind !== 'categorical' && feature.missing === true;
  if (own && failed && (gone || text === undefined || /^[+-]?nan$/i.test(text))) return undefined;
  if (failed && gone)
    return {
      code: 'missing-value',
      what: 'missing value',
      expected: 'a value',
      got: 'none',
      ...missingHint(feature),
    };
  const got = failed && typeof text === 'string' ? quoted(text) : String(value);
  // What could be read and is no number is NaN.
  const hint = failed && isText ? hintOn(feature, text ?? 'NaN') : {};
  if (feature.kind === 'categorical')
    return failed
      ? {
          code: 'unknown-category',
          what: 'unknown category',
          expected: index ? `0 to ${feature.values.length - 1}` : expected,
          got,
          ...(index || typeof text !== 'string' ? {} : didYouMean(text, feature.values)),
          ...hint,
        }
      : undefined;
  if (!Number.isFinite(value))
    return { code: 'not-finite', what: 'not a finite number', expected: 'a finite number', got, ...hint };
  if (feature.kind === 'integer' && !Number.isSafeInteger(value))
    return { code: 'not-integer', what: 'not a whole number', expected: 'a whole number', got };
  if (value < feature.lower || value > feature.upper)
    return {
      code: 'out-of-bounds',
      what: 'out of bounds',
      expected: boundsText(feature),
      got,
      hint: BOUNDS_HINT,
    };
  return undefined;
}

/** As the core says it. */
function boundsText({ lower, upper }: NumericFeature): string {
  if (upper === Number.POSITIVE_INFINITY) return `at least ${lower}`;
  return lower === Number.NEGATIVE_INFINITY ? `at most ${upper}` : `${lower} to ${upper}`;
}

/** Has the feature a category that missing cells may be meant to be? */
function missingHint(feature: Feature): { readonly hint?: string } {
  const label = feature.kind === 'categorical' ? feature.values.find(meansMissing) : undefined;
  return label === undefined || label === ''
    ? {}
    : { hint: `--missing '${label}' counts it as that category` };
}

/** Texts by which people and programs say that a value is missing. */
const MISSING = /^(#?n\/?a|null|nil|none|nan|missing|unknown|\?|-+|\.)$/i;

/** What the text of a bad cell looks like. */
export function hintOn({ kind }: Pick<Feature, 'kind'>, text: string): { readonly hint?: string } {
  const cell = text.trim();
  if (MISSING.test(cell)) return { hint: `if it means "missing", add --null '${text}'` };
  if (kind === 'categorical') return {};
  if (/^[+-]?\d{1,3}(,\d{3})+$/.test(cell))
    return { hint: `a comma in a number: write ${cell.replaceAll(',', '')}, or ${cell.replace(',', '.')}` };
  if (/^[+-]?\d*,\d+$/.test(cell)) return { hint: `a decimal comma: write ${cell.replace(',', '.')}` };
  if (/^[+-]?\d{1,3}(\.\d{3})+,\d+$/.test(cell))
    return { hint: `a decimal comma: write ${cell.replaceAll('.', '').replace(',', '.')}` };
  return {};
}

/** Where a row is. */
export interface RowPlace {
  /** In the block. */
  readonly index: number;
  readonly row: number;
  readonly line?: number;
  /** Where there are several. */
  readonly file?: string;
}

/** The record of a trouble. */
export function badRow({ index, row, line, file }: RowPlace, trouble: Trouble): BadRow {
  const { code, what, expected, got, hint, column, feature } = trouble;
  const lined = line === undefined ? '' : ` (${file === undefined ? '' : `${file}, `}line ${line})`;
  const place = `row ${row}${lined}${column === undefined ? '' : `, ${column}`}`;
  const message = `${place}: ${what}; expected ${expected}, got ${got}${hint === undefined ? '' : ` (${hint})`}`;
  return {
    index,
    row,
    line,
    feature,
    code,
    place,
    message,
    expected,
    got,
  };
}

/** A message without the number of its row, for readers who see which row it is, and count from 1: `line 3, feature 'income': …`. */
export function withoutRow(message: string): string {
  return message.replace(
    /^row \d+(?: \((.*?line \d+)\))?(, |: )/,
    (_, line: string | undefined, end: string) => (line === undefined ? '' : line + end),
  );
}

/** The first few of many names, for a message. */
export function oneOf(names: readonly string[]): string {
  const shown = names
    .slice(0, 8)
    .map((name) => `'${name}'`)
    .join(', ');
  return `one of ${shown}${names.length > 8 ? `, … (${names.length} in all)` : ''}`;
}

function quoted(text: string): string {
  return text.length > 60 ? `'${text.slice(0, 57)}…'` : `'${text}'`;
}
