// Chosen rows with their answers as text to save: CSV for spreadsheets, or NDJSON, as the command line writes them. In parts, so that nothing exists twice as a whole.
import { withoutRow } from 'xpxlc/cells';
import { textRows } from 'xpxlc/view';
import { ANSWER, type Answers } from './answers.ts';
import type { ReasonOf } from './reasons.ts';
import type { RowProblem, Table, TableColumn } from './table.ts';
import { MARK, textAt } from './table.ts';

export interface ExportOptions {
  readonly format: 'csv' | 'ndjson';
  /** Problems of rows, for a column that tells them. */
  readonly problems?: readonly RowProblem[];
  /** Why each row has its class, for a column that tells it. */
  readonly reasons?: ReasonOf;
}

type Cell = string | number | null;
interface OutColumn {
  readonly name: string;
  cell(row: number): Cell;
}

/** Rows a part. */
const PART = 4096;

/**
 * The text in parts, fit for a `Blob`: the number of the row, counted from 1 as the page does, its cells, its answer. CSV begins with a byte-order mark, and has no text that a spreadsheet
 * would take for a formula.
 */
export function* exportRows(
  table: Table,
  answers: Answers | undefined,
  rows: Uint32Array,
  options: ExportOptions,
): Generator<string, void, void> {
  const { format } = options;
  const columns = outColumns(table, answers, options);
  const bom = format === 'csv';
  // In CSV every cell may hold a text; in JSON each is what it is.
  const type = format === 'csv' ? 'text' : 'number';
  const heads = columns.map(({ name }) => ({ name, type }) as const);
  const text = textRows(heads, format, { bom });
  yield text.head;
  for (let from = 0; from < rows.length; from += PART) {
    const part = rows.subarray(from, from + PART);
    yield text.body(Array.from(part, (row) => columns.map((column) => column.cell(row))));
  }
  yield text.tail();
}

function outColumns(
  table: Table,
  answers: Answers | undefined,
  { format, problems = table.problems, reasons }: ExportOptions,
): OutColumn[] {
  const own = table.columns.map((column): OutColumn => {
    const numeric = format === 'ndjson' && isNumeric(column);
    return { name: column.name, cell: (row) => (numeric ? numberAt(column, row) : textAt(column, row)) };
  });
  const messages = new Map(problems.map(({ row, message }) => [row, withoutRow(message)]));
  const told: OutColumn[] =
    messages.size === 0 ? [] : [{ name: 'problem', cell: (row) => messages.get(row) ?? null }];
  const taken = new Set(own.map(({ name }) => name));
  const free = ({ name, cell }: OutColumn): OutColumn => ({ name: freeName(name, taken), cell });
  const answered = answers === undefined ? [] : answerColumns(answers);
  const why = reasons === undefined ? [] : [{ name: 'reason', cell: reasons }];
  const place: OutColumn = { name: 'row_number', cell: (row) => row + 1 };
  return [free(place), ...own, ...[...answered, ...why, ...told].map(free)];
}

/** Whether a column is one of numbers, however they are written (`12.50`, `1e-05`); `007` and long keys are none. */
function isNumeric(column: TableColumn): boolean {
  if (column.kind === 'number') return true;
  const filled = column.texts.filter((text) => text !== '');
  return filled.length > 0 && filled.every((text) => readPlain(text) !== undefined);
}

/** In JSON a number is a number, and what is missing among numbers is null. */
function numberAt(column: TableColumn, row: number): Cell {
  if (column.kind === 'number' && (column.marks === undefined || column.marks[row] < MARK.odd)) {
    const x = column.numbers[row];
    return Number.isNaN(x) ? null : x;
  }
  const text = textAt(column, row);
  return text === null || text === '' ? null : (readPlain(text) ?? text);
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;
/** A double holds all numbers of so many digits. */
const MOST_DIGITS = 15;

/** A number as JSON writes it, if a double holds all of it. */
function readPlain(text: string): number | undefined {
  if (!JSON_NUMBER.test(text)) return undefined;
  const digits = text.split(/e/i, 1)[0].replace(/\D/g, '').replace(/^0+/, '');
  const x = Number(text);
  const isWhole = digits.length <= MOST_DIGITS || String(x) === text;
  return isWhole && Number.isFinite(x) ? x : undefined;
}

function answerColumns(answers: Answers): OutColumn[] {
  const { classes, classIndex, margin, size, standing, standingKey, status } = answers;
  const ifSound =
    (cell: (row: number) => Cell) =>
    (row: number): Cell =>
      status[row] === ANSWER.ok ? cell(row) : null;
  return [
    { name: 'class', cell: ifSound((row) => classes[classIndex[row]]) },
    { name: 'margin', cell: ifSound((row) => margin[row]) },
    ...(standing === undefined || standingKey === undefined
      ? []
      : [
          {
            name: standingKey,
            cell: ifSound((row) => (Number.isFinite(standing[row]) ? standing[row] : null)),
          },
        ]),
    { name: 'size', cell: ifSound((row) => size[row]) },
  ];
}

/** A name that no column of the table has. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let nth = 2; taken.has(free); nth++) free = `${name}_${nth}`;
  return free;
}
