// How records look in each format, and what is around them.
import { type TextRows, textRows } from '../table/text-rows.ts';
import type { WriterColumn, WriterRow } from '../table/write.ts';

export type Format = 'text' | 'json' | 'ndjson' | 'csv' | 'tsv' | 'parquet';

/** How a command's records look. */
export interface Layout<R> {
  /** For people; called once per record. */
  text(record: R): string;
  /** For tables: the columns, and the rows a record makes. */
  readonly columns: readonly WriterColumn[];
  rows(record: R): readonly WriterRow[];
}

/** What comes before the first record and after the last. */
export interface Frame {
  readonly head: string;
  readonly tail: string;
  /** The whole output when there is no record. */
  readonly none: string;
  /** Bytes to leave out of the very first record: what separates it from the one before. */
  readonly skip: number;
}

/** What is around each record of JSON. */
export const JOINTS = {
  ndjson: { before: '', after: '\n' },
  json: { before: ',\n', after: '' },
} as const;

export function frameOf(format: Format, columns: readonly WriterColumn[]): Frame {
  if (format === 'json') return { head: '[', tail: '\n]\n', none: '[]\n', skip: 1 };
  const head = format === 'csv' || format === 'tsv' ? textRows(columns, format, undefined).head : '';
  return { head, tail: '', none: head, skip: 0 };
}

/** Text of that size is handed on. */
const PAGE = 1 << 16;
/** Rows of that number are handed on. */
const ROWS = 512;

const encoder = new TextEncoder();

/** Records → pages of text, or rows of a table. */
export class Pages<R> {
  private readonly format: Format;
  private readonly layout: Layout<R>;
  private readonly lines: TextRows;
  private text = '';
  private rows: WriterRow[] = [];

  constructor(format: Format, layout: Layout<R>) {
    this.format = format;
    this.layout = layout;
    this.lines = textRows(layout.columns, format === 'tsv' ? 'tsv' : 'csv', undefined);
  }

  put(record: R): void {
    if (this.format === 'text') this.text += this.layout.text(record);
    else if (this.format === 'ndjson' || this.format === 'json') this.putJson(JSON.stringify(record));
    else this.putRows(this.layout.rows(record));
  }

  putText(text: string): void {
    this.text += text;
  }

  putRows(rows: readonly WriterRow[]): void {
    for (const row of rows) this.rows.push(row);
  }

  private putJson(json: string): void {
    const { before, after } = JOINTS[this.format as 'json' | 'ndjson'];
    this.text += before + json + after;
  }

  /** What is to be handed on now, if anything. */
  *full(): Generator<Uint8Array<ArrayBuffer> | readonly WriterRow[], void, void> {
    if (this.text.length >= PAGE || this.rows.length >= ROWS) yield* this.rest();
  }

  /** All that is left. */
  *rest(): Generator<Uint8Array<ArrayBuffer> | readonly WriterRow[], void, void> {
    const { rows } = this;
    if (rows.length > 0) {
      this.rows = [];
      if (this.format === 'parquet') yield rows;
      else this.text += this.lines.body(rows);
    }
    if (this.text === '') return;
    const page = encoder.encode(this.text);
    this.text = '';
    yield page;
  }
}
