// The running example of the paper: which age group listens to these radio stations?

import { describe, expect, it } from 'vitest';
import { toDouble } from '../../src/exact/ratio.ts';
import { linearModel } from '../../src/model/linear.ts';
import { categoricalNaiveBayes } from '../../src/model/naive-bayes.ts';
import { enumerate } from '../../src/query/enumerate.ts';
import { predict } from '../../src/query/predict.ts';
import { smallest } from '../../src/query/smallest.ts';
import type { Weighed } from '../../src/weigh/problem.ts';
import { reduce, weigh } from '../engine.ts';
import { matrix } from '../matrix.ts';

// ⊖ is listed first, so that it wins ties as in the paper.
const classes = ['O', 'Y'];
const features = ['R1', 'R2', 'R3', 'R4'].map((name) => ({ name, values: ['f', 't'] }));
const instance = { R1: 't', R2: 'f', R3: 't', R4: 'f' };
const heard = matrix([0.03, 0.95], [0.95, 0.05], [0.34, 0.02], [0.75, 0.2]);

const fromProbabilities = reduce(
  categoricalNaiveBayes({
    classes,
    features,
    prior: [0.9, 0.1],
    likelihood: heard.map((row) => row.map((p) => [1 - p, p])),
  }),
);
const fromRoundedWeights = reduce(
  linearModel({
    classes,
    features,
    weights: matrix([-2.97, 3.46], [2.95, -2.95], [0.4, -2.83], [1.17, -1.32]),
    intercept: -2.19,
  }),
);

/** Γ, the δ and Φ as doubles. */
function numbersOf({ rivals: [{ weights }] }: Weighed) {
  const { margin, drops, exponent: e, denominator: d } = weights;
  const phi = drops.reduce((a, b) => a + b, 0n) - margin;
  const asDouble = (m: bigint): number => toDouble({ m, e, d });
  return { gamma: asDouble(margin), deltas: drops.map(asDouble), phi: asDouble(phi) };
}

describe('the radio stations of the paper', () => {
  it('have the printed numbers, digit for digit, with weights rounded to two decimals', () => {
    const { gamma, deltas, phi } = numbersOf(weigh(fromRoundedWeights, instance));
    expect(gamma.toFixed(2)).toBe('2.56');
    expect(deltas.map((d) => d.toFixed(2))).toEqual(['6.43', '5.90', '0.00', '2.49']);
    expect(phi.toFixed(2)).toBe('12.26');
  });

  it('have the printed numbers within the rounding of the weights, from the probabilities', () => {
    const { gamma, deltas, phi } = numbersOf(weigh(fromProbabilities, instance));
    const near = (x: number, printed: number): void => expect(Math.abs(x - printed)).toBeLessThan(0.03);
    near(gamma, 2.56);
    [6.43, 5.9, 0, 2.49].forEach((printed, i) => {
      near(deltas[i], printed);
    });
    near(phi, 12.26);
  });

  it('have the printed weights, up to rounding', () => {
    const weight = (i: number, v: number): number =>
      fromProbabilities.table[1][fromProbabilities.offset[i] + v] -
      fromProbabilities.table[0][fromProbabilities.offset[i] + v];
    const printed = matrix([-2.97, 3.46], [2.95, -2.95], [0.4, -2.83], [1.17, -1.32]);
    printed.forEach((row, i) => {
      row.forEach((w, v) => {
        expect(Math.abs(weight(i, v) - w)).toBeLessThan(0.011);
      });
    });
    expect(fromProbabilities.bias[1][0] - fromProbabilities.bias[0][0]).toBeCloseTo(-2.197, 3);
  });

  it.each([
    ['from the probabilities', fromProbabilities],
    ['from the rounded weights', fromRoundedWeights],
  ])('are a young listener because of R1 and R2, %s', (_, classifier) => {
    expect(predict(classifier, instance).class).toBe('Y');
    const problem = weigh(classifier, instance);
    expect(smallest(problem)).toEqual([0, 1]);
    expect(Array.from(enumerate(problem), (set) => set.features)).toEqual([[0, 1]]);
    expect(Array.from(enumerate(problem, { kind: 'cxp' }), (set) => set.features)).toEqual([[0], [1]]);
  });
});
