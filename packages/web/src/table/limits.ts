// What is too much for a page. A table lies in memory as a whole, unlike on the command line.
import { LimitError } from '@xpxlc/core';

/** Bounds on a table; see {@link DEFAULT_LIMITS}. */
export interface TableLimits {
  /** Bytes of the file. */
  readonly bytes: number;
  /** Bytes once it is unpacked. */
  readonly unpackedBytes: number;
  /** Characters of a row of CSV or a line of NDJSON. */
  readonly rowLength: number;
  readonly columns: number;
  /** Rows times columns. */
  readonly cells: number;
}

export const DEFAULT_LIMITS: TableLimits = {
  bytes: 2 ** 29,
  unpackedBytes: 2 ** 30,
  rowLength: 2 ** 24,
  columns: 20_000,
  cells: 5e7,
};

/** Says which table may have more. */
const HINT = 'the command line has no such limit';

export function tooLarge(place: string, most: number): LimitError {
  return new LimitError('input too large', {
    code: 'input-too-large',
    place,
    expected: `at most ${most} bytes`,
    got: 'more',
    hint: HINT,
  });
}

export function checkColumns(place: string, columns: number, most: number): void {
  if (columns > most)
    throw new LimitError('too many columns', {
      code: 'too-many-columns',
      place,
      expected: `at most ${most}`,
    });
}

export function checkCells(place: string, rows: number, columns: number, most: number): void {
  if (rows * columns > most)
    throw new LimitError('too many cells for a page', {
      code: 'too-many-cells',
      place,
      expected: `at most ${most} cells`,
      got: `${rows} rows or more of ${columns} columns`,
      hint: HINT,
    });
}

export function tooLong(place: string, most: number): LimitError {
  return new LimitError('line too long', {
    code: 'line-too-long',
    place,
    expected: `at most ${most} characters`,
  });
}
