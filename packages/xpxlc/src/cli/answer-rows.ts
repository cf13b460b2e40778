// The loop that commands share: each row (or the one case) becomes a problem, each problem a record, in order. A bad row is a
// record with its error, and the run goes on.
import { type Classifier, type Problem, weigh, XpxlcError } from '@xpxlc/core';
import { type ErrorRecord, toErrorRecord } from '../record/explain-record.ts';
import { EXIT } from './exit.ts';
import { openData, readRows } from './inputs.ts';
import { oneOrMany, readInstance } from './instance.ts';
import type { Io } from './io.ts';
import type { DataOptions } from './options.ts';

/** Which row. */
export interface At {
  readonly row: number;
  readonly id?: string | null;
}

/** A row that has no answer. */
export type Failed = At & { readonly error: ErrorRecord };

/** A row, ready to be asked, or what is wrong with it. */
export type Row =
  | { readonly at: At; readonly problem: Problem }
  | { readonly at: At; readonly error: ErrorRecord };

/** The rows of the data, or the one case of `--instance`. A wrong case ends the command; a wrong row does not. */
export async function* readProblems(
  classifier: Classifier,
  data: readonly string[],
  options: DataOptions & { readonly instance?: string },
  io: Io,
): AsyncGenerator<Row, void, void> {
  oneOrMany(options.instance, data);
  const { features } = classifier;
  if (options.instance !== undefined) {
    const instance = await readInstance(options.instance, features, options, io);
    yield { at: { row: 0 }, problem: weigh(classifier, instance) };
    return;
  }
  const table = await openData(
    data,
    options,
    features.map(({ name }) => name),
  );
  try {
    for await (const block of readRows(table, classifier, options)) {
      const bad = new Map(block.bad.map((row) => [row.index, row]));
      for (let r = 0; r < block.rows; r++) {
        const at = { row: block.rowNumbers[r], ...(block.keys === undefined ? {} : { id: block.keys[r] }) };
        const trouble = bad.get(r);
        if (trouble !== undefined) yield { at, error: toErrorRecord(trouble) };
        else
          yield {
            at,
            problem: weigh(
              classifier,
              block.columns.map((column) => column[r]),
            ),
          };
      }
    }
  } finally {
    table.close();
  }
}

/** Ask about a row; the core's refusals (a limit, say) become the row's error. */
export function ask<R extends object>(
  { at, ...row }: Row,
  answer: (problem: Problem) => R,
): (At & R) | Failed {
  if ('error' in row) return { ...at, error: row.error };
  try {
    return { ...at, ...answer(row.problem) };
  } catch (error) {
    if (error instanceof XpxlcError) return { ...at, error: toErrorRecord(error) };
    throw error;
  }
}

/** Say how many rows failed, and give the exit status for it. */
export function statusFor(failed: number, io: Io, what: string): number {
  if (failed === 0) return EXIT.done;
  io.stderr.write(`xpxlc: ${failed} row${failed === 1 ? '' : 's'} could not be ${what}\n`);
  return EXIT.badInput;
}
