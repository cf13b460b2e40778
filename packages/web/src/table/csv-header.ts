// What separates the cells of a CSV file, and what are the names of its columns? As on the command line: of `,` tab `;` and `|` the one that
// gives most of the expected names, else most names.
import { FormatError } from '@xpxlc/core';
import { CsvRecords } from './csv-records.ts';

const DELIMITERS = [',', '\t', ';', '|'];
/** A header may have line ends within quotes, but not that many. */
const MOST_LINES = 1000;

export interface CsvHeader {
  readonly delimiter: string;
  readonly names: readonly string[];
}

/**
 * By the first record, which `text` begins with, or has after blank lines; undefined where that needs more text.
 *
 * @param candidates delimiters to choose from.
 * @throws {FormatError} `empty-file`, `broken-quoting`.
 */
export function csvHeader(
  text: string,
  last: boolean,
  {
    place,
    expected,
    candidates = DELIMITERS,
  }: {
    readonly place: string;
    readonly expected: readonly string[];
    readonly candidates?: readonly string[];
  },
): CsvHeader | undefined {
  const record = firstRecord(text, last);
  if (record === undefined) return undefined;
  if (record === '') throw new FormatError('empty file', { code: 'empty-file', place, expected: 'a header' });
  let best: (CsvHeader & { readonly hits: number }) | undefined;
  for (const delimiter of candidates) {
    if (best !== undefined && !record.includes(delimiter)) continue;
    const names = namesBy(record, delimiter, place);
    // Quotes may be sound with one delimiter only.
    if (names instanceof FormatError) {
      if (candidates.length === 1 || delimiter === candidates.at(-1)) if (best === undefined) throw names;
      continue;
    }
    const there = new Set(names);
    const hits = expected.filter((name) => there.has(name)).length;
    if (best === undefined || hits > best.hits || (hits === best.hits && names.length > best.names.length))
      best = { delimiter, names, hits };
  }
  if (best === undefined) throw namesBy(record, candidates[0], place);
  return { delimiter: best.delimiter, names: best.names };
}

function namesBy(record: string, delimiter: string, place: string): readonly string[] | FormatError {
  let names: readonly string[] = [];
  try {
    new CsvRecords(delimiter, place).visit(record, true, (cells) => {
      if (names.length === 0) names = [...cells];
    });
  } catch (thrown) {
    if (thrown instanceof FormatError) return thrown;
    throw thrown;
  }
  return names;
}

/** Lines until the quotes are even; '' where there is none. */
function firstRecord(text: string, last: boolean): string | undefined {
  const start = text.search(/[^\r\n]/);
  if (start < 0) return last ? '' : undefined;
  let quotes = 0;
  let lines = 0;
  for (let at = start; at < text.length; at++) {
    const c = text[at];
    if (c === '"') quotes += 1;
    else if ((c === '\n' || c === '\r') && (quotes % 2 === 0 || ++lines > MOST_LINES))
      return text.slice(start, at);
  }
  return last ? text.slice(start) : undefined;
}
