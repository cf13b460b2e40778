// On which line of its file does a row begin? Rows of CSV may have line ends within quotes, and blank lines are no rows, so the file is read
// once more, as far as the last row that is asked for. Only messages need it.
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { SourceFile } from './csv.ts';

/** A file whose rows are lines, or begin with one. */
export interface LinedFile extends SourceFile {
  /** CSV: what separates cells and what is around them (one character, or none), and whether the first row has the names. */
  readonly delimiter?: string;
  readonly quote?: string;
  readonly header?: boolean;
}

/** A line, from 1, of a file. */
export interface FoundLine {
  readonly file: string;
  readonly line: number;
}

/** Finds lines; rows are to be asked for in increasing order. */
export class LineFinder {
  readonly #rows: AsyncGenerator<FoundLine, void, void>;
  /** The row that comes next. */
  #next = 0;
  #last: FoundLine | undefined;

  constructor(files: readonly LinedFile[]) {
    this.#rows = linesOf(files);
  }

  /** Where a row, from 0, begins; undefined where that cannot be told. */
  async at(row: number): Promise<FoundLine | undefined> {
    while (this.#next <= row) {
      const found = await this.#rows.next();
      if (found.done) return undefined;
      this.#last = found.value;
      this.#next += 1;
    }
    return this.#next === row + 1 ? this.#last : undefined;
  }

  async close(): Promise<void> {
    await this.#rows.return();
  }
}

async function* linesOf(files: readonly LinedFile[]): AsyncGenerator<FoundLine, void, void> {
  for (const file of files) {
    const bytes = open(file);
    if (bytes === undefined) return;
    let first = file.header === true;
    for await (const line of rowLines(bytes, file)) {
      if (!first) yield { file: file.place, line };
      first = false;
    }
  }
}

/** Node unpacks gzip only. */
function open({ path, compression }: LinedFile): AsyncIterable<Buffer> | undefined {
  if (compression === 'zstd') return undefined;
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  if (compression === 'none') return file;
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error));
  return file.pipe(unpacked);
}

const LF = 0x0a;
const CR = 0x0d;
const MARK = [0xef, 0xbb, 0xbf];

/** The lines on which rows begin. */
async function* rowLines(
  chunks: AsyncIterable<Buffer>,
  { delimiter = '', quote = '' }: LinedFile,
): AsyncGenerator<number, void, void> {
  const separator = Buffer.from(delimiter);
  const quoteByte = quote === '' ? -1 : quote.charCodeAt(0);
  let line = 1;
  /** At the beginning of a line that may be a row, or of a cell, or within quotes. */
  let rowStart = true;
  let cellStart = true;
  let quoted = false;
  let matched = 0;
  let previous = 0;
  let read = 0;
  for await (const chunk of chunks)
    for (const byte of chunk) {
      const isMark = read < MARK.length && byte === MARK[read];
      read += 1;
      if (isMark) continue;
      const isEnd = byte === LF || byte === CR;
      const isSecond = byte === LF && previous === CR;
      previous = byte;
      if (isSecond) continue; // the end of a line was counted
      if (rowStart && !isEnd) {
        yield line;
        rowStart = false;
      }
      if (isEnd) line += 1;
      if (quoted) {
        // A doubled quote ends the cell and begins it again.
        if (byte === quoteByte) quoted = false;
        continue;
      }
      if (byte === quoteByte && (cellStart || matched < 0)) {
        quoted = true;
        matched = -1;
        cellStart = false;
        continue;
      }
      matched =
        byte === separator[Math.max(0, matched)] ? Math.max(0, matched) + 1 : byte === separator[0] ? 1 : 0;
      cellStart = isEnd || (matched > 0 && matched === separator.length);
      if (cellStart) matched = 0;
      if (isEnd) rowStart = true;
    }
}
