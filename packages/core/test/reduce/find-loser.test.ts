import { describe, expect, it } from 'vitest';
import { additiveModel } from '../../src/model/additive.ts';
import { linearModel } from '../../src/model/linear.ts';
import type { Model } from '../../src/model/types.ts';
import { findLoser } from '../../src/reduce/find-loser.ts';
import { reduce } from '../engine.ts';

const prepared = (model: Model) => reduce(model, { neverWins: 'allow' });

/** The answer found without any exact table: asking for one throws. */
function byDoublesAlone(model: Model): ReturnType<typeof findLoser> {
  return findLoser({
    ...prepared(model),
    pair() {
      throw new Error('exact arithmetic');
    },
  });
}

/** Three classes that score by one feature of three values. */
const threeClasses = (...rows: number[][]): Model =>
  linearModel({
    classes: ['a', 'b', 'c'],
    features: [{ name: 'x', values: ['l', 'm', 'r'] }],
    rows: rows.map((weights) => ({ weights: [weights] })),
  });

describe('the search for a class that never wins', () => {
  it('needs no exact arithmetic where every class is clearly ahead somewhere', () => {
    expect(byDoublesAlone(threeClasses([5, 0, 0], [0, 5, 0], [0, 0, 5]))).toBeUndefined();
    expect(byDoublesAlone(threeClasses([0, 5, 0], [5, 0, 0], [0, 0, 5]))).toBeUndefined();
    expect(byDoublesAlone(threeClasses([0, 0, 5], [0, 5, 0], [5, 0, 0]))).toBeUndefined();
  });

  it('needs none where a class is clearly behind everywhere', () => {
    expect(byDoublesAlone(threeClasses([5, 0, 0], [0, 5, 5], [-1, 4, 4]))).toEqual({ loser: 2, winner: 1 });
    expect(byDoublesAlone(threeClasses([-1, 4, 4], [5, 0, 0], [0, 5, 5]))).toEqual({ loser: 0, winner: 2 });
  });

  it('looks at numbers, biases and bins as well, and only at bins that some number falls into', () => {
    const model = (bias: number, outside: number): Model =>
      additiveModel({
        classes: ['a', 'b'],
        features: [
          { name: 'x', lower: 0, upper: 1 },
          { name: 'y', lower: 0, upper: 9 },
        ],
        bias: [bias, 0],
        shapes: [
          [
            { kind: 'linear', weight: 1 },
            { kind: 'linear', weight: -1 },
          ],
          [
            { kind: 'steps', cuts: [-1, 5], values: [outside, 0, 2] },
            { kind: 'steps', cuts: [-1, 5], values: [0, 4, 4] },
          ],
        ],
      });
    // a leads by bias + 2x + (−4 or −2): at least by bias − 4, at most by bias.
    expect(byDoublesAlone(model(2, -9))).toBeUndefined();
    expect(byDoublesAlone(model(5, -9))).toEqual({ loser: 1, winner: 0 });
    expect(byDoublesAlone(model(5, 9))).toEqual({ loser: 1, winner: 0 });
    expect(byDoublesAlone(model(-1, 9))).toEqual({ loser: 0, winner: 1 });
  });

  it('asks the exact tables where the best a class can do is to tie', () => {
    const tie = threeClasses([5, 0, 0], [0, 5, 5], [-1, 5, 5]);
    expect(() => byDoublesAlone(tie)).toThrow('exact arithmetic');
    expect(findLoser(prepared(tie))).toEqual({ loser: 2, winner: 1 });
  });

  describe('that looks at numbers in doubles first', () => {
    const real = (name: string, lower?: number, upper?: number) => ({
      name,
      ...(lower === undefined ? {} : { lower }),
      ...(upper === undefined ? {} : { upper }),
    });
    const two = (features: ReturnType<typeof real>[], rows: object[]): Model =>
      linearModel({ classes: ['a', 'b'], features, rows } as never);

    it('finds a place for lines, with and without end', () => {
      const loser = (lower: number | undefined, upper: number | undefined, intercept: number) =>
        findLoser(prepared(two([real('x', lower, upper)], [{ weights: [1], intercept }, { weights: [-1] }])));
      expect(loser(-1, 1, 0)).toBeUndefined();
      expect(loser(-1, 1, 1.999)).toBeUndefined();
      expect(loser(-1, 1, 2.001)).toEqual({ loser: 1, winner: 0 });
      expect(loser(undefined, 1, 1e9)).toBeUndefined();
    });

    it('is not misled where products overflow', () => {
      // a − b is 1e308·y − 1e308·x + 1e308·z: at least −2e308 by x, and 3e308 by the others.
      const huge = two(
        [real('x', 0, 2), real('y', 1, 1), real('z', 2, 2)],
        [{ weights: [-1e308, 1e308, 1e308] }, { weights: [0, 0, 0] }],
      );
      expect(findLoser(prepared(huge))).toEqual({ loser: 1, winner: 0 });
      const steep = two([real('x', 0, 1)], [{ weights: [1e308], intercept: 1 }, { weights: [-1e308] }]);
      expect(findLoser(prepared(steep))).toEqual({ loser: 1, winner: 0 });
    });

    it('is not misled where squares underflow', () => {
      // 1e300·x² is 1e-20 at x = 1e-160, though x² is nothing in doubles.
      const model = additiveModel({
        classes: ['a', 'b'],
        features: [{ name: 'x', lower: 1e-160, upper: 1e-160 }],
        bias: [-1e-25, 0],
        shapes: [
          [
            { kind: 'quadratic', quadratic: 1e300 },
            { kind: 'quadratic', quadratic: 0 },
          ],
        ],
      });
      expect(findLoser(prepared(model))).toEqual({ loser: 1, winner: 0 });
    });

    it('finds the place where a bent curve is lowest, or far out', () => {
      const bent = (
        a: object,
        b: object,
        lower = Number.NEGATIVE_INFINITY,
        upper = Number.POSITIVE_INFINITY,
      ) =>
        findLoser(
          prepared(
            additiveModel({
              classes: ['a', 'b'],
              features: [{ name: 'x', lower, upper }],
              bias: [0, 0],
              shapes: [
                [
                  { kind: 'quadratic', quadratic: 0, ...a },
                  { kind: 'quadratic', quadratic: 0, ...b },
                ],
              ],
            } as never),
          ),
        );
      expect(bent({ quadratic: 1, constant: -0.001, center: 7 }, {})).toBeUndefined();
      expect(bent({ quadratic: 1, constant: 0.001, center: 7 }, {})).toEqual({ loser: 1, winner: 0 });
      expect(bent({ quadratic: -1, constant: 1e6, center: 7 }, {})).toBeUndefined();
      expect(bent({ quadratic: -1, constant: 5 }, {}, -2, 2)).toEqual({ loser: 1, winner: 0 });
      expect(bent({ quadratic: -1, constant: 3 }, {}, -2, 2)).toBeUndefined();
      expect(bent({ quadratic: 1, constant: 1, center: 3 }, { linear: 2 })).toBeUndefined();
    });
  });
});
