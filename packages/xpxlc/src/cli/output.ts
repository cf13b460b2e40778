// Where answers go: the format, checks of what was asked for, and for commands that do not answer a table row by row a place for records: in any
// format, to stdout or to a file that is complete or not there.
import { setImmediate } from 'node:timers/promises';
import { Framed, frameOf } from '../answer/frame.ts';
import type { Format, Layout } from '../answer/layout.ts';
import { Pages } from '../answer/pages.ts';
import type { OutputOptions } from '../ask/groups.ts';
import { formatByName } from '../table/format.ts';
import { openText } from '../table/text-file.ts';
import { openWriter, type WriterRow } from '../table/write.ts';
import { clash, UsageError } from './exit.ts';
import type { Io } from './io.ts';

/** Milliseconds of work between two pauses. */
const PAUSE_MS = 50;

/** A place for records. */
export interface Output<R> {
  put(record: R): Promise<void>;
  /** All is written: the file appears. */
  end(): Promise<void>;
  /** Leave nothing behind. */
  abort(): Promise<void>;
}

/** The format asked for, or told by the name of the file; text otherwise. */
export function formatOf({ format, output = '' }: OutputOptions): Format {
  refuseSpreadsheet(output);
  // A .txt is text for people here, though a table of that name is read as CSV.
  const named = /\.txt(\.\w+)?$/i.test(output) ? undefined : formatByName(output).format;
  if (format === 'excel') return named === 'tsv' ? 'tsv-bom' : 'csv-bom';
  return format === 'csv' && named === 'tsv' ? 'tsv' : (format ?? named ?? 'text');
}

/** What a spreadsheet program saves is not written here; what it opens is. */
function refuseSpreadsheet(output: string): void {
  const [, name, extension] = /^(.*)\.(xlsx?|xlsm|xlsb|ods)$/i.exec(output) ?? [];
  if (extension === undefined) return;
  throw new UsageError(
    `.${extension.toLowerCase()} files cannot be written; write CSV, which Excel and LibreOffice open: -o '${name}.csv' --format excel`,
    { place: `-o ${output}` },
  );
}

/** Parquet cannot be written to a stream. */
export function checkTarget({ output }: OutputOptions, format: Format): void {
  if (format === 'parquet' && output === undefined) throw clash('--format parquet', '-o FILE');
}

/** Open the place for records of this layout. */
export async function openOutput<R extends object>(
  options: OutputOptions,
  layout: Layout<R>,
  io: Io,
): Promise<Output<R>> {
  const format = formatOf(options);
  checkTarget(options, format);
  const pages = new Pages(format, layout);
  const sink = await openSink(options, format, layout.columns, io);
  let heard = performance.now();
  return {
    async put(record) {
      pages.put(record);
      // Records may come without a pause; signals are heard in pauses only.
      if (performance.now() - heard > PAUSE_MS) {
        await setImmediate();
        heard = performance.now();
      }
      for (const part of pages.full()) await sink.write(part);
    },
    async end() {
      for (const part of pages.rest()) await sink.write(part);
      await sink.close();
    },
    abort: () => sink.abort(),
  };
}

type Page = Uint8Array | readonly WriterRow[];

async function openSink(
  { output }: OutputOptions,
  format: Format,
  columns: Layout<unknown>['columns'],
  io: Io,
): Promise<{ write(part: Page): Promise<void>; close(): Promise<void>; abort(): Promise<void> }> {
  if (format === 'parquet') {
    const writer = await openWriter(output as string, { columns, format });
    return { ...writer, write: (part) => writer.write(part as readonly WriterRow[]) };
  }
  const text = await openText(output ?? io.stdout);
  const framed = new Framed(frameOf(format, columns), (bytes) => text.write(bytes), false);
  return {
    write: (part) => framed.write(part as Uint8Array),
    async close() {
      await framed.end();
      await text.close();
    },
    abort: () => text.abort(),
  };
}

/** Wide enough for names beside the bars, and not too wide for a page of paper. */
export const PLOT_WIDTH = 720;

/** Only what can be written is promised. */
export function checkPlot(path: string | undefined): void {
  if (path === undefined || /\.svg$/i.test(path)) return;
  throw new UsageError('pictures are written as SVG, which browsers and office programs open', {
    place: '--plot',
    expected: 'a name that ends in .svg',
    got: `'${path}'`,
  });
}
