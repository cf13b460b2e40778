// Rows → where two models differ on them, in any format; or added up over rows. The columns of a block are those of A's features,
// then those of B's.

import {
  type Block,
  type BlockAnswer,
  type BlockLists,
  blockLists,
  type Classifier,
  explainBlock,
  type KnownSmallest,
  type Model,
  type Problem,
  ROW_STATUS,
  reduce,
  smallestKnown,
  weigh,
} from '@xpxlc/core';
import type { RowBlock } from '../cells/row-block.ts';
import type { Allowance, AllowanceOptions, Stop } from './allowance.ts';
import type { Answerer } from './answerer.ts';
import { CompareCounter } from './compare-counter.ts';
import { compareLayout } from './compare-layout.ts';
import { compareRecord, comparisonOf } from './compare-record.ts';
import type { Format } from './layout.ts';
import { Pages } from './pages.ts';
import { pairUp } from './pairing.ts';
import type { At, ErrorRecord } from './record-fields.ts';
import { answerRows, type RowAnswer } from './rows.ts';

/** What to tell. */
export interface CompareQuestion extends Pick<AllowanceOptions, 'maxTime'> {
  /** Only the sum over all rows. */
  readonly summary: boolean;
  /** Only rows on which predictions differ, or A's reason does not hold in B. */
  readonly differing: boolean;
}

/** What one model says of a block's rows. */
interface Side {
  readonly answer: BlockAnswer;
  readonly lists: BlockLists;
  problem(r: number): Problem;
  /** A smallest explanation of row r, as far as there is time. */
  known(r: number, problem: Problem, allowance: Allowance): KnownSmallest;
}

/** What searching one row may cost before it is asked by itself, where there are more than two classes. */
const FEW_STEPS = 128;

interface Known {
  readonly a: Side;
  readonly b: Side;
  readonly sum: CompareCounter | undefined;
}

/** Answers `xpxlc compare`. */
export function answerCompare(
  a: Classifier,
  other: Model,
  { summary, differing, maxTime }: CompareQuestion,
  format: Format,
): Answerer {
  const b = reduce(other, { neverWins: 'allow' });
  const pairing = pairUp(a, b);
  const width = a.features.length;
  const pages = new Pages(format, compareLayout(a, b));
  const write = (known: Known, at: At, r: number, allowance: Allowance): void => {
    const [one, two] = [known.a.problem(r), known.b.problem(r)];
    const sets = {
      a: known.a.known(r, one, allowance.share(1 / 2)),
      b: known.b.known(r, two, allowance),
    };
    if (allowance.look() && allowance.stopped === 'interrupted') return;
    const found = comparisonOf(pairing, one, two, sets);
    if (known.sum !== undefined) known.sum.add(one.classIndex, two.classIndex, found);
    else if (!differing || !found.holds)
      pages.put({
        ...at,
        ...compareRecord(pairing, one, two, found),
      });
  };
  return answerRows<Known, object>(
    a,
    pages as Pages<object>,
    {
      begin: ({ rows, columns }: RowBlock, signal) => ({
        a: sideOf(a, { rows, columns: columns.slice(0, width) }, signal),
        b: sideOf(b, { rows, columns: columns.slice(width) }, signal),
        sum: summary ? new CompareCounter(pairing) : undefined,
      }),
      // biome-ignore lint/correctness/useYield: a record is one part
      *slow(known, at, _, r, allowance): RowAnswer {
        write(known, at, r, allowance);
      },
      fail(at, error, known, r) {
        known.sum?.addFailed();
        if (!summary) pages.put({ ...at, error: withModel(error, known, r) });
      },
      ...(summary ? { sum: ({ sum }) => sum?.state() } : {}),
    },
    { maxTime },
  );
}

function sideOf(classifier: Classifier, block: Block, signal: Stop): Side {
  const answer = explainBlock(classifier, block, { budget: { steps: FEW_STEPS, signal } });
  const lists = blockLists(answer);
  return {
    answer,
    lists,
    known: (r, problem, allowance) =>
      answer.complete[r] === 1
        ? { features: listOf(lists, r), complete: true, atLeast: answer.atLeast[r] }
        : smallestKnown(problem, { budget: { signal: allowance } }),
    problem: (r) =>
      weigh(
        classifier,
        block.columns.map((column) => column[r]),
      ),
  };
}

function listOf({ offsets, indices }: BlockLists, r: number): number[] {
  return Array.from(indices.subarray(offsets[r], offsets[r + 1]));
}

/** A cell may be fit for one of the models only. */
function withModel(error: ErrorRecord, { a, b }: Known, r: number): ErrorRecord {
  const bad = [a, b].map(({ answer }) => answer.status[r] !== ROW_STATUS.ok);
  if (bad[0] === bad[1]) return error;
  return { ...error, message: `model ${bad[0] ? 'A' : 'B'}: ${error.message}` };
}
