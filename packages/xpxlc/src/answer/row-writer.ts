// Records as bytes, without an object for each row: what was found of a block is in columns, and a record is compiled to a few steps over
// them. Neighbouring fields of which each row has one of a few values, with all names and commas between them, become one fragment.
import type { RowBlock } from '../cells/row-block.ts';
import { type CsvStyle, csvCell, csvPiece, csvText } from '../table/text-rows.ts';
import type { ByteWriter } from './byte-writer.ts';
import { styleOf, type TextFormat } from './entry-format.ts';
import type { Fields, Kind, Maybe } from './fields.ts';
import { JOINTS } from './frame.ts';
import type { Column } from './layout.ts';

type Get<F, T> = (found: F, r: number) => T;

/** What a field is in each row. */
export type Source<F> =
  /** One of a few values; `undefined` is absent. */
  | { readonly code: Get<F, number>; readonly values: readonly unknown[] }
  /** A number; what is not finite is absent, or null. */
  | { readonly number: Get<F, number> }
  /** A number in decimals; none where it is empty. */
  | { readonly digits: Get<F, string> }
  | { readonly text: Get<F, string | null | undefined> }
  /** A number for each name. */
  | { readonly names: readonly string[]; readonly numbers: (found: F, r: number, i: number) => number }
  /** Counts from 0 up to some number: those that are not 0, by their positions. */
  | { readonly up: number; readonly counts: (found: F, r: number, i: number) => number }
  /** Written by others, between two parts of a record. */
  | 'elsewhere';

/** The fields of a record; what has no source is absent in every row. */
export type Sources<F> = { readonly [field: string]: Source<F> | undefined };

/** A value that is the same in every row. */
export function constant(value: unknown): Source<unknown> {
  return { code: () => 0, values: [value] };
}

/** Which row. */
export const PLACE_SOURCES: Sources<{ readonly block: RowBlock }> = {
  row: { number: ({ block }, r) => block.rowNumbers[r] },
  id: { text: ({ block }, r) => block.keys?.[r] },
};

const FIXED = 0;
const CODED = 1;
const NUMBER = 2;
const DIGITS = 3;
const TEXT = 4;
const COUNTS = 5;

/** Of one class, so that going through them stays fast. */
class Step<F> {
  kind = FIXED;
  /** What is written, or what comes before it; of codes, by the number that they make together. */
  fragments: number[] = [];
  /** Instead, where there is nothing to write. */
  none = 0;
  /** After every count; and between two. */
  end = 0;
  codes: readonly Get<F, number>[] = [];
  sizes: readonly number[] = [];
  number: Get<F, number> = () => 0;
  finite = false;
  text: Get<F, string> = () => '';
  counts: (found: F, r: number, i: number) => number = () => 0;
}

/** Several codes taken together have at most so many values. */
const MOST_TOGETHER = 64;

/** Writes records; those with a field that is written elsewhere in two parts. */
export class RowWriter<F> {
  readonly #out: ByteWriter;
  readonly #parts: Step<F>[][] = [[]];
  /** Fixed texts and codes that are not yet a step. */
  #texts: string[] = [''];
  #codes: { readonly get: Get<F, number>; readonly size: number }[] = [];

  /** @param fields - of JSON, in their order. @param columns - of CSV. */
  constructor(
    out: ByteWriter,
    format: TextFormat,
    { fields, columns }: { readonly fields: Fields; readonly columns: readonly Column[] },
    sources: Sources<F>,
  ) {
    this.#out = out;
    const style = styleOf(format);
    if (style === undefined) this.#record(fields, sources, JOINTS[format === 'json' ? 'json' : 'ndjson']);
    else
      columns.forEach((column, i) => {
        const source = sources[column.path[0]];
        if (source !== 'elsewhere')
          this.#cell(source, column, style, i === columns.length - 1 ? '\n' : style.delimiter);
        else if (sources[columns[i - 1]?.path[0]] !== 'elsewhere') this.#part();
      });
    this.#flush();
  }

  /** Write row r. */
  write(found: F, r: number, part = 0): void {
    const out = this.#out;
    for (const step of this.#parts[part])
      switch (step.kind) {
        case FIXED:
          out.fragment(step.fragments[0]);
          break;
        case CODED: {
          let x = 0;
          for (let c = 0; c < step.codes.length; c++) x = x * step.sizes[c] + step.codes[c](found, r);
          out.fragment(step.fragments[x]);
          break;
        }
        case NUMBER: {
          const x = step.number(found, r);
          if (step.finite && !Number.isFinite(x)) out.fragment(step.none);
          else {
            out.fragment(step.fragments[0]);
            out.number(x);
          }
          break;
        }
        case DIGITS: {
          const digits = step.text(found, r);
          if (digits === '') out.fragment(step.none);
          else {
            out.fragment(step.fragments[0]);
            out.ascii(digits);
          }
          break;
        }
        case TEXT: {
          const text = step.text(found, r);
          if (text !== '') out.text(text);
          break;
        }
        case COUNTS:
          this.#counts(step, found, r);
      }
  }

  #counts({ fragments, counts, none, end }: Step<F>, found: F, r: number): void {
    const out = this.#out;
    let first = true;
    for (let i = 0; 2 * i < fragments.length; i++) {
      const count = counts(found, r, i);
      if (count === 0) continue;
      out.fragment(fragments[2 * i + (first ? 0 : 1)]);
      out.number(count);
      first = false;
    }
    out.fragment(first ? none : end);
  }

  #record(
    fields: Fields,
    sources: Sources<F>,
    { before, after }: { readonly before: string; readonly after: string },
  ): void {
    this.#fixed(`${before}{`);
    let comma = '';
    for (const [name, kind] of Object.entries(fields)) {
      const source = sources[name];
      if (source === undefined) continue;
      const key = `${comma}${JSON.stringify(name)}:`;
      if (source === 'elsewhere') {
        this.#fixed(`${key}[`);
        this.#part();
        this.#fixed(']');
      } else this.#value(source, kind, key);
      comma = ',';
    }
    this.#fixed(`}${after}`);
  }

  /** @param key - the name and what is before it: left out where the value is absent. */
  #value(source: Exclude<Source<F>, 'elsewhere'>, kind: Kind<unknown>, key: string): void {
    const quote = isQuoted(kind) ? '"' : '';
    const none = (kind as Maybe<unknown>).absent === true && kind.nullable !== true ? '' : `${key}null`;
    if ('code' in source)
      this.#coded(
        source.code,
        source.values.map((value) => (value === undefined ? '' : key + JSON.stringify(value))),
      );
    else if ('text' in source)
      this.#text((found, r) => {
        const text = source.text(found, r);
        return text === undefined ? '' : key + JSON.stringify(text);
      });
    else if ('names' in source) this.#named(source, kind, key, (json) => json);
    else if ('up' in source) this.#sparse(source, key, (json) => json, '');
    else this.#number(source, key + quote, none, quote === '');
    if (quote !== '' && ('number' in source || 'digits' in source)) this.#fixed(quote);
  }

  #cell(
    source: Exclude<Source<F>, 'elsewhere'> | undefined,
    { kind, path }: Column,
    style: CsvStyle,
    end: string,
  ): void {
    const cell = (value: unknown): string =>
      value === undefined || value === null
        ? ''
        : typeof value === 'string'
          ? csvText(value, style)
          : csvCell(JSON.stringify(value), style.delimiter);
    const isOptional = (kind as Maybe<unknown>).absent === true || kind.nullable === true;
    if (source !== undefined) {
      if ('code' in source)
        this.#coded(
          source.code,
          source.values.map((value) => cell(value ?? (kind.flag && value === undefined ? false : value))),
        );
      else if ('text' in source) this.#text((found, r) => cell(source.text(found, r)));
      else if ('up' in source) this.#sparse(source, '', csvPiece, '"');
      else if (!('names' in source)) this.#number(source, '', '', isOptional);
      else if (path.length === 1) {
        const around = source.names.length === 0 ? '' : '"';
        this.#fixed(around);
        this.#named(source, kind, '', csvPiece);
        this.#fixed(around);
      } else {
        const i = source.names.indexOf(path[1]);
        this.#number({ number: (found, r) => source.numbers(found, r, i) }, '', '', false);
      }
    }
    this.#fixed(end);
  }

  /** An object with a number for each name, in the order of an object's keys. @param piece - how JSON stands in the format. */
  #named(
    { names, numbers }: Extract<Source<F>, { readonly names: unknown }>,
    { each = {} as Kind<unknown> }: Kind<unknown>,
    key: string,
    piece: (json: string) => string,
  ): void {
    const quote = isQuoted(each) ? '"' : '';
    this.#fixed(piece(`${key}{`));
    for (const [x, i] of inKeyOrder(names).entries()) {
      this.#fixed(piece(`${x === 0 ? '' : ','}${JSON.stringify(names[i])}:${quote}`));
      this.#number({ number: (found, r) => numbers(found, r, i) }, '', 'null', quote === '');
      this.#fixed(piece(quote));
    }
    this.#fixed(piece('}'));
  }

  #sparse(
    { up, counts }: Extract<Source<F>, { readonly up: unknown }>,
    key: string,
    piece: (json: string) => string,
    around: string,
  ): void {
    const step = this.#step(COUNTS);
    step.counts = counts;
    for (let i = 0; i <= up; i++)
      for (const start of [`${key}{`, '",'])
        step.fragments.push(this.#out.fixed((start === '",' ? '' : around) + piece(`${start}"${i}":"`)));
    step.none = this.#out.fixed(`${key}{}`);
    step.end = this.#out.fixed(piece('"}') + around);
  }

  #number(
    source: Extract<Source<F>, { readonly number: unknown } | { readonly digits: unknown }>,
    before: string,
    none: string,
    finite: boolean,
  ): void {
    // What comes before is one fragment with the number's own, unless it depends on codes.
    const start = this.#codes.length === 0 ? this.#texts.splice(0, 1, '')[0] : '';
    const step = this.#step('number' in source ? NUMBER : DIGITS);
    step.fragments = [this.#out.fixed(start + before)];
    step.none = this.#out.fixed(start + none);
    step.finite = finite;
    if ('number' in source) step.number = source.number;
    else step.text = source.digits;
  }

  #text(text: Get<F, string>): void {
    this.#step(TEXT).text = text;
  }

  #fixed(text: string): void {
    this.#texts = this.#texts.map((before) => before + text);
  }

  #coded(get: Get<F, number>, texts: readonly string[]): void {
    if (texts.length === 1) {
      this.#fixed(texts[0]);
      return;
    }
    if (this.#texts.length * texts.length > MOST_TOGETHER) this.#flush();
    this.#codes.push({ get, size: texts.length });
    this.#texts = this.#texts.flatMap((before) => texts.map((text) => before + text));
  }

  #step(kind: number): Step<F> {
    this.#flush();
    const step = new Step<F>();
    step.kind = kind;
    (this.#parts.at(-1) as Step<F>[]).push(step);
    return step;
  }

  /** Make a step of what was put together. */
  #flush(): void {
    const [texts, codes] = [this.#texts, this.#codes];
    this.#texts = [''];
    this.#codes = [];
    if (texts.every((text) => text === '')) return;
    const step = this.#step(codes.length === 0 ? FIXED : CODED);
    step.fragments = texts.map((text) => this.#out.fixed(text));
    step.codes = codes.map(({ get }) => get);
    step.sizes = codes.map(({ size }) => size);
  }

  #part(): void {
    this.#flush();
    this.#parts.push([]);
  }
}

/** Whether JSON has the number as a text. */
function isQuoted({ decimals, cell, each }: Kind<unknown>): boolean {
  return decimals === true || (cell === 'text' && each === undefined);
}

/** Positions of names in the order that an object gives its keys: those that are numbers come first. */
export function inKeyOrder(names: readonly string[]): number[] {
  const positions = Object.fromEntries(names.map((name, i) => [name, i]));
  return Object.keys(positions).map((name) => positions[name]);
}
