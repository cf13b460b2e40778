// The place of an explanation and the explanation at a place, against the list.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InstanceError, LimitError } from '../../src/errors.ts';
import { type EnumerateOptions, enumerate } from '../../src/query/enumerate.ts';
import { explanationList, listWith } from '../../src/query/explanation-list.ts';
import type { FeatureSet } from '../../src/search/feature-set.ts';
import type { Kind } from '../../src/weigh/cover.ts';
import type { Weighed } from '../../src/weigh/problem.ts';
import { anyCase } from '../arbitraries.ts';
import { binomial } from '../count/truth.ts';
import { expectError } from '../expect-error.ts';
import { coverProblem, rowsProblem, sequence } from '../problems.ts';
import { holds } from '../property.ts';

const kinds = fc.constantFrom<Kind>('axp', 'cxp');

function listed(problem: Weighed, options: EnumerateOptions = {}): number[][] {
  return Array.from(enumerate(problem, options), (set) => set.features);
}

describe('the explanation at a place', () => {
  it('is the one that the enumeration lists there, and the place of an explanation is where it is listed', () => {
    holds(400, anyCase({ maxFeatures: 7 }), kinds, (c, kind) => {
      const sets = listed(c.weigh(), { kind });
      const all = explanationList(c.weigh(), { kind });
      expect(all.count).toBe(BigInt(sets.length));
      expect(sets.map((_, place) => all.at(place))).toEqual(sets);
      expect(sets.map((set) => all.placeOf(set))).toEqual(sets.map((_, place) => BigInt(place)));
      expect(all.at(sets.length)).toBeUndefined();
    });
  });

  it.each([{}, { float: 6 }, { float: 4, pair: 6 }])('is the same on any grid: %o', (resolution) => {
    holds(200, anyCase({ classes: 2, maxFeatures: 7 }), kinds, (c, kind) => {
      const sets = listed(c.weigh(), { kind });
      const all = listWith(c.weigh(), { kind }, resolution);
      expect(sets.map((_, place) => all.at(place))).toEqual(sets);
      expect(sets.map((set) => all.placeOf(set))).toEqual(sets.map((_, place) => BigInt(place)));
    });
  });

  it.each([
    ['fractions', sequence(51, 20, 1000).map((w) => (w + 1) / 7), 0.5],
    ['whole numbers', sequence(52, 20, 20).map((w) => w + 1), 0.6],
    ['some that cover alone', [50, 40, ...sequence(53, 15, 20).map((w) => w + 1)], 0.12],
  ] as const)('is that of long lists too: %s', (_, weights, share) => {
    const problem = coverProblem(weights, weights.reduce((a: number, b: number) => a + b, 0) * share);
    const sets = [...enumerate(problem)];
    expect(sets.length).toBeGreaterThan(200);
    const all = explanationList(problem);
    expect(all.count).toBe(BigInt(sets.length));
    for (let place = 0; place < sets.length; place += 97) {
      expect(all.at(place)).toEqual(sets[place].features);
      expect(all.placeOf(sets[place])).toBe(BigInt(place));
    }
  });

  it('is found far beyond 2^53', () => {
    // All sets of 50 of 100, in lexicographic order: their place is known in closed form.
    const problem = coverProblem(new Array(100).fill(1), 49);
    const all = explanationList(problem);
    expect(all.count).toBe(binomial(100, 50));
    expect(all.at(0)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    expect(all.at(all.count - 1n)).toEqual(Array.from({ length: 50 }, (_, i) => 50 + i));
    // The first set without feature 0 comes after all with it.
    expect(all.at(binomial(99, 49))).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
    for (let k = 1n; k < 10n; k++) {
      const place = (all.count * k) / 10n;
      expect(all.placeOf(all.at(place) as number[])).toBe(place);
    }
    expect(all.at(all.count)).toBeUndefined();
  });

  it('can be asked for once', () => {
    const problem = coverProblem([2, 2, 1], 2.5);
    expect([0, 1, 2, 3].map((place) => explanationList(problem).at(place))).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
      undefined,
    ]);
    expect(explanationList(problem).placeOf(['f1', 2])).toBe(2n);
    const [first] = enumerate(problem) as Iterable<FeatureSet>;
    expect(explanationList(problem).placeOf(first)).toBe(0n);
    expect(explanationList(problem, { kind: 'cxp' }).at(0n)).toEqual([0, 1]);
  });

  it('must be a place, and an explanation', () => {
    const problem = coverProblem([2, 2, 1], 2.5);
    for (const [place, got] of [
      [-1, '-1'],
      [0.5, '0.5'],
      [-1n, '-1n'],
    ] as const) {
      expectError(() => explanationList(problem).at(place), InstanceError, {
        code: 'bad-option',
        place: 'place',
        expected: 'a whole number from 0 up',
        got,
      });
    }
    for (const set of [[0], [0, 1, 2], []])
      expectError(() => explanationList(problem).placeOf(set), InstanceError, {
        code: 'not-an-answer',
        place: 'features',
        expected: 'a minimal axp',
        got: `[${set}]`,
      });
  });

  it('is looked up in the list when several rivals matter, if that is not too long', () => {
    const row = sequence(54, 12, 50).map((w) => w + 1);
    const half = row.reduce((a, b) => a + b, 0) / 2;
    const problem = rowsProblem([row, row.toReversed()], [half, half]);
    const sets = listed(problem);
    expect(sets.length).toBeGreaterThan(20);
    const all = explanationList(problem);
    expect(sets.map((_, place) => all.at(place))).toEqual(sets);
    expect(sets.map((set) => all.placeOf(set))).toEqual(sets.map((_, place) => BigInt(place)));
    expectError(() => explanationList(problem, { budget: { steps: 20_000 } }), LimitError, {
      code: 'count-too-large',
      place: 'budget',
      expected: 'at most 20 explanations, which have to be listed with several rivals',
      got: 'more',
    });
  });

  it('refuses to keep more than the budget allows', () => {
    const weights = sequence(55, 40, 2 ** 40);
    const problem = coverProblem(weights, weights.reduce((a, b) => a + b, 0) / 2);
    expect(() => explanationList(problem, { budget: { memory: 2 ** 22 } })).toThrow(LimitError);
  });
});
