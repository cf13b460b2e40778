import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/errors.ts';
import { type ScorecardSpec, scorecard } from '../../src/model/scorecard.ts';
import { type ExpectedError, expectError } from '../expect-error.ts';

const fine = {
  classes: ['refuse', 'grant'],
  features: [{ name: 'age' }, { name: 'home', values: ['rent', 'own'] }],
  points: [{ cuts: [25, 40], values: [0, 15, 30] }, [5, 20]],
  cutoff: 35,
};

function refuses(what: string, change: object, error: ExpectedError): void {
  it(`refuses ${what}`, () => {
    expectError(() => scorecard({ ...fine, ...change } as ScorecardSpec), ModelError, error);
  });
}

describe('a scorecard', () => {
  it('gives the second class to those who reach the cut-off, unless the tie order says otherwise', () => {
    expect(scorecard(fine).tieOrder).toEqual(['grant', 'refuse']);
    expect(scorecard({ ...fine, tieOrder: ['refuse', 'grant'] }).tieOrder).toEqual(['refuse', 'grant']);
  });
  it('has bins closed on the left and a base of 0 unless said otherwise', () => {
    const card = scorecard(fine);
    expect(card.base).toBe(0);
    expect(card.points).toEqual([
      { kind: 'steps', cuts: [25, 40], values: [0, 15, 30], closed: 'left' },
      { kind: 'table', values: [5, 20] },
    ]);
    const right = [{ cuts: [25], values: [0, 15], closed: 'right' as const }, [5, 20]];
    expect(scorecard({ ...fine, points: right }).points[0]).toMatchObject({ closed: 'right' });
  });

  const age = "feature 'age'";
  refuses(
    'three classes',
    { classes: ['a', 'b', 'c'] },
    { code: 'bad-model', place: 'classes', expected: '2', got: '3' },
  );
  refuses(
    'classes that are no list',
    { classes: 'grant' },
    { code: 'bad-model', place: 'classes', expected: 'a list of strings', got: 'grant' },
  );
  refuses(
    'a feature without points',
    { points: [fine.points[0]] },
    { code: 'wrong-length', place: 'points', expected: '2 (one per feature)', got: '1' },
  );
  refuses(
    'points per bin for a category',
    { points: [fine.points[0], fine.points[0]] },
    {
      code: 'bad-model',
      place: "feature 'home'",
      expected: 'a list with one entry per value',
      got: 'an object',
    },
  );
  refuses(
    'points per category for a number',
    {
      points: [
        [1, 2],
        [5, 20],
      ],
    },
    { code: 'bad-model', place: age, expected: 'a list of cuts', got: 'undefined' },
  );
  refuses(
    'points that are infinite',
    { points: [fine.points[0], [5, Number.POSITIVE_INFINITY]] },
    { code: 'not-finite', place: "feature 'home', entry 1", expected: 'a finite number', got: 'Infinity' },
  );
  refuses(
    'as many points as cuts',
    { points: [{ cuts: [25, 40], values: [0, 15] }, [5, 20]] },
    { code: 'wrong-length', place: age, expected: '3 (one per bin)', got: '2' },
  );
  refuses(
    'cuts in the wrong order',
    { points: [{ cuts: [40, 25], values: [0, 15, 30] }, [5, 20]] },
    { code: 'unordered-bins', place: `${age}, cut 1`, expected: 'more than 40', got: '25' },
  );
  refuses(
    'no cut-off',
    { cutoff: undefined },
    { code: 'not-finite', place: 'cutoff', expected: 'a finite number', got: 'undefined' },
  );
  refuses(
    'a base of NaN',
    { base: Number.NaN },
    { code: 'not-finite', place: 'base', expected: 'a finite number', got: 'NaN' },
  );
});
