// What a program with plain doubles would say: contributions added up in some order, rounded at every step.
import type { Shape } from '../../src/model/types.ts';
import type { Additive } from './oracle.ts';

/** The class by plain arithmetic, contributions in an order that depends on the seed; of equal scores the first in the tie order. */
export function plainClass(
  { bias, shapes, tieRank }: Additive,
  instance: readonly number[],
  seed: number,
): number {
  const scores = bias.map((addends, k) => {
    const parts = shuffled([...addends, ...instance.map((x, i) => contribution(shapes[i][k], x))], seed + k);
    return parts.reduce((sum, part) => sum + part, 0);
  });
  return scores.reduce(
    (best, score, k) =>
      score > scores[best] || (score === scores[best] && tieRank[k] < tieRank[best]) ? k : best,
    0,
  );
}

/** f(x) in plain doubles; the x of a table is the position of the category. */
export function contribution(shape: Shape, x: number): number {
  switch (shape.kind) {
    case 'table':
      return shape.values[x];
    case 'linear':
      return shape.weight * x;
    case 'quadratic': {
      const moved = x - (shape.center ?? 0);
      return moved * (shape.quadratic * moved) + (shape.linear ?? 0) * moved + (shape.constant ?? 0);
    }
    case 'steps': {
      if (Number.isNaN(x)) return shape.missing as number;
      return shape.values[shape.cuts.filter((cut) => (shape.closed === 'right' ? x > cut : x >= cut)).length];
    }
  }
}

/** Fisher and Yates, with a generator of one line. */
function shuffled(numbers: readonly number[], seed: number): number[] {
  const list = [...numbers];
  let state = (seed >>> 0) + 1;
  for (let i = list.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = state % (i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}
