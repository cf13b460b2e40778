// The open table: its rows, what the model says of each, and which of them are listed in which order.
import { type Classifier, InstanceError, shortNumber, XpxlcError } from '@xpxlc/core';
import { withoutRow } from 'xpxlc/cells';
import {
  ANSWER,
  type Answers,
  answerRows,
  type ColumnKey,
  type ColumnSummary,
  columnSummary,
  type EncodedTable,
  encode,
  exportRows,
  type Filter,
  instanceOf,
  type Query,
  readTable,
  reasonsOf,
  select,
  type Table,
  textAt,
} from '../table/index.ts';
import type {
  Around,
  GivenFile,
  Progress,
  RowCase,
  RowsQuery,
  ShownRow,
  TableInfo,
  Trouble,
} from './messages.ts';

/** Of the work on a table, reading takes about so much. */
const READING = 0.8;
/** Milliseconds between two messages about how far it has come. */
const EVERY = 150;

/** Answers as columns, by the names that the page has for them. */
const ANSWER_COLUMNS: Readonly<Record<string, ColumnKey>> = {
  '@class': 'class',
  '@margin': 'margin',
  '@size': 'size',
  '@standing': 'standing',
};

export class OpenTable {
  readonly classifier: Classifier;
  private readonly stopping = new AbortController();
  private table: Table | undefined;
  private encoded: EncodedTable | undefined;
  private answers: Answers | undefined;
  private mismatch: Trouble | undefined;
  private query: RowsQuery | undefined;
  private listed: Uint32Array = new Uint32Array(0);
  private complete = false;

  constructor(classifier: Classifier) {
    this.classifier = classifier;
  }

  /** Nobody looks at it any more. */
  stop(): void {
    this.stopping.abort();
  }

  async read({ name, bytes }: GivenFile, tell: (progress: Progress) => void): Promise<TableInfo> {
    const { signal } = this.stopping;
    const whole = await readTable(bytes, name, {
      expected: this.classifier.features.map((feature) => feature.name),
      signal,
      onProgress: ({ share, table }) => {
        if (table !== undefined) this.hold(table);
        const doing = `Reading ${name}`;
        tell({ share: share * READING, doing, table: table && this.info() });
      },
    });
    this.hold(whole);
    if (this.encoded !== undefined) {
      let told = performance.now();
      this.answers = await answerRows(this.classifier, this.encoded, {
        signal,
        onProgress: (answers) => {
          this.answers = answers;
          if (performance.now() - told < EVERY) return;
          told = performance.now();
          const share = READING + ((1 - READING) * answers.done) / Math.max(1, answers.rows);
          tell({ share, doing: 'Explaining the rows', table: this.info() });
        },
      });
    }
    this.complete = true;
    if (this.query !== undefined) this.select(this.query);
    return this.info();
  }

  /** Take over what has been read so far. */
  private hold(table: Table): void {
    this.table = table;
    this.answers = undefined;
    try {
      this.encoded = encode(table, this.classifier);
      this.mismatch = undefined;
    } catch (error) {
      if (!(error instanceof XpxlcError)) throw error;
      // The rows can be looked at all the same.
      this.encoded = undefined;
      this.mismatch = { code: error.code, message: error.message };
    }
    this.listed = Uint32Array.from({ length: table.rows }, (_, row) => row);
    if (this.query !== undefined) this.select(this.query);
  }

  private info(): TableInfo {
    const { name, rows, columns, problems } = this.held();
    return {
      name,
      rows,
      columns: columns.map((column) => column.name),
      numeric: columns.map(({ kind }) => kind === 'number'),
      widths: columns.map((column) => widest(column, rows)),
      bad: this.encoded?.problems.length ?? problems.length,
      complete: this.complete,
      mismatch: this.mismatch,
    };
  }

  private held(): Table {
    if (this.table === undefined)
      throw new InstanceError('no rows yet', {
        code: 'not-open',
        place: 'page',
        expected: 'a table',
        got: 'none',
      });
    return this.table;
  }

  /** List rows; how many they are. */
  select(query: RowsQuery): number {
    this.query = query;
    this.listed = select(this.held(), this.answers, this.toQuery(query));
    if (query.sort?.column === '@row' && query.sort.descending) this.listed.reverse();
    return this.listed.length;
  }

  private toQuery({ text, classes, onlyProblems, ranges, values, sort }: RowsQuery): Query {
    const filters: Filter[] = [];
    for (const [name, { from, to }] of Object.entries(ranges))
      filters.push({
        column: this.keyOf(name),
        from,
        to,
      });
    for (const [name, list] of Object.entries(values))
      filters.push({ column: this.keyOf(name), values: list.map((cell) => (cell === '' ? null : cell)) });
    return {
      ...(text === '' ? {} : { text }),
      ...(classes.length === 0 ? {} : { classes }),
      ...(onlyProblems ? { problemsOnly: true } : {}),
      filters,
      // The order of the rows themselves is that of the table.
      ...(sort === undefined || sort.column === '@row'
        ? {}
        : { sort: { column: this.keyOf(sort.column), descending: sort.descending } }),
    };
  }

  private keyOf(name: string): ColumnKey {
    const key = ANSWER_COLUMNS[name];
    if (key !== undefined) return key;
    return this.held().columns.findIndex((column) => column.name === name);
  }

  /** The listed rows in a window. */
  window(from: number, to: number): ShownRow[] {
    const table = this.held();
    return Array.from(this.listed.subarray(from, to), (row) => ({
      row,
      cells: table.columns.map((column) => textAt(column, row) ?? ''),
      ...this.answered(row),
    }));
  }

  private answered(row: number): Omit<ShownRow, 'row' | 'cells'> {
    const problem = this.problemOf(row);
    if (problem !== undefined) return { problem };
    const { answers } = this;
    if (answers === undefined || answers.status[row] !== ANSWER.ok) return {};
    const classIndex = answers.classIndex[row];
    const standing = answers.standing?.[row];
    return {
      class: answers.classes[classIndex],
      classIndex,
      margin: shortNumber(answers.margin[row]),
      ...(standing === undefined || Number.isNaN(standing)
        ? {}
        : {
            standing:
              answers.standingKey === 'points' ? shortNumber(standing) : `${(100 * standing).toFixed(1)} %`,
          }),
      size: answers.size[row],
    };
  }

  private problemOf(row: number): string | undefined {
    if (this.mismatch !== undefined) return 'no answer';
    const problems = this.encoded?.problems ?? [];
    // They are in the order of the rows.
    let [low, high] = [0, problems.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (problems[middle].row < row) low = middle + 1;
      else high = middle;
    }
    return problems[low]?.row === row ? withoutRow(problems[low].message) : undefined;
  }

  summary(column: string): ColumnSummary | undefined {
    return columnSummary(this.held(), this.keyOf(column), this.answers);
  }

  /** The values of a row, for questions about it alone. @throws {InstanceError} where the table does not go with the model, or has no such row. */
  caseOf(row: number): RowCase {
    const table = this.held();
    if (this.encoded === undefined || !(Number.isInteger(row) && row >= 0 && row < table.rows))
      throw new InstanceError(this.mismatch?.message ?? `there are ${table.rows} rows`, { code: 'bad-row' });
    const problem = this.problemOf(row);
    return { values: instanceOf(table, this.encoded, row), problem };
  }

  /** Where a row is among those that are listed. */
  around(row: number): Around {
    const { listed } = this;
    const at = listed.indexOf(row);
    const found = listed.length;
    if (at < 0) return { found, ...(found === 0 ? {} : { after: listed[0] }) };
    return {
      found,
      place: at,
      ...(at === 0 ? {} : { before: listed[at - 1] }),
      ...(at === found - 1 ? {} : { after: listed[at + 1] }),
    };
  }

  /** The listed rows with their answers, as parts of a file. */
  write(format: 'csv' | 'ndjson'): string[] {
    const { classifier, encoded, answers } = this;
    const reasons =
      encoded === undefined || answers === undefined ? undefined : reasonsOf(classifier, encoded, answers);
    const problems = encoded?.problems ?? [];
    return [
      ...exportRows(this.held(), answers, this.listed, {
        format,
        problems,
        reasons,
      }),
    ];
  }

  /** The rows that have an answer, as the core takes them. */
  block(): EncodedTable {
    if (this.encoded === undefined)
      throw new InstanceError(this.mismatch?.message ?? 'no rows yet', { code: 'not-open', place: 'page' });
    return this.encoded;
  }
}

/** Rows that say how wide a column should be. */
const SAMPLE = 200;

function widest(column: Table['columns'][number], rows: number): number {
  let most = 0;
  for (let row = 0; row < Math.min(rows, SAMPLE); row++)
    most = Math.max(most, textAt(column, row)?.length ?? 0);
  return most;
}
