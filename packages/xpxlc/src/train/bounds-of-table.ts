// Between which bounds do the numbers of a table lie? For formats that do not say (XLC).
import { InternalError, type Model } from '@xpxlc/core';
import type { Bounds } from '../import/paper/bounds.ts';
import { type Names, namesOf } from '../import/paper/names.ts';
import { OpenTable, type Table } from '../table/table.ts';
import { describeNumbers } from './numbers.ts';
import { type BoundsWish, withBoundsWish } from './wish-bounds.ts';

/**
 * The smallest and the largest number in the columns of all features that are no categories, and whether all are whole; or other
 * bounds that are wished for. What a model takes for a missing number is within them.
 *
 * @throws {FormatError} `unknown-column`, `not-a-number`, `no-rows`.
 * @example
 * ```ts
 * import { boundsOfTable, openTable } from 'xpxlc';
 * const table = await openTable('fixtures/loans.csv');
 * await boundsOfTable(table, { classes: [], features: [{ name: 'age' }] }); // => [{ name: 'age', lower: 18, upper: 80, integer: true }]
 * table.close();
 * ```
 */
export async function boundsOfTable(
  table: Table,
  source: Names | Model,
  { bounds }: { readonly bounds?: BoundsWish } = {},
): Promise<Bounds[]> {
  if (!(table instanceof OpenTable)) throw new InternalError('a table that openTable did not open');
  const numeric = namesOf(source).features.filter(({ values }) => values === undefined);
  const positions = await table.match(numeric.map(({ name }) => name));
  const read = { table, relation: table.relation };
  const numbers = await describeNumbers(
    read,
    positions.map((j) => table.columns[j]),
  );
  const found = await withBoundsWish(read, numbers, bounds);
  const imputed = imputedOf(source);
  return found.map(({ column: { name }, kind, ...ends }, j) => {
    // What a missing cell counts as is a number of the column, too: most often a mean, and seldom a whole one.
    const own = imputed.get(numeric[j].name) ?? [];
    const lower = Math.min(ends.lower, ...own);
    const upper = Math.max(ends.upper, ...own);
    return kind === 'integer' && own.every(Number.isInteger)
      ? { name, lower, upper, integer: true }
      : { name, lower, upper };
  });
}

/** By feature, the number that its missing cells count as. */
function imputedOf({ features }: Names | Model): ReadonlyMap<string, readonly number[]> {
  return new Map(
    features.flatMap((feature) =>
      'missing' in feature && typeof feature.missing === 'number' ? [[feature.name, [feature.missing]]] : [],
    ),
  );
}
