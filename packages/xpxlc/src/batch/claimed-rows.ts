// The rows of a table that explanations from elsewhere are about, each once, in the order of the table.

import { type Classifier, FormatError, type Problem, type WeighOptions } from '@xpxlc/core';
import { boundedRow } from '../answer/answerer.ts';
import { toErrorRecord } from '../answer/explain-record.ts';
import type { At, ErrorRecord } from '../answer/record-fields.ts';
import type { DataOptions } from '../ask/groups.ts';
import type { RowRange } from '../ask/kinds.ts';
import { openData, readRows } from '../table/data.ts';

/** A table is asked for at most so many ranges of rows at once. */
const MOST_RANGES = 256;

/** A row, and what is claimed of it. */
export interface ClaimedRow<C> {
  readonly at: At;
  readonly claims: readonly C[];
  /** The row, weighed when first asked for; or why there is none. */
  readonly problem: (() => Problem) | undefined;
  trouble(claim: C): ErrorRecord;
}

/** Claims by row, in the order of the table; last those about rows that are not there. */
export async function* claimedRows<C extends { readonly place: string }>(
  classifier: Classifier,
  claims: readonly C[],
  rowOf: (claim: C) => number,
  data: readonly string[],
  options: Omit<DataOptions, 'where'>,
  { within }: WeighOptions = {},
): AsyncGenerator<ClaimedRow<C>, void, void> {
  const byRow = new Map<number, C[]>();
  for (const claim of claims) {
    const row = rowOf(claim);
    if (options.rows?.some(({ from, to }) => row >= from && row < to) === false) continue;
    const list = byRow.get(row);
    if (list === undefined) byRow.set(row, [claim]);
    else list.push(claim);
  }
  const table = await openData(
    data,
    options,
    classifier.features.map(({ name }) => name),
  );
  try {
    const rows = rangesOf([...byRow.keys()]);
    for await (const block of readRows(table, classifier, { ...options, rows })) {
      const bad = new Map(block.bad.map((row) => [row.index, row]));
      for (let r = 0; r < block.rows; r++) {
        const list = byRow.get(block.rowNumbers[r]);
        if (list === undefined) continue;
        byRow.delete(block.rowNumbers[r]);
        const trouble = bad.get(r);
        const { at, problem } = boundedRow(classifier, block, r, within);
        yield {
          at,
          claims: list,
          problem: trouble === undefined ? lazily(problem) : undefined,
          trouble: () => toErrorRecord(trouble as ErrorRecord),
        };
      }
    }
  } finally {
    table.close();
  }
  for (const [row, list] of [...byRow].sort(([a], [b]) => a - b))
    yield { at: { row }, claims: list, problem: undefined, trouble: ({ place }) => noSuchRow(row, place) };
}

function noSuchRow(row: number, place: string): ErrorRecord {
  return toErrorRecord(
    new FormatError('no such row', {
      code: 'no-such-row',
      place,
      expected: 'a row of the table, counted from 0',
      got: String(row),
    }),
  );
}

function lazily(make: () => Problem): () => Problem {
  let problem: Problem | undefined;
  return () => {
    problem ??= make();
    return problem;
  };
}

/** Rows as ranges; very scattered ones as a single range, whose other rows are passed over. */
function rangesOf(rows: number[]): RowRange[] {
  rows.sort((a, b) => a - b);
  const ranges: { from: number; to: number }[] = [];
  for (const row of rows) {
    const last = ranges[ranges.length - 1];
    if (last !== undefined && last.to === row) last.to += 1;
    else ranges.push({ from: row, to: row + 1 });
  }
  return ranges.length <= MOST_RANGES ? ranges : [{ from: ranges[0].from, to: ranges[ranges.length - 1].to }];
}
