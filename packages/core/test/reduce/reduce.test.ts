import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/errors.ts';
import { additiveModel } from '../../src/model/additive.ts';
import { linearModel } from '../../src/model/linear.ts';
import { complementNaiveBayes } from '../../src/model/naive-bayes.ts';
import { scorecard } from '../../src/model/scorecard.ts';
import type { Model } from '../../src/model/types.ts';
import { predict } from '../../src/query/predict.ts';
import { additiveForm } from '../../src/reduce/additive-form.ts';
import { reduce } from '../../src/reduce/reduce.ts';
import { expectError } from '../expect-error.ts';
import { matrix } from '../matrix.ts';

const classes = ['no', 'yes'];
const unit = { name: 'x', lower: 0, upper: 1 };

describe('reducing a model', () => {
  it('refuses a class that can never win, naming it and the one that is ahead', () => {
    const model = linearModel({ classes, features: [unit], weights: [1], intercept: 1 });
    expectError(() => reduce(model), ModelError, {
      code: 'class-never-wins',
      place: "class 'no'",
      expected: "an instance where it wins (or neverWins: 'allow')",
      got: "class 'yes' ahead everywhere",
    });
    expect(predict(reduce(model, { neverWins: 'allow' }), [0]).class).toBe('yes');
  });

  it('decides by the tie order whether a class that at best ties can win', () => {
    const spec = { classes, features: [unit], weights: [-1], intercept: 0 };
    expect(() => reduce(linearModel(spec))).toThrow("class 'yes'");
    expect(() => reduce(linearModel({ ...spec, tieOrder: ['yes', 'no'] }))).not.toThrow();
  });

  it('decides ties of numbers that doubles add up wrongly', () => {
    const features = ['a', 'b', 'c'].map((name) => ({ name, values: ['off', 'on'] }));
    // 0.1 + 0.2 − 0.3 is positive as doubles are, so that `yes` can win, though barely.
    const spec = { classes, features, weights: matrix([0, 0.1], [0, 0.2], [-0.3, -0.3]) };
    expect(() => reduce(linearModel(spec))).not.toThrow();
    expect(() =>
      reduce(linearModel({ ...spec, weights: matrix([0, 0.1], [0, 0.2], [-0.3, -0.30000000000000004]) })),
    ).not.toThrow();
    expect(() =>
      reduce(
        linearModel({
          ...spec,
          weights: matrix([0, 0.1], [0, 0.2], [-0.30000000000000004, -0.30000000000000004]),
        }),
      ),
    ).toThrow("class 'yes'");
  });

  it('accepts a class that wins only beyond all bounds', () => {
    expect(() =>
      reduce(linearModel({ classes, features: [{ name: 'x' }], weights: [1e-300], intercept: -1e300 })),
    ).not.toThrow();
  });

  it('of no features leaves one class that wins', () => {
    expect(() => reduce(linearModel({ classes, features: [], weights: [] }))).toThrow("class 'yes'");
    expect(
      predict(reduce(linearModel({ classes, features: [], weights: [] }), { neverWins: 'allow' }), []).class,
    ).toBe('no');
  });

  it('does not look for losers among three classes in pairs only by their scores at one point', () => {
    const features = [{ name: 'x', values: ['l', 'm', 'r'] }];
    const rows = matrix([5, 0, 0], [0, 5, 0], [0, 0, 5]).map((w) => ({ weights: [w] }));
    expect(() => reduce(linearModel({ classes: ['a', 'b', 'c'], features, rows }))).not.toThrow();
    // b is beaten at every point, but by no single class everywhere: that is not looked for.
    const middle = matrix([5, 0, 5], [4, 4, 4], [0, 5, 0]).map((w) => ({ weights: [w] }));
    expect(() => reduce(linearModel({ classes: ['a', 'b', 'c'], features, rows: middle }))).not.toThrow();
  });

  it('refuses what is no model', () => {
    expectError(() => reduce({ kind: 'tree' } as unknown as Model), ModelError, {
      code: 'bad-model',
      expected: 'a model made by one of the constructors',
      got: 'tree',
    });
  });

  it('counts scores in the units of the model', () => {
    expect(reduce(linearModel({ classes, features: [unit], weights: [2], intercept: -1 })).unit).toBe(
      'score',
    );
  });
});

describe('the second class', () => {
  const model = { classes, features: [unit], weights: [1] };
  it('of a linear model with a threshold must exceed it', () => {
    const classifier = reduce(linearModel({ ...model, threshold: 0.5 }));
    expect([0.25, 0.5, 0.75].map((x) => predict(classifier, [x]).class)).toEqual(['no', 'no', 'yes']);
  });
  it('of a linear model with a threshold may reach it where it wins ties', () => {
    const classifier = reduce(linearModel({ ...model, threshold: 0.5, tieOrder: ['yes', 'no'] }));
    expect([0.25, 0.5, 0.75].map((x) => predict(classifier, [x]).class)).toEqual(['no', 'yes', 'yes']);
  });
  it('of a scorecard reaches the cut-off by base and points, exactly', () => {
    const card = scorecard({
      classes,
      features: [{ name: 'x', values: ['a', 'b', 'c'] }],
      base: 0.1,
      cutoff: 0.3,
      points: [[0.19999999999999996, 0.19999999999999998, 0.2]],
    });
    // As doubles are, 0.1 and the second add up to 0.3 exactly; so 0.1 + 0.2 is more.
    const answers = [0, 1, 2].map((x) => predict(reduce(card), [x]));
    expect(answers.map((answer) => answer.class)).toEqual(['no', 'yes', 'yes']);
    expect(answers.map((answer) => answer.tie)).toEqual([false, true, false]);
  });
});

describe('the additive form', () => {
  it('says what a linear model computes', () => {
    const classifier = reduce(
      linearModel({ classes, features: [unit], weights: [2], intercept: -1, threshold: 0.25 }),
    );
    expect(additiveForm(classifier)).toEqual({
      kind: 'additive',
      classes,
      features: classifier.features,
      tieOrder: classes,
      bias: [0, -1],
      threshold: 0.25,
      shapes: [[0, 2].map((linear) => ({ kind: 'quadratic', quadratic: 0, linear, constant: 0, center: 0 }))],
    });
  });
  it('says what a scorecard computes, with common bins', () => {
    const card = scorecard({
      classes,
      features: [unit],
      points: [{ cuts: [0.5], values: [1, 3] }],
      base: 1,
      cutoff: 3,
    });
    expect(additiveForm(reduce(card))).toMatchObject({
      bias: [0, 1],
      threshold: 3,
      tieOrder: ['yes', 'no'],
      shapes: [
        matrix([0, 0], [1, 3]).map((values) => ({ kind: 'steps', cuts: [0.5], closed: 'left', values })),
      ],
    });
  });
  it('keeps the threshold of a model without biases', () => {
    const model = complementNaiveBayes({
      classes,
      features: ['x', 'y'],
      complement: matrix([0.5, 0.5], [0.25, 0.75]),
      threshold: 0.125,
    });
    const classifier = reduce(model);
    const again = reduce(additiveForm(classifier));
    for (const x of matrix([0, 0], [1, 0], [0, 1], [3, 5])) {
      expect(predict(again, x).exactMargin).toBe(predict(classifier, x).exactMargin);
    }
  });
  it('of an additive model is that model, with common bins', () => {
    const model = additiveModel({
      classes,
      features: [{ name: 'x', values: ['a', 'b'] }],
      bias: [1, 2],
      shapes: [
        [
          { kind: 'table', values: [0, 3] },
          { kind: 'table', values: [1, 1] },
        ],
      ],
    });
    expect(additiveForm(reduce(model))).toEqual(model);
  });
});
