// What answers blocks of rows. Made from plain data, in this thread or in a worker; what it gives back is plain data, too.

import { type Classifier, type Problem, type Value, type Within, weigh } from '@xpxlc/core';
import type { RowBlock } from '../cells/row-block.ts';
import type { WriterRow } from '../table/write.ts';
import { type Missing, missingIn } from '../terminal/missing.ts';
import type { Stop } from './allowance.ts';
import { ByteWriter } from './byte-writer.ts';
import type { CodedRows } from './coded-table.ts';
import { type Extended, extendClassifier } from './extend-bounds.ts';
import type { At } from './record-fields.ts';

/** A piece of the output: text as bytes, which last until the next piece is asked for; or rows of a table. */
export type Part = Uint8Array<ArrayBuffer> | readonly WriterRow[] | CodedRows;

/** What is known when a block is answered. */
export interface Outcome {
  /** Rows answered: all of them, unless it was told to stop. */
  readonly rows: number;
  readonly failed: number;
  /** What a command adds up over rows; plain data, in one or several parts. */
  readonly summary?: unknown;
  readonly summaries?: readonly unknown[];
  /** Rows answered within wider bounds than those of the model. */
  readonly extended?: number;
}

/** Answers blocks of rows, part by part. */
export interface Answerer {
  /** @param elsewhere - answers the rows of `block.beyond` instead. */
  answer(block: AnswerBlock, stop: Stop, elsewhere?: Elsewhere): Generator<Part, Outcome, void>;
}

/** How rows are answered, whatever is asked. */
export interface AnswerWays {
  /** For one row only: nothing is prepared that pays off over many. Default false. */
  readonly once?: boolean;
  /** By blocks of rows where that goes. Default true. */
  readonly quickly?: boolean;
  /** As {@link CodedRows} where that goes. Default true. */
  readonly coded?: boolean;
}

/** What to write with. */
export function writerFor({ once = false }: AnswerWays): ByteWriter {
  return once ? new ByteWriter(0) : new ByteWriter();
}

/** A block of rows; all of them within bounds that may be wider than those of the model. */
export interface AnswerBlock extends RowBlock {
  readonly extended?: Extended;
}

/** Answers one row of the block. */
export type Elsewhere = (r: number) => Generator<Part, Outcome, void>;

/** The place of row r of a block. */
export function atRow({ rowNumbers, keys, extended }: AnswerBlock, r: number): At {
  return {
    row: rowNumbers[r],
    id: keys?.[r],
    extended,
  };
}

/** Row r of a block, read with rows beyond the bounds listed: its place, and the row within its own bounds. */
export function boundedRow(
  classifier: Classifier,
  block: RowBlock,
  r: number,
  within?: Within | undefined,
): { readonly at: At; readonly problem: () => Problem } {
  if (block.beyond?.includes(r) !== true)
    return { at: atRow(block, r), problem: () => problemOf(classifier, block, r, within) };
  const { classifier: wider, extended } = extendClassifier(classifier, valuesOf(block, r));
  const own = extended === undefined ? block : { ...block, extended };
  return { at: atRow(own, r), problem: () => problemOf(wider, block, r, within) };
}

/** Row r of a block as a problem. @param within - what may move. */
export function problemOf(
  classifier: Classifier,
  block: RowBlock,
  r: number,
  within?: Within | undefined,
): Problem {
  return weigh(classifier, valuesOf(block, r), { within });
}

/** The values of row r: positions of categories, and numbers; null where one is missing. */
export function valuesOf({ columns, missing }: RowBlock, r: number): Value[] {
  const values: Value[] = columns.map((column) => column[r]);
  for (const { feature, cells } of missing ?? []) if (cells[r] === 1) values[feature] = null;
  return values;
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
