import { describe, expect, it } from 'vitest';
import { linearModel } from '../../src/model/linear.ts';
import { scorecard } from '../../src/model/scorecard.ts';
import { changeLiterals } from '../../src/output/change.ts';
import { regionValues } from '../../src/output/ranges.ts';
import { changeRegion } from '../../src/query/change-region.ts';
import { counterfactual } from '../../src/query/counterfactual.ts';
import type { Weighed } from '../../src/weigh/problem.ts';
import { reduce, weigh } from '../engine.ts';

const classes = ['refuse', 'grant'];

function told(problem: Weighed, features: string[]): string[] {
  const changed = counterfactual(problem, features);
  return changed === undefined ? [] : changeLiterals(problem, changed);
}

describe('a contrast in words', () => {
  const age = { name: 'age', lower: 18, upper: 99 };

  it('is a region with its exact end where that has few digits', () => {
    const granted = linearModel({
      classes,
      tieOrder: ['grant', 'refuse'],
      features: [age],
      weights: [0.5],
      intercept: -25,
    });
    expect(told(weigh(reduce(granted), [60]), ['age'])).toEqual(['age < 50']);
    const tied = linearModel({ classes, features: [age], weights: [0.5], intercept: -25 });
    expect(told(weigh(reduce(tied), [60]), ['age'])).toEqual(['age ≤ 50']);
    expect(told(weigh(reduce(tied), [40]), ['age'])).toEqual(['age > 50']);
  });

  it('does not count the zeros of a round value as digits', () => {
    const model = linearModel({ classes, features: [{ name: 'x' }], weights: [3.3], intercept: -7.7e18 / 3 });
    // The end is 777777777777777…, the changed value 7e17.
    expect(told(weigh(reduce(model), [2e18]), ['x'])).toEqual(['x ≤ 700000000000000000']);
  });

  it('has a rounder end inside the region otherwise', () => {
    const model = linearModel({ classes, features: [age], weights: [0.3], intercept: -17.3 });
    // The end is 57.666…
    expect(told(weigh(reduce(model), [90]), ['age'])).toEqual(['age ≤ 57']);
    expect(told(weigh(reduce(model), [20]), ['age'])).toEqual(['age ≥ 58']);
    expect(told(weigh(reduce(model), [57]), ['age'])).toEqual(['age ≥ 57.7']);
  });

  it('is a range between two classes, with the unit', () => {
    const rows = [{ weights: [0] }, { weights: [-1], intercept: 20 }, { weights: [1], intercept: -40 }];
    const model = linearModel({
      classes: ['mid', 'low', 'high'],
      features: [{ name: 'x', lower: 0, upper: 99, unit: 'cm' }],
      rows,
    });
    expect(told(weigh(reduce(model), [10]), ['x'])).toEqual(['20 ≤ x ≤ 40 cm']);
  });

  it('holds for all changed features together', () => {
    const features = [age, { name: 'income', lower: 0, upper: 100 }];
    const model = linearModel({ classes, features, weights: [1, 1], intercept: -60.5 });
    // Neither alone can do it: 18 + 60 > 60.5, 70 > 60.5.
    expect(told(weigh(reduce(model), [70, 60]), ['age', 'income'])).toEqual(['age ≤ 60.5', 'income = 0']);
  });

  it('names categories and bins', () => {
    const card = scorecard({
      classes,
      features: [{ name: 'job', values: ['none', 'clerk', 'nurse', 'boss'] }, age],
      cutoff: 10,
      points: [[0, 2, 5, 9], { cuts: [30, 50, 70], values: [0, 5, 8, 2] }],
    });
    const classifier = reduce(card);
    expect(told(weigh(classifier, ['none', 20]), ['job', 'age'])).toEqual([
      'job in {nurse, boss}',
      'age in [30, 70)',
    ]);
    expect(told(weigh(classifier, ['boss', 60]), ['age'])).toEqual(['age < 30']);
    const changed = counterfactual(weigh(classifier, ['boss', 60]), ['age']);
    const regions = changed && changeRegion({ classifier }, changed);
    expect(regions?.map((region) => regionValues(classifier, region))).toEqual([[{ below: 30 }]]);
  });
});

describe('a region as data', () => {
  it('lists categories by name and ranges of numbers, open or closed as bins are', () => {
    const bins = (closed: 'left' | 'right') =>
      reduce(
        scorecard({
          classes,
          features: [
            { name: 'x', missing: true },
            { name: 'job', values: ['a', 'b'] },
          ],
          cutoff: 5,
          points: [{ cuts: [1, 2, 3], values: [0, 9, 0, 9], closed, missing: 9 }, [0, 1]],
        }),
      );
    const options = (...bins: number[]) => ({
      feature: 0,
      region: { kind: 'options' as const, options: bins },
    });
    expect(regionValues(bins('left'), options(1, 3, 4))).toEqual([
      { from: 1, below: 2 },
      { from: 3 },
      { missing: true },
    ]);
    expect(regionValues(bins('right'), options(0, 1, 3))).toEqual([{ to: 2 }, { above: 3 }]);
    expect(regionValues(bins('left'), options(0, 1, 2, 3))).toEqual([{}]);
    expect(regionValues(bins('left'), { feature: 1, region: { kind: 'options', options: [1] } })).toEqual([
      'b',
    ]);
  });

  it('leaves out the ends of the domain', () => {
    const model = reduce(
      linearModel({ classes, features: [{ name: 'x', lower: 0, upper: 9 }], weights: [1], intercept: -5 }),
    );
    const interval = (lower: number, upper: number) => ({
      feature: 0,
      region: { kind: 'interval' as const, lower, upper },
    });
    expect(regionValues(model, interval(0, 4))).toEqual([{ to: 4 }]);
    expect(regionValues(model, interval(4, 9))).toEqual([{ from: 4 }]);
    expect(regionValues(model, interval(4, 5))).toEqual([{ from: 4, to: 5 }]);
  });
});
