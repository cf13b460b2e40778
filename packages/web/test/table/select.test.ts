// Filters, searches and orders against their definitions, cell by cell.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNumber } from 'xpxlc/cells';
import { runs } from '../../../core/test/property.ts';
import {
  ANSWER,
  type Answers,
  type ColumnKey,
  columnOf,
  columnSummary,
  type Query,
  readTable,
  select,
  type Table,
  textAt,
} from '../../src/table/index.ts';

const CELL = fc.oneof(
  fc.constantFrom(
    '',
    'red',
    'Red',
    'RED wine',
    'blue',
    'n/a',
    '12',
    '12.0',
    '12.50',
    '120',
    '-12',
    '1e21',
    '1e-7',
    '-0',
    '0',
    '00',
    '1.5',
    'inf',
  ),
  fc.integer({ min: -30, max: 130 }).map(String),
  fc.integer({ min: -300, max: 1300 }).map((x) => (x / 10).toFixed(2)),
  fc.double({ noNaN: true }).map(String),
);
const PLAIN = fc.integer({ min: -300, max: 1300 }).map((x) => String(x / 10));

const TABLE = fc.array(
  fc.record({ a: CELL, b: PLAIN, c: fc.constantFrom('x', 'y', 'Y', ''), gone: fc.boolean() }),
  { minLength: 1, maxLength: 50 },
);
const ANSWERED = fc.record({
  status: fc.constantFrom(ANSWER.ok, ANSWER.ok, ANSWER.bad, ANSWER.pending),
  own: fc.nat(2),
  margin: fc.nat(5).map((x) => x / 4),
  size: fc.nat(4),
});
const KEY = fc.constantFrom<ColumnKey>(0, 1, 2, 'class', 'margin', 'size', 'standing');
const BOUND = fc.option(fc.constantFrom(-12, 0, 1, 12, 12.5, 120), { nil: undefined });
const QUERY = fc.record(
  {
    text: fc.constantFrom(
      '',
      'r',
      'RED',
      'wine',
      '1',
      '12',
      '12.',
      '12.5',
      '-',
      '-1',
      '0',
      '1e',
      '1e+2',
      '1e-',
      'e',
      '.',
      'in',
      'grant',
      'zz',
    ),
    classes: fc.subarray([0, 1, 2]),
    problemsOnly: fc.boolean(),
    filters: fc.array(
      fc.oneof(
        fc.record({ column: KEY, from: BOUND, to: BOUND }).map(({ column, from, to }) => ({
          column,
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to }),
        })),
        fc.record({
          column: KEY,
          values: fc.array(
            fc.constantFrom(null, '', 'red', 'x', '12', '12.0', '12.50', 'grant', '0.25', '1', '-0'),
            { maxLength: 4 },
          ),
        }),
      ),
      { maxLength: 2 },
    ),
    sort: fc.record({ column: KEY, descending: fc.boolean() }),
  },
  { requiredKeys: [] },
);

/** The cell of a column, by the definition. */
function cellOf(table: Table, answers: Answers, key: ColumnKey, row: number): string | null {
  if (typeof key === 'number') return textAt(table.columns[key], row);
  if (answers.status[row] !== ANSWER.ok) return null;
  if (key === 'class') return answers.classes[answers.classIndex[row]];
  return String(
    key === 'margin' ? answers.margin[row] : key === 'size' ? answers.size[row] : answers.standing?.[row],
  );
}

function passes(table: Table, answers: Answers, query: Query, row: number): boolean {
  const { text = '', classes, filters = [], problemsOnly } = query;
  const wanted = text.toLowerCase();
  const found = (key: ColumnKey): boolean => {
    const cell = cellOf(table, answers, key, row);
    if (cell === null) return false;
    const column = columnOf(table, answers, key);
    const plain = column?.kind === 'number' && column.odd?.get(row) === undefined;
    return plain ? cell !== '' && cell.startsWith(wanted) : cell.toLowerCase().includes(wanted);
  };
  if (wanted !== '' && ![...table.columns.keys(), 'class' as const].some(found)) return false;
  if (
    problemsOnly &&
    answers.status[row] !== ANSWER.bad &&
    !table.problems.some((problem) => problem.row === row)
  )
    return false;
  if (
    classes !== undefined &&
    !(answers.status[row] === ANSWER.ok && classes.includes(answers.classIndex[row]))
  )
    return false;
  return filters.every((filter) => {
    const cell = cellOf(table, answers, filter.column, row);
    if ('values' in filter)
      return cell === null || cell === ''
        ? filter.values.some((value) => value === null || value === '')
        : filter.values.includes(cell);
    const x = cell === null ? Number.NaN : readNumber(cell);
    return x >= (filter.from ?? Number.NEGATIVE_INFINITY) && x <= (filter.to ?? Number.POSITIVE_INFINITY);
  });
}

/** Numbers, then words, then what is missing; the first two turned round when descending. */
function compare(
  one: string | null,
  other: string | null,
  answers: Answers,
  { column, descending = false }: NonNullable<Query['sort']>,
): number {
  const kind = (cell: string | null): number =>
    cell === null || cell === '' ? 2 : column === 'class' || Number.isNaN(readNumber(cell)) ? 1 : 0;
  const [a, b] = [kind(one), kind(other)];
  if (a === 2 || b === 2) return a === b ? 0 : a - b;
  const sign = descending ? -1 : 1;
  if (a !== b) return sign * (a - b);
  const [s, t] = [one as string, other as string];
  if (a === 0) {
    const [x, y] = [readNumber(s), readNumber(t)];
    return sign * (x < y ? -1 : x > y ? 1 : 0);
  }
  if (column === 'class') return sign * (rank(answers, s) - rank(answers, t));
  const order = (p: string, q: string): number => (p < q ? -1 : p > q ? 1 : 0);
  return sign * (order(s.toLowerCase(), t.toLowerCase()) || order(s, t));
}

function rank({ classes }: Answers, name: string): number {
  return [...classes].sort().indexOf(name);
}

describe('select', () => {
  it('gives the rows that pass in the order that is asked for', async () => {
    await fc.assert(
      fc.asyncProperty(
        TABLE,
        fc.array(ANSWERED, { minLength: 50, maxLength: 50 }),
        QUERY,
        async (cells, answered, query) => {
          const lines = cells.map(({ a, b, c, gone }) => (gone ? `"${a}"` : `"${a}",${b},${c}`));
          const table = await readTable(new TextEncoder().encode(`a,b,c\n${lines.join('\n')}\n`), 't.csv');
          const given = answered.slice(0, table.rows);
          const number = (value: (answer: (typeof given)[number]) => number): Float64Array =>
            Float64Array.from(given, (answer) => (answer.status === ANSWER.ok ? value(answer) : Number.NaN));
          const answers: Answers = {
            rows: table.rows,
            done: table.rows,
            classes: ['grant', 'ask', 'refuse'],
            classIndex: Uint16Array.from(given, ({ own }) => own),
            margin: number(({ margin }) => margin),
            size: Uint32Array.from(given, ({ size }) => size),
            standing: number(({ margin }) => margin / 2),
            standingKey: 'probability',
            status: Uint8Array.from(given, ({ status }) => status),
            masks: new Uint32Array(0),
            words: 1,
            doubtful: new Uint8Array(table.rows),
          };
          const rows = [...Array(table.rows).keys()].filter((row) => passes(table, answers, query, row));
          const { sort } = query;
          if (sort !== undefined)
            rows.sort((p, q) =>
              compare(
                cellOf(table, answers, sort.column, p),
                cellOf(table, answers, sort.column, q),
                answers,
                sort,
              ),
            );
          expect(Array.from(select(table, answers, query))).toEqual(rows);
        },
      ),
      runs(1500),
    );
  });

  it('lets nothing pass a filter on answers that are not there', async () => {
    const table = await readTable(new TextEncoder().encode('a\n1\n2\n'), 't.csv');
    expect(select(table, undefined, { classes: [0] }).length).toBe(0);
    expect(select(table, undefined, { filters: [{ column: 'margin', from: 0 }] }).length).toBe(0);
    expect(Array.from(select(table, undefined, { sort: { column: 'margin' } }))).toEqual([0, 1]);
  });
});

describe('what is in a column', () => {
  const summary = async (cells: readonly string[]) =>
    columnSummary(
      await readTable(
        new TextEncoder().encode(`k,a\n${cells.map((cell, r) => `${r},${cell}`).join('\n')}\n`),
        't.csv',
      ),
      1,
    );

  it('is the range and the spread of its numbers', async () => {
    const numbers = Array.from({ length: 100 }, (_, r) => String(r / 2));
    expect(await summary([...numbers, '', 'n/a'])).toEqual({
      kind: 'number',
      min: 0,
      max: 49.5,
      whole: false,
      bins: Array(20).fill(5),
      missing: 1,
      others: 1,
    });
  });

  it('is the values, too, where numbers are few', async () => {
    expect(await summary(['1', '0', '1', '1'])).toMatchObject({
      min: 0,
      max: 1,
      whole: true,
      values: [
        { text: '1', count: 3 },
        { text: '0', count: 1 },
      ],
    });
  });

  it('is the most common texts', async () => {
    expect(await summary(['x', 'y', '', 'y', 'z'])).toEqual({
      kind: 'text',
      distinct: 3,
      missing: 1,
      values: [
        { text: 'y', count: 2 },
        { text: 'x', count: 1 },
        { text: 'z', count: 1 },
      ],
    });
  });
});
