// How often a set keeps the class: numbers that vary along a line, models with a distribution of their own, and what is refused.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chanceBounds, LIMITS } from '../../src/chance/odds.ts';
import { sampled } from '../../src/chance/sampled.ts';
import { InstanceError } from '../../src/errors.ts';
import { additiveModel } from '../../src/model/additive.ts';
import { Meter } from '../../src/model/budget.ts';
import type { Distribution } from '../../src/model/distribution.ts';
import { linearModel } from '../../src/model/linear.ts';
import { gaussianNaiveBayes, multinomialNaiveBayes } from '../../src/model/naive-bayes.ts';
import { scorecard } from '../../src/model/scorecard.ts';
import { coverage } from '../../src/query/coverage.ts';
import { precise } from '../../src/query/precise.ts';
import { precision, toHeld } from '../../src/query/precision.ts';
import { suffices } from '../../src/query/suffices.ts';
import { reduce, weigh } from '../engine.ts';
import { expectAround } from '../expect-around.ts';
import { expectError } from '../expect-error.ts';
import { matrix } from '../matrix.ts';
import { linear } from '../problems.ts';
import { holds } from '../property.ts';

const unit = (name: string) => ({ name, lower: 0, upper: 1 });

describe('numbers between bounds', () => {
  const model = (weights: readonly number[], intercept: number) =>
    linear(
      weights.map((_, i) => unit(`x${i}`)),
      [...weights],
      intercept,
    );

  it('have the probability of an area', () => {
    const two = weigh(reduce(model([1, 1], -0.5)), [1, 1]);
    expectAround(precision(two, []), 1 - 0.125);
    expectAround(precision(two, ['x0']), 1);
    const high = weigh(reduce(model([1, 1], -1.5)), [1, 1]);
    expectAround(precision(high, []), 0.125);
    expectAround(precision(high, ['x1']), 0.5);
  });

  it('have the probability of a volume, with smaller and larger weights', () => {
    // P(x + y + z > 2.5) = 0.5³/6 for three numbers from 0 to 1.
    const three = weigh(reduce(model([1, 1, 1], -2.5)), [1, 1, 1]);
    expectAround(precision(three, [], 'uniform', { width: 0.01 }), 0.125 / 6, 0.01);
    const steep = weigh(reduce(model([3, -1], -1)), [1, 0]);
    // 3x − y > 1: the area right of x = (1 + y)/3 is 1 − ½.
    expectAround(precision(steep, []), 0.5);
  });

  it('are bounded by what a finer grid says', () => {
    holds(
      60,
      fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: -12, max: 12 }),
      (weights, intercept) => {
        const problem = weigh(
          reduce(model(weights, intercept / 2), { neverWins: 'allow' }),
          weights.map(() => 0.5),
        );
        const question = toHeld(problem, [], 'uniform');
        const at = (cells: number) =>
          chanceBounds(question, 0, new Meter(), { ...LIMITS, cells: [cells, cells] });
        const [coarse, fine] = [at(16), at(4096)];
        expect(coarse.kept).toBeLessThanOrEqual(1 - fine.lost);
        expect(coarse.lost).toBeLessThanOrEqual(1 - fine.kept);
        expect(1 - fine.kept - fine.lost).toBeLessThan(0.05);
      },
    );
  });

  it('may be whole, many of them', () => {
    const features = [{ name: 'n', kind: 'integer' as const, lower: 1, upper: 100_000 }];
    const problem = weigh(
      reduce(linearModel({ classes: ['no', 'yes'], features, weights: [1], intercept: -25_000 })),
      [100_000],
    );
    expectAround(precision(problem, []), 0.75);
    expect(coverage(problem, ['n']).exact).toMatchObject({ numerator: 1n, denominator: 100_000n });
    expectAround(coverage(problem, ['n']), 1e-5, 1e-15);
  });

  it('may follow a parabola', () => {
    // (x − ½)² < 1/16 for x from ¼ to ¾.
    const bump = additiveModel({
      classes: ['no', 'yes'],
      features: [unit('x')],
      bias: [0, 1 / 16],
      shapes: [
        [
          { kind: 'linear', weight: 0 },
          { kind: 'quadratic', quadratic: -1, center: 0.5 },
        ],
      ],
    });
    expectAround(precision(weigh(reduce(bump), [0.5]), []), 0.5);
    expectAround(precision(weigh(reduce(bump), [0.9]), []), 0.5);
  });

  it('lie in bins as often as these are long', () => {
    const card = scorecard({
      classes: ['no', 'yes'],
      features: [
        { name: 'age', lower: 20, upper: 100 },
        { name: 'n', kind: 'integer', lower: 1, upper: 10 },
      ],
      points: [
        { cuts: [30, 60, 200], values: [0, 10, 20, 50] },
        { cuts: [4], values: [0, 20] },
      ],
      cutoff: 30,
    });
    const problem = weigh(reduce(card), [70, 9]);
    // 20 points or more with the other's 20, or 10 + 20: age from 30 on and n from 4 on.
    expect(precision(problem, []).exact).toMatchObject({ numerator: 49n, denominator: 80n });
    expect(precision(problem, ['n']).exact).toMatchObject({ numerator: 7n, denominator: 8n });
    expect(coverage(problem, ['age', 'n']).exact).toMatchObject({ numerator: 7n, denominator: 20n });
  });
});

describe('weights that are whole numbers', () => {
  it('give a fraction also for many features', () => {
    const features = Array.from({ length: 60 }, (_, i) => ({ name: `f${i}`, values: ['a', 'b'] }));
    const card = scorecard({
      classes: ['no', 'yes'],
      features,
      points: features.map(() => [0, 1]),
      cutoff: 31,
    });
    const problem = weigh(
      reduce(card),
      features.map(() => 'b'),
    );
    const { exact, low, high } = precision(problem, []);
    // More than 30 of 60 coins: half of all but those with just 30.
    const choose = (n: bigint, k: bigint): bigint => (k === 0n ? 1n : (choose(n - 1n, k - 1n) * n) / k);
    const wins = (2n ** 60n - choose(60n, 30n)) / 2n;
    expect((exact?.numerator as bigint) * 2n ** 60n).toBe(wins * (exact?.denominator as bigint));
    expect(low).toBe(high);
  });
});

describe('a sufficient set', () => {
  it('holds for certain, also where shares are no fractions and numbers vary along lines', () => {
    const model = gaussianNaiveBayes({
      classes: ['low', 'high'],
      features: [{ name: 'x' }, { name: 'y', lower: -1, upper: 1 }],
      scale: 'log',
      prior: [Math.log(0.5), Math.log(0.5)],
      mean: matrix([0, 0], [2, 0.1]),
      variance: matrix([1, 1], [1, 1]),
    });
    const problem = weigh(reduce(model), [3, 0]);
    for (const exact of [true, false])
      expect(precision(problem, ['x'], 'model', { exact })).toMatchObject({ low: 1, high: 1 });
    expect(precision(problem, ['x'], 'model').exact).toMatchObject({ numerator: 1n, denominator: 1n });
  });
});

describe('several rivals', () => {
  const make = (features: number, values: number) => {
    const weights = (k: number) =>
      Array.from({ length: features }, (_, i) =>
        Array.from(
          { length: values },
          (_, v) => ((7 * i + 11 * v + 13 * k * (i + 1)) % 17) / 16 + 1e-3 * k * v,
        ),
      );
    return linearModel({
      classes: ['a', 'b', 'c'],
      features: Array.from({ length: features }, (_, i) => ({
        name: `f${i}`,
        values: Array.from({ length: values }, (_, v) => `v${v}`),
      })),
      rows: [0, 1, 2].map((k) => ({ weights: weights(k) })),
    });
  };

  it('are counted out where there are few points, and estimated where bounds stay wide', () => {
    const few = weigh(reduce(make(6, 3)), [0, 0, 0, 0, 0, 0]);
    expect(precision(few, []).exact?.denominator).toBeGreaterThan(1n);
    expect(precision(few, []).estimate).toBeUndefined();
    const many = weigh(
      reduce(make(24, 6)),
      Array.from({ length: 24 }, () => 0),
    );
    const { low, high, exact, estimate } = precision(many, [], 'uniform', { width: 1e-6 });
    expect(exact).toBeNull();
    expect(high - low).toBeGreaterThan(1e-6);
    expect(estimate?.samples).toBe(4096);
    expect(estimate?.low).toBeLessThanOrEqual(high);
    expect(estimate?.high).toBeGreaterThanOrEqual(low);
    expect((estimate?.high ?? 0) - (estimate?.low ?? 0)).toBeLessThan(0.05);
    // The same question has the same answer.
    expect(precision(many, [], 'uniform', { width: 1e-6 })).toEqual({ low, high, exact, estimate });
  });

  it('are estimated about right', () => {
    holds(
      30,
      fc.array(fc.nat(2), { minLength: 5, maxLength: 5 }),
      fc.subarray([0, 1, 2, 3, 4]),
      (values, held) => {
        const problem = weigh(reduce(make(5, 3)), values);
        const { low } = precision(problem, held);
        const value = sampled(toHeld(problem, held, 'uniform'), new Meter())?.value ?? Number.NaN;
        // Five standard deviations and more.
        expect(Math.abs(value - low)).toBeLessThan(0.05);
      },
    );
  });
});

describe('a precise set', () => {
  const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
  const model = linearModel({
    classes: ['ham', 'spam'],
    features: ['a', 'b', 'c', 'd'].map(yesNo),
    weights: matrix([0, 3], [0, 2], [0, 2], [0, 1]),
    intercept: -3.5,
  });
  const problem = weigh(reduce(model), ['yes', 'yes', 'yes', 'yes']);

  it('is the explanation where nothing less will do, and nothing where anything will', () => {
    expect(precise(problem, { precision: 1 })).toMatchObject({
      features: [0, 1],
      smallest: true,
      atLeast: 2,
    });
    expect(precise(problem, { precision: 0 })).toMatchObject({ features: [], smallest: true, atLeast: 0 });
    expect(precise(problem, { precision: 0.8 })).toMatchObject({
      features: [0],
      precision: { low: 0.875 },
      explanation: [0, 1],
    });
  });

  it('is not said to be smallest when the budget has ended the search', () => {
    const short = precise(problem, { precision: 0.8, budget: { steps: 0 } });
    expect(short.precision.low).toBeGreaterThanOrEqual(0.8);
    expect(short.smallest).toBe(false);
    expect(short.atLeast).toBe(0);
  });

  it('is found until the signal, and what is not known of it by then is not claimed', () => {
    const many = linearModel({
      classes: ['a', 'b', 'c'],
      features: Array.from({ length: 40 }, (_, i) => ({ name: `f${i}`, values: ['p', 'q', 'r', 's'] })),
      rows: [0, 1, 2].map((k) => ({
        weights: Array.from({ length: 40 }, (_, i) =>
          [0, 1, 2, 3].map((v) => ((i * 31 + v * 17 + k * 101) % 97) / 7),
        ),
        intercept: 0,
      })),
    });
    const hard = weigh(reduce(many), new Array(40).fill(3));
    const budget = { signal: { aborted: true } };
    expect(precision(hard, [0, 1, 2], 'uniform', { budget })).toEqual({ low: 0, high: 1, exact: null });
    const found = precise(hard, { precision: 0.9, budget });
    expect(found).toMatchObject({ smallest: false, atLeast: 0 });
    expect(suffices(hard, found.explanation)).toBe(true);
    expect(found.features).toEqual(found.explanation);
    expect(found.precision.low).toBe(1);
    // Ended later, what was found holds often enough, whether there is time to say how often or not.
    for (let looks = 1; looks < 4000; looks *= 4) {
      let left = looks;
      const signal = {
        get aborted() {
          left -= 1;
          return left < 0;
        },
      };
      const later = precise(hard, { precision: 0.9, budget: { signal } });
      expect(later.precision.low).toBeGreaterThanOrEqual(0.9);
      const truth = precision(hard, later.features);
      expect(truth.high).toBeGreaterThanOrEqual(0.9);
      expect(later.precision.low).toBeLessThanOrEqual(truth.high);
      expect(later.precision.high).toBeGreaterThanOrEqual(truth.low);
    }
  });
});

describe('what is refused', () => {
  const model = linear(
    [{ name: 'x', lower: 0 }, { name: 'job', values: ['none', 'clerk'] }, unit('z')],
    [1, [0, 1], 1],
    -1,
  );
  const problem = weigh(reduce(model), [2, 'clerk', 1]);
  const fine = { values: [1], weights: [1] };

  it('is a distribution that is none', () => {
    const cases: readonly [Distribution, string, string][] = [
      ['normal' as 'uniform', 'bad-distribution', 'distribution'],
      [null as unknown as 'uniform', 'bad-distribution', 'distribution'],
      ['uniform', 'no-distribution', "feature 'x'"],
      ['model', 'no-distribution', 'distribution'],
      [{ marginals: [] }, 'bad-distribution', 'marginals'],
      [{ marginals: [[1], [1, 1], fine] }, 'bad-distribution', "marginal of 'x'"],
      [{ marginals: [fine, [1], fine] }, 'bad-distribution', "marginal of 'job'"],
      [{ marginals: [fine, [0, 0], fine] }, 'bad-distribution', "marginal of 'job'"],
      [{ marginals: [fine, [1, -1], fine] }, 'bad-distribution', "marginal of 'job', weight 1"],
      [
        { marginals: [{ values: [-1], weights: [1] }, [1, 1], fine] },
        'bad-distribution',
        "marginal of 'x', value 0",
      ],
      [
        { marginals: [{ values: [Number.NaN], weights: [1] }, [1, 1], fine] },
        'bad-distribution',
        "marginal of 'x', value 0",
      ],
    ];
    for (const [distribution, code, place] of cases) {
      let caught: unknown;
      try {
        precision(problem, [], distribution);
      } catch (error) {
        caught = error;
      }
      expect(caught).toBeInstanceOf(InstanceError);
      expect(caught).toMatchObject({ code, place });
    }
    expect(precision(problem, [], { marginals: [fine, [1, 1], fine] }).low).toBe(1);
  });

  it('is a probability or a width that is none, and a feature that is unknown', () => {
    const marginals = { marginals: [fine, [1, 1], fine] };
    expectError(() => precise(problem, { precision: 95, distribution: marginals }), InstanceError, {
      code: 'bad-option',
      place: 'precision',
      expected: 'a number from 0 to 1',
      got: '95',
    });
    expectError(() => precision(problem, [], marginals, { width: -1 }), InstanceError, {
      code: 'bad-option',
      place: 'width',
      expected: 'a number from 0 to 1',
      got: '-1',
    });
    expect(() => precision(problem, ['y'], marginals)).toThrow(InstanceError);
    expect(() => coverage(problem, ['y'], marginals)).toThrow(InstanceError);
  });

  it('is the distribution of a model of counts', () => {
    const counts = multinomialNaiveBayes({
      classes: ['a', 'b'],
      features: ['x', 'y'],
      prior: [0.5, 0.5],
      likelihood: matrix([0.5, 0.5], [0.25, 0.75]),
    });
    expect(() => precision(weigh(reduce(counts), [1, 1]), [], 'model')).toThrow(/no distribution of its own/);
  });
});
