// The same instances by the original tool, in the same run: a sample, as it takes seconds for what takes milliseconds here.
import { existsSync, readFileSync } from 'node:fs';
import { tally, weigh } from '@xpxlc/core';
import { runPerl } from '../../../bench/src/perl.ts';
import { clock } from '../clock.ts';
import type { Dataset } from '../dataset.ts';
import { listMasks } from './row.ts';

/** What both did. User CPU seconds of its process for the tool. */
export interface OriginalRecord {
  readonly original: number;
  readonly ours: number;
  readonly listed: number;
  /** Whether number and frequencies are the same. */
  readonly same: boolean;
}

/** @param folder - of the original repository. @throws {Error} when it is not there. */
export function checkOriginal(folder: string): void {
  if (!existsSync(`${folder}/scripts/xpxlc`)) throw new Error('--perl: no scripts/xpxlc in that folder');
}

/** Rows spread evenly over a dataset. */
export function sampleRows({ rows }: Dataset, size: number): number[] {
  const count = Math.min(size, rows.length);
  return Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * rows.length) / count));
}

/** @returns undefined for data without a file that the tool reads. */
export function runOriginal(
  { name, classifier, rows, files }: Dataset,
  row: number,
  limit: number,
  folder: string,
): OriginalRecord | undefined {
  if (files?.xlc === undefined) return undefined;
  const text = readFileSync(files.xlc, 'utf8');
  const values = rows[row];
  const one = { set: name, row, xlc: { text, bias: 0, tables: [] }, classifier, values };
  const perl = runPerl(folder, one, limit, true);
  const { answer: listed, seconds: ours } = clock(() => listMasks(weigh(classifier, values), limit));
  const { count, frequency } = tally(weigh(classifier, values), { limit });
  const same = perl.count === count && perl.frequency.every((times, i) => times === frequency[i]);
  return { original: perl.seconds, ours, listed, same };
}
