// The records of a CSV text that comes in pieces. Where records end, and on which line they begin, is found here; records with quotes are
// split into cells by csv-parse, all others at the delimiters: nothing else has a meaning in them. (csv-parse alone takes twenty times as long.)
import { FormatError } from '@xpxlc/core';
import { parse } from 'csv-parse/browser/esm/sync';

export type VisitRecord = (cells: readonly string[], line: number) => void;

const LF = 10;
const CR = 13;
const QUOTE = 34;

/** Records that stand one after the other in the text, and either all have quotes or none. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly number[];
  readonly quoted: boolean;
}

export class CsvRecords {
  readonly #delimiter: string;
  readonly #place: string;
  /** On which the next record begins. */
  #line = 1;

  /** @param place for messages. */
  constructor(delimiter: string, place: string) {
    this.#delimiter = delimiter;
    this.#place = place;
  }

  /**
   * Visit the records that are complete; blank lines are none. Returns where the rest begins, to be given again with more text.
   *
   * @param last nothing comes after this text.
   * @throws {FormatError} `broken-quoting`.
   */
  visit(text: string, last: boolean, visit: VisitRecord): number {
    if (!text.includes('"')) return this.#visitPlain(text, last, visit);
    const { runs, end } = this.#runs(text, last);
    for (const { from, to, lines, quoted } of runs) {
      let nth = 0;
      const take = (cells: readonly string[]): null => {
        visit(cells, lines[nth]);
        nth += 1;
        return null;
      };
      const part = text.slice(from, to);
      if (quoted) splitCsv(part, this.#delimiter, take);
      else for (const line of linesOf(part)) if (line !== '') take(line.split(this.#delimiter));
    }
    return end;
  }

  #visitPlain(text: string, last: boolean, visit: VisitRecord): number {
    // A CR at the end may be half of a line end.
    const whole = !last && text.endsWith('\r') ? text.length - 1 : text.length;
    const end = last
      ? text.length
      : Math.max(text.lastIndexOf('\n', whole - 1), text.lastIndexOf('\r', whole - 1)) + 1;
    if (end === 0) return 0;
    const lines = linesOf(text.slice(0, end));
    // What comes after the last line end is no line of its own.
    if (lines.at(-1) === '') lines.pop();
    for (const line of lines) {
      if (line !== '') visit(line.split(this.#delimiter), this.#line);
      this.#line += 1;
    }
    return end;
  }

  /** Where records begin and end. */
  #runs(text: string, last: boolean): { runs: readonly Run[]; end: number } {
    const runs: (Run & { to: number; lines: number[] })[] = [];
    let at = 0;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === LF || code === CR) {
        if (code === CR && at + 1 === text.length && !last) break;
        at = afterLineEnd(text, at);
        this.#line += 1;
        continue;
      }
      const found = recordEnd(text, at, this.#delimiter, last);
      if (found === undefined) break;
      if ('broken' in found)
        throw new FormatError('broken quoting: a quote is not closed, or closed too early', {
          code: 'broken-quoting',
          place: `${this.#place}, line ${this.#line + found.broken}`,
        });
      const run = runs.at(-1);
      if (run !== undefined && run.quoted === found.quoted) {
        run.to = found.end;
        run.lines.push(this.#line);
      } else runs.push({ from: at, to: found.end, lines: [this.#line], quoted: found.quoted });
      at = found.end;
      this.#line += found.lines;
    }
    return { runs, end: at };
  }
}

/**
 * Where the record that begins at `at` ends, and how many lines it has; undefined where that needs more text. `broken`: so many lines
 * after its first the quoting goes wrong. Quotes mean something only around a cell.
 */
function recordEnd(
  text: string,
  start: number,
  delimiter: string,
  last: boolean,
): { end: number; lines: number; quoted: boolean } | { broken: number } | undefined {
  const separator = delimiter.charCodeAt(0);
  let quoted = false;
  let cellStart = true;
  let lines = 0;
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      quoted = true;
      if (cellStart) {
        const closed = afterQuotes(text, at);
        if (closed < 0 || (closed === text.length && !last)) return last ? { broken: lines } : undefined;
        lines += lineEnds(text, at, closed);
        at = closed;
        const next = text.charCodeAt(at);
        const ends = at === text.length || next === LF || next === CR || text.startsWith(delimiter, at);
        if (!ends) return { broken: lines };
        cellStart = false;
        continue;
      }
    }
    if (code === LF || code === CR) {
      if (code === CR && at + 1 === text.length && !last) return undefined;
      return { end: afterLineEnd(text, at), lines: lines + 1, quoted };
    }
    cellStart = code === separator && text.startsWith(delimiter, at);
    at += cellStart ? delimiter.length : 1;
  }
  return last ? { end: at, lines: lines + 1, quoted } : undefined;
}

/** After the quote that closes the one at `at`; −1 where there is none. Two quotes are one within. */
function afterQuotes(text: string, at: number): number {
  for (let from = at + 1; ; ) {
    const found = text.indexOf('"', from);
    if (found < 0) return -1;
    if (text.charCodeAt(found + 1) !== QUOTE) return found + 1;
    from = found + 2;
  }
}

function afterLineEnd(text: string, at: number): number {
  return text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
}

function lineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) count += 1;
  }
  return count;
}

function linesOf(text: string): string[] {
  return text.includes('\r') ? text.split(/\r\n|\n|\r/) : text.split('\n');
}

/** Hand over the cells of each record. */
export function splitCsv(text: string, delimiter: string, take: (cells: readonly string[]) => null): void {
  parse(text, {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    on_record: (cells: unknown) => take(cells as readonly string[]),
  });
}
