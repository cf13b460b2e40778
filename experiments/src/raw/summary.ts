// What the instances say together.
import { type CactusSeries, cactusSeries } from 'xpxlc/plot';
import { quantile } from '../../../bench/src/measure.ts';
import type { Dataset } from '../dataset.ts';
import type { OriginalRecord } from './original.ts';
import type { RowRecord } from './row.ts';

export interface RawSummary {
  readonly limit: number;
  readonly source: Dataset['source'];
  readonly total: RawTotals;
  readonly sets: readonly (RawTotals & { readonly name: string; readonly features: number })[];
  /** Rows by the number of their explanations: 1, up to 10, up to 100 and so on. */
  readonly magnitudes: readonly number[];
  readonly listing: CactusSeries;
  readonly counting: CactusSeries;
  readonly original?: readonly (OriginalRecord & { readonly set: string; readonly row: number })[];
}

export interface RawTotals {
  readonly instances: number;
  /** How many of them were compared with known answers. */
  readonly known: number;
  /** How many have no more than the limit. */
  readonly complete: number;
  /** Explanations listed, on average. */
  readonly listed: number;
  /** Seconds of listing. */
  readonly mean: number;
  readonly median: number;
  readonly longest: number;
  /** Seconds of counting. */
  readonly countMean: number;
  readonly countLongest: number;
  /** How many could not be counted within the limits. */
  readonly uncounted: number;
  /** The largest number of explanations of one instance. */
  readonly most: string;
  /** Sizes of the smallest explanations. */
  readonly smallestLeast: number;
  readonly smallestMean: number;
  readonly smallestMost: number;
}

/** @param of - the records of a dataset's rows. */
export function summarize(
  sets: readonly Dataset[],
  limit: number,
  of: (set: Dataset, row: number) => RowRecord,
): Omit<RawSummary, 'original'> {
  const perSet = sets.map((set) => set.rows.map((_, row) => of(set, row)));
  const all = perSet.flat();
  return {
    limit,
    source: sets[0].source,
    total: totals(
      all,
      sets.reduce((sum, set) => sum + knownIn(set), 0),
    ),
    sets: sets.map((set, s) => ({
      name: set.name,
      features: set.model.features.length,
      ...totals(perSet[s], knownIn(set)),
    })),
    magnitudes: magnitudes(all),
    listing: cactusSeries(
      'list',
      all.map(({ seconds }) => seconds),
    ),
    counting: cactusSeries(
      'count',
      all.map(({ countSeconds }) => countSeconds),
    ),
  };
}

function knownIn({ known }: Dataset): number {
  return known?.length ?? 0;
}

function totals(records: readonly RowRecord[], known: number): RawTotals {
  const sum = (value: (record: RowRecord) => number) =>
    records.reduce((total, record) => total + value(record), 0);
  const mean = (value: (record: RowRecord) => number) => sum(value) / records.length;
  const most = (value: (record: RowRecord) => number) =>
    records.reduce((x, record) => Math.max(x, value(record)), 0);
  const counts = records.flatMap(({ count }) => (count === null ? [] : [BigInt(count)]));
  return {
    instances: records.length,
    known,
    complete: records.filter(({ complete }) => complete).length,
    listed: mean(({ listed }) => listed),
    mean: mean(({ seconds }) => seconds),
    median: quantile(
      records.map(({ seconds }) => seconds),
      0.5,
    ),
    longest: most(({ seconds }) => seconds),
    countMean: mean(({ countSeconds }) => countSeconds),
    countLongest: most(({ countSeconds }) => countSeconds),
    uncounted: records.length - counts.length,
    most: String(counts.reduce((x, count) => (count > x ? count : x), 0n)),
    smallestLeast: records.reduce((x, record) => Math.min(x, record.smallest), Number.POSITIVE_INFINITY),
    smallestMean: mean((record) => record.smallest),
    smallestMost: most((record) => record.smallest),
  };
}

/** How many rows have 1, at most 10, at most 100, … explanations, each counted once. */
function magnitudes(records: readonly RowRecord[]): number[] {
  const rows: number[] = [];
  for (const { count } of records) {
    if (count === null) continue;
    // 10^k has k zeros: the length of the number before it.
    const power = String(BigInt(count) - 1n).replace(/^0$/, '').length;
    while (rows.length <= power) rows.push(0);
    rows[power] += 1;
  }
  return rows;
}
