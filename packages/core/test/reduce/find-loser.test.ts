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
});
