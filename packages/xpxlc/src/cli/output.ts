// Where answers go: records as JSON lines, one JSON array, flat rows of CSV or Parquet, or text; to stdout or to a file that is
// complete or not there.
import { openText } from '../table/text-file.ts';
import type { Sink } from '../table/text-sink.ts';
import { openWriter, type TableWriter, type WriterColumn, type WriterRow } from '../table/write.ts';
import { UsageError } from './exit.ts';
import type { Io } from './io.ts';
import type { OutputOptions } from './options.ts';

/** How a command's records look in each format. */
export interface Layout<R> {
  /** For people; called once per record. */
  text(record: R): string;
  /** For tables: the columns, and the rows a record makes. */
  readonly columns: readonly WriterColumn[];
  rows(record: R): readonly WriterRow[];
}

/** A place for records. */
export interface Output<R> {
  put(record: R): Promise<void>;
  /** All is written: the file appears. */
  end(): Promise<void>;
  /** Leave nothing behind. */
  abort(): Promise<void>;
}

type Format = NonNullable<OutputOptions['format']>;

/** The format asked for, or told by the name of the file; text otherwise. */
export function formatOf({ format, output }: OutputOptions): Format {
  if (format !== undefined) return format;
  const ending = /\.(json|ndjson|jsonl|csv|tsv|parquet)(\.gz|\.zst)?$/i.exec(output ?? '')?.[1].toLowerCase();
  if (ending === undefined) return 'text';
  return ending === 'jsonl' ? 'ndjson' : ending === 'tsv' ? 'csv' : (ending as Format);
}

/** Open the place for records of this layout. */
export async function openOutput<R>(options: OutputOptions, layout: Layout<R>, io: Io): Promise<Output<R>> {
  const format = formatOf(options);
  const target = options.output ?? io.stdout;
  if (format === 'parquet' && typeof target !== 'string')
    throw new UsageError('Parquet needs a file', { place: '--format parquet', expected: '-o FILE' });
  if (format === 'csv' || format === 'parquet') {
    const named = typeof target === 'string' && /\.tsv(\.gz|\.zst)?$/i.test(target);
    const writer = await openWriter(target, { columns: layout.columns, format: named ? 'tsv' : format });
    return batched(writer, (record) => layout.rows(record));
  }
  const sink = await openText(target);
  if (format === 'text') return texts(sink, layout.text);
  if (format === 'ndjson') return texts(sink, (record) => `${JSON.stringify(record)}\n`);
  let before = '[\n';
  return texts(
    sink,
    (record) => {
      const text = `${before}${JSON.stringify(record)}`;
      before = ',\n';
      return text;
    },
    () => (before === '[\n' ? '[]\n' : '\n]\n'),
  );
}

/** Rows are handed on by the hundred, text by the page. */
const BATCH = 256;
const PAGE = 1 << 16;

function texts<R>(sink: Sink<string>, toText: (record: R) => string, tail = () => ''): Output<R> {
  let waiting = '';
  return {
    async put(record) {
      waiting += toText(record);
      if (waiting.length < PAGE) return;
      const page = waiting;
      waiting = '';
      await sink.write(page);
    },
    async end() {
      await sink.write(waiting + tail());
      await sink.close();
    },
    abort: () => sink.abort(),
  };
}

function batched<R>(writer: TableWriter, toRows: (record: R) => readonly WriterRow[]): Output<R> {
  let waiting: WriterRow[] = [];
  const flush = async (): Promise<void> => {
    const rows = waiting;
    waiting = [];
    if (rows.length > 0) await writer.write(rows);
  };
  return {
    async put(record) {
      for (const row of toRows(record)) waiting.push(row);
      if (waiting.length >= BATCH) await flush();
    },
    async end() {
      await flush();
      await writer.close();
    },
    abort: () => writer.abort(),
  };
}
