// What is in a column, for those who want to filter by it: the range of its numbers and how they are spread, or its most common texts.
import type { Answers } from './answers.ts';
import { columnOf } from './column-of.ts';
import type { ColumnKey } from './query.ts';
import { NO_CELL, type Table, type TableColumn, textAt } from './table.ts';

/** A text and how many rows have it. */
export interface TextCount {
  readonly text: string;
  readonly count: number;
}

export interface NumberSummary {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
  /** All numbers are whole. */
  readonly whole: boolean;
  /** How many numbers are in each of as many equal parts of the range; the last one includes its end. */
  readonly bins: readonly number[];
  /** Rows with an empty cell or none. */
  readonly missing: number;
  /** Rows with a cell that is no number. */
  readonly others: number;
  /** The most common values, where there are few distinct ones. */
  readonly values?: readonly TextCount[];
}

export interface TextSummary {
  readonly kind: 'text';
  /** How many there are. */
  readonly distinct: number;
  /** The most common ones, most common first; those as common in order of appearance. */
  readonly values: readonly TextCount[];
  readonly missing: number;
}

export type ColumnSummary = NumberSummary | TextSummary;

const BINS = 20;
/** Texts listed at most. */
const VALUES = 200;
/** A column of numbers with no more distinct ones is one of choices, too. */
const FEW = 12;

/** Undefined for a column that is not there. */
export function columnSummary(table: Table, key: ColumnKey, answers?: Answers): ColumnSummary | undefined {
  const column = columnOf(table, answers, key);
  if (column === undefined) return undefined;
  return column.kind === 'text' ? summarizeTexts(column) : summarizeNumbers(column);
}

function summarizeTexts({ codes, texts }: Extract<TableColumn, { kind: 'text' }>): TextSummary {
  const counts = new Uint32Array(texts.length);
  let missing = 0;
  for (const code of codes) {
    if (code === NO_CELL || texts[code] === '') missing += 1;
    else counts[code] += 1;
  }
  const there = texts.flatMap((text, code) => (counts[code] === 0 ? [] : [{ text, count: counts[code] }]));
  const values = [...there].sort((a, b) => b.count - a.count).slice(0, VALUES);
  return { kind: 'text', distinct: there.length, values, missing };
}

function summarizeNumbers(column: Extract<TableColumn, { kind: 'number' }>): NumberSummary {
  const { numbers, odd } = column;
  let [min, max, whole, missing] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, true, 0];
  const few = new Map<number, { row: number; count: number }>();
  for (let r = 0; r < numbers.length; r++) {
    const x = numbers[r];
    if (Number.isNaN(x)) missing += 1;
    if (!Number.isFinite(x)) continue;
    if (x < min) min = x;
    if (x > max) max = x;
    if (whole && !Number.isInteger(x)) whole = false;
    if (few.size > FEW) continue;
    const known = few.get(x);
    if (known === undefined) few.set(x, { row: r, count: 1 });
    else known.count += 1;
  }
  let others = 0;
  for (const [row] of odd ?? []) if (Number.isNaN(numbers[row])) others += 1;
  const values =
    few.size > FEW || odd !== undefined
      ? {}
      : {
          values: [...few.values()]
            .map(({ row, count }) => ({ text: textAt(column, row) as string, count }))
            .sort((a, b) => b.count - a.count),
        };
  return {
    kind: 'number',
    ...(min <= max ? { min, max } : { min: 0, max: 0 }),
    whole,
    bins: spread(numbers, min, max),
    missing: missing - others,
    others,
    ...values,
  };
}

function spread(numbers: Float64Array, min: number, max: number): number[] {
  const bins = new Array<number>(BINS).fill(0);
  // Halves: the range of doubles may be wider than the largest one.
  const width = (max / 2 - min / 2) / BINS;
  for (const x of numbers) {
    if (!Number.isFinite(x)) continue;
    const bin = width > 0 ? Math.floor((x / 2 - min / 2) / width) : 0;
    bins[Math.min(BINS - 1, Math.max(0, bin))] += 1;
  }
  return bins;
}
