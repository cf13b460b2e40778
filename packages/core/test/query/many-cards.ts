import { additiveModel } from '../../src/model/additive.ts';
import type { Problem } from '../../src/model/prepared.ts';
import { reduce, weigh } from '../engine.ts';

/** A problem of random whole numbers: sums are exact, and never in doubt. */
export function manyCards(sizes: readonly number[], classes: number): Problem {
  let seed = 1;
  const weight = (): number => {
    seed = (seed * 48271) % 2147483647;
    return seed - 2 ** 30;
  };
  const model = additiveModel({
    classes: Array.from({ length: classes }, (_, k) => `c${k}`),
    features: sizes.map((size, i) => ({
      name: `f${i}`,
      values: Array.from({ length: size }, (_, v) => `v${v}`),
    })),
    shapes: sizes.map((size) =>
      Array.from({ length: classes }, () => ({
        kind: 'table' as const,
        values: Array.from({ length: size }, weight),
      })),
    ),
  });
  return weigh(
    reduce(model, { neverWins: 'allow' }),
    sizes.map(() => 0),
  );
}
