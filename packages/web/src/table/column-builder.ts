// A column while its cells come in: numbers as long as nearly all cells are numbers, from then on texts by their number in a list.
import { readNumber } from 'xpxlc/cells';
import { plainDecimals } from './plain-decimals.ts';
import { MARK, NO_CELL, type TableColumn, textAt } from './table.ts';

/** So many cells that are no plain numbers are put up with in a column of numbers, and one in so many more. */
const FEW_ODD = 16;
const ODD_SHARE = 8;

export class ColumnBuilder {
  readonly name: string;
  readonly #typed: boolean;
  #rows = 0;
  #numbers: Float64Array | undefined = new Float64Array(256);
  #marks: Uint8Array | undefined;
  #odd = new Map<number, string>();
  /** Cells that are there and not empty. */
  #filled = 0;
  #codes = new Uint32Array(0);
  #texts: string[] = [];
  #known = new Map<string, number>();

  /** @param typed the source itself says that these are no texts. */
  constructor(name: string, typed = false) {
    this.name = name;
    this.#typed = typed;
  }

  get rows(): number {
    return this.#rows;
  }

  /** A cell as text; null where there is none. */
  add(text: string | null): void {
    if (this.#numbers === undefined) this.#addCode(text);
    else this.#addAsNumber(this.#numbers, text);
  }

  /** A cell that the source has as a number. */
  addNumber(x: number): void {
    // What JSON and Parquet call a number may be none.
    if (this.#numbers === undefined || !Number.isFinite(x) || Object.is(x, -0)) {
      this.add(Object.is(x, -0) ? '-0' : String(x));
      return;
    }
    this.#filled += 1;
    this.#put(this.#numbers, x, 0);
  }

  /** Cells up to a row that are not there. */
  skipTo(row: number): void {
    while (this.#rows < row) this.add(null);
  }

  /** The column so far; it does not change when more is added. */
  column(): TableColumn {
    const typed = this.#typed ? { typed: true as const } : {};
    const { name } = this;
    const rows = this.#rows;
    if (this.#numbers !== undefined && this.#odd.size * ODD_SHARE <= this.#filled && this.#filled > 0)
      return {
        kind: 'number',
        name,
        numbers: this.#numbers.slice(0, rows),
        marks: this.#marks?.slice(0, rows),
        ...(this.#odd.size === 0 ? {} : { odd: new Map(this.#odd) }),
        ...typed,
      };
    if (this.#numbers === undefined)
      return { kind: 'text', name, codes: this.#codes.slice(0, rows), texts: [...this.#texts], ...typed };
    const copy = new ColumnBuilder(name, this.#typed);
    copy.#numbers = undefined;
    const cells = this.#cells();
    for (let r = 0; r < rows; r++) copy.#addCode(textAt(cells, r));
    return copy.column();
  }

  #addAsNumber(numbers: Float64Array, text: string | null): void {
    if (text === null) this.#put(numbers, Number.NaN, 0);
    else if (text === '') this.#put(numbers, Number.NaN, MARK.empty);
    else {
      this.#filled += 1;
      const decimals = plainDecimals(text);
      if (decimals >= 0) {
        this.#put(numbers, Number(text), decimals);
        return;
      }
      const x = readNumber(text);
      if (String(x) === text && Number.isFinite(x)) {
        this.#put(numbers, x, 0);
        return;
      }
      this.#odd.set(this.#rows, text);
      this.#put(numbers, x, MARK.odd);
      if (this.#odd.size > FEW_ODD + this.#filled / ODD_SHARE) this.#becomeText();
    }
  }

  #put(numbers: Float64Array, x: number, mark: number): void {
    const r = this.#rows;
    const room = r < numbers.length ? numbers : grown(numbers, new Float64Array(2 * r));
    this.#numbers = room;
    room[r] = x;
    if (mark !== 0) this.#marks ??= new Uint8Array(room.length);
    if (this.#marks !== undefined) {
      if (r >= this.#marks.length) this.#marks = grown(this.#marks, new Uint8Array(room.length));
      this.#marks[r] = mark;
    }
    this.#rows += 1;
  }

  #addCode(text: string | null): void {
    const r = this.#rows;
    if (r >= this.#codes.length) this.#codes = grown(this.#codes, new Uint32Array(Math.max(256, 2 * r)));
    this.#codes[r] = text === null ? NO_CELL : this.#code(text);
    this.#rows += 1;
  }

  #code(text: string): number {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const code = this.#texts.length;
    this.#known.set(text, code);
    this.#texts.push(text);
    return code;
  }

  #becomeText(): void {
    const cells = this.#cells();
    const rows = this.#rows;
    this.#numbers = undefined;
    this.#marks = undefined;
    this.#odd = new Map();
    this.#rows = 0;
    for (let r = 0; r < rows; r++) this.#addCode(textAt(cells, r));
  }

  /** The numbers, not copied. */
  #cells(): TableColumn {
    return {
      kind: 'number',
      name: this.name,
      numbers: this.#numbers as Float64Array,
      marks: this.#marks,
      odd: this.#odd,
    };
  }
}

function grown<T extends Float64Array | Uint8Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
