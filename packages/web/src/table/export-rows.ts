// Chosen rows with their answers as text to save: CSV for spreadsheets, or NDJSON, as the command line writes them. In parts, so that nothing exists twice as a whole.
import { guarded, textRows } from 'xpxlc/view';
import { ANSWER, type Answers } from './answers.ts';
import type { RowProblem, Table, TableColumn } from './table.ts';
import { textAt } from './table.ts';

export interface ExportOptions {
  readonly format: 'csv' | 'ndjson';
  /** Problems of rows, for a column that tells them. */
  readonly problems?: readonly RowProblem[];
}

type Cell = string | number | null;
interface OutColumn {
  readonly name: string;
  cell(row: number): Cell;
}

/** Rows a part. */
const PART = 4096;

/** The text in parts, fit for a `Blob`. CSV begins with a byte-order mark, and has no text that a spreadsheet would take for a formula. */
export function* exportRows(
  table: Table,
  answers: Answers | undefined,
  rows: Uint32Array,
  { format, problems = table.problems }: ExportOptions,
): Generator<string, void, void> {
  const columns = outColumns(table, answers, problems);
  const bom = format === 'csv';
  // In CSV every cell may hold a text; in JSON each is what it is.
  const type = format === 'csv' ? 'text' : 'number';
  const heads = columns.map(({ name }) => ({ name: guarded(name, { bom }), type }) as const);
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
  problems: readonly RowProblem[],
): OutColumn[] {
  const own = table.columns.map(
    (column): OutColumn => ({ name: column.name, cell: (row) => cellOf(column, row) }),
  );
  const messages = new Map(problems.map(({ row, message }) => [row, message]));
  const told: OutColumn[] =
    messages.size === 0 ? [] : [{ name: 'problem', cell: (row) => messages.get(row) ?? null }];
  const taken = new Set(own.map(({ name }) => name));
  const added = [...(answers === undefined ? [] : answerColumns(answers)), ...told];
  return [...own, ...added.map(({ name, cell }) => ({ name: freeName(name, taken), cell }))];
}

/** In JSON numbers are numbers, unless they are written otherwise. */
function cellOf(column: TableColumn, row: number): Cell {
  if (column.kind === 'number' && (column.marks === undefined || column.marks[row] === 0)) {
    const x = column.numbers[row];
    return Number.isNaN(x) ? null : Number.isFinite(x) ? x : String(x);
  }
  return textAt(column, row);
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
