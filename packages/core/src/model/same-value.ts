// Which of these names does a text mean? Programs write one value in several ways: True, true, TRUE, 1 and 1.0; 17 and 17.0. The name itself
// goes first; otherwise a text means the only name that is the same value.

/** How each of some names may be written otherwise; undefined where it must be written as it is. */
export interface Spellings {
  /** By name: the shortest number, or `true` or `false`. */
  readonly plain: readonly (string | undefined)[];
  /** By name: 1 and 0 for the truth values, or the other way round. */
  readonly twin: readonly (string | undefined)[];
}

/**
 * The position of the name that a text means, −1 where there is none: the name itself, else the only name that is the same value. Whole
 * numbers may have zeros after a point (`17.0`), fractions more zeros at their end; `true` and `false` may be in any case, and be 1 and 0
 * where the names are truth values, or no numbers but 0 and 1. Of several names with the same value (`1` and `1.0`) none is meant by a third text.
 *
 * @example
 * ```ts
 * import { findName } from '@xpxlc/core';
 * [findName(['17', '18'], '17.0'), findName(['False', 'True'], '1'), findName(['1', '1.0'], '1.00')]; // => [0, 1, -1]
 * ```
 */
export function findName(names: readonly string[], text: string): number {
  const exact = names.indexOf(text);
  const plain = exact >= 0 ? undefined : plainSpelling(text);
  if (plain === undefined) return exact;
  const spellings = spellingsOf(names);
  const same = spellings.plain.indexOf(plain);
  return same >= 0 ? same : spellings.twin.indexOf(plain);
}

/** How names may be written: for those who look up many texts. A text is to be made plain first ({@link plainSpelling}). */
export function spellingsOf(names: readonly string[]): Spellings {
  const found = names.map(plainSpelling);
  const times = new Map<string | undefined, number>();
  for (const key of found) times.set(key, (times.get(key) ?? 0) + 1);
  const plain = found.map((key) => (times.get(key) === 1 ? key : undefined));
  const twins = twinsOf(found.filter((key) => key !== undefined));
  return { plain, twin: plain.map((key) => (key === undefined ? undefined : twins.get(key))) };
}

/** The plainest way to write a number or a truth value; undefined for other texts. Numbers such as 007 and 1e3 are other texts. */
export function plainSpelling(text: string): string | undefined {
  if (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) {
    if (!text.includes('.')) return text;
    let end = text.length;
    while (text[end - 1] === '0') end--;
    return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
  }
  const word = text.toLowerCase();
  return word === 'true' || word === 'false' ? word : undefined;
}

const NO_TWINS: ReadonlyMap<string, string> = new Map();
const AS_DIGITS: ReadonlyMap<string, string> = new Map([
  ['true', '1'],
  ['false', '0'],
]);
const AS_WORDS: ReadonlyMap<string, string> = new Map([
  ['1', 'true'],
  ['0', 'false'],
]);

/** Truth values beside numbers, or 0 and 1 beside other numbers, are not the same. */
function twinsOf(known: readonly string[]): ReadonlyMap<string, string> {
  if (known.every((key) => AS_DIGITS.has(key))) return AS_DIGITS;
  return known.every((key) => AS_WORDS.has(key)) ? AS_WORDS : NO_TWINS;
}
