// One instance: list its explanations up to a limit, count them all, and see whether everything agrees.
import { count, enumerateMasks, LimitError, type Problem, smallest, tally, weigh } from '@xpxlc/core';
import { clock } from '../clock.ts';
import type { Dataset, Known } from '../dataset.ts';

/** What is known of an instance afterwards. */
export interface RowRecord {
  /** How many were listed, as bit masks, and how long that took. */
  readonly listed: number;
  readonly seconds: number;
  /** Whether these are all. */
  readonly complete: boolean;
  /** How many there are, exactly; null where counting met its limit. */
  readonly count: string | null;
  readonly countSeconds: number;
  /** Sizes; the largest is known where all were listed. */
  readonly smallest: number;
  readonly largest: number | null;
}

/**
 * @param limit - of explanations to list.
 * @throws {Error} when two ways to the same answer disagree, or the answer is not the known one.
 */
export function explainRow(
  { name, classifier, rows, known }: Dataset,
  row: number,
  limit: number,
): RowRecord {
  const fail = (what: string, expected: unknown, got: unknown) => {
    throw new Error(`${name}, row ${row}: ${what}: expected ${expected}, got ${got}`);
  };
  const { answer: listed, seconds } = clock(() => listMasks(weigh(classifier, rows[row]), limit));
  const problem = weigh(classifier, rows[row]);
  const { count: found, complete, sizes } = tally(problem, { limit });
  if (found !== listed) fail('explanations tallied', listed, found);
  const counted = countAll(problem);
  if (
    counted.count !== null &&
    (complete ? counted.count !== BigInt(listed) : counted.count <= BigInt(limit))
  )
    fail('explanations counted', complete ? listed : `more than ${limit}`, counted.count);
  const least = smallest(problem)?.length ?? -1;
  if (complete && sizes.findIndex((times) => times > 0) !== least)
    fail(
      'size of the smallest',
      sizes.findIndex((times) => times > 0),
      least,
    );
  const largest = complete ? sizes.length - 1 : null;
  if (known !== undefined)
    compare(known[row], { class: problem.class, count: counted.count, smallest: least, largest }, fail);
  return {
    listed,
    seconds,
    complete,
    count: counted.count === null ? null : String(counted.count),
    countSeconds: counted.seconds,
    smallest: least,
    largest,
  };
}

/** The time of the answer is the time until all masks have been handed out. */
export function listMasks(problem: Problem, limit: number): number {
  let listed = 0;
  for (const { count: more } of enumerateMasks(problem, { limit })) listed += more;
  return listed;
}

/** A limit ends this count only. */
function countAll(problem: Problem): { readonly count: bigint | null; readonly seconds: number } {
  const { answer, seconds } = clock(() => {
    try {
      return count(problem).count;
    } catch (error) {
      if (error instanceof LimitError) return null;
      throw error;
    }
  });
  return { count: answer, seconds };
}

/** Against answers of an independent program, as far as it has them. */
function compare(
  known: Known,
  found: { class: string; count: bigint | null; smallest: number; largest: number | null },
  fail: (what: string, expected: unknown, got: unknown) => void,
): void {
  if (found.class !== known.class) fail('class', known.class, found.class);
  if (found.smallest !== known.smallest) fail('size of the smallest', known.smallest, found.smallest);
  if (known.count !== null && found.count !== null && found.count !== BigInt(known.count))
    fail('number of explanations', known.count, found.count);
  if (known.largest !== null && found.largest !== null && found.largest !== known.largest)
    fail('size of the largest', known.largest, found.largest);
}
