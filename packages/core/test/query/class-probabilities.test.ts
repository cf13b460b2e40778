import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearModel } from '../../src/model/linear.ts';
import {
  complementNaiveBayes,
  gaussianNaiveBayes,
  multinomialNaiveBayes,
} from '../../src/model/naive-bayes.ts';
import { scorecard } from '../../src/model/scorecard.ts';
import type { Model } from '../../src/model/types.ts';
import { neededProbability } from '../../src/query/class-probabilities.ts';
import { predict } from '../../src/query/predict.ts';
import { reduce } from '../engine.ts';
import { matrix } from '../matrix.ts';

const x = { name: 'x', lower: -50, upper: 50 };
const classes = ['no', 'yes'];

function of(model: Model, ...values: number[]): readonly number[] | undefined {
  return predict(reduce(model), values).probabilities;
}

describe('the probabilities of classes', () => {
  it('are logistic in the score of a logistic regression, whatever the threshold', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -20, max: 20, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        (value, intercept, probability) => {
          const model = linearModel({
            classes,
            features: [x],
            weights: [1],
            intercept,
            link: 'softmax',
            threshold: { probability },
          });
          const classifier = reduce(model);
          const answer = predict(classifier, [value]);
          const [p, q] = answer.probabilities ?? [];
          expect(q).toBeCloseTo(1 / (1 + Math.exp(-(value + intercept))), 12);
          expect(p + q).toBeCloseTo(1, 12);
          expect(neededProbability(classifier)).toBeCloseTo(probability, 12);
        },
      ),
    );
  });

  it('are the posterior of naive Bayes', () => {
    const prior = [0.3, 0.7];
    const normal = gaussianNaiveBayes({
      classes,
      features: [x],
      prior,
      mean: [[0], [2]],
      variance: [[1], [4]],
    });
    const density = (m: number, v: number, at: number): number =>
      Math.exp(-((at - m) ** 2) / (2 * v)) / Math.sqrt(2 * Math.PI * v);
    const [a, b] = [0.3 * density(0, 1, 1.5), 0.7 * density(2, 4, 1.5)];
    expect(of(normal, 1.5)?.[0]).toBeCloseTo(a / (a + b), 12);
    // Powers of two: the scores count bits.
    const counts = multinomialNaiveBayes({
      classes: ['a', 'b', 'c'],
      features: ['u', 'v'].map((name) => ({ name, kind: 'integer', lower: 0, upper: 9 })),
      prior: [0.5, 0.25, 0.25],
      likelihood: matrix([0.5, 0.5], [0.25, 0.75], [0.75, 0.25]),
    });
    const parts = [0.5 * 0.5 ** 3, 0.25 * 0.25 * 0.75 ** 2, 0.25 * 0.75 * 0.25 ** 2];
    const total = parts.reduce((s, p) => s + p, 0);
    of(counts, 1, 2)?.forEach((p, k) => {
      expect(p).toBeCloseTo(parts[k] / total, 12);
    });
  });

  it('are shares of exponentials, or of logistic functions, with several classes', () => {
    const rows = [{ weights: [0], intercept: 0.5 }, { weights: [1] }, { weights: [-1], intercept: 1 }];
    const spec = { classes: ['a', 'b', 'c'], features: [x], rows };
    const scores = [0.5, 0.25, 0.75];
    const shares = (values: number[]): number[] => values.map((v) => v / values.reduce((s, w) => s + w, 0));
    const soft = of(linearModel({ ...spec, link: 'softmax' }), 0.25) ?? [];
    for (const [k, p] of shares(scores.map(Math.exp)).entries()) expect(soft[k]).toBeCloseTo(p, 12);
    const rest = of(linearModel({ ...spec, link: 'one-vs-rest' }), 0.25) ?? [];
    for (const [k, p] of shares(scores.map((s) => 1 / (1 + Math.exp(-s)))).entries())
      expect(rest[k]).toBeCloseTo(p, 12);
  });

  it('are none where the model has none', () => {
    expect(of(linearModel({ classes, features: [x], weights: [1] }), 1)).toBeUndefined();
    const card = scorecard({ classes, features: [x], cutoff: 5, points: [{ cuts: [0], values: [1, 9] }] });
    expect(of(card, 1)).toBeUndefined();
    expect(neededProbability(reduce(card))).toBeUndefined();
    const words = {
      classes,
      features: ['u', 'v'].map((name) => ({ name, lower: 0, upper: 9 })),
      complement: matrix([0.5, 0.5], [0.25, 0.75]),
    };
    expect(of(complementNaiveBayes(words), 1, 2)).toBeUndefined();
    const p = of(complementNaiveBayes({ ...words, link: 'softmax' }), 1, 2) ?? [];
    // 1/(0.5·0.5²) against 1/(0.25·0.75²)
    expect(p[0] / p[1]).toBeCloseTo((0.25 * 0.75 ** 2) / 0.5 ** 3, 12);
  });

  it('are on the side of the threshold that the class is on, however near', () => {
    const model = linearModel({ classes, features: [x], weights: [1], intercept: 0, link: 'softmax' });
    expect(of(model, 1e-300)).toEqual([0.5, 0.5]);
    expect(of(model, 40)?.[0]).toBeCloseTo(Math.exp(-40), 30);
    expect(
      of(linearModel({ classes, features: [{ name: 'x' }], weights: [1], link: 'softmax' }), -1e9),
    ).toEqual([1, 0]);
  });

  it('have no other link', () => {
    const wrong = { classes, features: [x], weights: [1], link: 'probit' as 'softmax' };
    expect(() => linearModel(wrong)).toThrow(/'softmax' or 'one-vs-rest'/);
  });
});

describe('the points of a scorecard', () => {
  it('are their sum, beside the cut-off', () => {
    const card = scorecard({
      classes,
      features: [x],
      base: 500,
      cutoff: 600,
      points: [{ cuts: [0], values: [88, 112] }],
    });
    expect([-1, 1].map((value) => predict(reduce(card), [value]).points)).toEqual([588, 612]);
    expect(reduce(card).unit).toBe('points');
  });
});
