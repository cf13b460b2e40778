import { describe, expect, it } from 'vitest';
import { ROW_STATUS } from '../../src/block/block-data.ts';
import { explainBlock } from '../../src/block/explain-block.ts';
import { withoutKernel } from '../../src/kernel/load.ts';
import { linearModel } from '../../src/model/linear.ts';
import { scorecard } from '../../src/model/scorecard.ts';
import { smallest } from '../../src/query/smallest.ts';
import { listMask } from '../../src/search/feature-set.ts';
import { toSides } from '../../src/weigh/sides.ts';
import { reduce, weigh } from '../engine.ts';
import { matrix } from '../matrix.ts';
import { sequence } from '../problems.ts';

const classes = ['no', 'yes'];
const offOn = (name: string) => ({ name, values: ['off', 'on'] });
const linear = (weights: number[][], intercept = 0, tieOrder = classes) =>
  reduce(
    linearModel({ classes, tieOrder, features: weights.map((_, i) => offOn(`f${i}`)), weights, intercept }),
    { neverWins: 'allow' },
  );

describe('the two sides of a model', () => {
  it('are there for two classes and choices only, and made once', () => {
    const pair = linear([[0, 1]]);
    expect(toSides(pair)).toHaveLength(2);
    expect(toSides(pair)).toBe(toSides(pair));
    const number = linearModel({ classes, features: [{ name: 'x', lower: -1, upper: 1 }], weights: [1] });
    expect(toSides(reduce(number))).toBeNull();
    const mixed = linearModel({
      classes,
      features: [offOn('z'), { name: 'x', lower: -1, upper: 1 }],
      weights: [[0, 1], 1],
    });
    expect(toSides(reduce(mixed))).toBeNull();
    const rows = [0, 1, 2].map((k) => ({ weights: [[k, 2 - k]] }));
    const three = linearModel({ classes: ['a', 'b', 'c'], features: [offOn('z')], rows });
    expect(toSides(reduce(three, { neverWins: 'allow' }))).toBeNull();
  });

  it('rank all drops of a class, the heaviest first, equal ones by feature', () => {
    const sides = toSides(linear(matrix([0, 3], [5, 0], [0, 3]), -4));
    const [no, yes] = sides ?? [];
    // yes: Φ = 4, drops of 3, 5 and 3 for on, off, on.
    expect([...yes.drops]).toEqual([0, 3, 5, 0, 0, 3]);
    expect([...yes.byRank]).toEqual([5, 3, 3, 0, 0, 0]);
    expect([...yes.feature].slice(0, 3)).toEqual([1, 0, 2]);
    expect([...yes.rank].map((r) => yes.byRank[r])).toEqual([...yes.drops]);
    expect([yes.threshold, yes.window, yes.constant]).toEqual([4, 0, false]);
    // no: the score is at most 11 − 4 = 7, and ties are won: Φ = 7 − 1.
    expect([...no.drops]).toEqual([3, 0, 0, 5, 3, 0]);
    expect([no.threshold, no.constant]).toEqual([6, false]);
  });

  it('know which class never changes', () => {
    const constants = (intercept: number) =>
      toSides(linear([[0, 1]], intercept))?.map(({ constant }) => constant);
    expect(constants(5)).toEqual([false, true]);
    expect(constants(-5)).toEqual([true, false]);
    expect(constants(-0.5)).toEqual([false, false]);
    // Where `no` wins ties, a score of at most 0 never lets `yes` win, and one of at least 0 sometimes does.
    expect(constants(-1)).toEqual([true, false]);
    expect(constants(0)).toEqual([false, false]);
  });

  it('count no drop of a bin that no number falls into', () => {
    const card = scorecard({
      classes,
      features: [{ name: 'x', lower: 0, upper: 9 }],
      points: [{ cuts: [-1, 5, 20], values: [100, 1, 2, -100] }],
      cutoff: 2,
    });
    const [, yes] = toSides(reduce(card)) ?? [];
    expect([...yes.drops]).toEqual([0, 0, 1, 0]);
  });

  it('mark each drop that counts by one bit of two words, up to 64 of them', () => {
    const marksOf = (n: number) =>
      toSides(
        linear(
          Array.from({ length: n }, (_, i) => [0, i + 1]),
          -1,
        ),
      )?.[1].marks;
    const marks = marksOf(64) as Uint32Array;
    const bits = Array.from({ length: 64 }, (_, i) => [marks[2 * (2 * i + 1)], marks[2 * (2 * i + 1) + 1]]);
    // The last feature is the heaviest and has the first bit; `off` has no drop and no bit.
    expect(bits[63]).toEqual([1, 0]);
    expect(bits[62]).toEqual([2, 0]);
    expect(bits[32]).toEqual([2 ** 31, 0]);
    expect(bits[31]).toEqual([0, 1]);
    expect(bits[0]).toEqual([0, 2 ** 31]);
    expect(marks[0] | marks[1]).toBe(0);
    expect(marksOf(65)).toBeNull();
  });
});

describe('a block of two classes and choices', () => {
  it('flags bad rows of categories and bins wherever they stand, and answers the others', () => {
    const card = reduce(
      scorecard({
        classes,
        features: [
          { name: 'x', lower: 0, upper: 10 },
          { name: 'y', values: ['a', 'b', 'c'] },
        ],
        points: [{ cuts: [2, 5], values: [0, 1, 2] }, [0, 1, 3]],
        cutoff: 3,
      }),
    );
    const rows = 600;
    const x = Float64Array.from(sequence(1, rows, 10));
    const y = Float64Array.from(sequence(2, rows, 3));
    for (const [r, bad] of matrix([300, -1], [301, 11], [302, Number.NaN])) x[r] = bad;
    for (const [r, bad] of matrix([299, -1], [400, 3], [401, 0.5], [300, 7])) y[r] = bad;
    const {
      status,
      badFeature,
      classes: found,
      masks,
      sizes,
    } = explainBlock(card, { rows, columns: [x, y] });
    const { ok, unknownCategory, outOfBounds, notFinite } = ROW_STATUS;
    const expected = new Map([
      [299, [unknownCategory, 1]],
      [300, [outOfBounds, 0]],
      [301, [outOfBounds, 0]],
      [302, [notFinite, 0]],
      [400, [unknownCategory, 1]],
      [401, [unknownCategory, 1]],
    ]);
    for (let r = 0; r < rows; r++) {
      const trouble = expected.get(r);
      expect([status[r], badFeature[r]]).toEqual(trouble ?? [ok, 0]);
      if (trouble !== undefined) {
        expect([found[r], sizes[r], masks[r]]).toEqual([0, 0, 0]);
        continue;
      }
      const problem = weigh(card, [x[r], y[r]]);
      expect(found[r]).toBe(problem.classIndex);
      expect(listMask(masks, r, 1)).toEqual(smallest(problem));
      expect(sizes[r]).toBe(smallest(problem)?.length);
    }
  });

  it.each([
    ['one word of ranks', 4, 3, 9999, true],
    ['two words of ranks', 12, 5, 9999, true],
    ['two words of ranks and of masks', 60, 2, 9999, true],
    ['masks of three words', 70, 2, 9999, false],
    ['some words of ranks', 30, 9, 9999, false],
    ['many words of ranks', 40, 60, 9999, false],
    ['sums that meet the threshold', 12, 5, 5, true],
    ['sums that meet the threshold, more ranks', 40, 9, 5, false],
  ])('needs no exact integers where nothing was rounded: %s', (_, n, values, limit, narrow) => {
    const names = Array.from({ length: values }, (_, v) => `v${v}`);
    const weights = Array.from({ length: n }, (_, i) =>
      sequence(i + 1, values, limit).map((w) => w - (limit >> 1)),
    );
    const features = weights.map((_, i) => ({ name: `f${i}`, values: names }));
    const classifier = reduce(linearModel({ classes, features, weights }), { neverWins: 'allow' });
    const sides = toSides(classifier) ?? [];
    expect(sides.map(({ window, marks }) => [window, marks !== null])).toEqual([
      [0, narrow],
      [0, narrow],
    ]);
    const rows = 600;
    const words = Math.ceil(n / 32);
    const columns = weights.map((_, i) => Uint16Array.from(sequence(500 + i, rows, values)));
    const problems = Array.from({ length: rows }, (_, r) =>
      weigh(
        classifier,
        columns.map((column) => column[r]),
      ),
    );
    classifier.pair = () => {
      throw new Error('exact integers');
    };
    for (const engine of [(ask: () => void) => ask(), withoutKernel]) {
      engine(() => {
        const answer = explainBlock(classifier, { rows, columns });
        problems.forEach((problem, r) => {
          const set = smallest(problem);
          expect(answer.classes[r]).toBe(problem.classIndex);
          expect(listMask(answer.masks, r * words, words)).toEqual(set);
          expect(answer.sizes[r]).toBe(set.length);
        });
      });
    }
  });

  it('gives the answers of exact integers where sums come too near to the threshold, in masks of several words', () => {
    const tiny = 2 ** -60;
    const weights = Array.from({ length: 40 }, (_, i) => [0, i % 2 === 0 ? 1 + (i % 4) : tiny]);
    const features = weights.map((_, i) => offOn(`f${i}`));
    const classifier = reduce(linearModel({ classes, features, weights, intercept: -4 }));
    const rows = 300;
    const columns = weights.map((_, i) =>
      Uint8Array.from(sequence(900 + i, rows, 8), (x) => (x === 0 ? 1 : 0)),
    );
    const answer = explainBlock(classifier, { rows, columns });
    for (let r = 0; r < rows; r++) {
      const problem = weigh(
        classifier,
        columns.map((column) => column[r]),
      );
      expect(answer.classes[r]).toBe(problem.classIndex);
      expect(listMask(answer.masks, r * answer.words, answer.words)).toEqual(smallest(problem));
      expect(answer.sizes[r]).toBe(smallest(problem)?.length);
    }
  });

  it('decides ties exactly where the grid is too coarse to see them', () => {
    const tiny = 2 ** -60;
    const weights = matrix([0, 1], [0, tiny], [0, -1], [0, -tiny]);
    for (const tieOrder of [classes, classes.toReversed()]) {
      const classifier = linear(weights, 0, tieOrder);
      expect(toSides(classifier)?.[1].window).toBeGreaterThan(0);
      const options = matrix([1, 1, 1, 1], [1, 0, 1, 1], [1, 1, 1, 0], [0, 0, 0, 0], [1, 0, 1, 0]);
      const columns = weights.map((_, i) => Uint8Array.from(options, (row) => row[i]));
      const answer = explainBlock(classifier, { rows: options.length, columns });
      options.forEach((row, r) => {
        const problem = weigh(classifier, row);
        expect(answer.classes[r]).toBe(problem.classIndex);
        expect(listMask(answer.masks, r, 1)).toEqual(smallest(problem));
      });
    }
  });
});
