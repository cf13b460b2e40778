import { describe, expect, it } from 'vitest';
import { linearModel } from '../../src/model/linear.ts';
import { exactSmallest, smallestSet } from '../../src/search/smallest-set.ts';
import { reduce, weigh } from '../engine.ts';

/** Numbers from 0 to 1, all at 1: their weights are their drops, and the intercept is what is left without them. */
function numbers(weights: readonly number[], intercept: number, tieOrder: string[]) {
  const classes = ['no', 'yes'];
  const features = weights.map((_, i) => ({ name: `x${i}`, lower: 0, upper: 1 }));
  const classifier = reduce(linearModel({ classes, tieOrder, features, weights, intercept }), {
    neverWins: 'allow',
  });
  return weigh(
    classifier,
    weights.map(() => 1),
  );
}

describe('a smallest set of numbers', () => {
  it('is that of exact integers where sums meet the threshold within rounding', () => {
    const tiny = 2 ** -60;
    let asked = 0;
    for (const tieOrder of [
      ['no', 'yes'],
      ['yes', 'no'],
    ])
      for (let a = 1; a <= 9; a++)
        for (let b = 1; b <= 9; b++)
          for (const nudge of [-tiny, 0, tiny, -(2 ** -54), 2 ** -54])
            for (const near of [0, -a / 10, -(a + b) / 10]) {
              const problem = numbers([a / 10, b / 10, 0.05], near + nudge, tieOrder);
              const [rival] = problem.rivals;
              for (const kind of ['axp', 'cxp'] as const) {
                asked += 1;
                expect(smallestSet(problem, kind)).toEqual(exactSmallest(rival, kind));
              }
            }
    expect(asked).toBe(4860);
  });

  it('is that of exact integers where all drops together are the margin within rounding', () => {
    const classes = ['no', 'yes'];
    for (let a = 1; a <= 9; a++)
      for (let b = 1; b <= 9; b++)
        for (const nudge of [-(2 ** -60), 2 ** -60]) {
          const features = ['x', 'y', 'z'].map((name) => ({ name, lower: 0, upper: 1 }));
          const rows = [
            { weights: [-b / 10, -a / 7, 0] },
            { weights: [a / 10, b / 10, 0.3], intercept: nudge },
          ];
          const classifier = reduce(linearModel({ classes, features, rows }), { neverWins: 'allow' });
          const problem = weigh(classifier, [1, 1, 1]);
          const found = smallestSet(problem, 'axp');
          expect(found).toEqual(exactSmallest(problem.rivals[0], 'axp'));
          // With all numbers at 0 the class is as the nudge says.
          expect(found?.length === 0).toBe(nudge > 0);
        }
  });
});
