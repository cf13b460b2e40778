// What DuckDB or the system complains of, as one of our errors: a stable code, the place and a short reason. Its advice about options
// of read_csv would only mislead.
import { FormatError, InternalError, LimitError, XpxlcError } from '@xpxlc/core';
import { DEEPEST } from './engine.ts';

interface Kind {
  readonly pattern: RegExp;
  readonly code: string;
  readonly what: string;
  readonly limit?: true;
}

const KINDS: readonly Kind[] = [
  { pattern: /Maximum line size/, code: 'line-too-long', what: 'line too long', limit: true },
  { pattern: /maximum_object_size/, code: 'line-too-long', what: 'object too long', limit: true },
  {
    pattern: /Out of Memory Error|bad_alloc|bad allocation/i,
    code: 'out-of-memory',
    what: 'the table needs more memory than allowed',
    limit: true,
  },
  {
    pattern: /unterminated quote/,
    code: 'broken-quoting',
    what: 'broken quoting: a quote is not closed, or closed too early',
  },
  {
    pattern: /not utf-8|[Ii]nvalid unicode|[Ii]nvalid UTF|Unicode/,
    code: 'not-utf8',
    what: 'not UTF-8; save the file as UTF-8',
  },
  { pattern: /Expected Number of Columns/, code: 'ragged-row', what: 'a row with far too many cells' },
  {
    pattern: /state machine reached an invalid state/,
    code: 'broken-csv',
    what: 'broken quoting or mixed line ends',
  },
  {
    pattern: /[Mm]alformed JSON|JSON transform error|unexpected end of data/,
    code: 'broken-json',
    what: 'not JSON',
  },
  { pattern: /Permission Error/, code: 'not-allowed', what: 'only the files of the table can be read' },
  {
    pattern: /No files found|No such file|Cannot open file/,
    code: 'file-not-found',
    what: 'cannot open the file',
  },
  {
    pattern: /GZIP|zlib|ZSTD|zstd|[Ff]rame descriptor|Data corruption|decompress/,
    code: 'broken-compression',
    what: 'the compressed data is damaged',
  },
  { pattern: /parquet|thrift|TProtocol/i, code: 'broken-parquet', what: 'not a sound Parquet file' },
  { pattern: /Conversion Error|Mismatch Type/, code: 'bad-value', what: 'a value does not fit' },
];

/** An error of ours for whatever was thrown while reading `place`. */
export function toFailure(thrown: unknown, place: string): Error {
  if (thrown instanceof XpxlcError || thrown instanceof InternalError) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const kind = KINDS.find(({ pattern }) => pattern.test(text));
  // DuckDB's messages start with their kind; anything else is a mistake of ours.
  if (kind === undefined && !/^[A-Z][\w ]*?(Error|Exception)\b/.test(text))
    return new InternalError(`${place}: ${text}`);
  const spot = whereabouts(text);
  const detail = { code: kind?.code ?? 'unreadable', place: spot === '' ? place : `${place}, ${spot}` };
  const what = kind?.what ?? 'cannot be read';
  return kind?.limit
    ? new LimitError(`${what} (${reason(text)})`, detail)
    : new FormatError(`${what} (${reason(text)})`, detail);
}

/** `line 3`, `line 3, byte 7`, or nothing. */
function whereabouts(text: string): string {
  const line = /(?:on Line: |in line |record\/value )(\d+)/.exec(text)?.[1];
  const byte = /at byte (\d+) in/.exec(text)?.[1];
  const unit = /record\/value \d/.test(text) ? 'record' : 'line';
  return [line && `${unit} ${line}`, byte && `byte ${byte}`].filter(Boolean).join(', ');
}

/** The sentence of the message that says what happened, cut short. */
function reason(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const telling =
    lines.find((line) => /^(Expected Number|Value with|Maximum line|Invalid unicode)/.test(line)) ?? lines[0];
  return telling.length > 200 ? `${telling.slice(0, 197)}…` : telling;
}

/** What went wrong while a place was written, in our words; a broken pipe stays what it is. */
export function writeFailure(thrown: unknown, place: string): unknown {
  if (
    !(thrown instanceof Error) ||
    thrown instanceof XpxlcError ||
    (thrown as NodeJS.ErrnoException).code === 'EPIPE'
  )
    return thrown;
  return new FormatError(`cannot be written (${thrown.message.split('\n')[0]})`, {
    code: 'cannot-write',
    place,
  });
}

/** What DuckDB says of a filter that does not fit the table. */
export function badFilter(said: string): FormatError {
  const reason = said.includes('expression depth')
    ? `nested more than ${DEEPEST} deep; a sum or a chain of N parts is N deep`
    : said;
  return new FormatError(`bad filter (${reason.split('\n')[0]})`, {
    code: 'bad-filter',
    place: 'filter',
    expected: "one SQL expression over the columns, such as age > 30 AND city = 'Lisbon'",
  });
}
