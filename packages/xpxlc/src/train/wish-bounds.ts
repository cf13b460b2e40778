// What should the bounds of a model be, beside what a table has? As the table has them, with room for other rows, or without its
// outermost numbers.
import { InstanceError, show } from '@xpxlc/core';
import type { Table } from '../table/table.ts';
import type { NumberColumn } from './numbers.ts';

/**
 * `'data'`: the least and the greatest number. `'wide'`: room for as much again on either side; what is never negative (or positive) stays so.
 * Two quantiles, e.g. `[0.01, 0.99]`: numbers beyond them do not count.
 */
export type BoundsWish = 'data' | 'wide' | readonly [low: number, high: number];

/** Columns of numbers with the bounds that are wished for. */
export async function withBoundsWish<C extends NumberColumn>(
  { table, relation }: { readonly table: Table; readonly relation: string },
  numbers: readonly C[],
  wish: BoundsWish = 'data',
): Promise<readonly C[]> {
  if (wish === 'data' || numbers.length === 0) return numbers;
  if (wish === 'wide') return numbers.map((number) => ({ ...number, ...widened(number) }));
  const [low, high] = checked(wish);
  // Numbers of the column itself, so that whole ones stay whole; from the outside, so that none is left out for a tie.
  const ends = numbers.flatMap(({ sql }) => [
    `quantile_disc(${sql}, ${low})`,
    `-quantile_disc(-(${sql}), ${Number((1 - high).toPrecision(15))})`,
  ]);
  const [row] = await table.query(`SELECT ${ends.join(', ')} FROM ${relation}`);
  return numbers.map((number, j) => ({
    ...number,
    lower: Number(row[2 * j]) + 0,
    upper: Number(row[2 * j + 1]) + 0,
  }));
}

/** Room for as much again on either side. */
export function widened({ lower, upper }: { readonly lower: number; readonly upper: number }): {
  readonly lower: number;
  readonly upper: number;
} {
  const room = upper - lower;
  return {
    lower: lower >= 0 ? Math.max(0, lower - room) : lower - room,
    upper: upper <= 0 ? Math.min(0, upper + room) : upper + room,
  };
}

function checked(wish: unknown): readonly [number, number] {
  if (Array.isArray(wish) && wish.length === 2 && wish[0] >= 0 && wish[0] < wish[1] && wish[1] <= 1)
    return wish as unknown as readonly [number, number];
  throw new InstanceError('bounds that cannot be', {
    code: 'bad-option',
    place: "option 'bounds'",
    expected: "'data', 'wide' or two quantiles between 0 and 1, the lower first",
    got: Array.isArray(wish) ? `[${wish.join(', ')}]` : show(wish),
  });
}
