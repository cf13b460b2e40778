// How often a set keeps the class, at the edges: scales apart, values beyond those that occur, domains without end, large input.

import { describe, expect, it } from 'vitest';
import { uniformLine } from '../../src/chance/line.ts';
import { normalBetween } from '../../src/chance/normal-between.ts';
import { exactChance } from '../../src/chance/odds.ts';
import { sampled } from '../../src/chance/sampled.ts';
import { Random } from '../../src/count/random.ts';
import { InstanceError } from '../../src/errors.ts';
import { down, productUp, up } from '../../src/exact/exponential.ts';
import { normalUpTo } from '../../src/exact/normal.ts';
import { additiveModel } from '../../src/model/additive.ts';
import { Meter } from '../../src/model/budget.ts';
import { linearModel } from '../../src/model/linear.ts';
import {
  bernoulliNaiveBayes,
  categoricalNaiveBayes,
  gaussianNaiveBayes,
} from '../../src/model/naive-bayes.ts';
import { coverage } from '../../src/query/coverage.ts';
import { precise } from '../../src/query/precise.ts';
import { precision, toHeld } from '../../src/query/precision.ts';
import { reduce, weigh } from '../engine.ts';
import { expectError } from '../expect-error.ts';
import { matrix } from '../matrix.ts';
import { coverProblem, linear } from '../problems.ts';
import { manyCards } from './many-cards.ts';

const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });

describe('scales far apart', () => {
  it('a weight too small for a double still counts in the fraction', () => {
    const model = linear([yesNo('a')], [[0, 1]], -0.5);
    const problem = weigh(reduce(model), ['yes']);
    const { exact } = precision(problem, [], { marginals: [[1e300, 5e-324]] });
    expect(exact?.numerator).toBe(1n);
    const other = precision(weigh(reduce(model), ['no']), [], { marginals: [[1e300, 5e-324]] });
    expect((other.exact?.denominator ?? 0n) - (other.exact?.numerator ?? 0n)).toBe(1n);
    expect(other.exact?.denominator).toBe(exact?.denominator);
  });

  it('bounds stay bounds below the normal doubles', () => {
    expect(down(5e-324)).toBe(0);
    expect(up(5e-324)).toBe(1e-323);
    expect([up(0), productUp(0, 1), productUp(1e-300, 1e-300)]).toEqual([0, 0, 1e-323]);
    // Ten values with a probability of e^-100 each.
    const rare = categoricalNaiveBayes({
      classes: ['x', 'y'],
      scale: 'log',
      prior: [Math.log(0.5), Math.log(0.5)],
      features: Array.from({ length: 10 }, (_, i) => yesNo(`f${i}`)),
      likelihood: Array.from({ length: 10 }, (_, i) => matrix([-100 - i / 16, 0], [-100, 0])),
    });
    const problem = weigh(
      reduce(rare, { neverWins: 'allow' }),
      Array.from({ length: 10 }, () => 0),
    );
    const { low, high } = coverage(problem, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 'model');
    expect(low).toBe(0);
    expect(high).toBeGreaterThan(0);
  });

  it('a class that falls far behind may come back with the next features', () => {
    const n = 800;
    const likely = Math.log(0.9);
    const rare = Math.log(0.1);
    const model = bernoulliNaiveBayes({
      classes: ['x', 'y'],
      scale: 'log',
      prior: [Math.log(0.5), Math.log(0.5)],
      features: Array.from({ length: n + 1 }, (_, i) => `f${i}`),
      // The first half speaks for x; the second half, and one more, for y.
      likelihood: Array.from({ length: n + 1 }, (_, i) => (i < n / 2 ? [likely, rare] : [rare, likely])),
    });
    const problem = weigh(
      reduce(model),
      Array.from({ length: n + 1 }, () => 1),
    );
    const all = Array.from({ length: n }, (_, i) => i);
    // Held, they cancel: the last one is present with ½·0.1 + ½·0.9, and decides.
    const { low, high } = precision(problem, all, 'model');
    expect(low).toBeLessThanOrEqual(0.5);
    expect(high).toBeGreaterThanOrEqual(0.5);
    expect(high - low).toBeLessThan(1e-6);
  });
});

it('a class that is ruled out says nothing, however likely it was before', () => {
  // y is 10^300 times as likely as x, then impossible.
  const model = categoricalNaiveBayes({
    classes: ['x', 'y'],
    prior: [0.5, 0.5],
    features: [yesNo('a'), yesNo('b'), yesNo('c'), yesNo('d')],
    likelihood: [
      ...[0, 1].map(() => matrix([1, 1e-300], [0.5, 0.5])),
      matrix([0.5, 0.5], [1, 0]),
      matrix([0, 1], [0.25, 0.75]),
    ],
  });
  const problem = weigh(reduce(model), ['yes', 'yes', 'yes', 'yes']);
  const rough = precision(problem, ['a', 'b', 'c'], 'model', { exact: false });
  const { exact } = precision(problem, ['a', 'b', 'c'], 'model');
  expect(rough.low).toBeLessThanOrEqual(exact?.value as number);
  expect(rough.high).toBeGreaterThanOrEqual(exact?.value as number);
  expect(rough.high - rough.low).toBeLessThan(1e-9);
});

describe('values beyond those that occur', () => {
  it('are not rounded when sets are compared', () => {
    const model = linear([{ name: 'a' }, { name: 'c' }], [3, 1], -(3 * 2 ** 60 + 1024));
    // 3·(2^60 + 256) is no double: 256 short of the intercept, but rounded it reaches it.
    const problem = weigh(reduce(model), [2 ** 60 + 256, 2000]);
    const marginal = { values: [0, 1], weights: [1, 1] };
    const distribution = { marginals: [marginal, marginal] };
    const found = precise(problem, { precision: 0.5, distribution });
    expect(precision(problem, [0], distribution).low).toBe(0);
    expect(found.features).toEqual([0, 1]);
    expect(found.precision.low).toBe(1);
  });
});

describe('numbers along a line', () => {
  const line = (weight: number) => ({ kind: 'linear' as const, weight });

  it('may reach farther than the largest double', () => {
    const features = ['x', 'y'].map((name) => ({ name, lower: -1.5e308, upper: 1.5e308 }));
    const two = linearModel({ classes: ['no', 'yes'], features, weights: [1, 1] });
    const problem = weigh(reduce(two), [1e307, 1e307]);
    const { low, high } = precision(problem, []);
    expect(low).toBeLessThanOrEqual(0.5);
    expect(high).toBeGreaterThanOrEqual(0.5);
    expect(high - low).toBeLessThan(0.01);
    const three = additiveModel({
      classes: ['a', 'b', 'c'],
      features,
      shapes: [
        [line(1), line(0), line(0.5)],
        [line(1), line(1), line(0)],
      ],
    });
    const { estimate } = precision(weigh(reduce(three, { neverWins: 'allow' }), [1e307, 1e307]), []);
    // a wins where x > 0 and y > −x/2: 5/16.
    expect(estimate?.low).toBeLessThan(5 / 16);
    expect(estimate?.high).toBeGreaterThan(5 / 16);
  });

  const normal = (feature: { kind?: 'real' | 'integer'; lower?: number; upper?: number }, classes: number) =>
    gaussianNaiveBayes({
      classes: ['a', 'b', 'c'].slice(0, classes),
      prior: classes === 2 ? [0.5, 0.5] : [0.25, 0.25, 0.5],
      features: [{ name: 'x', ...feature }, { name: 'y' }],
      mean: matrix([0, 0], [1, 1], [2, -1]).slice(0, classes),
      variance: matrix([1, 1], [2, 1], [1, 3]).slice(0, classes),
    });

  it('are estimated in finite time where the bounds are far from the mean, or not at all', () => {
    for (const [lower, upper] of matrix([10, 20], [30, 40], [5, 5])) {
      const problem = weigh(reduce(normal({ lower, upper }, 3), { neverWins: 'allow' }), [lower, 0]);
      for (const held of [[], [0], [1]]) {
        const { low, high } = precision(problem, held, 'model');
        expect(low).toBeLessThanOrEqual(high);
        expect(low).toBeGreaterThanOrEqual(0);
      }
    }
    // Nobody knows the class of a number that is so rare in all of them.
    const far = weigh(reduce(normal({ lower: 30, upper: 40 }, 3), { neverWins: 'allow' }), [35, 0]);
    expect(sampled(toHeld(far, [0], 'model'), new Meter())).toBe(undefined);
  });

  it('are drawn between bounds wherever these are, as often as the distribution says', () => {
    const random = new Random(1);
    const mean = (lower: number, upper: number): number => {
      let sum = 0;
      for (let s = 0; s < 20_000; s++) {
        const x = normalBetween(lower, upper, () => random.unit());
        expect(x >= lower && x <= upper).toBe(true);
        sum += x / 20_000;
      }
      return sum;
    };
    // (φ(a) − φ(b)) / (Φ(b) − Φ(a)), with an error of some thousandths.
    expect(Math.abs(mean(-9, 9))).toBeLessThan(0.03);
    expect(Math.abs(mean(0, Number.POSITIVE_INFINITY) - 0.7979)).toBeLessThan(0.03);
    expect(Math.abs(mean(1, 2) - 1.3831)).toBeLessThan(0.03);
    expect(Math.abs(mean(5, Number.POSITIVE_INFINITY) - 5.1865)).toBeLessThan(0.03);
    expect(Math.abs(mean(-1, 1))).toBeLessThan(0.03);
    expect(Math.abs(mean(Number.NEGATIVE_INFINITY, -3) + 3.2831)).toBeLessThan(0.03);
    expect(normalBetween(1e200, Number.POSITIVE_INFINITY, () => 0.5)).toBe(1e200);
  });

  it('may be whole: the nearest to a normally distributed one', () => {
    const problem = weigh(
      reduce(
        gaussianNaiveBayes({
          classes: ['a', 'b'],
          prior: [0.5, 0.5],
          features: [{ name: 'n', kind: 'integer' }],
          mean: [[0], [3]],
          variance: [[1], [1]],
        }),
      ),
      [1],
    );
    // a wins up to 1: ½·Φ(1.5) + ½·Φ(−1.5) = ½.
    const { low, high } = precision(problem, [], 'model');
    expect(low).toBeLessThanOrEqual(0.5);
    expect(high).toBeGreaterThanOrEqual(0.5);
    expect(high - low).toBeLessThan(1e-9);
  });

  it('are not certain to keep it where it changes far out only', () => {
    // b is a little wider, and wins from ±10 on.
    const odds = Math.exp(0.00495);
    const model = gaussianNaiveBayes({
      classes: ['a', 'b'],
      prior: [odds / (1 + odds), 1 / (1 + odds)],
      features: ['x'],
      mean: [[0], [0]],
      variance: [[1], [1.0001]],
    });
    const problem = weigh(reduce(model), [0]);
    expect(weigh(reduce(model), [10.5]).class).toBe('b');
    const { low, high, exact } = precision(problem, [], 'model');
    expect([exact, high]).toEqual([null, 1]);
    expect(low).toBeLessThan(1);
    expect(low).toBeGreaterThan(0.999);
  });

  it('keep the class for certain where a sufficient set is held', () => {
    for (const classes of [2, 3]) {
      const problem = weigh(reduce(normal({}, classes)), [1, 0]);
      expect(precision(problem, [0, 1], 'model')).toMatchObject({ low: 1, high: 1, exact: { value: 1 } });
    }
  });

  it('near the middle of the normal distribution bounds are bounds', () => {
    // Φ(2·10^-16) = ½ + 0.798·10^-16, which no double is nearer to than ½ + 1.11·10^-16.
    expect(normalUpTo(2e-16)[0]).toBeLessThanOrEqual(0.5);
    expect(normalUpTo(2e-16)[1]).toBeGreaterThan(0.5);
  });
});

it('values that never occur together are refused, also where all are held', () => {
  const features = [yesNo('a'), yesNo('b')];
  const model = categoricalNaiveBayes({
    classes: ['x', 'y'],
    prior: [0.5, 0.5],
    features,
    likelihood: [matrix([1, 0], [0.5, 0.5]), matrix([0.5, 0.5], [1, 0])],
  });
  const problem = weigh(reduce(model), ['yes', 'yes']);
  for (const exact of [true, false])
    expectError(() => precision(problem, ['a', 'b'], 'model', { exact }), InstanceError, {
      code: 'never-occurs',
      place: 'features',
      expected: 'values with a positive probability in some class',
      got: 'probability 0 in all of them',
    });
});

describe('large input', () => {
  it('many values beside long lists end in bounds', () => {
    const { low, high, exact } = precision(manyCards([8000, 100, 100, 100, 100, 100, 100], 2), []);
    expect(exact).toBe(null);
    expect(high - low).toBeLessThan(0.001);
  });

  it('more values than arguments of a function can be', () => {
    const { low, high } = precision(manyCards([150_000, 2], 3), [], 'uniform', { exact: false, width: 0 });
    expect(low).toBeLessThanOrEqual(high);
  });

  it('fractions with very many digits are not made', () => {
    const n = 1200;
    const model = bernoulliNaiveBayes({
      classes: ['x', 'y', 'z'],
      prior: [0.5, 0.25, 0.25],
      features: Array.from({ length: n }, (_, i) => `f${i}`),
      likelihood: Array.from({ length: n }, (_, i) => [0.1 + (i % 7) / 10, 0.2 + (i % 5) / 10, 0.3]),
    });
    const problem = weigh(
      reduce(model),
      Array.from({ length: n }, (_, i) => i % 2),
    );
    const half = Array.from({ length: n / 2 }, (_, i) => 2 * i);
    expect(coverage(problem, half, 'model').exact).toBe(null);
    expect(precision(problem, [0], 'model').exact).toBe(null);
  });
});

describe('a distribution by numbers', () => {
  const features = [{ name: 'x', lower: 0, upper: 9 }, yesNo('a')];
  const classifier = reduce(linear(features, [1, [0, 1]], -4.5));
  const distribution = {
    marginals: [{ values: [0, 3, 6, 9], weights: [1, 1, 1, 1] }, [1, 3]],
  } as const;

  it('counts those that a region has', () => {
    expect(coverage(weigh(classifier, [6, 'yes']), ['x'], distribution).exact?.value).toBe(0.5);
    expect(coverage(weigh(classifier, [6, 'yes']), ['x', 'a'], distribution).exact?.value).toBe(0.375);
  });

  it('is that of what may move: what is left alone is certain, nothing left is refused', () => {
    const narrowed = (x: { from: number; to: number }, a: string[] = ['no', 'yes']) =>
      weigh(classifier, [6, 'yes'], { within: { features: { x, a } } });
    // 6 and 9 are left; without a, 6 keeps the class still.
    expect(precision(narrowed({ from: 5, to: 9 }), [], distribution).exact?.value).toBe(1);
    expect(precision(narrowed({ from: 6, to: 6 }), [], distribution).exact?.value).toBe(1);
    const elsewhere = { marginals: [{ values: [1], weights: [1] }, [1, 0]] };
    expect(precision(narrowed({ from: 6, to: 6 }, ['yes']), [], elsewhere).exact?.value).toBe(1);
    expectError(() => precision(narrowed({ from: 5, to: 7 }), [], elsewhere), InstanceError, {
      code: 'no-distribution',
      place: "feature 'x'",
      expected: 'values that the distribution has',
      got: 'none of them',
    });
  });
});

it('numbers of no distribution of their own are drawn evenly', () => {
  const bounds = { name: 'x', lower: -2, upper: 4 };
  const drawn = (kind: 'real' | 'integer') =>
    [0, 0.5, 0.99].map((u) => uniformLine({ kind, ...bounds }).draw(0, () => u));
  expect(drawn('integer')).toEqual([-2, 1, 4]);
  expect(drawn('real').map((x) => Math.round(100 * x))).toEqual([-200, 100, 394]);
  expect(uniformLine({ kind: 'real', ...bounds }).density(0, 1)).toEqual([1, 1]);
});

describe('a budget', () => {
  const problem = coverProblem([9, 7, 5, 3, 2, 1], 14);

  it('that ends a search leaves a set that keeps the class often enough', () => {
    const all = precise(problem, { precision: 0.8 });
    for (let steps = 0; steps < 3000; steps += 100) {
      const { features, precision: found, atLeast } = precise(problem, { precision: 0.8, budget: { steps } });
      expect(found.low).toBeGreaterThanOrEqual(0.8);
      expect(features.length).toBeGreaterThanOrEqual(all.features.length);
      expect(atLeast).toBeLessThanOrEqual(all.atLeast);
    }
  });

  it('whose signal is given makes no fraction', () => {
    const meter = new Meter({ signal: { aborted: true } });
    expect(exactChance(toHeld(problem, [], 'uniform'), meter)).toBeUndefined();
  });
});
