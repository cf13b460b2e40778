// Answers → any table format, streamed: rows are written as they come, to a temporary file beside the target that takes its
// name when all is written. What is aborted leaves nothing.
import { Writable } from 'node:stream';
import { FormatError } from '@xpxlc/core';
import { openComplete } from './complete-file.ts';
import type { Compression } from './compression.ts';
import { formatByName, type TableFormat } from './format.ts';
import { parquetSink } from './parquet-sink.ts';
import { textRows } from './text-rows.ts';
import { type Sink, textSink } from './text-sink.ts';

/**
 * A column to be written. A `sentence` is text that CSV always has in quotes; a `list` is one of texts, in CSV written as JSON; `json` takes
 * any value that JSON can say, and is a text of JSON in CSV and Parquet.
 */
export interface WriterColumn {
  readonly name: string;
  readonly type: 'text' | 'sentence' | 'number' | 'integer' | 'boolean' | 'list' | 'json';
}

/** What to write, and how. */
export interface WriterOptions {
  readonly columns: readonly WriterColumn[];
  /** By default what the target's name says; CSV when it says nothing. */
  readonly format?: TableFormat;
  /** By default what the target's name says. Parquet compresses by itself. */
  readonly compression?: Compression;
  /** Between cells of CSV; default `,`, and a tab for TSV. */
  readonly delimiter?: string;
  /**
   * CSV and TSV for spreadsheets: with a byte-order mark, by which Excel knows UTF-8, and with an apostrophe before texts that would be
   * taken for formulas. Default false.
   */
  readonly bom?: boolean;
}

/** A row: one value per column, `null` for none. */
export type WriterRow = readonly unknown[];

/** A table being written. */
export interface TableWriter {
  /** Write some rows; wait for it before writing more. */
  write(rows: readonly WriterRow[]): Promise<void>;
  /** Finish: only now is the target there. */
  close(): Promise<void>;
  /** Give up and leave nothing. */
  abort(): Promise<void>;
}

/**
 * Start a table at a path, on standard output (`-`) or on a stream.
 *
 * @throws {FormatError} `cannot-write`; `bad-option` for Parquet on a stream. A broken pipe is thrown as Node has it.
 */
export async function openWriter(target: string | Writable, options: WriterOptions): Promise<TableWriter> {
  const named = formatByName(typeof target === 'string' ? target : '');
  const { columns, format = named.format ?? 'csv', compression = named.compression } = options;
  const place = target instanceof Writable ? 'stream' : target === '-' ? 'stdout' : target;
  const stream = target instanceof Writable ? target : target === '-' ? process.stdout : undefined;
  if (stream !== undefined && format === 'parquet') {
    throw new FormatError('Parquet needs a file', {
      code: 'bad-option',
      place,
      expected: 'a text format or a path',
    });
  }
  const rows = textRows(columns, format, options);
  return openComplete(stream ?? (target as string), async (to): Promise<Sink<readonly WriterRow[]>> => {
    if (format === 'parquet') return parquetSink(to as string, columns);
    const texts = await textSink(to, compression);
    await texts.write(rows.head);
    return {
      write: (some) => texts.write(rows.body(some)),
      close: async () => {
        await texts.write(rows.tail());
        await texts.close();
      },
      abort: () => texts.abort(),
    };
  });
}
