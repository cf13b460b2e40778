// What answers blocks of rows. Made from plain data, in this thread or in a worker; what it gives back is plain data, too.
import { type Classifier, type Problem, type Value, type Within, weigh } from '@xpxlc/core';
import type { Stop } from '../record/allowance.ts';
import type { ErrorRecord } from '../record/explain-record.ts';
import type { RowBlock } from '../table/encode.ts';
import type { WriterRow } from '../table/write.ts';
import { type Missing, missingIn } from '../terminal/missing.ts';
import type { CodedRows } from './coded-rows.ts';

/** A piece of the output: text as bytes, which last until the next piece is asked for; or rows of a table. */
export type Part = Uint8Array<ArrayBuffer> | readonly WriterRow[] | CodedRows;

/** What is known when a block is answered. */
export interface Outcome {
  /** Rows answered: all of them, unless it was told to stop. */
  readonly rows: number;
  readonly failed: number;
  /** What a command adds up over rows; plain data. */
  readonly summary?: unknown;
}

/** Answers blocks of rows, part by part. */
export interface Answerer {
  answer(block: RowBlock, stop: Stop): Generator<Part, Outcome, void>;
}

/** Which row. */
export interface At {
  readonly row: number;
  readonly id?: string | null;
}

/** What an answer takes as given, in words; absent where everything may move. */
export interface Given {
  readonly given?: readonly string[];
}

/** A row that has no answer. */
export type Failed = At & { readonly error: ErrorRecord };

/** The place of row r of a block. */
export function atRow({ rowNumbers, keys }: RowBlock, r: number): At {
  return { row: rowNumbers[r], ...(keys === undefined ? {} : { id: keys[r] }) };
}

/** Row r of a block as a problem. @param within - what may move. */
export function problemOf(
  classifier: Classifier,
  { columns, missing }: RowBlock,
  r: number,
  within?: Within | undefined,
): Problem {
  const values: Value[] = columns.map((column) => column[r]);
  for (const { feature, cells } of missing ?? []) if (cells[r] === 1) values[feature] = null;
  return weigh(classifier, values, { within });
}

/** What the missing cells of row r count as. */
export function missingAt(classifier: Classifier, block: RowBlock, r: number): Missing {
  if (!hasMissing(block, r)) return {};
  const { columns, missing = [] } = block;
  const values = columns.map((column) => column[r]);
  const gone = missing.flatMap(({ feature, cells }) => (cells[r] === 1 ? [feature] : []));
  return missingIn({ classifier, values, missing: gone });
}

/** Whether a cell of row r is missing, and counts as another value. */
export function hasMissing({ missing }: RowBlock, r: number): boolean {
  return missing?.some(({ cells }) => cells[r] === 1) ?? false;
}
