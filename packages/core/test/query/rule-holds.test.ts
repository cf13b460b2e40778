import { describe, expect, it } from 'vitest';
import { InstanceError } from '../../src/errors.ts';
import { linearModel } from '../../src/model/linear.ts';
import { scorecard } from '../../src/model/scorecard.ts';
import type { Region } from '../../src/move/region.ts';
import { ruleHolds } from '../../src/query/rule-holds.ts';
import { reduce } from '../engine.ts';
import { expectError } from '../expect-error.ts';

const from = (lower: number, upper = 99): Region => ({ kind: 'interval', lower, upper });
const only = (...options: number[]): Region => ({ kind: 'options', options });

/** Granted from 60 points on: a point a year, 20 for owners. */
const loans = reduce(
  linearModel({
    classes: ['refuse', 'grant'],
    tieOrder: ['grant', 'refuse'],
    features: [
      { name: 'age', kind: 'integer', lower: 18, upper: 99 },
      { name: 'home', values: ['rent', 'own'] },
    ],
    weights: [1, [0, 20]],
    intercept: -60,
  }),
);

function holds(name: string | number, ...literals: [number, Region][]): boolean {
  return ruleHolds(loans, {
    class: name,
    literals: literals.map(([feature, region]) => ({ feature, region })),
  });
}

describe('ruleHolds', () => {
  it('lets the worst case decide, ties by the tie order', () => {
    expect(holds('grant', [0, from(60)])).toBe(true);
    expect(holds('grant', [0, from(59)])).toBe(false);
    expect(holds('grant', [0, from(40)], [1, only(1)])).toBe(true);
    expect(holds('refuse', [0, from(18, 39)])).toBe(true);
    expect(holds('refuse', [0, from(18, 40)])).toBe(false);
    expect(holds(0, [0, from(18, 59)], [1, only(0)])).toBe(true);
    expect(holds('grant')).toBe(false);
  });

  it('counts the whole numbers of an interval, and only values of the domain', () => {
    expect(holds('grant', [0, from(59.5)])).toBe(true);
    expect(holds('refuse', [0, from(Number.NEGATIVE_INFINITY, 39.9)])).toBe(true);
    expect(holds('grant', [0, from(60, Number.POSITIVE_INFINITY)])).toBe(true);
  });

  it('takes several literals of a feature together, and holds where they leave nothing', () => {
    expect(holds('grant', [0, from(18)], [0, from(60)])).toBe(true);
    expect(holds('grant', [1, only(0, 1)], [1, only(1)], [0, from(40)])).toBe(true);
    expect(holds('grant', [0, from(60)], [0, from(18, 30)])).toBe(true);
    expect(holds('grant', [1, only(0)], [1, only(1)])).toBe(true);
    expect(holds('refuse', [0, from(40.1, 40.9)])).toBe(true);
    expect(holds('refuse', [1, only()])).toBe(true);
  });

  it('passes over bins that hold no number of the domain', () => {
    const card = reduce(
      scorecard({
        classes: ['no', 'yes'],
        features: [{ name: 'age', lower: 18, upper: 99 }],
        cutoff: 5,
        points: [{ cuts: [10, 50], values: [0, 1, 9] }],
      }),
    );
    expect(ruleHolds(card, { class: 'yes', literals: [{ feature: 0, region: only(0, 2) }] })).toBe(true);
    expect(ruleHolds(card, { class: 'yes', literals: [{ feature: 0, region: only(1, 2) }] })).toBe(false);
    expect(ruleHolds(card, { class: 'yes', literals: [{ feature: 0, region: only(0) }] })).toBe(true);
  });

  it('refuses regions that do not fit, unknown classes and unknown features', () => {
    const bad = (region: Region, feature: 0 | 1, got: string): void =>
      expectError(() => holds('grant', [feature, region]), InstanceError, {
        code: 'bad-region',
        place: `feature '${feature === 0 ? 'age' : 'home'}'`,
        expected: 'positions of its categories or bins, or an interval where it is a number without bins',
        got,
      });
    bad(from(0), 1, 'an object');
    bad(only(1), 0, 'an object');
    bad(only(2), 1, '2');
    bad(only(0.5), 1, '0.5');
    bad(from(Number.NaN), 0, 'an object');
    expect(() => holds('deny')).toThrow("unknown class; expected one of 'refuse', 'grant', got 'deny'");
    expect(() => holds('grant', [7, from(0)])).toThrow('unknown feature');
  });
});
