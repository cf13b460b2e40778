// optbinning's special codes: numbers or categories that stand for something else ("not asked") and have points of their own. Its
// tables say how many points and how often, but not which codes: the user does.

import { FormatError, show } from '@xpxlc/core';
import { above, below } from '@xpxlc/core/exact';
import { quoted } from '../paper/lines.ts';
import type { BinLine } from './card-style.ts';
import { refuseLine } from './rows.ts';

/**
 * `'unused'`: there are no codes. `'missing'`: cells with codes are empty, and no others are. A list: the codes, in every column
 * (`special_codes` of the `BinningProcess`). An object: the codes of each row of the table, where the rows have names.
 */
export type SpecialOption =
  | 'unused'
  | 'missing'
  | readonly (number | string)[]
  | { readonly [row: string]: number | string | readonly (number | string)[] };

/** A special code and its points. */
export interface Code {
  readonly code: number | string;
  readonly points: number;
}

/** Steps of a number. */
interface Steps {
  readonly cuts: readonly number[];
  readonly values: readonly number[];
  readonly closed: 'left' | 'right';
}

/**
 * What the rows of special codes of one feature come to: the row of missing cells, and the codes.
 *
 * @throws {FormatError} `special-codes` where codes are or may be in use and the user has not said which; `bad-option`.
 */
export function specialCodes(
  name: string,
  rows: readonly BinLine[],
  {
    missing,
    option,
    notes,
  }: {
    readonly missing: BinLine | undefined;
    readonly option: SpecialOption | undefined;
    notes: Set<string>;
  },
): { readonly points: BinLine | undefined; readonly codes: readonly Code[] } {
  if (option === undefined) {
    const used = rows.find(({ count }) => count !== 0);
    if (used !== undefined) throw asksForCodes(name, used);
    if (rows.length > 0) notes.add('rows of special codes without any training data are taken as unused');
    return { points: missing, codes: [] };
  }
  if (option === 'unused') return { points: missing, codes: [] };
  if (option === 'missing')
    return { points: rows.reduce((now, row) => asMissing(name, row, now), missing), codes: [] };
  const codes = rows.flatMap((row) =>
    codesOf(name, row, rows.length, option).map((code) => ({ code, points: row.points })),
  );
  if (codes.length > 0) notes.add('each special code is a bin of its own');
  const twice = codes.find(({ code }, j) => codes.findIndex((other) => other.code === code) < j);
  if (twice !== undefined) throw badOption('each code once', show(twice.code));
  return { points: missing, codes };
}

/** The steps with a bin for each code that lies in the domain: among doubles, [c, next double) holds c alone. */
export function withCodes(
  { cuts, values, closed }: Steps,
  codes: readonly Code[],
  { lower, upper }: { readonly lower: number; readonly upper: number },
): Steps {
  const left = closed === 'left';
  let bins = { cuts: [...cuts], values: [...values] };
  for (const { code, points } of codes) {
    if (typeof code !== 'number' || code < lower || code > upper) continue;
    const ends = left ? [code, above(code)] : [below(code), code];
    // The bin in which both ends begin or end: that of the code.
    const at = bins.cuts.filter((cut) => (left ? cut <= code : cut < code)).length;
    const before = bins.cuts[at - 1] === ends[0] ? [] : [ends[0]];
    const after = bins.cuts[at] === ends[1] ? [] : [ends[1]];
    const value = bins.values[at];
    bins = {
      cuts: bins.cuts.toSpliced(at, 0, ...before, ...after),
      values: bins.values.toSpliced(at, 1, ...before.map(() => value), points, ...after.map(() => value)),
    };
  }
  return { ...bins, closed };
}

/** Cells with codes are empty: their points are those of missing cells, if these are worth the same or do not occur. */
function asMissing(name: string, row: BinLine, missing: BinLine | undefined): BinLine {
  if (missing === undefined || missing.count === 0) return row;
  if (missing.points === row.points) return missing;
  throw refuseLine(row.line, `feature '${name}': special codes with other points than missing cells`, {
    code: 'special-codes',
    expected: `${missing.points} points as for missing cells; or the option special: the codes, or 'unused'`,
    got: `${quoted(row.text)} with ${row.points} points`,
  });
}

function codesOf(
  name: string,
  row: BinLine,
  rows: number,
  option: Exclude<SpecialOption, string>,
): readonly (number | string)[] {
  if (typeof option !== 'object' || option === null)
    throw badOption("'unused', 'missing', a list of codes or an object of them", show(option));
  if (Array.isArray(option) && rows > 1) throw asksForCodes(name, row);
  const said: unknown = Array.isArray(option) ? option : (option as Record<string, unknown>)[row.text];
  if (said === undefined) throw asksForCodes(name, row);
  const codes: unknown[] = Array.isArray(said) ? said : [said];
  if (codes.length === 0) throw badOption("a code, or 'unused' where there are none", 'an empty list');
  for (const code of codes)
    if (!(typeof code === 'string' || Number.isFinite(code))) throw badOption('numbers or texts', show(code));
  return codes as (number | string)[];
}

function asksForCodes(name: string, { line, text, count }: BinLine): FormatError {
  const what =
    count === undefined
      ? 'the table does not say whether special codes are in use'
      : 'special codes are in use, and the table does not say which';
  return refuseLine(line, `feature '${name}': ${what}`, {
    code: 'special-codes',
    expected:
      "the option special: the codes (by row, if there are several), 'unused' (there are none) or 'missing' (their cells are empty)",
    got: `${quoted(text)}${count === undefined ? '' : ` (${count} training rows)`}`,
  }) as FormatError;
}

function badOption(expected: string, got: string): FormatError {
  return new FormatError('special codes that cannot be', {
    code: 'bad-option',
    place: "option 'special'",
    expected,
    got,
  });
}
