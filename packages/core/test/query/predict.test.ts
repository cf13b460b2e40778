import { describe, expect, it } from 'vitest';
import { blockMargins } from '../../src/block/block-margins.ts';
import { predictBlock } from '../../src/block/predict-block.ts';
import { InstanceError } from '../../src/errors.ts';
import { additiveModel } from '../../src/model/additive.ts';
import { linearModel } from '../../src/model/linear.ts';
import { scorecard } from '../../src/model/scorecard.ts';
import { predict } from '../../src/query/predict.ts';
import { reduce } from '../engine.ts';
import { matrix } from '../matrix.ts';
import { linear } from '../problems.ts';

const features = [{ name: 'x', lower: -1, upper: 1 }];
const classifier = reduce(linearModel({ classes: ['no', 'yes'], features, weights: [2], intercept: -1 }));

describe('a prediction', () => {
  it('says everything there is to say', () => {
    expect(predict(classifier, { x: 0.75 })).toEqual({
      class: 'yes',
      classIndex: 1,
      scores: [0, 0.5],
      margin: 0.5,
      exactMargin: '1/2',
      rival: 'no',
      tie: false,
      doubtful: false,
      floatClass: 'yes',
    });
  });

  it('of a tie goes by the tie order', () => {
    expect(predict(classifier, [0.5])).toMatchObject({
      class: 'no',
      tie: true,
      doubtful: false, // 2 · 0.5 − 1 adds up exactly
      margin: 0,
      exactMargin: '0',
      floatClass: 'no',
    });
  });

  it('in single precision is doubtful where numbers overflow or underflow there', () => {
    const pair = ['x', 'y'].map((name) => ({ name }));
    const spec = { classes: ['no', 'yes'], features: pair, arithmetic: 'single' as const };
    const sum = reduce(linearModel({ ...spec, weights: [1, -1] }));
    expect(predict(sum, [3e39, 1e39]).doubtful).toBe(true); // infinite − infinite
    expect(predict(sum, [3e29, 1e29]).doubtful).toBe(false);
    const tiny = reduce(linearModel({ ...spec, weights: [1e-30, 0] }));
    expect(predict(tiny, [1e-30, 0]).doubtful).toBe(true); // 0
    expect(predict(tiny, [1, 0]).doubtful).toBe(false);
    const power = reduce(linearModel({ ...spec, weights: [2 ** 200, 0] }));
    expect(predict(power, [2 ** -190, 0]).doubtful).toBe(true); // infinite · 0
  });

  it('in single precision is doubtful where rounding a value loses what it differs from a center', () => {
    const centered = reduce(
      additiveModel({
        classes: ['no', 'yes'],
        features: [{ name: 'x' }],
        shapes: [
          [
            { kind: 'linear', weight: 0 },
            { kind: 'quadratic', quadratic: 0, linear: 1, center: 1000 },
          ],
        ],
        arithmetic: 'single',
      }),
    );
    expect(Math.fround(1000.00001)).toBe(1000);
    expect([1000.00001, 1001].map((x) => predict(centered, [x]).doubtful)).toEqual([true, false]);
  });

  it('tells when plain doubles would have it otherwise', () => {
    const names = ['a', 'b', 'c'].map((name) => ({ name, values: ['off', 'on'] }));
    const model = linear(names, matrix([0, 0.1], [0, 0.2], [1, -0.30000000000000004]));
    // In doubles the sum is 0, a tie for `no`; exactly it is a little less than 0.
    expect(predict(reduce(model), ['on', 'on', 'on'])).toMatchObject({
      class: 'no',
      tie: false,
      doubtful: true,
      exactMargin: '1/36028797018963968',
    });
  });

  it('names the strongest rival: the one with the least margin, of equal ones the first in the tie order', () => {
    const rival = (scores: number[], tieOrder: string[]): string =>
      predict(
        reduce(
          linearModel({
            classes: ['a', 'b', 'c', 'd'],
            tieOrder,
            features: [{ name: 'x', values: ['off', 'on'] }],
            rows: scores.map((w) => ({ weights: [[0, w]] })),
          }),
          { neverWins: 'allow' },
        ),
        ['on'],
      ).rival;
    const order = ['a', 'b', 'c', 'd'];
    expect(rival([9, 1, 3, 2], order)).toBe('c');
    expect(rival([9, 3, 1, 2], order)).toBe('b');
    expect(rival([9, 1, 0.5, 1.25], order)).toBe('d');
    expect(rival([9, 3, 3, 3], order)).toBe('b');
    expect(rival([9, 3, 3, 3], ['a', 'd', 'c', 'b'])).toBe('d');
    expect(rival([9, 3, 3, 3], ['a', 'c', 'd', 'b'])).toBe('c');
  });

  it('says which class plain doubles would choose, ties by their order', () => {
    const floatClass = (tieOrder: string[]): string => {
      const rows = [1, 2, 2].map((w) => ({ weights: [w] }));
      const model = linearModel({ classes: ['a', 'b', 'c'], tieOrder, features, rows });
      return predict(reduce(model, { neverWins: 'allow' }), [1]).floatClass;
    };
    expect(floatClass(['a', 'b', 'c'])).toBe('b');
    expect(floatClass(['a', 'c', 'b'])).toBe('c');
    expect(predict(classifier, [-1]).floatClass).toBe('no');
    const turned = linearModel({ classes: ['no', 'yes'], tieOrder: ['yes', 'no'], features, weights: [1] });
    expect(predict(reduce(turned), [-1]).floatClass).toBe('no');
  });

  it('is refused for an instance that does not fit', () => {
    expect(() => predict(classifier, { x: 2 })).toThrow(InstanceError);
  });
});

describe('predicting a block', () => {
  it('doubts a row exactly where predicting it alone does: margins around the noise of doubles', () => {
    const n = 30;
    for (let step = 0; step < 60; step++) {
      const small = 1e-14 * 1.2 ** step;
      const features = Array.from({ length: n }, (_, i) => ({ name: `f${i}`, values: ['a', 'b'] }));
      const weights = features.map((_, i) => (i === 1 ? [1 + small, 1 - small] : i % 2 ? [1, -1] : [-1, 1]));
      const classifier = reduce(linearModel({ classes: ['no', 'yes'], features, weights }), {
        neverWins: 'allow',
      });
      const block = { rows: 1, columns: features.map(() => Uint8Array.of(0)) };
      const alone = predict(classifier, new Array(n).fill(0));
      const prediction = predictBlock(classifier, block);
      const { margins, doubtful } = blockMargins(classifier, block, prediction);
      expect([prediction.classes[0], prediction.doubtful[0], margins[0], doubtful[0]]).toEqual([
        alone.classIndex,
        alone.doubtful ? 1 : 0,
        alone.margin,
        alone.doubtful ? 1 : 0,
      ]);
    }
  });

  it('in single precision is doubtful where a number may fall into another bin', () => {
    const doubtful = (x: number, arithmetic: 'single' | 'double'): boolean[] => {
      const card = scorecard({
        classes: ['low', 'high'],
        features: [{ name: 'x', lower: 0, upper: 1 }],
        cutoff: 5,
        points: [{ cuts: [0.1], values: [0, 9] }],
        arithmetic,
      });
      const classifier = reduce(card);
      const block = { rows: 1, columns: [Float64Array.of(x)] };
      return [
        predict(classifier, [x]).doubtful,
        predictBlock(classifier, block).doubtful[0] === 1,
        blockMargins(classifier, block, predictBlock(classifier, block)).doubtful[0] === 1,
      ];
    };
    expect(doubtful(0.09999999999999999, 'single')).toEqual([true, true, true]);
    expect(doubtful(0.09999999999999999, 'double')).toEqual([false, false, false]);
    expect(doubtful(0.25, 'single')).toEqual([false, false, false]);
  });
});
