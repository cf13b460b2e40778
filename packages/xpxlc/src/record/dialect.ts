// How explanations are written down: as entries of JSON records, or as the last cells of lines of CSV. The pieces are the same; what
// is around them differs, and in a cell of CSV quotes are doubled.
import { csvCell } from '../table/text-rows.ts';
import type { ExplanationRecord } from './explain-record.ts';

/** Formats that are written as bytes, without an object for each row. */
export type TextFormat = 'json' | 'ndjson' | 'csv' | 'tsv';

/** What is around the parts of an explanation. */
export interface Dialect {
  /** A piece of JSON as it stands in the format. */
  piece(json: string): string;
  /** Before the names of the features. */
  head(kind: 'axp' | 'cxp', size: number): string;
  /** Between the names and the positions of the features; undefined where positions are not told. */
  readonly indices: string | undefined;
  /** Between those and the literals. */
  literals(size: number): string;
  /** After the literals of an explanation without a changed case. */
  tail(size: number): string;
  /** Between the literals and the changed case, and after it. */
  change(size: number): string;
  readonly changed: string;
  /** All of it, the slow way. */
  entry(record: ExplanationRecord): string;
}

export function dialectOf(format: TextFormat): Dialect {
  return format === 'json' || format === 'ndjson' ? JSON_ENTRY : toCells(delimiterOf(format));
}

export function delimiterOf(format: 'csv' | 'tsv'): string {
  return format === 'tsv' ? '\t' : ',';
}

const JSON_ENTRY: Dialect = {
  piece: (json) => json,
  head: (kind) => `{"kind":"${kind}","features":[`,
  indices: '],"indices":[',
  literals: () => '],"literals":[',
  tail: (size) => `],"size":${size}}`,
  change: (size) => `],"size":${size},"counterfactual":`,
  changed: '}',
  entry: (record) => JSON.stringify(record),
};

/** Kind, size, features, literals and changed case, each cell followed by the delimiter. */
function toCells(delimiter: string): Dialect {
  // An empty list has nothing in it that must be quoted.
  const quote = (size: number): string => (size === 0 ? '' : '"');
  const json = (value: unknown): string =>
    value === undefined ? '' : csvCell(JSON.stringify(value), delimiter);
  return {
    piece: (text) => text.replaceAll('"', '""'),
    head: (kind, size) => `${kind}${delimiter}${size}${delimiter}${quote(size)}[`,
    indices: undefined,
    literals: (size) => `]${quote(size)}${delimiter}${quote(size)}[`,
    tail: (size) => `]${quote(size)}${delimiter}${delimiter}`,
    change: (size) => `]${quote(size)}${delimiter}"`,
    changed: `"${delimiter}`,
    entry: ({ kind, size, features, literals, counterfactual }) =>
      [kind, size, json(features), json(literals), json(counterfactual), ''].join(delimiter),
  };
}
