// Records → pages of bytes, or rows of a table. What is written in other ways goes to the same out, so that all stays in order.

import { type TextRows, textRows } from '../table/text-rows.ts';
import type { WriterRow } from '../table/write.ts';
import { escapeControls, legible } from '../terminal/legible.ts';
import { ByteWriter } from './byte-writer.ts';
import { styleOf } from './entry-format.ts';
import { JOINTS } from './frame.ts';
import { type Format, type Layout, rowsOf } from './layout.ts';

/** Rows of that number are handed on. */
const ROWS = 512;

export class Pages<R extends object> {
  readonly out: ByteWriter;
  private readonly format: Format;
  private readonly layout: Layout<R>;
  private readonly lines: Pick<TextRows, 'body'> | undefined;
  private rows: WriterRow[] = [];

  /** @param out - where others write, too. */
  constructor(format: Format, layout: Layout<R>, out: ByteWriter = new ByteWriter(0)) {
    this.out = out;
    this.format = format;
    this.layout = layout;
    const style = styleOf(format);
    this.lines = style && textRows(layout.columns, 'csv', style);
  }

  put(record: R): void {
    if (this.format === 'text') this.out.text(this.layout.text(legible(record)));
    else if (this.format === 'ndjson' || this.format === 'json') {
      const { before, after } = JOINTS[this.format];
      this.out.text(before + JSON.stringify(record) + after);
    } else {
      const rows = rowsOf(this.layout, record);
      if (this.lines === undefined) this.rows.push(...rows);
      else this.out.text(this.lines.body(rows));
    }
  }

  /** Text whose words are legible already. */
  putText(text: string): void {
    this.out.text(text);
  }

  /** A line for people, whatever is in it. */
  putLine(line: string): void {
    this.out.text(`${escapeControls(line)}\n`);
  }

  /** There is enough to be handed on. */
  get isFull(): boolean {
    return this.out.full || this.rows.length >= ROWS;
  }

  /** What is to be handed on now, if anything. */
  *full(): Generator<Uint8Array<ArrayBuffer> | readonly WriterRow[], void, void> {
    if (this.isFull) yield* this.rest();
  }

  /** All that is left. */
  *rest(): Generator<Uint8Array<ArrayBuffer> | readonly WriterRow[], void, void> {
    const { rows, out } = this;
    if (rows.length > 0) {
      this.rows = [];
      yield rows;
    }
    if (!out.empty) yield out.take();
  }
}
