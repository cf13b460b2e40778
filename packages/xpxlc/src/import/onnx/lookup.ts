// A column that only depends on which category a raw cell is: the cell itself, or a value for each category.
import { add, type Dyadic } from '@xpxlc/core/exact';
import { nearest } from '../nearest-double.ts';
import { unsupported } from './refuse.ts';
import type { Column, Step } from './value.ts';

/** Without `entries` the value is the category itself. Whole numbers are written as texts. */
export interface Lookup {
  readonly input: number;
  readonly entries: ReadonlyMap<string, string> | undefined;
  readonly otherwise: string | undefined;
  readonly textual: boolean;
}

/** @throws {FormatError} `unsupported` when the column is no such thing. */
export function lookupOf(step: Step, column: Column): Lookup {
  if (column.kind === 'raw')
    return {
      input: column.input,
      entries: undefined,
      otherwise: undefined,
      textual: column.reading === 'text',
    };
  if (column.kind === 'text') return { ...column, textual: true };
  if (column.kind === 'sum' && column.sum.lines.size === 0 && column.sum.tables.size === 1) {
    const { constant, tables } = column.sum;
    const [[input, table]] = tables;
    const key = (value: Dyadic): string => writtenOut(add(constant, value));
    const entries = new Map([...table.entries].map(([category, value]) => [category, key(value)]));
    return { input, entries, otherwise: key(table.otherwise), textual: false };
  }
  throw unsupported(
    step.node,
    'categories are told apart in something else than a raw column',
    'a column of the input',
    column.kind === 'logistic' ? 'a logistic function' : 'a number computed from it',
  );
}

/** A whole number in full, any other as the nearest double. */
function writtenOut(x: Dyadic): string {
  if (x.e >= 0) return String(x.m << BigInt(x.e));
  const whole = x.m >> BigInt(-x.e);
  return whole << BigInt(-x.e) === x.m ? String(whole) : String(nearest(x).value);
}
