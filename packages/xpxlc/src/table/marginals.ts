// How often does each value of each feature occur in a table? What probabilities assume of features that vary as in the data.
import {
  binOf,
  type Classifier,
  FormatError,
  LimitError,
  type Marginal,
  type Marginals,
  optionsOf,
} from '@xpxlc/core';
import type { RowBlock } from '../cells/row-block.ts';
import { type EncodeOptions, encodeRows } from './encode.ts';
import type { Table } from './table.ts';

/** Different numbers of a feature at most; bins of a model do not count by number. */
const MOST_VALUES = 100_000;

/**
 * Count the values of a table's features, in one pass. Of numbers that count in bins one number of each bin is kept. Rows that cannot be read
 * do not count.
 *
 * @throws {FormatError} `no-rows` where there is nothing to count; as `encodeRows`.
 * @throws {LimitError} `too-many-values` of a number with more than 100,000 different values that count by themselves.
 * @example
 * ```ts
 * import { linearModel, precision, reduce, weigh } from '@xpxlc/core';
 * import { marginalsOfTable, openTable } from 'xpxlc';
 * const features = [{ name: 'home', values: ['own', 'rent', 'with family'] }, { name: 'job', values: ['clerk', 'nurse', 'self-employed', 'unemployed', 'études'] }];
 * const classifier = reduce(linearModel({ classes: ['no', 'yes'], features, weights: [[2, 0, 1], [2, 2, 1, 0, 1]], intercept: -2.5 }));
 * const table = await openTable('fixtures/loans.csv');
 * const distribution = await marginalsOfTable(table, classifier);
 * table.close();
 * precision(weigh(classifier, ['own', 'clerk']), ['home'], distribution).low > 0.5; // => true
 * ```
 */
export async function marginalsOfTable(
  table: Table,
  classifier: Classifier,
  options: Pick<EncodeOptions, 'values' | 'missing' | 'where' | 'rows'> = {},
): Promise<Marginals> {
  const counters = classifier.features.map((_, i) => counterOf(classifier, i));
  let rows = 0;
  for await (const block of encodeRows(table, classifier.features, options)) {
    rows += block.rows - block.bad.length;
    const bad = new Set(block.bad.map(({ index }) => index));
    for (const [i, counter] of counters.entries()) counter.add(block, i, bad);
  }
  if (rows === 0)
    throw new FormatError('no rows to count values in', {
      code: 'no-rows',
      place: table.place,
      expected: 'at least one row',
      got: 'none',
    });
  return { marginals: counters.map((counter) => counter.result()) };
}

interface Counter {
  /** Count column i of a block. */
  add(block: RowBlock, i: number, bad: ReadonlySet<number>): void;
  result(): Marginal;
}

function counterOf(classifier: Classifier, i: number): Counter {
  const feature = classifier.features[i];
  if (feature.kind === 'categorical') return categories(feature.values.length);
  const bins = optionsOf(classifier, i)?.bins;
  if (bins === undefined) return numbers(feature.name);
  return binned(bins.cuts.length + 2, (x) => binOf(x, bins));
}

function categories(length: number): Counter {
  const counts = new Float64Array(length);
  return {
    add({ columns, rows }, i, bad) {
      const column = columns[i];
      for (let r = 0; r < rows; r++) if (!bad.has(r)) counts[column[r]] += 1;
    },
    result: () => Array.from(counts),
  };
}

/** Numbers of a bin count the same, so any of them will do. */
function binned(options: number, optionOf: (x: number) => number): Counter {
  const counts = new Float64Array(options);
  const seen = new Float64Array(options);
  return {
    add({ columns, rows }, i, bad) {
      const column = columns[i];
      for (let r = 0; r < rows; r++) {
        if (bad.has(r)) continue;
        const option = optionOf(column[r]);
        counts[option] += 1;
        seen[option] = column[r];
      }
    },
    result() {
      const there = Array.from(counts.keys()).filter((option) => counts[option] > 0);
      return { values: there.map((option) => seen[option]), weights: there.map((option) => counts[option]) };
    },
  };
}

function numbers(name: string): Counter {
  const counts = new Map<number, number>();
  return {
    add({ columns, rows }, i, bad) {
      const column = columns[i];
      for (let r = 0; r < rows; r++) if (!bad.has(r)) counts.set(column[r], (counts.get(column[r]) ?? 0) + 1);
      if (counts.size > MOST_VALUES)
        throw new LimitError('too many different values to count each', {
          code: 'too-many-values',
          place: `feature '${name}'`,
          expected: `at most ${MOST_VALUES}: round the column, or assume another distribution`,
          got: 'more',
        });
    },
    result() {
      const sorted = [...counts].sort(([a], [b]) => a - b);
      return { values: sorted.map(([value]) => value), weights: sorted.map(([, times]) => times) };
    },
  };
}
