// How explanations are written down: as entries of JSON records, or as the last cells of lines of CSV. The pieces are the same; what
// is around them differs, in a cell of CSV quotes are doubled, and CSV has sentences for people beside the lists.

import { type CsvStyle, csvCell, csvPiece, csvText, guarded } from '../table/text-rows.ts';
import type { ExplanationRecord } from './record-fields.ts';
import type { Sentences } from './sentence.ts';

/** Formats that are written as bytes, without an object for each row; `-bom` for spreadsheets. */
export type TextFormat = 'json' | 'ndjson' | 'csv' | 'tsv' | 'csv-bom' | 'tsv-bom';

/** How a format is CSV; undefined where it is not. */
export function styleOf(format: string): CsvStyle | undefined {
  const [name, bom] = format.split('-');
  if (name !== 'csv' && name !== 'tsv') return undefined;
  return { delimiter: name === 'tsv' ? '\t' : ',', bom: bom !== undefined };
}

/** What is around the parts of an explanation. */
export interface EntryFormat {
  /** A piece of JSON as it stands in the format. */
  piece(json: string): string;
  /** What is around sentences, where there are any; they come first. */
  readonly spoken: Spoken | undefined;
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
  entry(record: ExplanationRecord, sentences: Sentences): string;
}

/** What is around the sentences of an explanation. */
export interface Spoken {
  /** Kind and size, and the beginning of the rule. */
  rule(kind: 'axp' | 'cxp', size: number): string;
  /** The end of a rule without a change. */
  readonly end: string;
  /** Between the rule and the change, and between that and the names of the features. */
  readonly change: string;
  changed(newClass: string): string;
  /** The beginning of a sentence of which this is the first part. */
  start(part: string): string;
}

export function entryFormatOf(format: TextFormat): EntryFormat {
  const style = styleOf(format);
  return style === undefined ? JSON_ENTRY : toCells(style);
}

const JSON_ENTRY: EntryFormat = {
  piece: (json) => json,
  spoken: undefined,
  head: (kind) => `{"kind":"${kind}","features":[`,
  indices: '],"indices":[',
  literals: () => '],"literals":[',
  tail: (size) => `],"size":${size}}`,
  change: (size) => `],"size":${size},"counterfactual":`,
  changed: '}',
  entry: (record) => JSON.stringify(record),
};

/** Kind, size, rule, change, new class, features, literals and changed case, each cell followed by the delimiter. */
function toCells(style: CsvStyle): EntryFormat {
  const { delimiter } = style;
  // An empty list has nothing in it that must be quoted.
  const quote = (size: number): string => (size === 0 ? '' : '"');
  const json = (value: unknown): string =>
    value === undefined ? '' : csvCell(JSON.stringify(value), delimiter);
  const say = (text: string | undefined): string =>
    text === undefined ? '' : `"${csvPiece(guarded(text, style))}"`;
  return {
    piece: csvPiece,
    spoken: {
      rule: (kind, size) => `${kind}${delimiter}${size}${delimiter}"`,
      end: `"${delimiter.repeat(3)}`,
      change: `"${delimiter}"`,
      changed: (newClass) => `"${delimiter}${csvText(newClass, style)}${delimiter}`,
      start: (part) => csvPiece(guarded(part, style)),
    },
    head: (_, size) => `${quote(size)}[`,
    indices: undefined,
    literals: (size) => `]${quote(size)}${delimiter}${quote(size)}[`,
    tail: (size) => `]${quote(size)}${delimiter}${delimiter}`,
    change: (size) => `]${quote(size)}${delimiter}"`,
    changed: `"${delimiter}`,
    entry: ({ kind, size, features, literals, counterfactual }, { rule, change }) =>
      [
        kind,
        size,
        say(rule),
        say(change),
        counterfactual === undefined ? '' : csvText(counterfactual.class, style),
        json(features),
        json(literals),
        json(counterfactual),
        '',
      ].join(delimiter),
  };
}
