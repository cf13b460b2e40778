// A table that is open: its columns, and a relation for SQL. Reading starts the strict and fast way; when a bad row stops
// it, the relation is replaced by one that puts up with such rows, under the same name.
import type { DuckDBConnection, DuckDBListValue, DuckDBValue } from '@duckdb/node-api';
import { FormatError } from '@xpxlc/core';
import { absentColumns, findColumns, quotedName, requireColumns } from '../cells/find-columns.ts';
import { checked, type Engine, quoteName, quoteText } from './engine.ts';
import { toFailure } from './failure.ts';
import type { LinedFile } from './line-finder.ts';
import type { Reader } from './reader.ts';
import { removeTemporary } from './temporary.ts';

/** A column as SQL sees it. */
export interface TableColumn {
  /** As the source has it. */
  readonly name: string;
  /** DuckDB's type; `VARCHAR` for every column of CSV and JSON. */
  readonly type: string;
  /** How to name it in SQL over {@link Table.relation}: quoted, and distinct even where names differ in case only. */
  readonly sql: string;
}

/** A value of a query's result. */
export type SqlValue = string | number | bigint | boolean | null | readonly SqlValue[];

/** An open table. */
export interface Table {
  readonly columns: readonly TableColumn[];
  /**
   * What to put after FROM: one row per row of the source, in order. Missing cells are NULL; so are all cells of a row
   * that is ragged or not a JSON object.
   */
  readonly relation: string;
  /** For messages: the file or files. */
  readonly place: string;
  /**
   * Run one statement and return its rows. Names and texts in it must be quoted (`columns[i].sql`, `quoteText`).
   *
   * @throws {FormatError} when the source cannot be read. @throws {LimitError} when it exceeds a limit.
   */
  query(sql: string): Promise<SqlValue[][]>;
  /** Give everything back, temporary files included. */
  close(): void;
}

/** What reading rows needs beyond {@link Table}. */
export class OpenTable implements Table {
  readonly relation = 'xpxlc_rows';
  readonly nullText: readonly string[];
  readonly filterSeconds: number;
  columns: readonly TableColumn[] = [];
  prefix = 'cell_';
  level = 0;
  /** The level the relation is defined for; it is defined when first asked for, as many columns take a while. */
  #defined: number | undefined;
  #settled = false;
  #reader: Reader;
  readonly #engine: Engine;
  readonly #types = new Map<string, string>();
  readonly #temporary: readonly string[];

  constructor(
    engine: Engine,
    reader: Reader,
    { nullText, filterSeconds }: Pick<OpenTable, 'filterSeconds' | 'nullText'>,
    temporary: readonly string[],
  ) {
    this.#engine = engine;
    this.#reader = reader;
    this.nullText = nullText;
    this.filterSeconds = filterSeconds;
    this.#temporary = temporary;
    this.#name(reader);
  }

  get place(): string {
    return this.#reader.place;
  }

  /** The files, where rows begin with a line of their own. */
  get lined(): readonly LinedFile[] {
    return this.#reader.lined ?? [];
  }

  /**
   * Positions of the columns with these names, which may be found late, or be missing from some of several files.
   *
   * @throws {FormatError} `unknown-column` naming all that are missing, `duplicate-column`.
   */
  async match(names: readonly string[]): Promise<number[]> {
    const positions = findColumns(names, await this.#namesWith(names), this.place);
    for (const [i, j] of positions.entries()) {
      const place = this.#reader.columns[j].absentFrom;
      if (place !== undefined)
        throw new FormatError(`column ${quotedName(names[i])} not found`, { code: 'unknown-column', place });
    }
    return positions;
  }

  /** Are there columns with these names? There may be several of one. @throws {FormatError} `unknown-column`. */
  async require(names: readonly string[]): Promise<void> {
    requireColumns(names, await this.#namesWith(names), this.place);
  }

  /** The names of all columns, looked for in the whole source where some are missing. */
  async #namesWith(names: readonly string[]): Promise<string[]> {
    const there = (): string[] => this.columns.map(({ name }) => name);
    const { rescan } = this.#reader;
    if (rescan !== undefined && absentColumns(names, there()).length > 0) this.#name(await rescan());
    return there();
  }

  connect(): Promise<DuckDBConnection> {
    return this.#engine.connect();
  }

  async query(sql: string): Promise<SqlValue[][]> {
    for (;;) {
      const { level } = this;
      try {
        await this.#define();
        const reader = await this.#engine.connection.runAndReadAll(checked(sql));
        return reader.getRows().map((row) => row.map(toSqlValue));
      } catch (thrown) {
        if (!(await this.soften(level, thrown))) throw toFailure(thrown, this.place);
      }
    }
  }

  /**
   * Find a way of reading that no bad row stops, before rows of these columns are handed out: DuckDB may deliver rows
   * beyond one that it drops before it says so.
   */
  async settle(positions: readonly number[]): Promise<void> {
    if (this.#settled) return;
    const known = await this.#reader.trusted?.();
    if (known !== undefined) this.level = Math.max(this.level, known);
    else if (this.#reader.trial !== undefined) await this.#try(this.#reader.trial, positions);
    this.#settled = this.#reader.trial !== 'cells';
  }

  async #try(trial: 'rows' | 'cells', positions: readonly number[]): Promise<void> {
    const counted =
      trial === 'rows' || positions.length === 0 ? ['*'] : positions.map((j) => `${this.prefix}${j}`);
    for (;;) {
      const { level } = this;
      try {
        await this.#engine.connection.run(
          checked(
            `SELECT ${counted.map((what) => `count(${what})`).join(', ')} FROM ${this.raw(level, positions)}`,
          ),
        );
        return;
      } catch (thrown) {
        if (!(await this.soften(level, thrown))) throw toFailure(thrown, this.place);
      }
    }
  }

  /** Read in a more tolerant way than `level`, which failed; false when there is none. */
  async soften(level: number, thrown: unknown): Promise<boolean> {
    if (this.level > level) return true;
    const next = this.#reader.soften(level, thrown instanceof Error ? thrown.message : '');
    if (next === undefined) return false;
    await this.#reader.check?.(next);
    this.level = next;
    return true;
  }

  /** What to put after FROM for the cells of these columns as they are, in columns `prefix0`, `prefix1`, … */
  raw(level: number, positions: readonly number[]): string {
    return `(${this.#reader.select(level, this.prefix, [...new Set(positions)])})`;
  }

  /** The cell in column j, NULL when its text means "missing". */
  present(j: number): string {
    const cell = `${this.prefix}${j}`;
    const known = this.nullText
      .filter((text) => !text.includes('\0'))
      .map(quoteText)
      .join(', ');
    if (this.columns[j].type !== 'VARCHAR' || known === '') return cell;
    return `CASE WHEN ${cell} IN (${known}) THEN NULL ELSE ${cell} END`;
  }

  /** The ENUM type with these labels (SQL, in order). */
  async enumType(labels: string): Promise<string> {
    const known = this.#types.get(labels);
    if (known !== undefined) return known;
    const name = `xpxlc_enum_${this.#types.size}`;
    try {
      await this.#engine.connection.run(`CREATE TYPE ${name} AS ENUM (${labels})`);
    } catch (thrown) {
      throw toFailure(thrown, 'categories');
    }
    this.#types.set(labels, name);
    return name;
  }

  close(): void {
    this.#engine.close();
    for (const path of this.#temporary) removeTemporary(path);
  }

  #name(reader: Reader): void {
    this.#reader = reader;
    const names = distinctNames(reader.columns.map(({ name }) => name));
    this.columns = reader.columns.map(({ name, type }, j) => ({ name, type, sql: quoteName(names[j]) }));
    while (names.some((name) => name.toLowerCase().startsWith(this.prefix))) this.prefix = `_${this.prefix}`;
    this.#defined = undefined;
    this.#settled = false;
  }

  async #define(): Promise<void> {
    const { prefix, level } = this;
    if (this.#defined === level) return;
    const cells = this.columns.map(
      ({ sql }, j) =>
        `${level === 0 ? this.present(j) : `CASE WHEN ${prefix}shape = 0 THEN ${this.present(j)} END`} AS ${sql}`,
    );
    const all = this.raw(level, [...cells.keys()]);
    await this.#engine.connection.run(
      checked(`CREATE OR REPLACE VIEW ${this.relation} AS SELECT ${cells.join(', ')} FROM ${all}`),
    );
    this.#defined = level;
  }
}

/** A value as plain data. */
function toSqlValue(value: DuckDBValue): SqlValue {
  if (typeof value !== 'object' || value === null || !('items' in value)) return value as SqlValue;
  return (value as DuckDBListValue).items.map(toSqlValue);
}

/** Names that differ in more than case, and are names to SQL: none empty, none with NUL. */
function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, j) => {
    const base = name.replaceAll('\0', '') || `column${j + 1}`;
    let free = base;
    for (let nth = 2; taken.has(free.toLowerCase()); nth++) free = `${base}_${nth}`;
    taken.add(free.toLowerCase());
    return free;
  });
}
