// Which rows are explained? Different ones, drawn at random: the same from the same seed.
import { random } from '../../bench/src/data.ts';

/** Numbers of at most `count` rows, no two alike, in increasing order. The first of equal rows stands for all. */
export function sampleRows(rows: readonly (readonly number[])[], count: number, seed: number): number[] {
  const first = new Map<string, number>();
  rows.forEach((row, r) => {
    const key = row.join();
    if (!first.has(key)) first.set(key, r);
  });
  const left = [...first.values()];
  const next = random(seed);
  const drawn: number[] = [];
  while (drawn.length < count && left.length > 0)
    drawn.push(...left.splice(Math.floor(next() * left.length), 1));
  return drawn.sort((a, b) => a - b);
}
