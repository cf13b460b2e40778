import { describe, expect, it } from 'vitest';
import { linearModel } from '../../src/model/linear.ts';
import { scorecard } from '../../src/model/scorecard.ts';
import { type CategoryMoves, categoryMoves, moveCategories } from '../../src/move/categories.ts';
import { doubtBetween } from '../../src/weigh/float-scores.ts';
import { noiseBound } from '../../src/weigh/noise.ts';
import { toSides } from '../../src/weigh/sides.ts';
import { reduce, weigh } from '../engine.ts';
import { matrix } from '../matrix.ts';

const classes = ['no', 'yes'];
const linear = (weights: number[][], intercept = 0) => {
  const features = weights.map((row, i) => ({ name: `f${i}`, values: row.map((_, v) => `v${v}`) }));
  return reduce(linearModel({ classes, features, weights, intercept }), { neverWins: 'allow' });
};

/** What one step is worth, as a double. */
const stepOf = (classifier: ReturnType<typeof linear>): number => {
  const { m, e } = (toSides(classifier) ?? [])[1].quantum;
  return Number(m) * 2 ** e;
};

describe('moving categories', () => {
  it('goes where the class is hurt most, and tells when the other one wins beyond doubt', () => {
    const classifier = linear(matrix([0, 3, 1], [5, 9, 0], [0, 4], [0, 1]), -4);
    // 3 + 5 + 4 + 0 − 4 = 8
    const problem = weigh(classifier, [1, 0, 1, 0]);
    expect((categoryMoves(classifier) as CategoryMoves[])[1].surely).toBe(3);
    expect(Array.from(moveCategories(problem, [0, 1, 2]) ?? [])).toEqual([0, 2, 0, 0]);
    // By 0 or 1: the other class leads too little to be known, or not at all.
    expect(moveCategories(problem, [0, 1])).toBeUndefined();
    expect(moveCategories(problem, [1, 2])).toBeUndefined();
    expect(moveCategories(problem, [])).toBeUndefined();
  });

  it('knows from just so many steps on', () => {
    const led = (by: number) =>
      moveCategories(weigh(linear(matrix([0, 7], [0, 1]), -by), [1, 0]), [0]) !== undefined;
    expect([1, 2, 3, 4].map(led)).toEqual([false, false, true, true]);
  });

  it('leaves a category alone that hurts most where it is', () => {
    const classifier = linear(matrix([0, 0, 2, 0], [0, 9]), -4);
    const values = moveCategories(weigh(classifier, [3, 1]), [0, 1]) ?? [];
    expect(Array.from(values)).toEqual([3, 0]);
  });

  it('moves the categories of either class', () => {
    const classifier = linear([[0, 9, 4]], -4);
    expect(Array.from(moveCategories(weigh(classifier, [0]), [0]) ?? [])).toEqual([1]);
    expect(Array.from(moveCategories(weigh(classifier, [1]), [0]) ?? [])).toEqual([0]);
  });

  it('is for categories of two classes only, and prepared once', () => {
    const card = scorecard({
      classes,
      features: [
        { name: 'x', lower: 0, upper: 10 },
        { name: 'y', values: ['a', 'b'] },
      ],
      points: [{ cuts: [2, 5], values: [0, 1, 20] }, [0, 30]],
      cutoff: 10,
    });
    const classifier = reduce(card);
    expect(categoryMoves(classifier)).toHaveLength(2);
    expect(categoryMoves(classifier)).toBe(categoryMoves(classifier));
    expect(moveCategories(weigh(classifier, [1, 1]), [0, 1])).toBeUndefined();
    expect(Array.from(moveCategories(weigh(classifier, [1, 1]), [1]) ?? [])).toEqual([1, 0]);
    const rows = [0, 1, 2].map((k) => ({ weights: [[k, 2 - k]] }));
    const three = linearModel({
      classes: ['a', 'b', 'c'],
      features: [{ name: 'z', values: ['u', 'v'] }],
      rows,
    });
    const many = reduce(three, { neverWins: 'allow' });
    expect(categoryMoves(many)).toBeNull();
    expect(moveCategories(weigh(many, [0]), [0])).toBeUndefined();
  });

  it('counts as steps all of the noise, rounded up', () => {
    for (const [large, small] of [
      [2 ** 40, 2 ** -10],
      [2 ** 45, 3 * 2 ** -7],
      [2 ** 30, 2 ** -40],
      [3, 1],
    ]) {
      const classifier = linear(matrix([0, large], [0, small], [0, -large]));
      const doubt = 2 * doubtBetween(classifier, { noise: noiseBound(classifier) }, 0, 1);
      const step = stepOf(classifier);
      (categoryMoves(classifier) as CategoryMoves[]).forEach(({ surely }, c) => {
        const { window } = (toSides(classifier) ?? [])[c];
        const steps = surely - window - 2;
        expect(steps).toBe(Math.floor(doubt / step) + 1);
      });
    }
  });

  it('knows nothing where scores overflow', () => {
    const classifier = linear(matrix([0, 1.5e308], [0, 1.5e308]), -1);
    expect((categoryMoves(classifier) as CategoryMoves[])[1].surely).toBe(Number.POSITIVE_INFINITY);
    expect(moveCategories(weigh(classifier, [1, 1]), [0, 1])).toBeUndefined();
  });
});
